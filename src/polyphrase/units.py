"""The words and symbols for units, as a table of their dimensions and sizes."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from polyphrase.vocabulary import Names

# (dimension, size in the dimension's base unit, names). Case counts where the same letters differ only by it.
_UNITS: tuple[tuple[str, Fraction, str], ...] = (
    (
        "time",
        Fraction(1, 1000),
        "ms msec millisecond* millisekunde* milisegundo* милисекунд* миллисекунд* мс 毫秒 ミリ秒 밀리초",
    ),
    (
        "time",
        Fraction(1),
        "s sec secs second seconds seg segs segundo* secondi secondo seconde secondes seconden"
        " sek sekunde* sekund* saniye* сек секунд* 秒 秒钟 秒鐘 秒間 초 giây secund*",
    ),
    (
        "time",
        Fraction(60),
        "m min mins minute minutes minuto* minuti minuta minuten minut* dakika* мин минут* хвилин*"
        " 分 分钟 分鐘 分間 분 phút perc percet",
    ),
    (
        "time",
        Fraction(3600),
        "h hr hrs hour hours hora horas heure heures ora ore stunde* std uur godzin* timmar timer"
        " час* ч годин* 小时 小時 时 時 時間 点 點 鐘頭 钟头 시간 시",
    ),
    (
        "time",
        Fraction(86400),
        "day days tag tage tagen día dia días dias jour jours giorno giorni дн* день ден дни"
        " dagen dag dni 天 日 日間 일",
    ),
    (
        "time",
        Fraction(604800),
        "week weeks woche* semana* semaine* settiman* недел* седмиц* weken 周 週 週間 星期 礼拜 주",
    ),
    ("clock", Fraction(60), "h uhr heure heures час* o'clock 点 點 時 时 시"),
    (
        "month",
        Fraction(1),
        "month months monat* mes meses mois mesi mese месяц* месец* 个月 個月 か月 ヶ月 개월",
    ),
    ("month", Fraction(12), "year years jahr* año años ano anos an ans année* anni anno год* лет годин* 年"),
    ("byte", Fraction(1), "B byte* octet* байт* 字节 バイト 바이트"),
    *(
        ("byte", Fraction(1000) ** power, f"{symbols} {names}")
        for power, symbols, names in (
            (
                1,
                "kB KB kb Ko ko кБ КБ Кб кб",
                "kilobyte* kilooctet* килобайт* 千字节 千字節 キロバイト 킬로바이트",
            ),
            (
                2,
                "MB mb mB Mo mo МБ Мб мб",
                "megabyte* megaoctet* mégaoctet* megs мегабайт* 兆 兆字节 メガ メガバイト 메가 메가바이트",
            ),
            (
                3,
                "GB gb gB Go ГБ Гб гб",
                "gigabyte* gigaoctet* gigs гигабайт* 千兆字节 吉字节 ギガ ギガバイト 기가 기가바이트",
            ),
            (4, "TB tb tB To ТБ Тб тб", "terabyte* téraoctet* терабайт* 太字节 テラバイト 테라바이트"),
        )
    ),
    *(
        ("byte", Fraction(1024) ** power, names)
        for power, names in enumerate(
            ("kib kibibyte* КиБ", "mib mebibyte* МиБ", "gib gibibyte* ГиБ"), start=1
        )
    ),
    *(
        ("bit", Fraction(1000) ** power, f"{names} {symbols}")
        for power, names, symbols in (
            (0, "bit bits бит бита бита 比特 ビット", "bps"),
            (1, "Kb kbit* kilobit* килобит* кбит* 千比特 キロビット", "kbps кбит/с"),
            (2, "Mb mbit* megabit* мегабит* мбит* 兆比特 メガビット", "mbps мбит/с"),
            (3, "Gb gbit* gigabit* гигабит* гбит*", "gbps"),
        )
    ),
    (
        "factor",
        Fraction(1, 100),
        "% percent percentage prozent* procent* prosent* porcentaje percento pct процент* 百分比"
        " パーセント 퍼센트 yüzde",
    ),
    ("factor", Fraction(1, 100), "per_cent por_ciento por_cento pour_cent per_cento pour_cents на_сто"),
    (
        "factor",
        Fraction(1),
        "x X × х Х ✕ times time fold fach fache fachen mal veces vez fois volte volta vezes keer"
        " пъти пъть път раз раза кратно 倍 倍速 배 배속",
    ),
    (
        "degree",
        Fraction(1),
        "° ℃ deg degree* celsius grad grade graden grader stupň* grado grados degré* degre* grau graus gradi"
        " градус* stopni* derece* °c 度 도",
    ),
    ("fahrenheit", Fraction(1), "℉ °f fahrenheit фаренгейт*"),
    ("pixel", Fraction(1), "px pixel* píxel* pixeles пиксел* пикс 像素 ピクセル 画素 픽셀"),
    ("frame rate", Fraction(1), "fps кадр/с к/с ips"),
    ("decibel", Fraction(1), "db decibel* décibel* dezibel* децибел* дб 分贝 分貝 デシベル 데시벨"),
    ("loudness", Fraction(1), "lufs lkfs"),
    ("hertz", Fraction(1), "hz hertz герц* хц гц 赫兹 赫茲 ヘルツ 헤르츠"),
    ("hertz", Fraction(1000), "khz kilohertz килогерц* килохерц* кгц кхц 千赫 キロヘルツ"),
    ("hertz", Fraction(10**6), "mhz megahertz мгц 兆赫"),
    ("hertz", Fraction(10**9), "ghz gigahertz ггц"),
    ("density", Fraction(1), "dpi ppi"),
    ("point", Fraction(1), "pt pts"),
    ("metre", Fraction(1, 1000), "mm millimet* millimèt* milímetro* миллиметр* милиметр* мм 毫米 ミリ"),
    (
        "metre",
        Fraction(1, 100),
        "cm centimet* centimèt* zentimeter* centímetro* сантиметр* см 厘米 公分 センチ",
    ),
    ("metre", Fraction(1), "m meter* metre* mètre* metro metros metri метр* 米 メートル"),
    ("metre", Fraction(1000), "km kilomet* kilomèt* kilómetro* километр* км 公里 キロメートル"),
    ("inch", Fraction(1), "inch inches zoll pulgada* polegada* pouce* pollic* дюйм* инч* 英寸 インチ"),
    ("gram", Fraction(1), "g gram* gramm* грам* 克 グラム"),
    ("gram", Fraction(1000), "kg kilogram* kilo kilos килограм* кг 公斤 千克 キログラム"),
    ("watt", Fraction(1), "W watt* ватт* ват 瓦 ワット"),
    ("lumen", Fraction(1), "lm lumen*"),
    ("dollar", Fraction(1), "$ usd dollar* dólar* доллар* долар* 美元 ドル"),
    ("euro", Fraction(1), "€ eur euro* евро 欧元 ユーロ"),
    ("pound", Fraction(1), "£ gbp"),
    ("yuan or yen", Fraction(1), "¥ rmb cny jpy yuan yen юан* иен* 元 块 円"),
)

# Words that count per second: "30 frames per second" is 30 fps; alone they only count.
_FRAMES = (
    "frame* bild bilder* cuadro* fotogramma* fotogrammi fotograma* image images imagen* quadro* кадр*"
    " 帧 幀 フレーム 프레임 コマ"
)


def _units() -> Iterator[tuple[str, tuple[tuple[str, Fraction], ...]]]:
    meanings: dict[str, tuple[tuple[str, Fraction], ...]] = {}
    for dimension, size, names in _UNITS:
        for name in names.split():
            meanings[name] = (*meanings.get(name, ()), (dimension, size))
    yield from meanings.items()
    yield from ((name, (("frame", Fraction(1)),)) for name in _FRAMES.split())


UNITS = Names(_units())
