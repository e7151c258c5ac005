"""Find, buy, read and sell datasets: `load(id)` for a table, `Client` for everything."""
from __future__ import annotations

import re
from typing import Any, Optional

from . import _errors as problems
from ._core import NOT_GIVEN
from ._service import VERSION as __version__
from .client import AsyncClient, Client
from .errors import ConnectionFailed, DatasetMarketError, HashMismatch, MarketError
from .sketch import sketch_values

__all__ = [
    "NOT_GIVEN",
    "AsyncClient",
    "Client",
    "ConnectionFailed",
    "DatasetMarketError",
    "HashMismatch",
    "MarketError",
    "__version__",
    "load",
    "problems",
    "sketch_values",
]


def load(
    dataset: str, *, table: Optional[str] = None, into: Optional[str] = None,
    key: Optional[str] = None, url: Optional[str] = None,
) -> Any:
    """The dataset's table as a data frame. `dataset`: its id, or the address of its page."""
    found = re.fullmatch(r"(https?://.+)/datasets/([0-9a-f-]{36})/?", dataset)
    if found is not None:
        url, dataset = found.groups()
    return Client(url, key).load(dataset, table=table, into=into)
