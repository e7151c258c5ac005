/** Finds the records of a block, with a fast path for regular ones. */
import { findCells } from "../../kernel/find-cells.ts";
import type { Kernel } from "../../kernel/kernel.ts";
import { isPlainLayout } from "../../open/delimited/layout.ts";
import { type DelimitedLayout, emptyScan, type RecordScan } from "./count-records.ts";
import { scanRecords } from "./scan-records.ts";

/** Like `scanRecords`, with the cells if they could be located on the way. */
export function scanBlock(
  kernel: Kernel | null,
  block: Buffer,
  length: number,
  layout: DelimitedLayout,
  forced: boolean,
): RecordScan {
  if (!kernel || !isPlainLayout(layout)) return scanRecords(block, length, layout, forced);
  const { delimiter, columns, skipsEmptyRows } = layout;
  const found = findCells(kernel, block, length, {
    delimiter,
    columns,
    skipsEmptyRows,
    isQuoting: layout.quote !== null,
    hasComments: layout.comments,
  });
  // A quote still open at the end of the text is an ordinary character.
  if (!found || (forced && found.openQuote)) return scanRecords(block, length, layout, forced);
  const { rows, end, longestBytes, shortRows, longRows, surplusCells } = found;
  const { lastIsShort, openQuote, hasQuotes } = found;
  return {
    ...emptyScan(),
    rows,
    end,
    longestBytes,
    shortRows,
    longRows,
    surplusCells,
    lastIsShort,
    openQuote,
    hasQuotes,
    cells: found,
  };
}
