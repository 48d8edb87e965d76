"""Words that make no phrasing a new one: courtesies, articles, prepositions, and nouns such as "file" or "video".

By language, as two lists. `WORDS`: whole words, of languages with spaces. `PARTS`: strings of characters, wherever
they stand, of languages without; longer ones come first. Only nearness is measured without them: whether a
preposition changes the request is for the checks and the judge. A contributor adds a language with one line.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

WORDS: Mapping[str, str] = {
    "en": "please pls plz kindly thanks thx a an the this that my to into in as from of for at by with on"
    " it file files video videos clip clips format",
    "de": "bitte danke mal der die das den dem des ein eine einen einem einer mein meine meinen in zu zum"
    " zur als auf aus von vom für um mit bei datei dateien video videos clip clips format",
    "es": "por favor gracias porfa el la los las un una unos unas mi mis al del a en de para como con desde"
    " archivo archivos fichero ficheros video vídeo videos vídeos clip clips formato",
    "fr": "s il te plaît vous plait svp merci le la les l un une des du de d mon ma mes à au aux en dans"
    " pour comme par avec depuis fichier fichiers vidéo vidéos clip clips format",
    "it": "per favore grazie il lo la i gli le un uno una del della dei dal dalla al alla mio mia di a in"
    " da con come file video clip formato",
    "pt": "por favor obrigado obrigada o a os as um uma meu minha ao à do da dos das de em no na para como"
    " com arquivo arquivos ficheiro ficheiros vídeo vídeos video clip clipe formato",
    "nl": "alsjeblieft graag even de het een mijn dit in naar tot als op uit van voor met bestand bestanden"
    " video videos clip clips formaat",
    "pl": "proszę ten ta to te w na do z ze jako dla o po plik pliki pliku wideo film klip format formatu"
    " formacie",
    "ru": "пожалуйста плиз этот эту это эти в во на до с со из для как по к файл файла файлы видео клип"
    " формат формате",
    "uk": "будь ласка цей цю це ці в у на до з зі із для як по файл файлу файли відео кліп формат форматі",
    "bg": "моля те тази този това на в във до с със от за като по файл файла файловете видео видеото клип"
    " клипа формат формата",
    "sv": "snälla tack en ett den det min mitt till i som från av för med på fil filen video videon klipp"
    " format",
    "tr": "lütfen bir bu şu için ile olarak dosya dosyası dosyasını dosyayı video videoyu videosunu biçimine",
}

PARTS: Mapping[str, str] = {
    "zh": "请帮我 麻烦你 麻烦 帮我 请你 请 請 将 將 把 的 了 一下 格式 文件 檔案 视频 視頻 影片 为 為 成 到 在"
    " 从 從 以 用",
    "ja": "お願いします してください して てください ください 下さい ファイル 動画 ビデオ 形式 を に の は で へ",
    "ko": "해주세요 해줘 주세요 파일 영상 비디오 동영상 형식 으로 을 를 로 에 의 은 는",
}


def _compiled() -> dict[str, re.Pattern[str]]:
    patterns = {}
    for lang, listed in WORDS.items():
        patterns[lang] = re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, listed.split()))})(?!\w)")
    for lang, listed in PARTS.items():
        patterns[lang] = re.compile("|".join(map(re.escape, sorted(listed.split(), key=len, reverse=True))))
    return patterns


_PATTERNS = _compiled()


def without_fillers(text: str, lang: str | None) -> str:
    """`text`, which is in small letters, without the fillers of `lang`; as it is where no list is known."""
    pattern = _PATTERNS.get(lang or "")
    return text if pattern is None else pattern.sub(" ", text)
