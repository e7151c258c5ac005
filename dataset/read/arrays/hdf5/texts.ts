/** Texts of any length, which HDF5 keeps apart from a dataset in collections ("global heap"). */

import type { DatasetLimits } from "../../../base/limits.ts";
import { limitRefusal } from "../../../base/limits.ts";
import type { OpenFile } from "../../../base/open-file.ts";
import { Cursor, fault, format, type Hdf5File } from "./cursor.ts";

const rowsPerBlock = 4096;
const collectionsHeld = 64;
/** Memory of a text in addition to its characters. */
const textOverheadBytes = 16;

type Collection = ReadonlyMap<number, Buffer>;

/** The texts of all rows, whose references lie in `from` one after the other; null for none. */
export function readTexts(
  of: Hdf5File,
  from: { file: OpenFile; start: number; rows: number },
  limits: DatasetLimits,
): (string | null)[] {
  const bytesMax = limits.wholeFileBytesMax;
  // Each collection may be read again after others.
  const source = { ...of, bytesLeft: Math.max(bytesMax, of.file.byteSize) * 4 };
  const held = new Map<number, Collection>();
  const referenceBytes = 8 + of.offsetBytes;
  const texts: (string | null)[] = [];
  let bytes = 0;
  for (let row = 0; row < from.rows; row += rowsPerBlock) {
    const count = Math.min(rowsPerBlock, from.rows - row);
    const block = Buffer.alloc(count * referenceBytes);
    from.file.readSync(block, 0, block.length, from.start + row * referenceBytes);
    const cursor = new Cursor(of, block);
    for (let i = 0; i < count; i++) {
      const length = cursor.number(4);
      const address = cursor.offset();
      const index = cursor.number(4);
      const text = length === 0 ? null : textAt(source, held, { address, index, length });
      texts.push(text);
      bytes += (text?.length ?? 0) * 2 + textOverheadBytes;
      if (bytes > bytesMax) throw limitRefusal(limits, "wholeFileBytesMax", null, format);
    }
  }
  return texts;
}

function textAt(
  of: Hdf5File,
  held: Map<number, Collection>,
  { address, index, length }: { address: number; index: number; length: number },
): string | null {
  let collection = held.get(address);
  if (collection === undefined) {
    collection = readCollection(of, address);
    if (held.size >= collectionsHeld) held.clear();
    held.set(address, collection);
  }
  const object = collection.get(index);
  if (object === undefined) throw fault();
  return object.toString("utf8", 0, length).replace(/\0.*$/s, "") || null;
}

function readCollection(of: Hdf5File, address: number): Collection {
  const headBytes = 8 + of.lengthBytes;
  const head = Cursor.in(of, address, headBytes).expect("GCOL");
  const bytes = head.skip(4).length();
  const cursor = Cursor.in(of, address + headBytes, bytes - headBytes);
  const objects = new Map<number, Buffer>();
  while (cursor.at + headBytes <= cursor.bytes.length) {
    const index = cursor.number(2);
    const length = cursor.skip(6).length();
    // Free space is at the end.
    if (index === 0) break;
    objects.set(index, cursor.take(length));
    cursor.skip(Math.min((8 - (length % 8)) % 8, cursor.bytes.length - cursor.at));
  }
  return objects;
}
