"""Verification of signed receipts, offline; needs `cryptography`."""
from __future__ import annotations

import base64
import json
from typing import Any

from .errors import DatasetMarketError


class ReceiptInvalid(DatasetMarketError):
    """No key of the marketplace has signed these words."""


def verify(jws: str, keys: Any) -> Any:
    """The receipt's claims. `keys`: the marketplace's `/.well-known/jwks.json`
    (`client.read_receipt_keys()`)."""
    from cryptography.exceptions import InvalidSignature
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

    try:
        head, claims, signature = jws.split(".")
        stated = json.loads(_bytes(head))
        if stated["alg"] not in ("EdDSA", "Ed25519"):
            raise ReceiptInvalid(f"The algorithm {stated['alg']} is not one of the marketplace.")
        key = next(one for one in keys["keys"] if one.get("kid") == stated.get("kid"))
        public = Ed25519PublicKey.from_public_bytes(_bytes(key["x"]))
        public.verify(_bytes(signature), f"{head}.{claims}".encode())
        return json.loads(_bytes(claims))
    except (StopIteration, ValueError, KeyError, TypeError, InvalidSignature) as fault:
        raise ReceiptInvalid("The receipt's signature is not right.") from fault


def _bytes(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
