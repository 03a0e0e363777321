"""The page for a request by a host that is not ours: one sentence, and the address to open instead.

It needs no other file, since that would be refused, too. It says nothing of the match.
"""

from __future__ import annotations

from base64 import b64encode
from hashlib import sha256
from html import escape
from urllib.parse import quote

from glowtable.messages import say
from glowtable.web.translated import Tell

SENTENCE = say("Glowtable doesn't answer to this name. Open this address:")
HINT = say("Do you want to use this name? Start Glowtable with --host-name.")
STYLE = (
    "html{background:#fbf4e6;color:#2a2018}a{color:#8f4a00}"
    "@media(prefers-color-scheme:dark){html{background:#15100c;color:#f7eddf}a{color:#ffb95c}}"
    "body{font:18px/1.5 system-ui,sans-serif;max-width:34em;margin:15vh auto 0;padding:0 24px}"
    "h1{font-size:24px;line-height:1.3}"
    "a{display:block;padding:16px 0;font-size:22px;font-weight:600;overflow-wrap:anywhere}"
    "p{font-size:16px}"
)
STYLE_POLICY = (
    f"default-src 'none'; style-src 'sha256-{b64encode(sha256(STYLE.encode()).digest()).decode()}'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
PAGE = """<!doctype html>
<html lang="{language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Glowtable</title>
<style>{style}</style>
</head>
<body>
<main>
<h1>{sentence}</h1>
<a href="{link}">{link}</a>
<p>{hint}</p>
</main>
</body>
</html>
"""


def refusal_page(tell: Tell, language: str, address: str, path: str) -> str:
    """The page in one language; `address` is ours, `path` what was wanted of us."""
    link = escape(address + quote(path), quote=True)
    return PAGE.format(
        language=language, style=STYLE, sentence=escape(tell(SENTENCE)), link=link, hint=escape(tell(HINT))
    )
