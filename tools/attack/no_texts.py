"""Values that are no text, no number or no object of their kind, as each of the doors is given them."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Odd:
    """A value as JSON, as YAML (the same where it is not named) and percent-encoded for addresses and forms
    ("" where it cannot stand there). `no_json` and `no_yaml` say that every reader has to refuse it.
    """

    name: str
    json: bytes = b""
    yaml: bytes = b""
    percent: str = ""
    no_json: bool = True
    no_yaml: bool = True

    @property
    def as_yaml(self) -> bytes:
        return self.yaml or self.json


def _nested(levels: int, begin: bytes = b"[", end: bytes = b"]", inner: bytes = b"") -> bytes:
    return begin * levels + inner + end * levels


def _deep(levels: int, **more: bool) -> tuple[Odd, Odd]:
    return (
        Odd(f"{levels} lists", _nested(levels), **more),  # type: ignore[arg-type]
        Odd(f"{levels} maps", _nested(levels, b'{"a":', b"}", b"1"), **more),  # type: ignore[arg-type]
    )


CHARACTERS = (
    Odd("NUL", rb'"a\u0000b"', rb'"a\0b"', "a%00b"),
    Odd("NUL alone", rb'"\u0000"', rb'"\x00"', "%00"),
    Odd("NUL as a byte", b'"a\0b"', percent="%00%00"),
    Odd("NUL in a key", rb'{"\u0000": 1}', rb'{"\0": 1}'),
    Odd("NUL deep inside", rb'[[{"a": ["\u0000"]}]]', rb'[[{"a": ["\0"]}]]'),
    Odd("high half", rb'"\ud800"', percent="%ED%A0%80"),
    Odd("low half", rb'"\udfff"', percent="%ED%BF%BF"),
    Odd("half in a word", rb'"a\uD83Db"'),
    Odd("halves the wrong way round", rb'"\ude00\ud83d"'),
    Odd("half after a pair", rb'"\ud83d\ude00\ud83d"', b'"\xed\xa0\xbd"'),
    Odd("half before a pair", rb'"\ud83d\ud83d\ude00"', b'"\xed\xa0\xbd"'),
    Odd("half in a key", rb'{"\udc00": 1}'),
    Odd("half as bytes", b'"\xed\xa0\x80"', percent="%ED%A0%BD%ED%B8%80"),
    Odd("not UTF-8", b'"\xff"', percent="%FF"),
    Odd("overlong", b'"\xc0\x80"', percent="%C0%80"),
    Odd("cut off", b'"\xe2\x82"', percent="%E2%82"),
    Odd("beyond Unicode", b'"\xf4\x90\x80\x80"', percent="%F4%90%80%80"),
    Odd("half a pair with no digits", rb'"\ud8"'),
)
NUMBERS = (
    Odd("1e400", b"1e400", percent="1e400", no_yaml=False),  # a text in kubectl's YAML
    Odd("-1e400", b"-1e400", percent="-1e400", no_yaml=False),  # a text in kubectl's YAML
    Odd("1e999999999", b"1e999999999", percent="1e999999999", no_yaml=False),  # a text in kubectl's YAML
    Odd("Infinity", b"Infinity", b".inf", "Infinity"),
    Odd("-Infinity", b"-Infinity", b"-.Inf", "-Infinity"),
    Odd("NaN", b"NaN", b".nan", "NaN"),
    Odd("309 digits", b"9" * 309, percent="9" * 309, no_yaml=False),
    Odd("400 digits", b"1" * 400, percent="1" * 400, no_yaml=False),
    Odd("4 300 digits", b"1" * 4300, percent="1" * 4300, no_yaml=False),
    Odd("4 301 digits", b"1" * 4301, percent="1" * 4301, no_yaml=False),
    Odd("-5 000 digits", b"-" + b"9" * 5000, percent="-" + "9" * 5000, no_yaml=False),
    Odd("5 000 digits after a point", b"0." + b"9" * 5000, no_json=False, no_yaml=False),
    Odd("hexadecimal", b"0x" + b"f" * 300, percent="0xff", no_yaml=False),
    Odd("a superscript", b"\xc2\xb2", percent="%C2%B2", no_yaml=False),
    Odd("Arabic digits", b"\xd9\xa1", percent="%D9%A1", no_yaml=False),
    Odd("two signs", b"--5", percent="--5", no_yaml=False),
)
NESTING = (
    *_deep(98, no_json=False, no_yaml=False),
    *_deep(99, no_json=False, no_yaml=False),
    *_deep(101),
    *_deep(400),
    *_deep(980),
    *_deep(1000),
    *_deep(6000),
    Odd("1 000 lists that do not end", b"[" * 1000, percent="[" * 1000),
    Odd("quotes without an end", rb'"\"' * 900, percent="%22" * 900),
)
KINDS = tuple(
    Odd(f"{name} for a text", value, no_json=False, no_yaml=False)
    for name, value in (
        ("null", b"null"),
        ("true", b"true"),
        ("a number", b"5"),
        ("a fraction", b"1.5"),
        ("an empty list", b"[]"),
        ("a list", b'["Pod"]'),
        ("an empty map", b"{}"),
        ("a map", b'{"name": "Pod"}'),
        ("a list of lists", b'[[["a"]]]'),
        ("no letters", b'""'),
        ("a long text", b'"' + b"x" * 5000 + b'"'),
    )
)
ALL = (*CHARACTERS, *NUMBERS, *NESTING, *KINDS)
