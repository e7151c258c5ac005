"""What the sync and the async client share: building requests, reading answers, when to repeat."""
from __future__ import annotations

import json
import os
import random
import uuid
from dataclasses import dataclass, field
from typing import Any, Dict, Mapping, Optional
from urllib.parse import quote, urlencode, urlsplit

from . import _service
from .errors import DatasetMarketError, error_of

USER_AGENT = f"dataset-market-python/{_service.VERSION}"
#: Statuses after which the same call can succeed.
RETRIED = frozenset({429, 502, 503, 504})
RETRY_SECONDS_MAX = 60.0
#: Deadline of a call, from the operation's own time at the server, for slow networks.
MARGIN_SECONDS = 20.0


class NotGiven:
    """The default of an argument that is left out; None is sent as null."""

    def __bool__(self) -> bool:
        return False

    def __repr__(self) -> str:
        return "NOT_GIVEN"


NOT_GIVEN = NotGiven()


@dataclass
class Request:
    method: str
    url: str
    headers: Dict[str, str]
    body: Optional[bytes]
    seconds_max: float
    #: Whether it may be sent again although the first may have had an effect.
    repeatable: bool
    attempts: int = field(default=0)


@dataclass
class Response:
    status: int
    headers: Mapping[str, str]
    body: bytes


class Calls:
    """The base of the generated classes."""

    def _call(self, *args: Any) -> Any:
        raise NotImplementedError


class Core:
    """Addresses, credentials and the rules of repetition."""

    def __init__(self, url: Optional[str], key: Optional[str], retries: int) -> None:
        found = url or os.environ.get("DATASET_MARKET_URL") or _service.URL
        if not found:
            raise DatasetMarketError("Pass `url`, or set DATASET_MARKET_URL to the marketplace's address.")
        # The local MCP program's variable of the same name ends in /mcp.
        self.url = found.rstrip("/").removesuffix("/mcp")
        self.key = key or os.environ.get("DATASET_MARKET_KEY")
        self.retries = retries
        parts = urlsplit(self.url)
        if self.key and parts.scheme != "https" and parts.hostname not in ("localhost", "127.0.0.1", "::1"):
            raise DatasetMarketError("A key is sent only to https addresses and to this computer.")

    def request(
        self,
        method: str,
        path: str,
        params: Mapping[str, str],
        query: Mapping[str, Any],
        body: Any,
        repeat: str,
        seconds: float,
        idempotency_key: Optional[str],
    ) -> Request:
        for name, value in params.items():
            path = path.replace("{" + name + "}", quote(str(value), safe=""))
        pairs = [
            (name, _text(one))
            for name, value in query.items()
            if not isinstance(value, NotGiven) and value is not None
            for one in (value if isinstance(value, (list, tuple)) else [value])
        ]
        headers = {"accept": "application/json", "user-agent": USER_AGENT}
        if self.key:
            headers["authorization"] = f"Bearer {self.key}"
        if repeat == "key":
            headers["idempotency-key"] = idempotency_key or str(uuid.uuid4())
        data = None
        if body is not None:
            given = body
            if isinstance(body, dict):
                given = {name: value for name, value in body.items() if not isinstance(value, NotGiven)}
            data = json.dumps(given).encode()
            headers["content-type"] = "application/json"
        url = self.url + path + ("?" + urlencode(pairs) if pairs else "")
        return Request(method, url, headers, data, seconds + MARGIN_SECONDS, repeat != "never")

    def pause(self, request: Request, response: Optional[Response]) -> Optional[float]:
        """Seconds until the request is sent again; None if it is not."""
        request.attempts += 1
        if request.attempts > self.retries:
            return None
        if response is None:
            if not request.repeatable:
                return None
        elif response.status not in RETRIED or (response.status in (502, 504) and not request.repeatable):
            return None
        asked = None if response is None else _seconds(response.headers.get("retry-after"))
        if asked is not None:
            return None if asked > RETRY_SECONDS_MAX else asked
        return min(8.0, 0.25 * 2.0**request.attempts) * (0.5 + random.random() / 2)

    @staticmethod
    def answer(response: Response) -> Any:
        kind = response.headers.get("content-type", "")
        if response.status >= 400:
            raise error_of(response.status, _problem(response.body))
        if "json" in kind:
            return json.loads(response.body) if response.body else None
        return response.body.decode() if kind.startswith("text/") or "jose" in kind else response.body


def _text(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _seconds(text: Optional[str]) -> Optional[float]:
    try:
        return None if text is None else float(text)
    except ValueError:
        return None


def _problem(body: bytes) -> Dict[str, Any]:
    try:
        found = json.loads(body)
        return found if isinstance(found, dict) else {}
    except ValueError:
        return {"detail": body[:500].decode(errors="replace")}
