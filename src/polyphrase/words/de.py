"""German."""

from __future__ import annotations

WORDS = {
    "right": "rechts rechte rechten rechter im_uhrzeigersinn",
    "left": "links linke linken linker gegen_den_uhrzeigersinn entgegen_dem_uhrzeigersinn"
    " gegen_uhrzeigersinn gegenuhrzeigersinn",
    "horizontal": "horizontal* waagerecht* waagrecht* quer links-rechts seitenverkehrt"
    " von_links_nach_rechts von_rechts_nach_links",
    "vertical": "vertikal* senkrecht* kopfüber kopfueber von_oben_nach_unten oben-unten auf_den_kopf",
    "landscape": "querformat landschaftsformat",
    "portrait": "hochformat hochkant vertikal*",
    "top": "oben obere oberen oberer oberes oberste obersten",
    "bottom": "unten untere unteren unterer unteres unterste untersten",
    "over": "über ueber darüber darueber auf oberhalb obendrauf",
    "under": "unter darunter unterhalb hinter dahinter",
    "forward": "vorwärts vorwaerts",
    "backward": "rückwärts rueckwaerts",
    "first": "erst* anfang* beginn* start* vorne",
    "middle": "mitte mittler* mittig* hälfte",
    "last": "letzt* ende endes schluss* hinten",
    "next": "nächst* naechst* kommend* folgend*",
    "previous": "vorig* vorherig* vorangehend* vorhergehend*",
    "newest": "neuest* neueste aktuellst* jüngst*",
    "oldest": "ältest* aeltest*",
    "largest": "größt* groesst* längst* laengst*",
    "smallest": "kleinst* kürzest* kuerzest*",
    "ascending": "aufsteigend* a-z alphabetisch* von_a_bis_z von_a_nach_z",
    "descending": "absteigend* z-a umgekehrt_alphabetisch* von_z_bis_a von_z_nach_a",
    "before": "bevor vorher zuvor vor",
    "after": "nachdem danach nachher anschließend anschliessend nach",
    "at_least": "mindestens wenigstens minimum minimal* nicht_weniger_als nicht_unter mehr_als größer_als"
    " groesser_als länger_als laenger_als über ueber älter_als aelter_als höher_als hoeher_als zumindest"
    " oder_mehr ab",
    "at_most": "höchstens hoechstens maximal* maximum max bis_zu nicht_mehr_als nicht_über"
    " nicht_länger_als nicht_größer_als weniger_als unter kleiner_als kürzer_als kuerzer_als jünger_als"
    " niedriger_als oder_weniger innerhalb",
    "exactly": "genau exakt präzise",
    "about": "ungefähr ungefaehr etwa circa ca rund zirka ~",
    "high": "hoch hoh* höchst* hoechst* best* hochwertig*",
    "medium": "mittler* mittel* mäßig* durchschnittlich*",
    "low": "niedrig* gering* schlecht* tief* niedrigst*",
    "more": "erhöh* erhoeh* lauter schneller heller größer groesser länger laenger höher hoeher steiger*"
    " vergrößer* vergroesser* verstärk* verlänger* beschleunig* aufdrehen hochdrehen wärmer waermer"
    " verdoppel* aufhell* mehr anheb* dreh*_auf stärker hochskalier*",
    "less": "verringer* reduzier* leiser langsamer dunkler kleiner kürzer kuerzer niedriger senk*"
    " verkleiner* kürz* kuerz* verlangsam* dimm* komprimier* kälter kaelter kühler halbier* abdunkel*"
    " verkürz* runterdreh* herunterdreh* absenk* abgesenkt weniger verkuerz* schrumpf* herunterskalier*"
    " vermindere* schwächer",
    "not": "nicht kein* ohne nie niemals nichts anstatt statt weder noch vermeide*",
    "except": "außer ausser ausgenommen ausgeschlossen abgesehen mit_ausnahme bis_auf ausnahme",
    "all": "all alle allen aller alles jede* sämtlich* saemtlich* ganz* komplett* gesamt* beide*",
    "any": "irgend* beliebig* egal eine_der einer_der eines_der",
    "only": "nur lediglich ausschließlich ausschliesslich bloß bloss allein alleine",
    "on": "anschalt* einschalt* angeschaltet eingeschaltet aktivier* anmach* an_machen ein anzumach*"
    " anzuschalt* angemacht an starte* einzuschalt* anknips*",
    "off": "ausschalt* abschalt* ausgeschaltet abgeschaltet deaktivier* ausmach* aus auszumach*"
    " auszuschalt* ausgemacht abstell* abgestellt ausstell* ausknips*",
    "open": "öffn* oeffn* aufmach* geöffnet aufschließ* auf aufsperr* hochfahr*",
    "close": "schließ* schliess* zumach* geschlossen zu abschließ* zusperr* beend* runterfahr*",
    "lock": "sperr* abschließ* abschliess* verriegel* absperr* gesperrt zuschließ* zusperr* verschließ*",
    "unlock": "entsperr* aufschließ* aufschliess* entriegel* aufsperr*",
    "start": "start* beginn* abspiel* spiel* anfang* los leg*_los lauf* ausführ*",
    "stop": "stopp* stop* beend* anhalt* halt* abbrech* brich* storni* absag* pausier* unterbrech* absagen",
    "pause": "pausier* pause unterbrech* anhalt* stopp*",
    "resume": "fortsetz* fortfahr* weiter* setz*_fort wiederaufnehm*",
    "show": "zeig* anzeig* einblend* auflist* liste* sichtbar* anzuzeig*",
    "hide": "versteck* verberg* ausblend* verborgen unsichtbar*",
    "accept": "annehm* akzeptier* bestätig* bestaetig* zusag* genehmig* nimm zustimm*",
    "decline": "ablehn* absag* verweiger* zurückweis* lehn* ablehnung",
    "upload": "hochlad* lad*_hoch hochgeladen hochzulad* upload* lad*",
    "download": "herunterlad* runterlad* download* heruntergeladen lad* herunterzulad* hol*",
    "encrypt": "verschlüssel* verschluessel* passwort* schütz* schuetz* sicher* sperr* absicher* kennwort*",
    "decrypt": "entschlüssel* entschluessel* entsperr* passwortschutz_entfern* freigeb*",
    "zip": "zip zippe* zippen archivier* pack* komprimier* einpack* gezippt",
    "unzip": "entzip* entpack* entpacken extrahier* dekomprimier* auspack* unzip*",
    "join": "zusammenfüg* zusammenfueg* verbind* verein* verkett* kombinier* zusammenführ* zusammenfuehr*"
    " anhäng* füg* fueg* zusammengefügt hintereinander aneinander* zusammen zusammenschneid* kleb* merg*"
    " verschmelz* hänge* zusammensetz* zusammenzufüg* zusammenzuführ* aneinanderhäng*",
    "split": "teil* aufteil* trenn* aufgeteilt zerteil* spalt* unterteil* zerleg* aufzuteil* splitt*"
    " schneid*",
    "trim": "schneid* kürz* kuerz* zuschneid* trimm* beschneid* abschneid* herausschneid* ausschneid*"
    " zugeschnitten verkürz* geschnitten behalt* auszuschneid* zurechtschneid* stutz* schnitt extrahier*"
    " kappe* nur",
    "crop": "zuschneid* beschneid* croppen crop* zugeschnitten schneid* beschnitt* zuzuschneid* ausschnitt*",
    "remove": "entfern* lösch* loesch* weg raus heraus streich* beseitig* wegnehm* wegschneid* rauswerf*"
    " rausnehm* herausnehm* wegmach* lass*_weg weglass* ohne herausschneid* gelöscht tilg* rauslösch*"
    " entleer* leer* verwerf* wirf schmeiß* schneid* stumm* abzieh* ausschneid* los",
    "mute": "stumm* stummschalt* lautlos* ohne_ton ohne_audio entfern* lösch* loesch* weg raus ton_aus"
    " ton_weg",
    "unmute": "stummschaltung_aufheb* ton_an laut",
    "keep": "behalt* beibehalt* erhalt* bewahr* lass* nur bleib* behält übrig extrahier* aufbewahr*",
    "extract": "extrahier* hol* zieh* entnehm* nimm auslesen speicher* exportier* separier* nur rauszieh*"
    " heraushol* herauszieh* rausholen mach* auskoppel* gewinn* erstell* behalt* entpack* erzeug* isolier*"
    " trenn* greif* schneid* sicher* raus heraus brauch*",
    "rotate": "dreh* rotier* gedreht kipp* drehung umdreh*",
    "flip": "spiegel* gespiegelt kehr* invertier*",
    "reverse": "umkehr* umgekehrt rückwärts rueckwaerts umzukehr* umdreh* kehr*",
    "boomerang": "boomerang* bumerang*",
    "resize": "skalier* größe groesse größenänder* verkleiner* vergrößer* vergroesser* abmessung*"
    " dimension* kleiner größer groesser runterskalier* herunterskalier* hochskalier* auflösung verklein*"
    " bring*",
    "compress": "komprimier* verkleiner* kleiner schrumpf* reduzier* kompression leichter verring*",
    "convert": "kodier* enkodier* encodier* codier*"
    " konvertier* umwandel* wandl* wandel* umzuwandel* speicher* exportier* mach* änder*"
    " umgewandelt formatier* bring*",
    "pace": "beschleunig* verlangsam* schneller schnell langsamer zeitlupe",
    "loop": "schleife* wiederhol* loop* endlos*",
    "blur": "weichzeichn* verwisch* unscharf unschärf* verpixel* blur* unkenntlich",
    "sharpen": "schärf* schaerf* scharfzeichn* nachschärf*",
    "stabilize": "stabilisier* verwackl* ruhig*",
    "normalize": "normalisier* angleich* ausgleich* anpass*",
    "fade": "einblend* ausblend* überblend* ueberblend* blend*",
    "grayscale": "graustufe* schwarzweiß schwarzweiss schwarz-weiß schwarz-weiss schwarz_und_weiß grau*"
    " entsättig* s/w sw monochrom*",
    "watermark": "wasserzeichen stempel* logo überlager* einblend* leg* setz*",
    "rename": "umbenenn* umzubenenn* benenn* umbenannt nenn* heiß* umgetauft tauf*",
    "copy": "kopier* dupliz* kopie kopien sicher* sicherung* backup* klon* vervielfält*",
    "move": "verschieb* beweg* verleg* pack* schieb* umzieh* verschoben leg* räum*",
    "overwrite": "überschreib* ueberschreib* ersetz*",
    "add": "hinzufüg* hinzufueg* füg* fueg* einfüg* ergänz* ergaenz* hinzu anhäng* häng* haeng* einfügen"
    " leg* einbett* einblend* dazu mach* zufüg* setz* trag* erstell* pack*",
    "replace": "ersetz* austausch* tausch* ausgetauscht ersatz* änder* aender* wechsel* vertausch*",
    "send": "send* schick* verschick* versend* mail* e-mail* teil* weiterleit* geschickt leit*",
    "reply": "antwort* beantwort* erwider*",
    "print": "druck* ausdruck* gedruckt auszudruck*",
    "translate": "übersetz* uebersetz*",
    "summarize": "zusammenfass* fass*_zusammen zusammenfassung fass*",
    "sort": "sortier* ordn* anordn* reihenfolge",
    "undo": "rückgängig rueckgaengig zurücksetz* wiederherstell*",
    "effects": "effekt* soundeffekt*",
    "sound": "ton tons audio* klang sound* tonspur* musik* lied* lautstärke lautstaerke song*",
    "noise": "rauschen geräusch* geraeusch* lärm störgeräusch* brumm* hintergrundgeräusch*",
    "subtitles": "untertitel*",
    "metadata": "metadaten exif*",
    "background": "hintergrund*",
    "volume": "lautstärke lautstaerke lauter leiser pegel ton",
    "speed": "geschwindigkeit* tempo schneller langsamer beschleunig* verlangsam* bildrate",
    "brightness": "helligkeit* heller dunkler dimm* belichtung*",
    "contrast": "kontrast*",
    "quality": "qualität* qualitaet* bitrate crf",
    "bitrate": "bitrate*",
    "rows": "zeile* reihe*",
    "columns": "spalte*",
    "width": "breite breit breiter",
    "height": "höhe hoehe hoch höher",
    "none": "sofort vor_allem auf_einmal an_sich nach_hause ab_sofort teil anhang anhänge",
    "weak": "schneller schnell langsamer ordn* anordn* formatier* auf aus an ein zu nur mach* speicher*"
    " setz* leg* füg* fueg* änder* aender* stumm raus heraus weg hol* nimm zieh* stell* pack* größe"
    " groesse auflösung kleiner größer groesser lad* teil* ohne lass* bring* sicher* los brauch* erstell*"
    " erzeug* kehr* kein* nicht_ wirf halt* lauf* fass* lehn* heiß* ruhig* grau* stempel* logo leit* mail*",
}
