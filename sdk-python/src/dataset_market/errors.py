"""Refusals of the marketplace, one class for each problem code (see `_errors`)."""
from __future__ import annotations

from typing import Any, Dict, List, Optional


class DatasetMarketError(Exception):
    """Everything that this package raises on purpose."""


class ConnectionFailed(DatasetMarketError):
    """No answer after all attempts. A call with an idempotency key may be sent again with it."""


class HashMismatch(DatasetMarketError):
    """The downloaded bytes are not the ones that the marketplace names; they were deleted."""


class MarketError(DatasetMarketError):
    """A problem document (RFC 9457): `next` says what to do now."""

    def __init__(self, status: int, problem: Dict[str, Any]) -> None:
        self.status = status
        self.problem = problem
        self.code: str = str(problem.get("code", "unknown"))
        self.detail: str = str(problem.get("detail") or problem.get("title") or f"HTTP {status}")
        self.next: Optional[str] = problem.get("next")
        self.errors: List[Dict[str, Any]] = problem.get("errors", [])
        self.retry_after: Optional[float] = problem.get("retry_after")
        self.request_id: Optional[str] = problem.get("request_id")
        super().__init__(f"{self.code}: {self.detail}" + (f" {self.next}" if self.next else ""))


def error_of(status: int, problem: Dict[str, Any]) -> MarketError:
    from ._errors import by_code

    return by_code.get(str(problem.get("code")), MarketError)(status, problem)
