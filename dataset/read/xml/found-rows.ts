/** Rows of an XML file, whose columns are known only after the whole file has been read. */
import type { DiskFile } from "../../base/input.ts";
import { type DatasetLimits, limitRefusal } from "../../base/limits.ts";
import { DatasetRefusal } from "../../base/refusal.ts";
import type { InnerTable } from "../inner-table.ts";
import { type RecordRow, RecordSource } from "../record-source.ts";
import { parseXmlFile, type XmlListener } from "./parse-xml.ts";

/** A row of a table, with its values by column. */
export type FoundRow = {
  table: string;
  values: ReadonlyMap<string, unknown>;
  geometry?: unknown;
  byteSize: number;
};

/** Receives a document's parts and collects the rows that they complete. */
export type RowListener = XmlListener & { rows: FoundRow[] };

type XmlTables = {
  format: string;
  limits: DatasetLimits;
  /** A new listener for a pass over the file. */
  listen(): RowListener;
  /** Whether it may be any XML: see `parseXmlFile`. */
  isDocument?: boolean;
  /** Whether the values are texts whose types the whole column decides. */
  isUntyped?: boolean;
  /** The column of the geometries, if rows have one. */
  geometryName?: string;
  onShare(share: number): void;
};

/** Reads the file once for the columns of its tables. Throws `DatasetRefusal`. */
export async function openXmlTables(file: DiskFile, of: XmlTables): Promise<InnerTable[]> {
  const { format, limits, geometryName } = of;
  const found = new Map<string, { names: Set<string>; byteSize: number }>();
  for await (const { row, share } of rowsOf(file, of)) {
    const table = found.get(row.table) ?? { names: new Set(), byteSize: 0 };
    found.set(row.table, table);
    table.byteSize += row.byteSize;
    for (const name of row.values.keys()) table.names.add(name);
    if (table.names.size > limits.columnsMax) {
      throw limitRefusal(limits, "columnsMax", null, format);
    }
    of.onShare(share);
  }
  if (found.size === 0) {
    throw new DatasetRefusal("no_data_rows", "The file has a structure but no rows.", format);
  }
  return [...found].map(([name, { names, byteSize }]): InnerTable => {
    const own = [...names];
    const all = geometryName === undefined ? own : [...own, geometryName];
    const open = (openLimits: DatasetLimits): RecordSource =>
      new RecordSource(
        {
          format,
          names: all,
          isUntyped: of.isUntyped ?? false,
          ...(geometryName === undefined ? {} : { geometryColumn: own.length }),
          rows: () => cellsOf(file, of, name, own),
        },
        openLimits,
      );
    return { name, byteSize, named: true, open };
  });
}

async function* cellsOf(
  file: DiskFile,
  of: XmlTables,
  table: string,
  names: readonly string[],
): AsyncGenerator<RecordRow> {
  for await (const { row } of rowsOf(file, of)) {
    if (row.table !== table) continue;
    const cells = names.map((name) => row.values.get(name) ?? null);
    yield { cells: [...cells, row.geometry ?? null], byteSize: row.byteSize };
  }
}

async function* rowsOf(
  file: DiskFile,
  { format, limits, listen, isDocument = false }: XmlTables,
): AsyncGenerator<{ row: FoundRow; share: number }> {
  const listener = listen();
  for await (const bytes of parseXmlFile(file, listener, { limits, format, isDocument })) {
    const share = Math.min(1, bytes / file.byteSize);
    for (const row of listener.rows.splice(0)) yield { row, share };
  }
  for (const row of listener.rows.splice(0)) yield { row, share: 1 };
}

/** A number as XML writes it; null for anything else. */
export function numberOf(text: string | undefined): number | null {
  const trimmed = text?.trim() ?? "";
  if (!/^[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?$/i.test(trimmed)) return null;
  return Number(trimmed);
}

const plainInteger = /^-?(0|[1-9]\d{0,14})$/;
const plainFraction = /^-?(0|[1-9]\d*)\.\d+$/;

/** A number where the text is exactly how one is written, so that codes such as `007` stay. */
export function valueOfText(text: string): unknown {
  const trimmed = text.trim();
  if (trimmed === "") return null;
  return plainInteger.test(trimmed) || plainFraction.test(trimmed) ? Number(trimmed) : trimmed;
}
