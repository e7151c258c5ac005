/** Reads the parts of a table, and reads them again in another way if the contents require it. */
import { ColumnRouteError } from "../base/column-routes.ts";
import type { ProfileInput } from "../base/input.ts";
import { DatasetRefusal } from "../base/refusal.ts";
import type { TableSource } from "../base/table.ts";
import { NotUtf8Error } from "../read/utf8-reader.ts";
import { PartFault, PartsSource } from "./parts-source.ts";
import type { TablePart } from "./table-part.ts";

/**
 * Most attempts. Each one finds at least one more column or part that cannot be read as attempted.
 */
const readingsMax = 12;

/** A part that was left out of its table, with the reason. */
export type UnreadPart = { path: string; detail: string };

type PartsReading<T> = { read: T; left: readonly TablePart[]; unread: UnreadPart[] };

/**
 * Calls `readOnce` until it succeeds. An unreadable part is left out if there are others. Throws
 * `DatasetRefusal` if nothing can be read.
 */
export async function readParts<T>(
  parts: readonly TablePart[],
  readOnce: (left: readonly TablePart[]) => Promise<T>,
): Promise<PartsReading<T>> {
  let left = [...parts];
  const unread: UnreadPart[] = [];
  for (let readings = 1; ; readings++) {
    try {
      return { read: await readOnce(left), left, unread };
    } catch (error) {
      if (readings >= readingsMax + parts.length) throw tooManyFaults(error);
      const lost = learn(left, error);
      if (!lost) continue;
      left = left.filter((part) => part !== lost.part);
      unread.push({ path: lost.part.path, detail: lost.refusal.message });
    }
  }
}

/** Changes how the next attempt reads; returns the part to leave out, if one must be. */
function learn(
  parts: readonly TablePart[],
  error: unknown,
): { part: TablePart; refusal: DatasetRefusal } | null {
  const [only] = parts;
  const part = error instanceof PartFault ? error.part : only;
  if (!part) throw error;
  const cause = error instanceof PartFault ? error.cause : error;
  try {
    part.learn(cause);
    return null;
  } catch (fault) {
    if (parts.length === 1 || !(fault instanceof DatasetRefusal)) throw fault;
    return { part, refusal: fault };
  }
}

function tooManyFaults(error: unknown): unknown {
  const cause = error instanceof PartFault ? error.cause : error;
  if (cause instanceof ColumnRouteError) {
    const detail = "The data is damaged in too many of its columns.";
    return new DatasetRefusal("malformed_file", detail, "parquet", cause.cause);
  }
  if (!(cause instanceof NotUtf8Error)) return cause;
  return new DatasetRefusal("encoding_unsupported", "The text is in too many encodings.");
}

/** Opens the parts as one table. Throws errors that ask for another attempt. */
export async function openParts(
  parts: readonly TablePart[],
  input: ProfileInput,
): Promise<TableSource> {
  const [first] = parts;
  if (!first) throw new DatasetRefusal("no_data_rows", "No part of the table could be read.");
  if (parts.length === 1) return await first.open(input);
  try {
    return new PartsSource(parts, await first.open(input), input);
  } catch (error) {
    throw new PartFault(first, error);
  }
}
