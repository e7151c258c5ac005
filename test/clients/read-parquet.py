"""Reads a free dataset's Parquet address with the programs that people use, each over HTTP by itself.

By hand, as the tests install nothing of Python's:
  pip install polars pandas pyarrow fsspec aiohttp duckdb datasets
  python test/clients/read-parquet.py http://localhost:4000/datasets/<id>/parquet
"""

import os
import sys
import tempfile
import traceback
from datetime import datetime

os.environ["HF_HUB_DISABLE_TELEMETRY"] = "1"

import datasets
import duckdb
import pandas
import polars
import pyarrow
from fsspec.implementations.http import HTTPFileSystem

url = sys.argv[1]


class DatedHttp(HTTPFileSystem):
    """DuckDB asks when a file has changed; fsspec's HTTP does not say."""

    def modified(self, path):
        return datetime(2000, 1, 1)


def by_duckdb():
    connection = duckdb.connect(config={"autoinstall_known_extensions": "false"})
    connection.register_filesystem(DatedHttp())
    return connection.sql(f"SELECT count(*) FROM read_parquet('{url}')").fetchone()[0]


def by_datasets():
    found = datasets.load_dataset(
        "parquet", data_files=url, split="train", cache_dir=tempfile.mkdtemp()
    )
    return found.num_rows


readers = {
    f"polars {polars.__version__}, scan_parquet": lambda: polars.scan_parquet(url)
    .select(polars.len())
    .collect()
    .item(),
    f"polars {polars.__version__}, read_parquet": lambda: polars.read_parquet(url).height,
    f"pandas {pandas.__version__} with pyarrow {pyarrow.__version__}": lambda: len(
        pandas.read_parquet(url)
    ),
    f"duckdb {duckdb.__version__} with fsspec": by_duckdb,
    f"datasets {datasets.__version__}": by_datasets,
}

failed = 0
for name, count_rows in readers.items():
    try:
        print(f"{name}: {count_rows()} rows", flush=True)
    except Exception:
        failed += 1
        print(f"{name}: failed\n{traceback.format_exc(limit=3)}", flush=True)
sys.exit(failed)
