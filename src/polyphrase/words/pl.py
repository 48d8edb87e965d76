"""Polish."""

from __future__ import annotations

WORDS = {
    "right": "prawo prawy prawą prawa prawe prawej prawego prawym prawych prawemu w_prawo na_prawo"
    " po_prawej prawostronn* prawa_stron* zgodnym_z_ruchem_wskazówek zgodnym_z_ruchem_wskazowek"
    " prawa_połow* prawa_polow* prawa_część prawa_czesc zgodnie_z_ruchem_wskazówek"
    " zgodnie_z_ruchem_wskazowek zgodnie_ze_wskazówkami zgodnie_ze_wskazowkami zgodnie_z_zegarem w_prawą"
    " w_prawa",
    "left": "lewo lewy lewa lewe lewą lewej lewego lewym lewych lewemu lewostronn*"
    " przeciwnie_do_ruchu_wskazówek przeciwnie_do_ruchu_wskazowek przeciwnym_do_ruchu_wskazówek"
    " przeciwnym_do_ruchu_wskazowek przeciwnie_do_wskazówek przeciwnie_do_wskazowek przeciwnie_do_zegara"
    " odwrotnie_do_ruchu_wskazówek odwrotnie_do_ruchu_wskazowek odwrotnie_do_wskazówek"
    " odwrotnie_do_wskazowek",
    "horizontal": "od_lewej_do_prawej od_prawej_do_lewej z_lewej_na_prawo z_prawej_na_lewo na_boki na_bok"
    " lewo-prawo bokiem horyzontaln* poziomo poziomy poziome poziomą pozioma poziomej poziomego poziomym"
    " poziomych w_poziomie",
    "vertical": "z_góry_na_dół z_gory_na_dol od_góry_do_dołu od_gory_do_dolu z_dołu_do_góry z_dolu_do_gory"
    " z_dołu_na_górę z_dolu_na_gore do_góry_nogami do_gory_nogami wertykaln* góra-dół gora-dol pionow*"
    " w_pionie pion",
    "landscape": "poziomo poziomy poziome poziomą pozioma poziomej poziomego poziomym poziomych w_poziomie"
    " krajobraz* panoramiczn* szerokoekranow*",
    "portrait": "pionow* w_pionie pion portret*",
    "top": "góra gora góry gory górę gore górze gorze górą górn* gorn* do_góry do_gory ku_górze ku_gorze"
    " u_góry u_gory na_górze na_gorze w_górę w_gore na_górę na_gore szczyt*",
    "bottom": "dół dol dołu dolu dole dołem dolem doln* na_dole w_dół w_dol na_dół na_dol u_dołu u_dolu"
    " spód spod spodu od_spodu",
    "over": "nad na_wierzchu na_wierzch z_przodu na_pierwszym_planie na_pierwszy_plan z_wierzchu ponad"
    " powyżej powyzej nałóż* naloz* nałoż* nakład* naklad* nanieś* nanies*",
    "under": "spód spod spodu od_spodu poniżej ponizej pod_spodem pod_spód z_tyłu pod_filmem pod_obraz*"
    " pod_tekst* pod_wideo pod_zdjęci* pod_logo pod_napis* pod_nim pod_nią na_drugim_planie na_drugi_plan"
    " w_tle",
    "forward": "naprzód naprzod do_przodu w_przód wprzód wprzod",
    "backward": "do_tyłu wstecz w_tył od_tyłu wspak na_odwrót tyłem tylem z_powrotem spowrotem cofn* cofać"
    " cofac cofan* w_odwrotnej_kolejności odwrotną_kolejność odwrotna_kolejność kolejność_odwrotn*",
    "first": "pierwsz* początek poczatek początk* poczatk* wstęp wstep wstępu wstepu wstępn* wstepn* intro"
    " czołówk* czolowk* najpierw otwierając* otwierajac* na_wstępie start startu startow*",
    "middle": "środek srodek środka srodka środku srodku środkiem srodkiem środkow* srodkow* centrum"
    " centraln* w_połowie w_środku średni sredni średnia srednia średnie srednie średnią średniej sredniej"
    " średniego sredniego średnim srednim średnich srednich średnio srednio",
    "last": "ostatn* koniec końca konca końcu koncu końcem koncem końcow* koncow* końcówk* finał* final*"
    " outro na_końcu ogon* zamykając* zamykajac* zeszł* zeszl* ubiegł* ubiegl*",
    "next": "następn* nastepn* kolejn* nadchodząc* nadchodzac* przyszł* przyszl* najbliższ* najblizsz*"
    " nadchodzi dalej",
    "previous": "zeszł* zeszl* ubiegł* ubiegl* poprzedn* wcześniejsz* wczesniejsz* minion* poprzedz*"
    " uprzedn*",
    "newest": "ostatn* najnowsz* najświeższ* najswiezsz* niedawn* dopiero_co ostatnio_dodan* świeżo swiezo",
    "oldest": "najstarsz* najwcześniejsz* najwczesniejsz* najdawniejsz*",
    "largest": "największ* najwieksz* najdłuższ* najdluzsz* najcięższ* najciezsz* maksymaln* najwięcej"
    " najwiecej",
    "smallest": "najmniejsz* najkrótsz* najkrotsz* najlżejsz* najlzejsz* minimaln* najmniej",
    "ascending": "rosnąc* rosnac* alfabetyczn* od_a_do_z a-z według_alfabetu wg_alfabetu"
    " od_najmniejsz*_do_największ* od_najstarsz* od_najstarsz*_do_najnowsz* od_najmniejsz*"
    " najpierw_najstarsz* najpierw_najmniejsz* najstarsze_najpierw",
    "descending": "malejąc* malejac* od_z_do_a z-a od_największ*_do_najmniejsz* od_największ* od_najnowsz*"
    " od_najnowsz*_do_najstarsz* najpierw_najnowsz* najpierw_największ* najnowsze_najpierw"
    " odwrotn*_alfabet* zstępując* zstepujac* w_odwrotnej_kolejności odwrotną_kolejność odwrotna_kolejność"
    " kolejność_odwrotn*",
    "before": "przed przedtem wcześniej wczesniej zanim uprzednio",
    "after": "później pozniej potem_jak po_upływie zaraz_po tuż_po następującym_po po_tym_jak już_po",
    "at_least": "ponad powyżej powyzej minimaln* co_najmniej conajmniej przynajmniej minimum nie_mniej"
    " nie_mniejsz* nie_krótsz* nie_krotsz* nie_krócej nie_krocej nie_niżej nie_nizej lub_więcej lub_wiecej"
    " albo_więcej albo_wiecej i_więcej i_wiecej lub_dłuż* lub_dluz* więcej_niż wiecej_niz przekracza*"
    " przekrocz* dłuższ*_niż dluzsz*_niz większ*_niż wieksz*_niz starsz*_niż starsz*_niz wyższ*_niż"
    " wyzsz*_niz większ*_od wieksz*_od starsz*_od dłuższ*_od dluzsz*_od nie_wcześniej nie_wczesniej"
    " starsz* więcej wiecej dłużej dluzej wyżej wyzej",
    "at_most": "poniżej ponizej maksymaln* co_najwyżej co_najwyzej najwyżej najwyzej maksimum maks max"
    " nie_więcej nie_wiecej nie_dłuż* nie_dluz* nie_większ* nie_wieksz* nie_przekrocz* nie_przekracza*"
    " nie_wyżej nie_wyzej nie_wyższ* nie_wyzsz* nie_później nie_pozniej nie_ponad nie_powyżej nie_powyzej"
    " lub_mniej albo_mniej i_mniej lub_krótsz* lub_krotsz* lub_mniejsz* mniej_niż mniej_niz krótsz*_niż"
    " krotsz*_niz mniejsz*_niż mniejsz*_niz niższ*_niż nizsz*_niz mniejsz*_od krótsz*_od krotsz*_od"
    " w_granicach ogranicz* limit* mniej niżej nizej krócej krocej",
    "exactly": "dokładn* dokladn* równo rowno precyzyjn* ściśle scisle co_do_sekundy",
    "about": "około okolo mniej_więcej w_przybliżeniu z_grubsza circa w_okolicach plus_minus ~"
    " orientacyjn* przybliżon* przyblizon* jakieś jakies koło kolo",
    "high": "maksymaln* wysok* najwyższ* najwyzsz* najleps* najlepiej dobrej dobra dobrą dobry dobre"
    " dobrym świetn* swietn* lepsz* doskonał* doskonal* topow*",
    "medium": "średni sredni średnia srednia średnie srednie średnią średniej sredniej średniego sredniego"
    " średnim srednim średnich srednich średnio srednio umiarkowan* przyzwoit* przeciętn* przecietn*"
    " niezł* niezl* normaln* akceptowaln* w_miarę",
    "low": "minimaln* nisk* najniższ* najnizsz* najgorsz* słab* slab* kiepsk* marn* gorsz*",
    "more": "więcej wiecej dłużej dluzej wyżej wyzej powiększ* powieksz* większ* wieksz* skal*_w_górę"
    " upskal* zwiększ* zwieksz* podnie* podnoś* podnos* wzmocn* wzmacn* wydłuż* wydluz* przedłuż*"
    " przedluz* poszerz* rozszerz* podkręc* podkrec* podkręć* podwyższ* podwyzsz* podbij* podbić podbic"
    " dłuższ* dluzsz* cieplej cieplejsz* cięższ* ciezsz* dodaj_więcej nasycon* wyższ* wyzsz* szersz*"
    " szerzej głośniej glosniej głośniejsz* glosniejsz* podgłoś* podglos* podgłaśn* podglasn* pogłaśn*"
    " poglasn* pogłoś* poglos* dodaj_głośn* szybciej szybsz* przyspiesz* przyśpiesz* jaśniej jasniej"
    " jaśniejsz* jasniejsz* rozjaśn* rozjasn* kontrastowsz* bardziej_kontrast* podwoj* podwój podwójcie"
    " podwójn*",
    "less": "mniej niżej nizej krócej krocej zmniejsz* pomniejsz* mniejsz* zredukuj* zredukow* redukuj*"
    " redukow* redukcj* lżejsz* lzejsz* odchudź* odchudz* optymaliz* zoptymaliz* skróć* skroc* skróc*"
    " skrac* skrót* skrot* krótsz* krotsz* obniż* obniz* niższ* nizsz* osłab* oslab* zimniejsz* opuś*"
    " opus* ciszej cichsz* ścisz* scisz* przycisz* wolniej wolniejsz* spowoln* spowaln* zwalnia* zwolni*"
    " ściemn* sciemn* przyciemn* zaciemn* ciemniej ciemniejsz* przygaś* przygas* downskal* kompres*"
    " skompres* ściśn* scisn* ścisk* scisk* zbij*",
    "not": "nie nigdy ani żaden zaden żadn* zadn* unika* nic brak braku nie_ma bez zamiast bez_dźwięk*"
    " bez_dzwiek* bez_audio bez_muzyk* bez_głosu bez_glosu",
    "except": "oprócz oprocz poza z_wyjątkiem za_wyjątkiem wyjąwszy wyjawszy wyklucz* pomijając*"
    " pomijajac* pomiń pomin pomińcie pomincie pominąć pominac pominię* pominie* prócz procz wyłączając*"
    " wylaczajac* ale_nie wyjątek wyjatek",
    "all": "wszystk* każd* kazd* cały caly cała cala całe cale całą całego calego całej calej całym calym"
    " całych calych całość calosc całości calosci obie oba obydw* obu wszyscy kompletn*",
    "any": "jakieś jakies dowoln* jakikolwiek jakąkolwiek jakakolwiek jakiekolwiek którykolwiek"
    " ktorykolwiek którąkolwiek ktorakolwiek któryś ktorys któraś ktoras którąś któreś ktores jakiś jakis"
    " jakąś jakas jakaś cokolwiek jeden_z jedną_z jedno_z jedna_z jednego_z byle_jaki niektóre niektore"
    " niektórych niektorych",
    "only": "tylko jedynie wyłącznie wylacznie sam samą sama jedyn* nic_poza nic_oprócz",
    "on": "włącz* wlacz* załącz* zalacz* aktywuj* aktywow* aktywacj* zapal* zaświeć* zaswiec* zaświec*"
    " odpal* uaktywn*",
    "off": "wyłącz* wylacz* zgaś* zgas* dezaktyw* odłącz* odlacz* pogaś pogas",
    "open": "otwórz* otworz* otwier* otwart* odblok* odrygl* otwórz_zamek",
    "close": "zamkn* zamyk* zakończ* zakoncz* zakańcz* zakancz* skończ* skoncz* zablok* blokuj* blokow*"
    " blokad*",
    "lock": "zablok* blokuj* blokow* blokad*",
    "unlock": "usu*_hasł* zdejm*_hasł* bez_hasł* usu*_zabezp* zdejm*_zabezp* odblok* odrygl* otwórz_zamek",
    "start": "start startu startow* włącz* wlacz* załącz* zalacz* uruchom* rozpocz* zaczn* zaczą* zacza*"
    " zaczyn* startuj* wystart* odtwórz* odtworz* odtwarz* puść* pusc* puszc* zagraj* graj grać grac"
    " odpal*",
    "stop": "zatrzym* wyłącz* wylacz* zakończ* zakoncz* zakańcz* zakancz* skończ* skoncz* przerw* przestań"
    " przestan przestańcie przestancie przestać przestac stop zastopuj* stopuj* wstrzym* pauz* zapauz*"
    " spauz* anuluj* anulow* odwoł* odwol*",
    "pause": "zatrzym* stop zastopuj* stopuj* wstrzym* pauz* zapauz* spauz*",
    "resume": "wznów* wznow* wznaw* kontynu* odpauz*",
    "show": "wymień* wymien* pokaż* pokaz* wyświetl* wyswietl* wyliczaj wylicz prezent* zaprezent* ukaż*"
    " ukaz*",
    "hide": "ukry* chowaj schow*",
    "accept": "akcept* zaakcept* zatwierdź* zatwierdz* potwierdź* potwierdz* przyjmij* przyjąć przyjac"
    " przyjęc* przyjec* zgódź* zgodz*",
    "decline": "odwoł* odwol* odrzuć* odrzuc* odmów* odmow* odmaw* nie_przyjm* zabroń zabron*",
    "upload": "prześlij* przeslij* przesła* przesla* przesył* przesyl* wgra* wgryw* załaduj* zaladuj*"
    " załadow* zaladow* zamieść* zamiesc* zamieszc* upload* zuploaduj* wrzuć* wrzuc*",
    "download": "pobra* pobier* ściąg* sciag* zaciągn* zaciagn* download* zassij",
    "encrypt": "zaszyfr* szyfr* zabezpiecz* chroń chron ochron* ustaw_hasło nałóż_hasło hasłem haslem"
    " dodaj_hasło z_hasłem zablok* blokuj* blokow* blokad*",
    "decrypt": "odszyfr* deszyfr* rozszyfr* odkod* rozkod* zdeszyfr* odbezpiecz* usu*_hasł* zdejm*_hasł*"
    " bez_hasł* usu*_zabezp* zdejm*_zabezp* odblok*",
    "zip": "kompres* skompres* spakuj* spakow* pakuj* pakow* zapakuj* zapakow* archiwiz* zarchiwiz*"
    " do_archiwum do_zip do_zipa zzip* zazip* zipuj* zipow* zip-a stwórz_archiwum utwórz_archiwum"
    " zrób_archiwum w_archiwum",
    "unzip": "wyodrębn* wyodrebn* wypakuj* wypakow* rozpak* odpak* rozzip* odzip* dekompres* zdekompres*"
    " unzip*",
    "join": "połącz* polacz* łącz lacz łączcie laczcie łączyć laczyc łączen* laczen* złącz* zlacz* scal*"
    " sklej* sklei* złóż* zloz* złoży* złożen* zmontuj* zmontow* kombin* skombin* zszyj* zszyć zszyc"
    " zszyw* zbierz zbierzcie zebrać zebrac zebranych w_jeden w_jedno w_jedną zmerg* merg* konkat*"
    " w_całość dołącz* dolacz* doklej* doklei* przyłącz* przylacz*",
    "split": "na_pół na_połowę na_połówki na_dwie_części przepołow* przepolow* podziel* rozdziel* dziel"
    " dzielcie dzielić dzielic dzieleni* podział* podzial* rozbij* rozbić rozbic rozbici* rozłóż* rozloz*"
    " na_części na_kawałki na_fragmenty na_segmenty na_kawałeczki oddziel* wydziel* osobno potn* pociąć"
    " pociac pocięc* pociec* tnij* ciąć ciac cięcie ciecie pokrój* pokroj* przetnij* przeciąć przeciac"
    " przecięc* przeciec* rozciąć rozciac rozcięc* rozciec* rozcin* przecin* odetnij* odciąć odciac"
    " odcięc* odciec* odcin* utnij* uciąć uciac ucięc* uciec* ucin* wytn* wyciąć wyciac wycięc* wyciec*"
    " wycin*",
    "trim": "krócej krocej skróć* skroc* skróc* skrac* skrót* skrot* krótsz* krotsz* potn* pociąć pociac"
    " pocięc* pociec* tnij* ciąć ciac cięcie ciecie pokrój* pokroj* przetnij* przeciąć przeciac przecięc*"
    " przeciec* rozciąć rozciac rozcięc* rozciec* rozcin* przecin* odetnij* odciąć odciac odcięc* odciec*"
    " odcin* utnij* uciąć uciac ucięc* uciec* ucin* przytn* przyciąć przyciac przycięc* przyciec* przycin*"
    " obetn* obciąć obciac obcięc* obciec* obcin* wytn* wyciąć wyciac wycięc* wyciec* wycin* kadruj*"
    " wykadr* skadr* kadrow* trym* zostaw* pozostaw* wyodrębn* wyodrebn*",
    "crop": "odetnij* odciąć odciac odcięc* odciec* odcin* utnij* uciąć uciac ucięc* uciec* ucin* przytn*"
    " przyciąć przyciac przycięc* przyciec* przycin* obetn* obciąć obciac obcięc* obciec* obcin* wytn*"
    " wyciąć wyciac wycięc* wyciec* wycin* kadruj* wykadr* skadr* kadrow* trym*",
    "remove": "bez bez_dźwięk* bez_audio bez_muzyk* bez_głosu odetnij* odciąć odciac odcięc* odciec*"
    " odcin* utnij* uciąć uciac ucięc* uciec* ucin* przytn* przyciąć przyciac przycięc* przyciec* przycin*"
    " obetn* obciąć obciac obcięc* obciec* obcin* wytn* wyciąć wyciac wycięc* wyciec* wycin* usuń* usun*"
    " usuw* skasuj* skasow* kasuj* kasow* wywal* wyrzuć* wyrzuc* pozbądź* pozbadz* pozby* pozbądz* wymaż*"
    " wymaz* zlikwid* zdejmi* zdjąć zdjac zdjęt* zdjet* wyczyść* wyczysc* wyczyszcz* czyść czysc oczyść*"
    " oczysc* oczyszcz* opróżn* oprozn* do_kosza w_kosz zabierz* zabra* wycisz* ucisz* zagłusz* zaglusz*"
    " mutuj* mutow* ucich* cisz* usu*_hasł* zdejm*_hasł* bez_hasł* usu*_zabezp* zdejm*_zabezp*",
    "mute": "bez_dźwięk* bez_dzwiek* bez_audio bez_muzyk* bez_głosu bez_glosu usuń* usun* usuw* skasuj*"
    " skasow* kasuj* kasow* wywal* wyrzuć* wyrzuc* pozbądź* pozbadz* pozby* pozbądz* wymaż* wymaz*"
    " zlikwid* zdejmi* zdjąć zdjac zdjęt* zdjet* wycisz* ucisz* zagłusz* zaglusz* mutuj* mutow* ucich*"
    " cisz* wyłącz* wylacz* zamilk* ucisz_się ucisz_sie tryb_cichy w_trybie_cichym",
    "unmute": "odcisz* wyłącz_wyciszeni* cofnij_wyciszeni* usuń_wyciszeni* anuluj_wyciszeni*"
    " zdejmij_wyciszeni* odmutuj* wyłącz_mute przywróć_dźwięk* przywróć_audio włącz* wlacz* załącz*"
    " zalacz*",
    "keep": "tylko jedynie wyłącznie wylacznie sam samą sama zostaw* pozostaw* zachow* zapisz* zapisa*"
    " zapisyw* utrzym* nie_ruszaj* zatrzym* wyodrębn* wyodrebn*",
    "extract": "tylko jedynie wyłącznie wylacznie sam samą sama oddziel* wydziel* osobno wytn* wyciąć"
    " wyciac wycięc* wyciec* wycin* zostaw* pozostaw* zachow* zapisz* zapisa* zapisyw* wyodrębn* wyodrebn*"
    " wypakuj* wypakow* zabierz* zabra* wydob* wyciąg* wyciag* wyjmij* wyjąć wyjac weź wez wziąć wziac"
    " bierz zgraj zgrać zgrac eksport* wyeksport* izoluj* wyizol* przechwy* zrzut* zrzuć zrzuc zrzucić"
    " zrzucic zrób_zrzut screenshot* wydostań wydostan pobra* pobier*",
    "rotate": "obróć* obroc* obróc* obraca* obrot* obrót* przekręć* przekrec* przekręc* kręć krec kręcić"
    " krecic pokręć* pokrec* pochyl* przechyl* rotuj* rotacj* odwróć* odwroc* odwróc* odwrac* odwrotn*"
    " przewróć* przewroc* przewróc*",
    "flip": "odwróć* odwroc* odwróc* odwrac* odwrotn* przewróć* przewroc* przewróc* odbij* odbic* lustr*"
    " przerzuć* przerzuc* zwierciad* inwert* inwers*",
    "reverse": "do_tyłu wstecz w_tył od_tyłu wspak na_odwrót tyłem tylem w_odwrotnej_kolejności"
    " odwrotną_kolejność odwrotna_kolejność kolejność_odwrotn* odwróć* odwroc* odwróc* odwrac* odwrotn*"
    " inwert* inwers* od_końca_do_początku w_odwrotną_stronę w_odwrotnym_kierunku",
    "boomerang": "bumerang* boomerang*",
    "resize": "powiększ* powieksz* większ* wieksz* skal*_w_górę upskal* zmniejsz* pomniejsz* mniejsz*"
    " downskal* skaluj* skalow* przeskal* wyskal* zeskal* zmie*_rozmiar* zmian*_rozmiar* rozciąg* rozciag*"
    " wymiar* zmie*_wielkoś* zmian*_wielkoś*",
    "compress": "zmniejsz* pomniejsz* mniejsz* zredukuj* zredukow* redukuj* redukow* redukcj* lżejsz*"
    " lzejsz* odchudź* odchudz* optymaliz* zoptymaliz* skróć* skroc* skróc* skrac* skrót* skrot* kompres*"
    " skompres* ściśn* scisn* ścisk* scisk* zbij*",
    "convert": "zakoduj* koduj* przekoduj*"
    " zapisz* zapisa* zapisyw* transkod* przekod* ztranskod* zamień* zamien* zmień* zmien*"
    " zmian* konwert* konwersj* przekonwert* skonwert* przekształ* przeksztal* przerób* przerob*"
    " przetwórz* przetworz* zrób zrob zróbcie zrobcie zrobić zrobic robić robic do_formatu na_format"
    " w_formacie eksport* wyeksport* przeformat*",
    "pace": "szybciej szybsz* przyspiesz* przyśpiesz* wolniej wolniejsz* spowoln* spowaln* zwalnia*"
    " zwolni* prędkoś* predkos* szybkoś* szybkos* szybko szybki szybkie wolno powoli",
    "loop": "zapętl* zapetl* pętl* petl* powtarz* powtórz* powtorz* w_kółko loop* zloop* bez_końca",
    "blur": "rozmyj* rozmyc* rozmyć rozmyw* rozmyt* zamaż* zamaz* zablur* blur* pikseliz* spikseliz*"
    " rozpiksel* zamgl* mozaik* nieostr*",
    "sharpen": "wyostrz* ostrzej ostrzejsz* ostroś* ostros* zaostrz* doostrz* wyraźniej wyrazniej"
    " wyraźniejsz* wyrazniejsz*",
    "stabilize": "stabiliz* ustabiliz* drga* trzęs* trzes* wstrząs* wstrzas* stabiln*",
    "normalize": "normaliz* znormaliz* wyrówn* wyrown*",
    "fade": "ściemn* sciemn* przyciemn* zaciemn* zanik* wygaś* wygas* przenik* płynn*_przej*"
    " stopniow*_zanik* stopniow*_pojaw* płynn*_pojaw* płynn*_zanik* płynn*_wejści* płynn*_wyjści* rozpływ*"
    " rozplyw* fade*",
    "grayscale": "czarno-biał* czarno-bial* czarno_biał* czarnobiał* czarnobial* szary szara szare szarą"
    " szarego szarym szarej szaroś* szaros* monochrom* odbarw* cz-b cz/b b&w bez_koloru bez_kolorów"
    " odcieni*_szarości skal*_szarości desatur*",
    "watermark": "nałóż* naloz* nałoż* nakład* naklad* nanieś* nanies* znak_wodny znaku_wodnego"
    " znakiem_wodnym znaki_wodne znaków_wodnych znakami_wodnymi wodny wodnego wodnym logo logotyp*"
    " stempel* stempluj* pieczęć pieczec pieczęci pieczeci watermark* umieść* umiesc* umieszc* połóż*"
    " poloz* położ* postaw* daj_na wrzuć_na",
    "rename": "zmie*_nazw* zmian*_nazw* przemian* nazwij* nazwać nazwac pod_nazwą nadaj_nazw* nadaj_imię"
    " przechrzcij z_nazwą",
    "copy": "zapasow* kopi* skopi* duplik* zduplik* powiel* sklon* klon* backup*",
    "move": "umieść* umiesc* umieszc* połóż* poloz* położ* postaw* daj_na wrzuć_na przenieś* przenies*"
    " przenoś* przenos* przenios* przesuń* przesun* przesuw* przestaw* przemieś* przemies* przełóż*"
    " przeloz* przełoż* przerzuc* przeciąg* przeciag* wrzuć* wrzuc*",
    "overwrite": "nadpis* zastąp* zastap* zastęp* zastep* podmień* podmien* zamian* zamień* zamien*",
    "add": "nałóż* naloz* nałoż* nakład* naklad* nanieś* nanies* dodaj_głośn* dołącz* dolacz* doklej*"
    " doklei* przyłącz* przylacz* włącz* wlacz* załącz* zalacz* umieść* umiesc* umieszc* połóż* poloz*"
    " położ* postaw* daj_na wrzuć_na dodaj* dodać dodac dodawa* dodan* dopisz* dopisa* dorzuć* dorzuc*"
    " osadź* osadz* wklej* wklei* uwzględn* uwzgledn* wbuduj* wpisz* włóż* wloz* wstaw wstawcie wstawi*"
    " wstawk*",
    "replace": "zamiast zastąp* zastap* zastęp* zastep* podmień* podmien* zamian* zamień* zamien* zmień*"
    " zmien* zmian* wymień* wymien* przełącz* przelacz* wymian*",
    "send": "wyślij* wyslij* wysła* wysla* wysył* wysyl* poślij* poslij* posła* posla* udostępn* udostepn*"
    " e-mail email emailem mail maila mailem podziel_się podzielić_się dzielić_się opublik* przekaż*"
    " przekaz* zapost* mailowo podeślij* podeslij* podesła* podesla* odeślij* odeslij* odesła* odesla*"
    " poczt* prześlij_dalej podaj_dalej forward* prześlij* przeslij* przesła* przesla* przesył* przesyl*",
    "reply": "odpowied* odpowiad* odpisz* odpisa*",
    "print": "wydruk* druk*",
    "translate": "przetłumacz* przetlumacz* tłumacz* tlumacz* przekład* przeklad* przełóż_na przełożyć_na"
    " przełóż_to",
    "summarize": "podsum* streść* stresc* streszc* w_skrócie zwięź* zwiez* skrótowo skrotowo"
    " w_kilku_zdaniach",
    "sort": "sortuj* sortow* posort* przesort* uporządk* uporzadk* porządk* porzadk* ułóż* uloz* ułoż*"
    " kolejnoś* kolejnos* poukład* pouklad* układaj ukladaj poszereg* uszereg*",
    "undo": "z_powrotem spowrotem cofn* cofać cofac cofan* przywróć_dźwięk* przywróć_audio anuluj* anulow*"
    " odwoł* odwol* przywróć* przywroc* przywróc* przywrac* wróć wroc wrócić wrocic wycof* odtwórz_z_kopii"
    " odkręć odkrec",
    "effects": "efekt*",
    "sound": "bez_dźwięk* bez_audio bez_muzyk* bez_głosu przywróć_dźwięk* przywróć_audio dźwięk* dzwiek*"
    " audio* muzyk* muzyc* piosen* utwór utwor* ścieżk* sciezk* ścieżek sciezek podkład* podklad* fonia"
    " fonię fonie fonii melodi* soundtrack* głos glos głosu glosu głośnoś* glosnos*",
    "noise": "szum* hałas* halas* brzęcz* brzecz* przydźwięk* przydzwiek* zakłóceni* zakloceni*",
    "subtitles": "napisy napisów napisow napisami napisach suby subtytuł* subtytul*",
    "metadata": "metadan* exif tagi tagów tagow tagami tag",
    "background": "na_drugim_planie na_drugi_plan w_tle tło tlo tła tla tle tłem tlem drug*_plan*",
    "volume": "głośniej glosniej głośniejsz* glosniejsz* podgłoś* podglos* podgłaśn* podglasn* pogłaśn*"
    " poglasn* pogłoś* poglos* dodaj_głośn* ciszej cichsz* ścisz* scisz* przycisz* dźwięk* dzwiek*"
    " głośnoś* glosnos* głośno glosno głośn* glosn* poziom_dźwięku decybel*",
    "speed": "szybciej szybsz* przyspiesz* przyśpiesz* wolniej wolniejsz* spowoln* spowaln* zwalnia*"
    " zwolni* prędkoś* predkos* szybkoś* szybkos* tempo tempa tempie fps klatek_na_sekundę"
    " klat*_na_sekundę",
    "brightness": "jaśniej jasniej jaśniejsz* jasniejsz* rozjaśn* rozjasn* ściemn* sciemn* przyciemn*"
    " zaciemn* ciemniej ciemniejsz* przygaś* przygas* jasnoś* jasnos* jasno ekspozycj* jaskraw*",
    "contrast": "kontrastowsz* bardziej_kontrast* kontrast*",
    "quality": "jakość jakosc jakości jakosci jakością jakoscia jakościow* jakosciow* crf bitrate* bitrejt*",
    "bitrate": "bitrate* bitrejt* przepływnoś* przeplywnos*",
    "rows": "wiersz* rząd rzad rzęd* rzed* linia linii linie linię linijk*",
    "columns": "kolumn* szpalt*",
    "width": "szersz* szerzej szerok*",
    "height": "wysok* wyższ* wyzsz* wysokoś* wysokos*",
    "none": "nie_mógł* nie_mogł* nie_mogl* nie_możesz nie_zapomnij* jeśli_to_nie_problem"
    " jeśli_to_nie_kłopot nie_wiem po_prostu poza_tym przede_wszystkim w_pierwszej_kolejności"
    " mimo_wszystko z_góry_dziękuję z_góry_dzięki ten_sam ta_sama to_samo tę_samą te_same tego_samego"
    " tym_samym tej_samej takie_samo taki_sam taka_sama taką_samą bez_problemu nie_tylko na_cały_ekran"
    " na_całym_ekranie pełny_ekran jak_najszybciej po_czym pobrane pobranych pobranymi duplikaty"
    " duplikatów duplikatow wszystkiego_dobrego w_ogóle w_końcu w_porządku nie_ma_problemu tak_samo"
    " od_razu zaraz_potem prawo_jazdy zrób_tak zrobić_tak zrób_to między_innymi włącznie wlacznie",
    "weak": "zrób zrob zróbcie zrobcie zrobić zrobic robić robic do_formatu na_format w_formacie eksport*"
    " wyeksport* zapisz* zapisa* zachow* zostaw* pozostaw* tylko jedynie sam sama samą umieść* umiesc*"
    " umieszc* połóż* poloz* położ* postaw* weź wez wziąć wziac pobra* pobier* zmień* zmien* zmian*"
    " kolejnoś* kolejnos* wyrówn* wyrown* przekaż* przekaz* udostępn* udostepn* opublik* mniejsz* większ*"
    " wieksz* mniej więcej wiecej zredukuj* redukuj* redukow* zredukow* lżejsz* lzejsz* bez brak nie_ma"
    " oddziel* osobno skaluj* skalow* w_jeden w_jedno w_jedną wytn* wyciąć wyciac wycięc* wyciec* wycin*"
    " wymień* wymien* odwrotn* najpierw dalej uruchom* graj odtwórz* odtworz* odtwarz* ścieżk* sciezk*"
    " utwór utwor* przechwy* zbierz zbierzcie zebrać zebrac zebranych zatrzym* prześlij* przeslij*"
    " przesła* przesla* przenieś* przenies* wrzuć* wrzuc* zrzut* zamień* zamien* mail email emailem mailem"
    " maila odwróć* odwroc* odwróc* odwrac* nic trzęs* trzes* jasno z_powrotem zgraj zgrać zgrac dobre"
    " dobra dobry głos glos głosu glosu głośno glosno ogranicz* prędkoś* predkos* szybkoś* szybkos*"
    " szybciej szybsz* wolniej wolniejsz* szybko szybki szybkie wolno powoli",
}
