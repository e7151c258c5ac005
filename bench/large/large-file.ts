/**
 * Files of any size that never exist as a whole. Their bytes are generated on demand, so that a
 * restarted client continues the same file and a download can be compared with it.
 */
import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DuckDBInstance } from "@duckdb/node-api";
import {
  readThrift,
  type ThriftFields,
  type ThriftList,
  type ThriftNode,
  writeThrift,
} from "../../dataset/read/parquet/thrift-tree.ts";

export type LargeFormat = "csv" | "parquet";

export type LargeFile = {
  format: LargeFormat;
  byteSize: number;
  rows: number;
  /** The bytes from `start`, at most `length` of them. */
  read(start: number, length: number): Uint8Array<ArrayBuffer>;
};

export const openLargeFile = (format: LargeFormat, bytes: number): Promise<LargeFile> =>
  format === "csv" ? Promise.resolve(wideCsv(bytes)) : sparseParquet(bytes);

const noteBytes = 8192;
const words = Buffer.from(
  "a reading that was taken by the tide gauge of the harbour, ".repeat(200),
);

/** A row's values, which depend only on its number and have a fixed length as text. */
export const largeRow = (row: number) => ({
  id: row + 1_000_000_000,
  station: `s${String(row % 97).padStart(2, "0")}`,
  level: (((row * 7919) % 10_007) + 10_000) / 100,
});

/**
 * Rows of equal length, so that an offset determines its row. The long notes are cheap to parse.
 */
function wideCsv(bytes: number): LargeFile {
  const rowOf = (row: number) => {
    const { id, station, level } = largeRow(row);
    const shift = row % 59;
    return Buffer.concat([
      Buffer.from(`${id},${station},${level.toFixed(2)},"`),
      words.subarray(shift, shift + noteBytes),
      Buffer.from('"\n'),
    ]);
  };
  const header = Buffer.from("id,station,level,note\n");
  const rowBytes = rowOf(0).length;
  const rows = Math.max(1, Math.floor((bytes - header.length) / rowBytes));
  const byteSize = header.length + rows * rowBytes;
  return {
    ...{ format: "csv", byteSize, rows },
    read(start, length) {
      const end = Math.min(byteSize, start + length);
      const into = Buffer.alloc(end - start);
      if (start < header.length) header.copy(into, 0, start);
      const first = Math.max(0, Math.floor((start - header.length) / rowBytes));
      for (let row = first; row < rows; row += 1) {
        const at = header.length + row * rowBytes;
        if (at >= end) break;
        rowOf(row).copy(into, Math.max(0, at - start), Math.max(0, start - at));
      }
      return into;
    },
  };
}

/** The zeros between the columns, shared by all reads. */
const hole = new Uint8Array(16 * 2 ** 20);
const holeMd5s = new Map<number, string>();

/** In base64. Caches the hash of equal blocks of zeros. */
export function md5Of(bytes: Uint8Array): string {
  const isHole = bytes.buffer === hole.buffer;
  const known = isHole ? holeMd5s.get(bytes.length) : undefined;
  const md5 = known ?? createHash("md5").update(bytes).digest("base64");
  if (isHole) holeMd5s.set(bytes.length, md5);
  return md5;
}

const groupRows = 2_100_000;
const groups = 2;

/**
 * A small table whose columns lie far apart, with zeros in between; Parquet records where each
 * column begins. Its row groups are larger than those of a Parquet copy, so that the service makes
 * a copy.
 */
async function sparseParquet(bytes: number): Promise<LargeFile> {
  const rows = groups * groupRows;
  const pieces = spread(await smallParquet(rows), bytes);
  const last = pieces.at(-1);
  if (last === undefined) throw new Error("no pieces");
  const byteSize = last.at + last.bytes.length;
  return {
    ...{ format: "parquet", byteSize, rows },
    read(start, length) {
      const end = Math.min(byteSize, start + length);
      const here = pieces.filter(({ at, bytes: piece }) => at < end && at + piece.length > start);
      if (here.length === 0 && end - start <= hole.length) return hole.subarray(0, end - start);
      const into = Buffer.alloc(end - start);
      for (const { at, bytes: piece } of here) {
        piece.copy(into, Math.max(0, at - start), Math.max(0, start - at));
      }
      return into;
    },
  };
}

