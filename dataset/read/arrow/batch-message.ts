/** Rewrites a batch's metadata without the columns that are not read. */
import { FlatTable } from "./flat-table.ts";
import type { BufferCounts, ColumnPlan } from "./readable-columns.ts";
import { Front } from "./schema-message.ts";

const MESSAGE = { version: 0, kind: 1, header: 2, bodyBytes: 3 } as const;
const BATCH = { rows: 0, nodes: 1, buffers: 2, compression: 3, views: 4 } as const;

const structBytes = 16;
const countBytes = 8;

/** The bytes of the items for kept columns; null if the list is too short. */
function keptItems(
  batch: FlatTable,
  index: number,
  itemBytes: number,
  taken: readonly { count: number; kept: boolean }[],
): Buffer | null {
  const { length, start } = batch.vector(index);
  const pieces: Buffer[] = [];
  let at = 0;
  for (const { count, kept } of taken) {
    if (at + count > length) return null;
    if (kept) {
      pieces.push(batch.bytes.subarray(start + at * itemBytes, start + (at + count) * itemBytes));
    }
    at += count;
  }
  return at === length ? Buffer.concat(pieces) : null;
}

/** Number of buffers with texts for each view column, from the batch's own list. */
function viewBuffers(batch: FlatTable, parts: readonly BufferCounts[]): number[] | null {
  const { length, start } = batch.vector(BATCH.views);
  let at = 0;
  const sums: number[] = [];
  for (const { views } of parts) {
    if (at + views > length) return null;
    let sum = 0;
    for (let i = 0; i < views; i++) {
      sum += Number(batch.bytes.readBigInt64LE(start + (at + i) * countBytes));
    }
    if (!Number.isSafeInteger(sum) || sum < 0) return null;
    sums.push(sum);
    at += views;
  }
  return sums;
}

/** Writes a vector of numbers or structs with its length; each item is aligned to eight bytes. */
function listOf(front: Front, items: Buffer, itemBytes: number): number {
  const head = Buffer.alloc(8);
  head.writeUInt32LE(items.length / itemBytes, 4);
  return front.append(Buffer.concat([head, items])) + 4;
}

/**
 * A batch's metadata with only the kept columns, for the same body; null if its lists do not match
 * the schema.
 */
export function keptBatch(metadata: Buffer, plan: ColumnPlan): Buffer | null {
  const old = new FlatTable(metadata, metadata.readUInt32LE(0));
  const batch = old.table(MESSAGE.header);
  if (!batch) return null;
  const versionAt = old.field(MESSAGE.version);
  const version = versionAt === 0 ? 0 : metadata.readUInt16LE(versionAt);
  const parts = plan.partsOf(version);
  const inViews = viewBuffers(batch, parts);
  if (!inViews) return null;
  const take = (countOf: (part: BufferCounts, i: number) => number) =>
    parts.map((part, i) => ({ count: countOf(part, i), kept: plan.kept[i] === true }));
  const nodes = keptItems(
    batch,
    BATCH.nodes,
    structBytes,
    take((part) => part.nodes),
  );
  const buffers = keptItems(
    batch,
    BATCH.buffers,
    structBytes,
    take((part, i) => part.buffers + (inViews[i] ?? 0)),
  );
  const views = keptItems(
    batch,
    BATCH.views,
    countBytes,
    take((part) => part.views),
  );
  if (!nodes || !buffers || !views) return null;
  const front = new Front();
  const root = front.append(Buffer.alloc(4));
  const message = front.table([
    { index: MESSAGE.version, width: 2, value: version },
    { index: MESSAGE.kind, width: 1, value: old.byte(MESSAGE.kind) },
    { index: MESSAGE.header, ref: null },
    { index: MESSAGE.bodyBytes, width: 8, value: Number(old.long(MESSAGE.bodyBytes)) },
  ]);
  front.point(root, { fresh: message });
  const compression = batch.target(BATCH.compression);
  const table = front.table([
    { index: BATCH.rows, width: 8, value: Number(batch.long(BATCH.rows)) },
    { index: BATCH.nodes, ref: null },
    { index: BATCH.buffers, ref: null },
    { index: BATCH.views, ref: null },
    ...(compression === 0 ? [] : [{ index: BATCH.compression, ref: { old: compression } }]),
  ]);
  front.point(message + 8 + 2 * 8, { fresh: table });
  front.point(table + 8 + 1 * 8, { fresh: listOf(front, nodes, structBytes) });
  front.point(table + 8 + 2 * 8, { fresh: listOf(front, buffers, structBytes) });
  front.point(table + 8 + 3 * 8, { fresh: listOf(front, views, countBytes) });
  return front.finish(metadata);
}
