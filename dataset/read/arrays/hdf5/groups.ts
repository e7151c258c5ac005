/** The members of a HDF5 group, in each of the ways in which they are stored. */
import { Cursor, fault, type Hdf5File, nowhere } from "./cursor.ts";
import { type Message, messageTypes } from "./messages.ts";
import { nodeBytesMax, readNewTree } from "./new-tree.ts";

export type Link = { name: string; address: number };

/** Hard links only: others lead to other files, or to members that have been seen. */
export function linksOf(of: Hdf5File, messages: readonly Message[]): Link[] {
  return messages.flatMap(({ type, body }): Link[] => {
    if (type === messageTypes.symbolTable) return oldLinks(of, body.offset(), body.offset());
    if (type === messageTypes.link) return linkIn(body) ?? [];
    return type === messageTypes.linkInfo ? manyLinks(of, body) : [];
  });
}

function linkIn(body: Cursor): Link[] | null {
  const flags = body.skip(1).number(1);
  const kind = flags & 8 ? body.number(1) : 0;
  if (flags & 4) body.skip(8);
  if (flags & 0x10) body.skip(1);
  const name = body.take(body.number(1 << (flags & 3))).toString("utf8");
  return kind === 0 ? [{ name, address: body.offset() }] : null;
}

const treeDepthMax = 32;

function oldLinks(of: Hdf5File, tree: number, heapAddress: number): Link[] {
  const heap = Cursor.in(of, heapAddress, 8 + 2 * of.lengthBytes + of.offsetBytes).expect("HEAP");
  const bytes = heap.skip(4).length();
  heap.length();
  const names = Cursor.in(of, heap.offset(), bytes);
  return treeLeaves(of, tree, of.lengthBytes, 0).flatMap((node) => {
    const head = Cursor.in(of, node, 8).expect("SNOD");
    const count = head.skip(2).number(2);
    const entryBytes = 2 * of.offsetBytes + 24;
    const entries = Cursor.in(of, node + 8, count * entryBytes);
    return Array.from({ length: count }, () => {
      names.at = entries.offset();
      const address = entries.offset();
      entries.skip(24);
      return { name: names.text(), address };
    });
  });
}

/** The children of a tree's leaves (version 1), whose keys have this size. */
function treeLeaves(of: Hdf5File, address: number, keyBytes: number, depth: number): number[] {
  return readTree(of, address, keyBytes, depth).map(({ child }) => child);
}

/** The leaves' keys and children of a tree of version 1. */
export function readTree(
  of: Hdf5File,
  address: number,
  keyBytes: number,
  depth: number,
): { key: Cursor; child: number }[] {
  if (address === nowhere) return [];
  if (depth > treeDepthMax) throw fault();
  const headBytes = 8 + 2 * of.offsetBytes;
  const head = Cursor.in(of, address, headBytes).expect("TREE");
  const level = head.skip(1).number(1);
  const count = head.number(2);
  const body = Cursor.in(of, address + headBytes, count * (keyBytes + of.offsetBytes));
  const entries = Array.from({ length: count }, () => {
    return { key: new Cursor(of, body.take(keyBytes)), child: body.offset() };
  });
  if (level === 0) return entries;
  return entries.flatMap(({ child }) => readTree(of, child, keyBytes, depth + 1));
}

/** Links in a heap, whose places a tree of version 2 lists by name. */
function manyLinks(of: Hdf5File, body: Cursor): Link[] {
  const flags = body.skip(1).number(1);
  if (flags & 1) body.skip(8);
  const heapAddress = body.offset();
  const tree = body.offset();
  if (heapAddress === nowhere || tree === nowhere) return [];
  const heap = new Heap(of, heapAddress);
  return idsOf(of, tree, heap.idBytes).flatMap((id) => linkIn(heap.object(id)) ?? []);
}

/** The heap's ids in a tree of links by name. */
function idsOf(of: Hdf5File, address: number, idBytes: number): Buffer[] {
  const { type, records } = readNewTree(of, address);
  if (type !== linksByName) return [];
  return records.map((record) => {
    if (record.length !== 4 + idBytes) throw fault();
    return record.subarray(4);
  });
}

const linksByName = 5;

const directBlocksMax = 10_000;

/** A fractal heap without filters and huge objects, as links have it. */
class Heap {
  readonly idBytes: number;
  readonly #of: Hdf5File;
  readonly #placeBytes: number;
  readonly #lengthBytes: number;
  /** Direct blocks by the place of their first byte in the heap. */
  readonly #blocks: { from: number; bytes: number; address: number }[] = [];

  constructor(of: Hdf5File, address: number) {
    this.#of = of;
    const { offsetBytes, lengthBytes } = of;
    const head = Cursor.in(of, address, 22 + 12 * lengthBytes + 3 * offsetBytes).expect("FRHP");
    this.idBytes = head.skip(1).number(2);
    if (head.number(2) !== 0) throw fault();
    const objectBytesMax = head.skip(1).number(4);
    head.skip(10 * lengthBytes + 2 * offsetBytes);
    const width = head.number(2);
    const startBytes = head.length();
    const directMax = head.length();
    const sizeBits = head.number(2);
    head.skip(2);
    const root = head.offset();
    const rows = head.number(2);
    if (width === 0 || startBytes === 0 || directMax > nodeBytesMax * 64) throw fault();
    this.#placeBytes = Math.ceil(sizeBits / 8);
    this.#lengthBytes = Math.ceil(Math.log2(Math.min(directMax, objectBytesMax) + 1) / 8);
    if (root === nowhere) return;
    if (rows === 0) this.#blocks.push({ from: 0, bytes: startBytes, address: root });
    else this.#readIndirect(root, { rows, width, startBytes, directMax });
  }

  #readIndirect(
    address: number,
    shape: { rows: number; width: number; startBytes: number; directMax: number },
  ): void {
    const { rows, width, startBytes, directMax } = shape;
    const headBytes = 5 + this.#of.offsetBytes + this.#placeBytes;
    if (rows * width > directBlocksMax) throw fault();
    const bytes = headBytes + rows * width * this.#of.offsetBytes;
    const node = Cursor.in(this.#of, address, bytes)
      .expect("FHIB")
      .skip(headBytes - 4);
    let from = 0;
    for (let row = 0; row < rows; row++) {
      const blockBytes = startBytes * 2 ** Math.max(0, row - 1);
      for (let i = 0; i < width; i++, from += blockBytes) {
        const child = node.offset();
        if (child === nowhere) continue;
        // Larger blocks are indirect again; links hardly ever need them.
        if (blockBytes > directMax) throw fault("A group of the HDF5 file has too many members.");
        this.#blocks.push({ from, bytes: blockBytes, address: child });
      }
    }
  }

  object(id: Buffer): Cursor {
    const cursor = new Cursor(this.#of, id);
    if ((cursor.number(1) & 0x30) !== 0) throw fault();
    const place = cursor.number(this.#placeBytes);
    const length = cursor.number(this.#lengthBytes);
    const block = this.#blocks.find(({ from, bytes }) => place >= from && place < from + bytes);
    if (block === undefined) throw fault();
    return Cursor.in(this.#of, block.address + place - block.from, length);
  }
}
