/** Reads the parts of a table, and again, in another way, where what they hold asks for it. */
import { ColumnRouteError } from "../base/column-routes.ts";
import type { ProfileInput } from "../base/input.ts";
import { DatasetRefusal } from "../base/refusal.ts";
import type { TableSource } from "../base/table.ts";
import { NotUtf8Error } from "../read/utf8-reader.ts";
import { PartFault, PartsSource } from "./parts-source.ts";
import type { TablePart } from "./table-part.ts";

/** Each reading finds at least one more column, or part, that cannot be read as it was tried. */
const readingsMax = 12;

/** A part that was left out of its table, with what was found. */
export type UnreadPart = { path: string; detail: string };

type PartsReading<T> = { read: T; left: readonly TablePart[]; unread: UnreadPart[] };

/**
 * Reads with `readOnce` until it comes through. A part that cannot be read costs that part where there
 * are others. Throws `DatasetRefusal` where nothing can be read.
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

/** Makes the next reading another one; the part that has to be left out of it, if one has to. */
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
    const detail = "The data is broken in too many of its columns.";
    return new DatasetRefusal("malformed_file", detail, "parquet", cause.cause);
  }
  if (!(cause instanceof NotUtf8Error)) return cause;
  return new DatasetRefusal("encoding_unsupported", "The text is in too many encodings.");
}

/** The parts as one table. Throws what a reading is tried again for. */
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
