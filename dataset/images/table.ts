import pl from "nodejs-polars";
import type { ProfileAlert } from "../../market/profile/schemas.ts";
import {
  frameColumn,
  pickRowsOf,
  type RawKind,
  type TableChunk,
  type TableFacts,
  type TableSource,
} from "../base/table.ts";
import type { ArchiveEntry } from "../open/archive/entries.ts";
import type { Picture } from "./header.ts";

export type NamedPicture = Picture & { name: string };

export type ArchivePicture = NamedPicture & { entry: ArchiveEntry };

const columnNames = ["name", "width", "height", "format", "bytes"] as const;
const columnKinds: readonly RawKind[] = ["string", "integer", "integer", "string", "integer"];

/** An archive's images as a table: one row per image. */
export class PictureTable implements TableSource {
  readonly format: string;
  readonly encoding = null;
  readonly delimiter = null;
  readonly names: readonly string[] = columnNames;
  readonly #pictures: readonly NamedPicture[];
  readonly #alerts: ProfileAlert[];

  constructor(format: string, pictures: readonly NamedPicture[], alerts: ProfileAlert[]) {
    this.format = format;
    this.#pictures = pictures;
    this.#alerts = alerts;
  }

  async *chunks(): AsyncGenerator<TableChunk> {
    const columns = columnNames.map((name) => this.#pictures.map((picture) => picture[name]));
    const series = columns.map((values, index) =>
      pl.Series(frameColumn(index), values, columnKinds[index] === "string" ? pl.Utf8 : pl.Int64),
    );
    yield {
      frame: pl.DataFrame(series),
      rows: this.#pictures.length,
      kinds: columnKinds,
      pick: (offsets) => pickRowsOf(columns, offsets),
      bytesDone: 0,
    };
  }

  facts(): TableFacts {
    return {
      raggedRows: 0,
      badlyNamedColumns: new Set(),
      mixes: new Map(),
      alerts: this.#alerts,
    };
  }
}
