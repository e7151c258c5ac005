/** Finds the records of a block, quickly where nothing in it is out of the ordinary. */
import { findCells } from "../../kernel/find-cells.ts";
import type { Kernel } from "../../kernel/kernel.ts";
import { isPlainLayout } from "../../open/delimited/layout.ts";
import { type DelimitedLayout, emptyScan, type RecordScan } from "./count-records.ts";
import { scanRecords } from "./scan-records.ts";

/** As `scanRecords`, with the cells where they could be found on the way. */
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
  // A quote that is open where the text ends is an ordinary character.
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
