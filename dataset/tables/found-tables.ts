/** What is known of the tables of a file before their rows are read. */
import type { SampleRefusal } from "../base/refusal.ts";
import type { TablePart } from "./table-part.ts";

/** What a file or a sheet was found to be, before its rows are read. */
export type FoundPart = {
  path: string;
  byteSize: number;
  found:
    | {
        part: TablePart;
        format: string;
        names: readonly string[];
        /** Whether `names` stand in the file; those of a table without header say nothing. */
        named: boolean;
      }
    | { refusal: SampleRefusal; message: string };
};

/** A table with its parts, in the order in which they are read. */
export type TableGroup = {
  name: string;
  /** Of its only part, or of all, with `*` for what tells them apart. */
  path: string;
  format: string | null;
  columns: number | null;
  byteSize: number;
  parts: TablePart[];
  unread: { path: string; detail: string }[];
  /** Why none of it can be read; null where some part can. */
  refusal: SampleRefusal | null;
};

/** A table that is not named yet, with the paths of all its parts. */
export type UnnamedTable = Omit<TableGroup, "name" | "path"> & { paths: string[] };