/** Always produces the same bytes: one thread writes values that depend only on the row number. */
async function smallParquet(rows: number): Promise<Buffer> {
  const folder = mkdtempSync(join(tmpdir(), "sparse-parquet-"));
  try {
    const path = join(folder, "small.parquet");
    const instance = await DuckDBInstance.create(":memory:", { threads: "1" });
    const connection = await instance.connect();
    await connection.run(
      `COPY (SELECT i + 1000000000 AS id, 's' || lpad((i % 97)::VARCHAR, 2, '0') AS station,
        round((i * 7919 % 10007 + 10000) / 100.0, 2) AS level FROM range(${rows}) AS t(i))
      TO '${path}' (FORMAT parquet, COMPRESSION zstd, ROW_GROUP_SIZE ${groupRows})`,
    );
    connection.closeSync();
    instance.closeSync();
    return readFileSync(path);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

type Piece = { at: number; bytes: Buffer };

/** Moves the columns of all row groups apart, until the file has the wanted size. */
function spread(file: Buffer, bytes: number): Piece[] {
  const footerBytes = file.readUInt32LE(file.length - 8);
  const footer = readThrift(file.subarray(file.length - 8 - footerBytes, file.length - 8));
  const chunks = listOf(footer, 4).flatMap((group) =>
    listOf(group, 1).map((chunk) => ({ chunk, meta: fieldsOf(chunk, 3) })),
  );
  const room = Math.max(0, bytes - file.length);
  const gap = Math.floor(room / chunks.length);
  const pieces: Piece[] = [{ at: 0, bytes: file.subarray(0, 4) }];
  let shift = 0;
  for (const { chunk, meta } of chunks) {
    shift += gap;
    const dictionary = numberOf(meta, 11);
    const start = dictionary === null ? (numberOf(meta, 9) ?? 0) : dictionary;
    const length = numberOf(meta, 7) ?? 0;
    pieces.push({ at: start + shift, bytes: file.subarray(start, start + length) });
    for (const id of [9, 11]) move(meta, id, shift);
    move(chunk, 2, shift);
    // Drops the references to Bloom filters and indexes, which are not moved and not needed.
    for (const id of [14, 15]) meta.delete(id);
    for (const id of [4, 5, 6, 7]) chunk.delete(id);
  }
  for (const group of listOf(footer, 4)) group.delete(5);
  const written = writeThrift(footer);
  const tail = Buffer.alloc(8, "\0\0\0\0PAR1");
  tail.writeUInt32LE(written.length);
  const end = Buffer.concat([written, tail]);
  const behind = pieces.at(-1);
  const at = Math.max(bytes - end.length, (behind?.at ?? 0) + (behind?.bytes.length ?? 0));
  return [...pieces, { at, bytes: end }];
}

function nodeOf(fields: ThriftFields, id: number): ThriftNode {
  const field = fields.get(id);
  if (field === undefined) throw new Error(`the footer has no field ${id}`);
  return field.value;
}

const fieldsOf = (fields: ThriftFields, id: number) => nodeOf(fields, id) as ThriftFields;
const listOf = (fields: ThriftFields, id: number) =>
  (nodeOf(fields, id) as ThriftList).items as ThriftFields[];

function numberOf(fields: ThriftFields, id: number): number | null {
  const value = fields.get(id)?.value;
  return value === undefined ? null : Number(value);
}

function move(fields: ThriftFields, id: number, by: number): void {
  const field = fields.get(id);
  if (field === undefined || Number(field.value) === 0) return;
  fields.set(id, { ...field, value: (field.value as bigint) + BigInt(by) });
}
