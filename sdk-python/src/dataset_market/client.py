"""The clients: every operation of the marketplace as a method, and what is built on them."""
from __future__ import annotations

import asyncio
import time
from pathlib import Path
from typing import Any, AsyncIterator, Callable, Dict, Iterator, List, Optional, Union

from . import _http
from . import _types as types
from ._core import NOT_GIVEN, Core, Request, Response
from ._operations import AsyncOperations, Operations
from .errors import ConnectionFailed, DatasetMarketError
from .files import Found, fetch, find_table, upload_file


class Client(Operations):
    """Calls the marketplace at `url` (default: DATASET_MARKET_URL) with `key` (DATASET_MARKET_KEY)."""

    def __init__(
        self, url: Optional[str] = None, key: Optional[str] = None, *, retries: int = 4
    ) -> None:
        self._core = Core(url, key, retries)

    @property
    def url(self) -> str:
        return self._core.url

    def _call(self, *args: Any) -> Any:
        request = self._core.request(*args)
        while True:
            response, failure = _attempt(request)
            pause = self._core.pause(request, response) if _is_open(response) else None
            if pause is None:
                if response is None:
                    raise ConnectionFailed(f"{request.url} does not answer: {failure}") from failure
                return self._core.answer(response)
            time.sleep(pause)

    def each(self, method: Callable[..., Any], *args: Any, **kwargs: Any) -> Iterator[Any]:
        """The items of all pages: `client.each(client.search_datasets, query="rain")`."""
        cursor = None
        while True:
            page = method(*args, **kwargs, **({} if cursor is None else {"cursor": cursor}))
            yield from page["items"]
            cursor = page.get("pagination", {}).get("next_cursor")
            if cursor is None:
                return

    def find(self, id: str, *, table: Optional[str] = None, parquet: bool = True) -> Found:
        """Where a free or bought dataset's file is, with its hash; its Parquet copy if there is one."""
        return find_table(self, id, table=table, parquet=parquet)

    def download(
        self, id: str, to: Union[str, Path, None] = None, *, table: Optional[str] = None,
        parquet: bool = False,
    ) -> Path:
        """Saves the file, checked by its hash. Continues an interrupted download; without `to`, into
        the cache, where each version is loaded once."""
        return fetch(self.find(id, table=table, parquet=parquet), None if to is None else Path(to))

    def load(self, id: str, *, table: Optional[str] = None, into: Optional[str] = None) -> Any:
        """The table as `pandas`, `polars`, `arrow` or a `duckdb` relation: `into`, or the first
        that is installed."""
        from .load import read

        return read(self, id, table, into)

    def rows(self, id: str, *, table: Optional[str] = None, **query: Any) -> Iterator[Dict[str, Any]]:
        """The rows of a free or bought dataset, page by page, without any package."""
        offset = query.pop("offset", 0)
        chosen: Any = NOT_GIVEN if table is None else table
        while True:
            page: Any = self.query_dataset(id, table=chosen, **query, offset=offset, limit=1000)
            names = [column["name"] for column in page["columns"]]
            for row in page["rows"]:
                yield row if isinstance(row, dict) else dict(zip(names, row))
            offset = page.get("next_offset")
            if offset is None:
                return

    def upload(self, listing_id: str, path: Union[str, Path], *, seconds_max: float = 600) -> Any:
        """Uploads a draft's file, attaches it and waits until it was read. Returns the listing."""
        return upload_file(self, listing_id, Path(path), seconds_max)

    def wait_for_profile(self, listing_id: str, *, seconds_max: float = 600) -> Any:
        end = time.monotonic() + seconds_max
        while time.monotonic() < end:
            listing: Any = self.get_listing(listing_id, wait=20)
            if (listing.get("data_profile") or {}).get("auto_sample_status") is not None:
                return listing
        raise DatasetMarketError(f"The file of {listing_id} was not read within {seconds_max} s.")

    def wait_for_verdict(self, purchase_id: str, *, seconds_max: float = 600) -> Any:
        """The verdict on a purchase by its acceptance contract. It is pending only if a
        subscription's period waits for its version."""
        end = time.monotonic() + seconds_max
        while True:
            verdict = self.get_purchase_acceptance(purchase_id)
            if verdict["status"] != "pending" or verdict["dataset_version"] is None:
                return verdict
            _pause_until(end, f"Purchase {purchase_id} has no verdict")

    def wait_for_delivery(
        self, request_id: str, answer_id: str, *, seconds_max: float = 600
    ) -> Any:
        """An answer to a data request once its delivery to the bounty is evaluated."""
        end = time.monotonic() + seconds_max
        while True:
            answers = self.each(self.list_data_request_answers, request_id)
            answer: Any = next((one for one in answers if one["id"] == answer_id), None)
            if answer is None:
                raise DatasetMarketError(f"Request {request_id} has no answer {answer_id}.")
            if (answer["delivery"] or {}).get("status") != "pending":
                return answer
            _pause_until(end, f"Answer {answer_id} is not evaluated")

    def bought(self, dataset_id: str) -> List[types.Purchase]:
        """The account's purchases of a dataset that can be downloaded, latest first."""
        items = self.each(self.list_purchases, dataset_id=dataset_id)
        return [one for one in items if one["capabilities"]["download"]]


