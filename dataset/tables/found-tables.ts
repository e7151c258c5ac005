import type { SampleRefusal } from "../base/refusal.ts";
import type { TablePart } from "./table-part.ts";

/** A file or sheet as detected, before its rows are read. */
export type FoundPart = {
  path: string;
  byteSize: number;
  found:
    | {
        part: TablePart;
        format: string;
        names: readonly string[];
        /**
         * Whether `names` come from the file; generated names of a table without a header mean
         * nothing.
         */
        named: boolean;
      }
    | { refusal: SampleRefusal; message: string };
};

/** A table with its parts in reading order. */
export type TableGroup = {
  name: string;
  /** The path of its only part; for several parts the common path with `*` for the differences. */
  path: string;
  format: string | null;
  columns: number | null;
  byteSize: number;
  parts: TablePart[];
  unread: { path: string; detail: string }[];
  /** Why no part can be read; null if some part can. */
  refusal: SampleRefusal | null;
};

/** A table before it is named, with the paths of all its parts. */
export type UnnamedTable = Omit<TableGroup, "name" | "path"> & { paths: string[] };
