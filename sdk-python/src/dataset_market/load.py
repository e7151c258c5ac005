"""Reading a dataset's table with the library that is installed."""
from __future__ import annotations

from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, Optional

from .errors import DatasetMarketError
from .files import fetch

if TYPE_CHECKING:
    from .client import Client

_modules = {"pandas": "pandas", "polars": "polars", "arrow": "pyarrow", "duckdb": "duckdb"}


def read(client: "Client", id: str, table: Optional[str], into: Optional[str]) -> Any:
    chosen = into or next((name for name, module in _modules.items() if find_spec(module)), None)
    if chosen is None:
        raise DatasetMarketError(
            "Install pandas, polars, pyarrow or duckdb; `Client.rows` needs none of them."
        )
    if chosen not in _modules:
        raise DatasetMarketError(f"`into` is one of {', '.join(_modules)}.")
    # Without a Parquet reader, pandas takes the file itself.
    is_plain = chosen == "pandas" and not (find_spec("pyarrow") or find_spec("fastparquet"))
    found = client.find(id, table=table, parquet=not is_plain)
    path = str(fetch(found, None))
    if found.format == "parquet" and not is_plain:
        return _parquet(chosen, path)
    if chosen == "pandas":
        return _plain(found.format, path)
    raise DatasetMarketError(
        f"{id} has no Parquet copy; its file ({found.format}) is at {path}."
    )


def _parquet(chosen: str, path: str) -> Any:
    if chosen == "pandas":
        import pandas

        return pandas.read_parquet(path)
    if chosen == "polars":
        import polars

        return polars.read_parquet(path)
    if chosen == "arrow":
        import pyarrow.parquet

        return pyarrow.parquet.read_table(path)
    import duckdb

    return duckdb.read_parquet(path)


def _plain(format: Optional[str], path: str) -> Any:
    import pandas

    if format == "csv":
        return pandas.read_csv(path)
    if format == "tsv":
        return pandas.read_csv(path, sep="\t")
    if format in ("json", "jsonl"):
        return pandas.read_json(path, lines=format == "jsonl")
    raise DatasetMarketError(f"Install pyarrow to read it; the file ({format}) is at {path}.")
