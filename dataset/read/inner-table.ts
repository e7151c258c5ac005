/** What the reader of a file that may hold several tables returns. */
import type { ProfileAlert } from "../../market/profile/schemas.ts";
import type { DiskFile } from "../base/input.ts";
import type { DatasetLimits } from "../base/limits.ts";
import type { DatasetRefusal } from "../base/refusal.ts";
import type { TableSource } from "../base/table.ts";
import type { UnpackBudget } from "../open/unpacked-size.ts";

/** A table in a file: readable, or refused with the reason. */
export type InnerTable = { name: string; byteSize: number } & (
  | { open(limits: DatasetLimits): TableSource; named: boolean }
  | { refusal: DatasetRefusal }
);

/** Text next to the tables; `truncated` if there is more of it. */
export type InnerNote = { name: string; text: string; truncated: boolean };

/** The tables of a file in its own order. */
export type InnerTables = {
  format: string;
  tables: InnerTable[];
  notes: InnerNote[];
  alerts: ProfileAlert[];
};

/** Reads the tables' names. What must be unpacked goes into files that begin with `target`. */
export type OpenInner = (
  file: DiskFile,
  target: string,
  budget: UnpackBudget,
  onShare: (share: number) => void,
) => Promise<InnerTables>;