class AsyncClient(AsyncOperations):
    """The same, awaited: over httpx if it is installed, otherwise in threads."""

    def __init__(
        self, url: Optional[str] = None, key: Optional[str] = None, *, retries: int = 4
    ) -> None:
        self._core = Core(url, key, retries)
        self._sync = Client(url, key, retries=retries)
        try:
            import httpx
        except ImportError:
            self._httpx: Any = None
        else:
            self._httpx = httpx.AsyncClient(follow_redirects=False)

    async def __aenter__(self) -> "AsyncClient":
        return self

    async def __aexit__(self, *_raised: Any) -> None:
        await self.close()

    async def close(self) -> None:
        if self._httpx is not None:
            await self._httpx.aclose()

    async def _call(self, *args: Any) -> Any:
        request = self._core.request(*args)
        while True:
            response, failure = await self._attempt(request)
            pause = self._core.pause(request, response) if _is_open(response) else None
            if pause is None:
                if response is None:
                    raise ConnectionFailed(f"{request.url} does not answer: {failure}") from failure
                return self._core.answer(response)
            await asyncio.sleep(pause)

    async def _attempt(self, request: Request) -> Any:
        if self._httpx is None:
            return await asyncio.to_thread(_attempt, request)
        import httpx

        try:
            answer = await self._httpx.request(
                request.method, request.url, headers=request.headers, content=request.body,
                timeout=request.seconds_max,
            )
        except httpx.TransportError as failure:
            return None, failure
        return Response(answer.status_code, answer.headers, answer.content), None

    async def each(self, method: Callable[..., Any], *args: Any, **kwargs: Any) -> AsyncIterator[Any]:
        cursor = None
        while True:
            page = await method(*args, **kwargs, **({} if cursor is None else {"cursor": cursor}))
            for item in page["items"]:
                yield item
            cursor = page.get("pagination", {}).get("next_cursor")
            if cursor is None:
                return

    async def download(self, id: str, to: Union[str, Path, None] = None, **kwargs: Any) -> Path:
        return await asyncio.to_thread(self._sync.download, id, to, **kwargs)

    async def load(self, id: str, **kwargs: Any) -> Any:
        return await asyncio.to_thread(self._sync.load, id, **kwargs)


def _pause_until(end: float, words: str) -> None:
    """Two seconds, if they are left."""
    left = end - time.monotonic()
    if left <= 0:
        raise DatasetMarketError(f"{words} in time.")
    time.sleep(min(2.0, left))


def _attempt(request: Request) -> Any:
    try:
        return _http.send(request), None
    except _http.FAILURES as failure:
        return None, failure


def _is_open(response: Optional[Response]) -> bool:
    return response is None or response.status >= 400
