/** Reads a JSON document that holds its table in another form than an array of records. */
import { readFileSync } from "node:fs";
import iconv from "iconv-lite";
import type { DatasetLimits } from "../../base/limits.ts";
import { DatasetRefusal } from "../../base/refusal.ts";
import type { TableChunk, TableFacts, TableSource } from "../../base/table.ts";
import type { TextEncoding } from "../../open/encoding.ts";
import { requireUtf8 } from "../utf8-reader.ts";
import { JsonColumns } from "./columns.ts";
import { type DocumentTable, findTable } from "./find-table.ts";
import { noTable } from "./layout.ts";
import { holdsBigIntegers, parseJson } from "./parse.ts";
import { checkDepth } from "./scan.ts";
import { unreadMembers } from "./unread-members.ts";

/** Parses a whole document and finds its table. Throws `DatasetRefusal` where there is none. */
export function openDocument(
  filePath: string,
  encoding: TextEncoding,
  limits: DatasetLimits,
): DocumentSource {
  const bytes = readFileSync(filePath).subarray(encoding.bomBytes);
  requireUtf8(encoding, bytes);
  checkDepth(bytes, limits);
  const text = iconv.decode(bytes, encoding.name);
  let document: unknown;
  try {
    document = parseJson(text, holdsBigIntegers(text));
  } catch {
    throw new DatasetRefusal("malformed_file", "The JSON object is not valid JSON.", "json");
  }
  const table = findTable(document);
  if (!table) throw noTable();
  return new DocumentSource(table, encoding, limits, bytes.length);
}

class DocumentSource implements TableSource {
  readonly format = "json";
  readonly encoding: string;
  readonly delimiter = null;
  readonly #table: DocumentTable;
  readonly #byteSize: number;
  readonly #columns: JsonColumns;

  constructor(
    table: DocumentTable,
    encoding: TextEncoding,
    limits: DatasetLimits,
    byteSize: number,
  ) {
    this.encoding = encoding.name;
    this.#table = table;
    this.#byteSize = byteSize;
    this.#columns = new JsonColumns("values", limits, "json");
  }

  get names(): readonly string[] {
    return this.#columns.names;
  }

  async *chunks(): AsyncGenerator<TableChunk> {
    this.#columns.restart();
    for (const record of this.#table.records) {
      this.#columns.add(record);
      if (this.#columns.full) yield this.#columns.take(this.#byteSize);
    }
    if (!this.#columns.empty) yield this.#columns.take(this.#byteSize);
  }

  facts(): TableFacts {
    const mixes = this.#columns.mixes();
    const alerts = unreadMembers(this.#table.path, this.#table.unread);
    return { raggedRows: 0, badlyNamedColumns: new Set(), mixes, alerts };
  }
}
