/** Files and record sets of a Croissant document for a dataset with several tables. Pure. */
import type { PackedColumn } from "../profile/table-pack.ts";
import type { DatasetTable } from "../profile/table-schemas.ts";
import { columnRecords, type RecordSource } from "./croissant-records.ts";

type JsonLd = Record<string, unknown>;

/** A table with its position, its columns if known, and the source of its records. */
export type TableContent = {
  table: DatasetTable;
  position: number;
  columns: readonly PackedColumn[] | null;
};

const fileId = (position: number): string => `files/${position}`;

/** Each table's file inside the archive, or the set of files of its parts. */
export function tableFiles(
  contents: readonly TableContent[],
  containerId: string,
  encodingFormat: (format: string | null) => string,
): JsonLd[] {
  return contents.map(({ table, position }) => {
    const id = fileId(position);
    const common = {
      "@id": id,
      name: id,
      description: table.name,
      containedIn: { "@id": containerId },
      encodingFormat: encodingFormat(table.format),
    };
    return table.parts > 1
      ? { "@type": "cr:FileSet", ...common, includes: table.path }
      : { "@type": "cr:FileObject", ...common, contentUrl: table.path };
  });
}

/** The source of a table's records: its own file, or the one file of all tables. */
export function sourceOfTable(
  { table, position }: TableContent,
  whole: RecordSource | null,
): RecordSource {
  if (whole !== null) return whole;
  const reference = { "@id": fileId(position) };
  return table.parts > 1 ? { fileSet: reference } : { fileObject: reference };
}

/** A record set for each table with known columns, except the default one. */
export function otherRecords(
  contents: readonly TableContent[],
  whole: RecordSource | null,
): JsonLd[] {
  return contents.flatMap((content) => {
    const { table, position, columns } = content;
    if (table.is_default || columns === null) return [];
    const named = { id: `tables/${position}`, name: table.name, rows: table.rows ?? 0 };
    return [columnRecords(named, table.format ?? "", columns, sourceOfTable(content, whole))];
  });
}
