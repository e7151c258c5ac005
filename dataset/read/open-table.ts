/** The reader for each format; add a new format here. */
import type { DiskFile, ProfileInput } from "../base/input.ts";
import type { TableSource } from "../base/table.ts";
import { formatOfHint } from "../open/hints.ts";
import type { FileTable } from "../open/unpack.ts";
import { ArrowSource } from "./arrow/source.ts";
import { AvroSource } from "./avro/source.ts";
import { DelimitedSource } from "./delimited/source.ts";
import { findJsonLayout } from "./json/layout.ts";
import { JsonSource } from "./json/source.ts";
import { ParquetSource } from "./parquet/source.ts";
import { TextSource } from "./text/source.ts";

/**
 * Opens a table in its detected format. `xlsx/source.ts` opens the sheets of a workbook. Throws
 * `DatasetRefusal` if it holds no table.
 */
export async function openTable(
  detected: FileTable,
  file: DiskFile,
  input: ProfileInput,
): Promise<TableSource> {
  const { filePath, byteSize } = file;
  const { limits } = input;
  switch (detected.kind) {
    case "delimited":
      return new DelimitedSource({ filePath, byteSize, limits, ...detected });
    case "json": {
      const { encoding, head } = detected;
      const lines = formatOfHint(input.formatHint) === "jsonl";
      const found = findJsonLayout(filePath, encoding, head, lines, limits);
      const { workDir } = input;
      return new JsonSource({ filePath, byteSize, workDir, encoding, limits, ...found });
    }
    case "parquet":
      return new ParquetSource(file, input, detected.routes);
    case "arrow":
      return new ArrowSource(file, detected.layout, limits);
    case "avro":
      return new AvroSource(file, limits);
    case "text":
      return new TextSource({ filePath, byteSize, limits, ...detected });
  }
}
