/** A delimited file as DuckDB's sniffer reads it, told as much as the benchmark's own client tells it. */
import { DuckDBInstance } from "@duckdb/node-api";
import type { Table } from "./score.ts";

/** A reader with one connection: the sniffer's dialect, lenient, all cells as text. */
export async function openDuckReader(): Promise<(filePath: string) => Promise<Table>> {
  const connection = await (await DuckDBInstance.create(":memory:")).connect();
  return async (filePath) => {
    const path = filePath.replaceAll("'", "''");
    try {
      const sniffed = await connection.runAndReadAll(`SELECT HasHeader FROM sniff_csv('${path}',
        strict_mode = false, ignore_errors = true, null_padding = true)`);
      const hasHeader = sniffed.getRows()[0]?.[0] === true;
      const read = await connection.runAndReadAll(`SELECT * FROM read_csv('${path}',
        strict_mode = false, ignore_errors = true, null_padding = true, all_varchar = true,
        header = ${hasHeader})`);
      const rows = read
        .getRows()
        .map((row) => row.map((cell) => (cell === null ? "" : String(cell))));
      const names = hasHeader ? read.columnNames() : null;
      return { names, rows, columns: read.columnCount };
    } catch (error) {
      return { names: null, rows: [], columns: 0, failure: String(error).split("\n")[0] };
    }
  };
}
