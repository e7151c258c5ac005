/**
 * Repairs a record with misplaced quotes: among all ways to read it as exactly the table's number
 * of cells, it chooses the one with the fewest misplaced quotes.
 */
import { BLANK, isCellEnd, type RecordLayout } from "./layout.ts";
import { CELL, type RecordCells } from "./record-cells.ts";

/** Longer or wider records are not repaired, because the work grows quadratically. */
const bytesMax = 64 * 1024;
const columnsMax = 500;
const pairsMax = 200_000;

/** Costs of misplaced quotes: one that opens and never closes, and one inside a cell. */
const openCost = 2;
const innerCost = 1;

type Step = { cost: number; from: number; quoted: boolean };

/** Fills `cells` with the best reading of `block[start, end)`; false if no reading fits. */
export function repairRecord(
  block: Buffer,
  start: number,
  end: number,
  layout: RecordLayout,
  cells: RecordCells,
): boolean {
  const { columns, quote } = layout;
  if (end - start > bytesMax || columns > columnsMax || layout.blankRuns) return false;
  if (quote === null) return false;
  const begins = cellBegins(block, start, end, layout);
  if (begins.length < columns || begins.length * columns > pairsMax) return false;
  const steps = bestSteps(block, begins, end, layout, quote);
  if (!steps) return false;
  cells.clear();
  cells.malformed = true;
  for (const { start: from, end: to, quoted } of steps) {
    const isWrapped = quoted && block[to - 1] === quote && to - from > 1;
    if (isWrapped) cells.push(from + 1, to - 1, CELL.quoted);
    else
      cells.push(
        from,
        to,
        block[from] === quote && hasCloser(block, from, to, quote) ? CELL.loose : CELL.plain,
      );
  }
  return true;
}

function hasCloser(block: Buffer, from: number, to: number, quote: number): boolean {
  const found = block.indexOf(quote, from + 1);
  return found >= 0 && found < to;
}

/** Possible beginnings of cells: the record's beginning and after each delimiter. */
function cellBegins(block: Buffer, start: number, end: number, layout: RecordLayout): number[] {
  const begins = [start];
  for (let at = start; at < end; at++) if (block[at] === layout.delimiter) begins.push(at + 1);
  return begins;
}

type Span = { start: number; end: number; quoted: boolean };

/** The cheapest path from the record's beginning to its end in exactly `columns` cells. */
function bestSteps(
  block: Buffer,
  begins: readonly number[],
  end: number,
  layout: RecordLayout,
  quote: number,
): Span[] | null {
  const { columns } = layout;
  const places = begins.length;
  // best[place * (columns + 1) + cells]: the last step of the best path to `place` after `cells`
  // cells.
  const best: (Step | undefined)[] = new Array((places + 1) * (columns + 1));
  best[0] = { cost: 0, from: -1, quoted: false };
  const offer = (from: number, to: number, count: number, cost: number, quoted: boolean): void => {
    const index = to * (columns + 1) + count;
    const known = best[index];
    if (!known || cost < known.cost) best[index] = { cost, from, quoted };
  };
  for (let place = 0; place < places; place++) {
    const moves = movesFrom(block, begins, place, end, layout, quote);
    for (let count = 0; count < columns; count++) {
      const reached = best[place * (columns + 1) + count];
      if (!reached) continue;
      for (const { to, cost, quoted } of moves) {
        offer(place, to, count + 1, reached.cost + cost, quoted);
      }
    }
  }
  return walkBack(best, begins, end, columns, block, layout);
}

type Move = { to: number; cost: number; quoted: boolean };

/** The cells that may begin at a place: one without delimiters, or one from quote to quote. */
function movesFrom(
  block: Buffer,
  begins: readonly number[],
  place: number,
  end: number,
  layout: RecordLayout,
  quote: number,
): Move[] {
  const start = begins[place] ?? 0;
  const endOf = (to: number): number => (to < begins.length ? (begins[to] ?? 0) - 1 : end);
  const isOpen = block[start] === quote && start < end;
  const plain = { to: place + 1, cost: isOpen ? openCost : 0, quoted: false };
  if (!isOpen) return [plain];
  const moves: Move[] = [];
  let inner = 0;
  let at = start + 1;
  for (let to = place + 1; to <= begins.length; to++) {
    const stop = endOf(to);
    const closes =
      stop - 1 > start && block[stop - 1] === quote && isCellEnd(block, stop, end, layout);
    for (; at < (closes ? stop - 1 : stop); at++) {
      if (block[at] !== quote) continue;
      if (block[at + 1] === quote && at + 1 < stop - 1) at++;
      else inner++;
    }
    if (closes) moves.push({ to, cost: inner * innerCost, quoted: true });
  }
  if (!moves.some((move) => move.to === place + 1)) moves.push(plain);
  return moves;
}

function walkBack(
  best: readonly (Step | undefined)[],
  begins: readonly number[],
  end: number,
  columns: number,
  block: Buffer,
  layout: RecordLayout,
): Span[] | null {
  const spans: Span[] = [];
  let place = begins.length;
  for (let count = columns; count > 0; count--) {
    const step = best[place * (columns + 1) + count];
    if (!step) return null;
    const to = place < begins.length ? (begins[place] ?? 0) - 1 : end;
    let from = begins[step.from] ?? 0;
    while (layout.blankAfter && from < to && block[from] === BLANK) from++;
    spans.push({ start: from, end: to, quoted: step.quoted });
    place = step.from;
  }
  return place === 0 ? spans.reverse() : null;
}
