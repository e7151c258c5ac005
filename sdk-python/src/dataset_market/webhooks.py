"""Verification of webhooks (https://www.standardwebhooks.com)."""
from __future__ import annotations

import base64
import hashlib
import hmac
import json
import time
from typing import Any, Mapping, Optional

from .errors import DatasetMarketError

TOLERANCE_SECONDS = 300


class SignatureInvalid(DatasetMarketError):
    """The message is not from the marketplace, or too old to be acted on."""


def verify(
    body: bytes, headers: Mapping[str, str], secret: str, *, now: Optional[float] = None
) -> Any:
    """The event of a message, from its bytes as they came. `secret`: `whsec_…`."""
    found = {name.lower(): value for name, value in headers.items()}
    id, sent = found.get("webhook-id", ""), found.get("webhook-timestamp", "")
    if not sent.isdigit() or abs((now or time.time()) - int(sent)) > TOLERANCE_SECONDS:
        raise SignatureInvalid("The message's time is missing or too far from now.")
    key = base64.b64decode(secret.removeprefix("whsec_"))
    digest = hmac.new(key, f"{id}.{sent}.".encode() + body, hashlib.sha256).digest()
    wanted = "v1," + base64.b64encode(digest).decode()
    given = found.get("webhook-signature", "").split(" ")
    if not any(hmac.compare_digest(one, wanted) for one in given):
        raise SignatureInvalid("No signature of the message is right.")
    return json.loads(body)
