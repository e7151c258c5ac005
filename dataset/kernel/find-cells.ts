import { wordBytes } from "./arrays.ts";
import type { Kernel } from "./kernel.ts";

export type CellLayout = {
  /** The byte of the delimiter. */
  delimiter: number;
  isQuoting: boolean;
  hasComments: boolean;
  skipsEmptyRows: boolean;
  columns: number;
};

/**
 * Whether the cells may be read: the hashes equal Polars', and no later search has replaced the
 * cells.
 */
export function areAtHand({ kernel, generation }: FoundCells): boolean {
  return kernel.agrees && generation === kernel.generation;
}

/** Cells in the kernel's memory; valid until the next search. */
export type FoundCells = {
  kernel: Kernel;
  /** The kernel's generation at the search. */
  generation: number;
  /**
   * Whether another thread found them. It continues in the same memory, so this thread must
   * allocate nothing there.
   */
  isForeign: boolean;
  /** The address of the block. */
  block: number;
  rows: number;
  columns: number;
  /** Bytes of text that contain the cells. */
  textBytes: number;
  /** Address of the first column's cells, and the bytes from one column to the next. */
  cells: number;
  columnBytes: number;
};

/** Findings about a block's records. */
export type FoundRecords = FoundCells & {
  /** Bytes of the block that belong to whole records. */
  end: number;
  longestBytes: number;
  shortRows: number;
  longRows: number;
  surplusCells: number;
  lastIsShort: boolean;
  openQuote: boolean;
  hasQuotes: boolean;
};

const counted = 8;
const intoBytes = 256;
/** A vector may be read from the last byte on. */
export const slackBytes = 64;
/** Most memory for a block's cells. */
export const cellsBytesMax = 48 * 2 ** 20;

/**
 * Locates the records of `block[0, length)` except a last partial one. Null if there are too many
 * cells, or text that needs a careful reading.
 */
export function findCells(
  kernel: Kernel,
  block: Buffer,
  length: number,
  layout: CellLayout,
): FoundRecords | null {
  const { program } = kernel;
  const { columns } = layout;
  kernel.freeAll();
  if (!kernel.hasRoom(length + slackBytes)) return null;
  const at = kernel.take(length + slackBytes);
  kernel.bytes().set(block.subarray(0, length), at);
  // The partial record takes room, too.
  const lines = program.countLines(at, at + length) + 1;
  const columnBytes = lines * wordBytes;
  const cellsBytes = columnBytes * columns;
  if (cellsBytes > cellsBytesMax || !kernel.hasRoom(cellsBytes + length + intoBytes)) return null;
  const copies = layout.isQuoting ? kernel.take(length + slackBytes) : 0;
  const cells = kernel.take(cellsBytes);
  const into = kernel.take(intoBytes);
  const rows = program.findCells(
    at,
    at + length,
    layout.delimiter,
    Number(layout.isQuoting),
    Number(layout.hasComments),
    Number(layout.skipsEmptyRows),
    columns,
    lines,
    cells,
    copies,
    into,
  );
  if (rows < 0) return null;
  const [
    end = 0,
    longestBytes = 0,
    shortRows = 0,
    longRows = 0,
    surplusCells = 0,
    short,
    open,
    quotes,
  ] = kernel.countsAt(into, counted);
  return {
    kernel,
    generation: kernel.generation,
    isForeign: false,
    block: at,
    rows,
    columns,
    textBytes: end,
    cells,
    columnBytes,
    end,
    longestBytes,
    shortRows,
    longRows,
    surplusCells,
    lastIsShort: short === 1,
    openQuote: open === 1,
    hasQuotes: quotes === 1,
  };
}

/** Cells within this many bytes are decoded as one text and then sliced. */
const readTogetherBytes = 256 * 1024;

/** Returns a function that gives the first `many` texts of a column, without missing ones. */
export function firstTextsOf(found: FoundCells, many: number): (column: number) => string[] {
  const { kernel, rows, cells, columnBytes, block } = found;
  const bytes = kernel.bytes();
  const end = block + Math.min(found.textBytes, readTogetherBytes);
  const together = bytes.toString("utf8", block, end);
  // If each character is one byte, text and bytes have the same indexes.
  const readTo = together.length === end - block ? end : 0;
  return (column) => {
    const words = kernel.countsAt(cells + column * columnBytes, rows * 2);
    const texts: string[] = [];
    for (let at = 0; at < words.length && texts.length < many; at += 2) {
      const from = words[at] as number;
      const length = words[at + 1] as number;
      if (from === 0) continue;
      const isRead = from >= block && from + length <= readTo;
      const text = isRead
        ? together.slice(from - block, from - block + length)
        : bytes.toString("utf8", from, from + length);
      texts.push(text);
    }
    return texts;
  };
}
