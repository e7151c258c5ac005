"""`market://<dataset id>/<table>` for fsspec, and so for pandas, Dask and others.

Listing a dataset names its Parquet copies and its own file; reading one loads it once, into the cache.
"""
from __future__ import annotations

from typing import Any, Dict, List, Tuple

from fsspec import AbstractFileSystem

from .client import Client
from .files import Found, fetch


class MarketFileSystem(AbstractFileSystem):  # type: ignore[misc]
    protocol = "market"

    def __init__(self, address: Any = None, key: Any = None, **storage_options: Any) -> None:
        super().__init__(**storage_options)
        self.client = Client(address, key)

    def ls(self, path: str, detail: bool = True, **_kwargs: Any) -> List[Any]:
        id = self._strip_protocol(path).strip("/").split("/")[0]
        entries = [_entry(id, found) for found in self._files(id)]
        return entries if detail else [one["name"] for one in entries]

    def info(self, path: str, **_kwargs: Any) -> Dict[str, Any]:
        id, name = _parts(self._strip_protocol(path))
        if name == "":
            return {"name": id, "size": 0, "type": "directory"}
        return _entry(id, self._found(id, name))

    def _open(self, path: str, mode: str = "rb", **_kwargs: Any) -> Any:
        if mode != "rb":
            raise NotImplementedError("Datasets are read-only.")
        return open(fetch(self._found(*_parts(self._strip_protocol(path))), None), "rb")

    def _files(self, id: str) -> List[Found]:
        own = self.client.find(id, parquet=False)
        copy = self.client.find(id)
        return [own] if copy.name == own.name else [own, copy]

    def _found(self, id: str, name: str) -> Found:
        for found in self._files(id):
            if found.name == name:
                return found
        table = name.removesuffix(".parquet")
        return self.client.find(id, table=None if table == "data" else table)


def _parts(path: str) -> Tuple[str, str]:
    id, _slash, name = path.strip("/").partition("/")
    return id, name


def _entry(id: str, found: Found) -> Dict[str, Any]:
    return {"name": f"{id}/{found.name}", "size": found.byte_size, "type": "file", "sha256": found.sha256}
