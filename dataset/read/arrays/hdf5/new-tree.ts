/** The records of a tree of version 2, in order. */
import { Cursor, fault, type Hdf5File, nowhere } from "./cursor.ts";

export const nodeBytesMax = 1024 * 1024;

const depthMax = 16;
/** A node's signature, version, type and checksum. */
const headBytes = 10;

type Level = { childBytes: number; totalBytes: number };

export function readNewTree(of: Hdf5File, address: number): { type: number; records: Buffer[] } {
  const head = Cursor.in(of, address, 22 + of.offsetBytes + of.lengthBytes).expect("BTHD");
  const type = head.skip(1).number(1);
  const nodeBytes = head.number(4);
  const recordBytes = head.number(2);
  const depth = head.number(2);
  const root = head.skip(2).offset();
  const rootCount = head.number(2);
  if (nodeBytes > nodeBytesMax || nodeBytes <= headBytes || recordBytes === 0) throw fault();
  if (depth > depthMax) throw fault();
  const records: Buffer[] = [];
  if (root === nowhere) return { type, records };
  const levels = levelsOf(of, { nodeBytes, recordBytes, depth });
  const walk = (at: number, count: number, level: number): void => {
    const node = Cursor.in(of, at, nodeBytes)
      .expect(level === 0 ? "BTLF" : "BTIN")
      .skip(2);
    const own = Array.from({ length: count }, () => node.take(recordBytes));
    if (level === 0) {
      records.push(...own);
      return;
    }
    const { childBytes, totalBytes } = levels[level] as Level;
    for (let i = 0; i <= count; i++) {
      const child = node.offset();
      const childCount = node.number(childBytes);
      node.skip(totalBytes);
      walk(child, childCount, level - 1);
      const record = own[i];
      if (record !== undefined) records.push(record);
    }
  };
  walk(root, rootCount, depth);
  return { type, records };
}

/** The sizes of the counts with the addresses of children, by level from the leaves. */
function levelsOf(
  of: Hdf5File,
  tree: { nodeBytes: number; recordBytes: number; depth: number },
): Level[] {
  const { nodeBytes, recordBytes, depth } = tree;
  let total = Math.floor((nodeBytes - headBytes) / recordBytes);
  const childBytes = bytesFor(total);
  const levels: Level[] = [{ childBytes, totalBytes: 0 }];
  for (let level = 1; level <= depth; level++) {
    const totalBytes = level === 1 ? 0 : bytesFor(total);
    const pointerBytes = of.offsetBytes + childBytes + totalBytes;
    const most = Math.floor((nodeBytes - headBytes - pointerBytes) / (recordBytes + pointerBytes));
    total = (most + 1) * total + most;
    levels.push({ childBytes, totalBytes });
  }
  return levels;
}

/** The bytes of a number up to `max`. */
function bytesFor(max: number): number {
  return Math.floor(Math.log2(Math.max(1, max)) / 8) + 1;
}
