"""Sketches of values for `match_values`: format 1 of sdk/src/value-sketch.ts, byte for byte."""
from __future__ import annotations

import base64
import re
import unicodedata
from typing import Iterable, Optional, Set, Union

HASHES_MAX = 1000
CHARS_MAX = 256
_LIMIT = 1 << 48
_MASK = 0xFFFFFFFF
_KEY0 = int.from_bytes(b"data", "little")
_KEY1 = int.from_bytes(b"sets", "little")
#: JavaScript's white space, which `str.strip` does not quite remove.
_SPACE = "\t\n\v\f\r \u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff"
_spaces = re.compile(f"[{_SPACE}]+")
_ends = re.compile(f"^[{_SPACE}]+|[{_SPACE}]+\\Z")
_plain = re.compile(r"[\x21-\x7e]*\Z")
_whole = re.compile(r"([+-]?)0*(0|[1-9][0-9]*)(?:\.0*)?\Z")


def sketch_values(values: Iterable[Union[str, int, float]]) -> str:
    """The sketch of the different values; blank ones are left out."""
    hashes: Set[int] = set()
    below = _LIMIT
    for value in values:
        normalized = normalize_value(_text(value)[:CHARS_MAX])
        if normalized is None:
            continue
        hash = _hash48(normalized)
        if hash < below:
            hashes.add(hash)
            if len(hashes) > 4 * HASHES_MAX:
                hashes, below = _cut(hashes, below)
    hashes, below = _cut(hashes, below)
    numbers = [0 if below == _LIMIT else below, *sorted(hashes)]
    data = bytes([1]) + b"".join(number.to_bytes(6, "big") for number in numbers)
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def normalize_value(text: str) -> Optional[str]:
    if text and 43 <= ord(text[0]) < 58:
        number = _whole.match(text)
        if number:
            return _number(number)
    if _plain.match(text):
        return text.lower() or None
    clean = _spaces.sub(" ", _ends.sub("", unicodedata.normalize("NFKC", text))).lower()
    if clean == "":
        return None
    number = _whole.match(clean)
    return _number(number) if number else clean


def _number(found: "re.Match[str]") -> str:
    sign, digits = found.groups()
    return f"-{digits}" if sign == "-" and digits != "0" else digits


def _text(value: Union[str, int, float]) -> str:
    """Numbers as JavaScript writes them."""
    if isinstance(value, bool) or not isinstance(value, float):
        return str(value).lower() if isinstance(value, bool) else str(value)
    if value != value or value in (float("inf"), float("-inf")):
        return {"nan": "NaN", "inf": "Infinity"}.get(str(value), "-Infinity")
    if value == int(value) and abs(value) < 1e21:
        return str(int(value))
    mantissa, exponent, power = repr(value).partition("e")
    if not exponent:
        return mantissa
    if -7 < int(power) < 0:
        return f"{value:.{len(mantissa.replace('.', '').lstrip('-')) - 1 - int(power)}f}"
    return f"{mantissa}e{int(power):+d}"


def _cut(hashes: Set[int], below: int) -> "tuple[Set[int], int]":
    if len(hashes) <= HASHES_MAX:
        return hashes, below
    ordered = sorted(hashes)
    return set(ordered[:HASHES_MAX]), ordered[HASHES_MAX]


def _hash48(text: str) -> int:
    """The first 48 bits of HalfSipHash-2-4-64 of the text as UTF-16LE."""
    data = text.encode("utf-16-le", "surrogatepass")
    v0, v1, v2, v3 = _KEY0, _KEY1 ^ 0xEE, _KEY0 ^ 0x6C796765, _KEY1 ^ 0x74656462
    whole = len(data) & ~3
    words = [int.from_bytes(data[at : at + 4], "little") for at in range(0, whole, 4)]
    words.append((len(data) & 0xFF) << 24 | int.from_bytes(data[whole:], "little"))
    for word in words:
        v3 ^= word
        v0, v1, v2, v3 = _mix(v0, v1, v2, v3, 2)
        v0 ^= word
    v0, v1, v2, v3 = _mix(v0, v1, v2 ^ 0xEE, v3, 4)
    low = v1 ^ v3
    v0, v1, v2, v3 = _mix(v0, v1 ^ 0xDD, v2, v3, 4)
    return (v1 ^ v3) % (1 << 16) << 32 | low


def _mix(v0: int, v1: int, v2: int, v3: int, rounds: int) -> "tuple[int, int, int, int]":
    for _round in range(rounds):
        v0 = (v0 + v1) & _MASK
        v1 = _turn(v1, 5) ^ v0
        v0 = _turn(v0, 16)
        v2 = (v2 + v3) & _MASK
        v3 = _turn(v3, 8) ^ v2
        v0 = (v0 + v3) & _MASK
        v3 = _turn(v3, 7) ^ v0
        v2 = (v2 + v1) & _MASK
        v1 = _turn(v1, 13) ^ v2
        v2 = _turn(v2, 16)
    return v0, v1, v2, v3


def _turn(word: int, bits: int) -> int:
    return (word << bits | word >> (32 - bits)) & _MASK
