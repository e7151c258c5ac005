/** Finds the records of a block of delimited text and their cells. */
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

/** Whether cells may be read here: hashes are Polars', and no other table has looked for its own since. */
export function areAtHand({ kernel, generation }: FoundCells): boolean {
  return kernel.agrees && generation === kernel.generation;
}

/** Cells in the kernel's memory; they hold until others are looked for. */
export type FoundCells = {
  kernel: Kernel;
  /** The kernel's when this was found. */
  generation: number;
  /** Whether another thread found them, which goes on in the same memory: there nothing may be taken here. */
  isForeign: boolean;
  /** The address of the block. */
  block: number;
  rows: number;
  columns: number;
  /** So many bytes of text hold the cells. */
  textBytes: number;
  /** The address of the first column's cells, and the bytes from one column to the next. */
  cells: number;
  columnBytes: number;
};

/** What was found of the records of a block. */
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
/** No more is taken for the cells of a block. */
export const cellsBytesMax = 48 * 2 ** 20;

/**
 * The records of `block[0, length)`; a last one that is not whole is left. Null where there are too many
 * cells, or what has to be read with more care.
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
  // The record that is not whole has its place, too.
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

/** So many bytes are read as one text, of which those of cells are parts. */
const readTogetherBytes = 256 * 1024;

/** Gives the first texts of columns, so many of each, without those that are missing. */
export function firstTextsOf(found: FoundCells, many: number): (column: number) => string[] {
  const { kernel, rows, cells, columnBytes, block } = found;
  const bytes = kernel.bytes();
  const end = block + Math.min(found.textBytes, readTogetherBytes);
  const together = bytes.toString("utf8", block, end);
  // Where each character is one byte they stand at the same places.
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
