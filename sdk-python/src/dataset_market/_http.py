"""Requests over the standard library. Redirects are not followed, so no key leaves its origin."""
from __future__ import annotations

import http.client
import urllib.error
import urllib.request
from typing import IO, Any, Mapping, Optional

from ._core import Request, Response


class _Stay(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *args: Any, **kwargs: Any) -> None:
        return None


_opener = urllib.request.build_opener(_Stay)

#: What a lost or refused connection raises.
FAILURES = (OSError, http.client.HTTPException)


def send(request: Request) -> Response:
    asked = urllib.request.Request(
        request.url, data=request.body, headers=request.headers, method=request.method
    )
    try:
        with _opener.open(asked, timeout=request.seconds_max) as answer:
            return Response(answer.status, _lower(answer.headers), answer.read())
    except urllib.error.HTTPError as refused:
        with refused:
            return Response(refused.code, _lower(refused.headers), refused.read())


def open_url(url: str, headers: Mapping[str, str], data: Optional[IO[bytes]] = None) -> Any:
    """A file's signed address, read or (with `data`) written as a stream; without any key."""
    method = "GET" if data is None else "PUT"
    asked = urllib.request.Request(url, data=data, headers=dict(headers), method=method)
    return urllib.request.urlopen(asked, timeout=60)


def _lower(headers: Any) -> Mapping[str, str]:
    return {name.lower(): value for name, value in headers.items()}
