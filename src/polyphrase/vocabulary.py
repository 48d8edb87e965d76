"""The words for numbers, as tables, and what looks them up.

A name with a trailing `*` is a stem: it also stands for the words that add up to four letters to it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import Generic, TypeVar

Meaning = TypeVar("Meaning")

# Scripts written without spaces (with Hangul, whose particles are glued to what they follow).
UNSPACED = "\u3005-\u3007\u3041-\u30ff\u3400-\u9fff\uac00-\ud7a3\uf900-\ufaff"
_UNSPACED_CHAR = re.compile(f"[{UNSPACED}]")

# 0 to 19, then 20 to 90 in tens, then 100 and 1000; `/` separates forms of one number.
_NUMBERS = {
    "en": "zero one/single two/both three four five six seven eight nine ten eleven twelve thirteen fourteen"
    " fifteen sixteen seventeen eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety"
    " hundred thousand",
    "es": "cero un/uno/una dos/ambos/ambas tres cuatro cinco seis siete ocho nueve diez once doce trece"
    " catorce"
    " quince dieciséis/dieciseis diecisiete dieciocho diecinueve veinte treinta cuarenta cincuenta sesenta"
    " setenta ochenta noventa cien/ciento mil",
    "pt": "zero um/uma dois/duas/ambos três/tres quatro cinco seis sete oito nove dez onze doze treze"
    " catorze/quatorze quinze dezesseis/dezasseis dezessete/dezassete dezoito dezenove/dezanove vinte trinta"
    " quarenta cinquenta sessenta setenta oitenta noventa cem/cento mil",
    "it": "zero un/uno/una due/entrambi/entrambe tre quattro cinque sei sette otto nove dieci undici dodici"
    " tredici quattordici quindici sedici diciassette diciotto diciannove venti trenta quaranta cinquanta"
    " sessanta settanta ottanta novanta cento mille/mila",
    "fr": "zéro/zero un/une deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze"
    " seize - - - vingt/vingts trente quarante cinquante soixante septante huitante nonante cent/cents mille",
    "de": "null eins/ein/eine/einen/einem/einer/eines zwei/beide/beiden drei vier fünf/fuenf sechs sieben"
    " acht"
    " neun zehn elf zwölf/zwoelf dreizehn vierzehn fünfzehn/fuenfzehn sechzehn siebzehn achtzehn neunzehn"
    " zwanzig dreißig/dreissig vierzig fünfzig/fuenfzig sechzig siebzig achtzig neunzig hundert tausend",
    "ru": "ноль/нуля/ноля один/одна/одно/одну/одной/одного два/две/двух/оба/обе/обоих три/трёх/трех"
    " четыре/четырёх/четырех пять/пяти шесть/шести семь/семи восемь/восьми девять/девяти десять/десяти"
    " одиннадцать/одиннадцати двенадцать/двенадцати тринадцать четырнадцать пятнадцать/пятнадцати"
    " шестнадцать семнадцать восемнадцать девятнадцать двадцать/двадцати тридцать/тридцати сорок/сорока"
    " пятьдесят/пятидесяти шестьдесят/шестидесяти семьдесят восемьдесят девяносто/девяноста сто/ста"
    " тысяча/тысячи/тысяч",
    "bg": "нула един/една/едно два/две/двата/двете/двама три/трите четири/четирите пет/петте шест/шестте"
    " седем/седемте осем/осемте девет/деветте десет/десетте единадесет/единайсет дванадесет/дванайсет"
    " тринадесет/тринайсет четиринадесет/четиринайсет петнадесет/петнайсет шестнадесет/шестнайсет"
    " седемнадесет/седемнайсет осемнадесет/осемнайсет деветнадесет/деветнайсет двадесет/двайсет"
    " тридесет/трийсет четиридесет/четирийсет петдесет шестдесет/шейсет седемдесет осемдесет деветдесет"
    " сто хиляда/хиляди",
    "nl": "nul één/een twee/beide drie vier vijf zes zeven acht negen tien elf twaalf dertien veertien"
    " vijftien"
    " zestien zeventien achttien negentien twintig dertig veertig vijftig zestig zeventig tachtig negentig"
    " honderd duizend",
}

NUMBER_LANGUAGES = frozenset({*_NUMBERS, "zh", "ja"})
"""Languages whose words for numbers are known here."""

# Said of the start of something: "the first 5 seconds" is also "0 to 5 s", and pages "1 to 2".
_STARTS = (
    "first start* begin* erste* anfang* beginn* primer* inicio* comienzo* premi* début* debut* primi* prima"
    " inizio início começo перв* начал* първ* eerst*"
)

# Second to tenth; `-` where the word is also the unit of time.
_ORDINALS = {
    "en": "- third fourth fifth sixth seventh eighth ninth tenth",
    "es": "- tercer* cuart* quint* sext* séptim* octav* noven* décim*",
    "pt": "- terceir* quart* quint* sext* sétim* oitav* non* décim*",
    "it": "- terz* quart* quint* sest* settim* ottav* non* decim*",
    "fr": "deuxième* troisième* quatrième* cinquième* sixième* septième* huitième* neuvième* dixième*",
    "de": "zweite* dritte* vierte* fünfte* sechste* siebte* achte* neunte* zehnte*",
    "ru": "втор* трет* четверт* пят* шест* седьм* восьм* девят* десят*",
    "bg": "втор* трет* четвърт* пет* шест* седм* осм* девет* десет*",
}

# Some words stand for a factor and its inverse: "twice as small".
_FACTORS: dict[tuple[Fraction, ...], str] = {
    (Fraction(1, 4),): "quarter* viertel*",
    (Fraction(1, 3),): "drittel* tercio* tiers terço* треть третин*",
    (
        Fraction(1, 2),
    ): "half halv* halb* hälft* haelft* mitad* medio media moitié moitie demi* metade meio meia metà"
    " mezzo mezza dimezz* половин* наполовин* пополам helft*",
    (Fraction(1, 4), Fraction(4)): "cuarto cuarta quart четверт* четвърт*",
    (Fraction(1, 3), Fraction(3)): "third* terzo трети",
    (Fraction(3, 2),): "anderthalb* eineinhalb* anderhalf anderhalve полтор* полутор*",
    (
        Fraction(2),
    ): "twice doubl* doppel* doppi* raddoppi* verdoppel* doble* duplic* dobr* двойн* удво* двукратн*"
    " dubbel* verdubbel*",
    (Fraction(2), Fraction(1, 2)): "вдвое двойно",
    (Fraction(3),): "thrice tripl* trebl* verdreifach* тройн* утроить утрои",
    (Fraction(3), Fraction(1, 3)): "втрое",
    (Fraction(4),): "quadrupl* cuádrupl* cuadrupl* vervierfach* учетвор*",
    (Fraction(4), Fraction(1, 4)): "вчетверо",
}
_AMOUNTS = {
    (Fraction(1, 2), ("time", Fraction(3600))): "полчас* получас*",
    (Fraction(1, 2), ("time", Fraction(60))): "полминут*",
}

HAN_DIGITS = {char: value for value, char in enumerate("零一二三四五六七八九")} | {"〇": 0, "两": 2, "兩": 2}
HAN_TENS = {"十": 10, "百": 100, "千": 1000, "万": 10000, "萬": 10000}
HAN_FACTORS = {
    "翻倍": 2,
    "加倍": 2,
    "翻一倍": 2,
    "一倍": 2,
    "双倍": 2,
    "雙倍": 2,
    "翻番": 2,
    "倍速": 2,
    "倍": 2,
}
HAN_HALVES = ("减半", "減半", "一半", "半分", "半")


class Names(Generic[Meaning]):
    """What names mean: whole words, stems, and prefixes in scripts without spaces."""

    def __init__(self, pairs: Iterable[tuple[str, Meaning]], longest_suffix: int = 4) -> None:
        self._words: dict[str, Meaning] = {}
        self._stems: dict[str, Meaning] = {}
        self._unspaced: dict[str, Meaning] = {}
        for name, meaning in pairs:
            is_unspaced = _UNSPACED_CHAR.match(name) is not None
            table = self._stems if name.endswith("*") else self._unspaced if is_unspaced else self._words
            table.setdefault(name.rstrip("*").replace("_", " "), meaning)
        self._longest = max(map(len, self._unspaced), default=0)
        # What the first two letters rule out needs no further look.
        self._heads = {stem[:2] for stem in self._stems}
        self._initials = {name[0] for name in self._unspaced}
        self._longest_suffix = longest_suffix

    def word(self, word: str) -> Meaning | None:
        """The meaning of a whole word; its case counts only where the table has it in that case."""
        folded = word.casefold()
        found = self._words.get(word) or self._words.get(folded)
        if found is not None or folded[:2] not in self._heads:
            return found
        for length in range(len(folded), max(len(folded) - self._longest_suffix, 2) - 1, -1):
            found = self._stems.get(folded[:length])
            if found is not None:
                return found
        return None

    def prefix(self, text: str, start: int) -> tuple[Meaning, int] | None:
        """The longest name without spaces that begins at `start`, and where it ends."""
        if text[start : start + 1] not in self._initials:
            return None
        for length in range(min(self._longest, len(text) - start), 0, -1):
            found = self._unspaced.get(text[start : start + length])
            if found is not None:
                return found, start + length
        return None


def _number_words() -> Iterator[tuple[str, Fraction]]:
    values = [*range(20), *range(20, 100, 10), 100, 1000]
    for words in _NUMBERS.values():
        for value, forms in zip(values, words.split(), strict=True):
            yield from ((form, Fraction(value)) for form in forms.split("/"))
    german = [form.split("/") for form in _NUMBERS["de"].split()]
    italian = [form.split("/")[0] for form in _NUMBERS["it"].split()]
    spanish = [form.split("/") for form in _NUMBERS["es"].split()]
    for ones in range(1, 10):
        yield from ((f"veinti{one}", Fraction(20 + ones)) for one in spanish[ones])
        for tens in range(2, 10):
            value = Fraction(10 * tens + ones)
            for one in ("ein",) if ones == 1 else german[ones]:
                yield from ((f"{one}und{ten}", value) for ten in german[18 + tens])
            ten = italian[18 + tens]
            yield (ten[:-1] if ones in (1, 8) else ten) + italian[ones], value
    accented = {"veintiún": 21, "veintidós": 22, "veintitrés": 23, "veintiséis": 26}
    yield from ((word, Fraction(value)) for word, value in accented.items())
    yield from ((f"{italian[18 + tens]}tré", Fraction(10 * tens + 3)) for tens in range(2, 10))


NUMBERS = Names(_number_words())
AMOUNTS = Names((word, amount) for amount, words in _AMOUNTS.items() for word in words.split())
ORDINALS = Names(
    (word, Fraction(value))
    for words in _ORDINALS.values()
    for value, word in enumerate(words.split(), start=2)
)
STARTS: Names[bool] = Names((word, True) for word in _STARTS.split())
# German writes factors and what they multiply as one word.
FACTORS = Names(
    ((word, factor) for factor, words in _FACTORS.items() for word in words.split()), longest_suffix=20
)
