"""The names of formats, codecs and services, as tables of names that mean the same."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping

from polyphrase.vocabulary import Names

# A format and, after `=`, its other names.
_FORMATS = (
    "mp4 mkv=matroska webm mov=quicktime avi wmv flv m4v 3gp mpg=mpeg mpeg2=mpeg-2 mpeg4=mpeg-4 m2ts vob"
    " ogv ogg"
    " mp3 aac m4a wav flac opus wma alac aiff=aif vorbis ac3=ac-3 eac3 pcm midi=mid amr"
    " h264=h.264=h-264=x264=avc=libx264 h265=h.265=h-265=x265=hevc=libx265 h266=h.266=vvc"
    " av1=libaom libsvtav1 vp9=libvpx-vp9 vp8=libvpx prores xvid divx theora dnxhd"
    " jpg=jpeg png gif webp bmp tiff=tif heic=heif avif svg ico psd eps apng"
    " pdf docx doc xlsx=excel xls pptx=powerpoint ppt csv tsv json jsonl xml yaml=yml toml html=htm txt"
    " md=markdown rtf"
    " odt ods odp epub mobi latex=tex ipynb parquet sql"
    " zip tar gz=gzip 7z rar bz2=bzip2 xz zst=zstd tgz iso srt vtt=webvtt ssa"
)
# Ordinary words or abbreviations in some language: formats only in capitals or after a dot.
SHY_FORMATS = frozenset({"doc", "md", "ts", "tex", "mid", "ssa", "iso", "sql", "ico", "eps", "amr"})

# Endings of file names beyond the formats.
_EXTENSIONS = (
    "ass sub bak log ini cfg conf py js jsx tsx css sh bat exe dll dmg apk deb rpm bin dat db sqlite key"
    " pages numbers"
    " raw cr2 nef arw dng ai indd sketch fig eml msg ics vcf mbox torrent mts m3u m3u8 mpd mxf braw r3d"
    " aac ape wv dsf"
    " caf mka mks webloc url lnk rs go java kt swift cc cpp hpp rb php pl lua ps1 env lock csv gpx kml"
    " geojson stl obj"
    " fbx glb blend ttf otf woff woff2 part tmp old orig sav dot odg xlsm docm pptm xps djvu azw3 fb2 lrc"
    " cue nfo"
)
DOMAINS = "com|org|net|io|dev|app|ai|co|edu|gov|info|eu|de|ru|cn|jp|fr|es|it|bg|uk|pt|nl|pl|tv|me|be"

# Names of services; the last names of a line are how other scripts spell it. Near equivalents are not equal.
_PLATFORMS = (
    "whatsapp=ватсап*=вотсап*=уотсап*=whats_app=ワッツアップ=왓츠앱",
    "wechat=微信=вичат*",
    "youtube=ютуб*=ютюб*=油管=ユーチューブ=유튜브",
    "instagram=insta=инстаграм*=инста=インスタグラム=インスタ=인스타그램=照片墙",
    "tiktok=tik_tok=тикток*=ティックトック=틱톡",
    "douyin=抖音",
    "facebook=фейсбук*=脸书=臉書=フェイスブック=페이스북",
    "twitter=твиттер*=туитър*=推特=ツイッター=트위터",
    "telegram=телеграм*=テレグラム=텔레그램",
    "vimeo",
    "snapchat=снапчат*",
    "discord=дискорд*",
    "slack",
    "linkedin",
    "reddit",
    "twitch",
    "bilibili=哔哩哔哩=b站",
    "weibo=微博",
    "gmail",
    "outlook",
    "dropbox",
)


def _aliases(groups: Iterable[str]) -> Iterator[tuple[str, str]]:
    for group in groups:
        first, *others = group.split("=")
        yield from ((name, first) for name in (first, *others))


FORMATS: Mapping[str, str] = dict(_aliases(_FORMATS.split()))
EXTENSIONS = frozenset({"ts", *FORMATS, *_EXTENSIONS.split()})
PLATFORM = re.compile(
    "|".join(re.escape(name.rstrip("*").replace("_", " ")) for name, _ in _aliases(_PLATFORMS)), re.IGNORECASE
)
"""Where this finds nothing, no name of a service stands."""
PLATFORMS = Names((name.replace("_", " "), first) for name, first in _aliases(_PLATFORMS))
