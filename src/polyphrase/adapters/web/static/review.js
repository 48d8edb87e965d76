// Keys for the buttons of the page, and forms without a reload. Without this file every form still works.
"use strict";

(() => {
  document.documentElement.classList.add("script");
  let busy = false; // a key says something of what is on the screen, so while that changes none counts

  const page = () => document.getElementById("page");
  const openMenu = () => document.querySelector(".menu.open");

  function closeMenus() {
    document.querySelectorAll(".menu.open").forEach((menu) => menu.classList.remove("open"));
    document.querySelectorAll("[data-opens]").forEach((button) => button.setAttribute("aria-expanded", "false"));
  }

  function open(id) {
    const menu = document.getElementById(id);
    if (!menu) return;
    const was = menu.classList.contains("open");
    closeMenus();
    if (was) return;
    menu.classList.add("open");
    document.querySelectorAll(`[data-opens="${id}"]`).forEach((button) => button.setAttribute("aria-expanded", "true"));
    const field = menu.querySelector("textarea, input:not([type=hidden]), button");
    if (field) toEnd(field);
    menu.scrollIntoView({ block: "nearest" });
  }

  function toEnd(field) {
    field.focus();
    if (field.setSelectionRange) field.setSelectionRange(field.value.length, field.value.length);
  }

  function trouble(text) {
    document.getElementById("trouble").textContent = text;
  }

  async function show(url, options) {
    if (busy) return;
    busy = true;
    document.body.setAttribute("aria-busy", "true");
    try {
      const response = await fetch(url, { credentials: "same-origin", ...options });
      const found = new DOMParser().parseFromString(await response.text(), "text/html").getElementById("page");
      if (!found) throw new Error("The review does not know this browser any more. Nothing was recorded; start it again.");
      page().replaceWith(document.importNode(found, true));
      if (response.ok && !response.url.endsWith("/decide")) history.replaceState(null, "", response.url);
      trouble("");
      arrived();
    } catch (error) {
      const unreachable = error instanceof TypeError;
      trouble(unreachable ? "The review does not answer: it was stopped. The last key was not recorded." : error.message);
    } finally {
      busy = false;
      document.body.removeAttribute("aria-busy");
    }
  }

  function arrived() {
    const field = document.querySelector(".menu.open textarea");
    const heading = document.querySelector("main h1");
    if (field) toEnd(field);
    else if (heading) heading.focus({ preventScroll: true });
    window.scrollTo(0, 0);
  }

  document.addEventListener("submit", (event) => {
    const form = event.target;
    event.preventDefault();
    const sent = new FormData(form, event.submitter);
    if (form.method === "get") show(`${form.getAttribute("action")}?${new URLSearchParams(sent)}`);
    else show(form.getAttribute("action"), { method: "POST", body: new URLSearchParams(sent) });
  });

  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-opens]");
    if (button) open(button.dataset.opens);
  });

  document.addEventListener("change", (event) => {
    const field = event.target;
    if (field.closest(".filter-form")) field.form.requestSubmit();
    if (field.matches("[data-all]")) {
      document.querySelectorAll("[data-clean]").forEach((box) => { box.checked = field.checked; });
    }
  });

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    const typing = event.target.matches("textarea, select, input:not([type=checkbox])");
    if (event.key === "Escape") {
      closeMenus();
      const heading = document.querySelector("main h1");
      if (heading) heading.focus({ preventScroll: true });
      return;
    }
    if (typing) {
      // Enter sends, as on a chat; a line break means nothing in an utterance.
      if (event.key === "Enter" && !event.shiftKey && event.target.matches("textarea")) {
        event.preventDefault();
        event.target.form.requestSubmit();
      }
      return;
    }
    if (busy || event.repeat || event.key.length !== 1) return;
    const key = CSS.escape(event.key.toLowerCase());
    if (event.key === "n" && document.getElementById("menu-note")) {
      event.preventDefault();
      open("menu-note");
      return;
    }
    const menu = openMenu();
    if (menu && !menu.querySelector(`[data-key="${key}"]`)) closeMenus();
    const where = openMenu() || document;
    const found = [...where.querySelectorAll(`[data-key="${key}"]`)].find((one) => openMenu() || !one.closest(".menu"));
    if (!found) return;
    event.preventDefault();
    if (found.matches("details")) found.open = !found.open;
    else found.click();
  });

  document.addEventListener("DOMContentLoaded", arrived);
})();
