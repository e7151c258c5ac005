/** The cells of one record, as positions in the block that it was read from. */
import { BACKSLASH, DOUBLE_QUOTE } from "./layout.ts";

/** How the bytes of a cell become its text. */
export const CELL = {
  /** Unchanged. */
  plain: 0,
  /** Enclosed in quotes; quotes inside are doubled or escaped. */
  quoted: 1,
  /** A quoted part, including its opening quote, followed by more text. */
  loose: 2,
} as const;

export type CellForm = (typeof CELL)[keyof typeof CELL];

/** A list of cells that is reused for each record, so that reading creates no garbage. */
export class RecordCells {
  count = 0;
  /** Whether a quote is misplaced. */
  malformed = false;
  /** Whether a cell contains a line end. */
  spansLines = false;
  readonly starts: number[] = [];
  readonly ends: number[] = [];
  readonly forms: CellForm[] = [];

  clear(): void {
    this.count = 0;
    this.malformed = false;
    this.spansLines = false;
  }

  push(start: number, end: number, form: CellForm): void {
    this.starts[this.count] = start;
    this.ends[this.count] = end;
    this.forms[this.count] = form;
    this.count++;
  }

  /**
   * Writes the text of cell `index` to `target` at `at` and returns its end; the text is never
   * longer than the cell.
   */
  write(
    index: number,
    block: Buffer,
    target: Buffer,
    at: number,
    quote: number | null,
    backslash: boolean,
  ): number {
    const start = this.starts[index] ?? 0;
    const end = this.ends[index] ?? 0;
    const form = this.forms[index];
    if (form === CELL.plain || quote === null) {
      return copyBytes(block, start, end, target, at);
    }
    const isLoose = form === CELL.loose;
    return copyUnquoted(block, isLoose ? start + 1 : start, end, target, at, {
      quote,
      backslash,
      closes: isLoose,
    });
  }

  text(index: number, block: Buffer, quote: number | null, backslash: boolean): string {
    const start = this.starts[index] ?? 0;
    const end = this.ends[index] ?? 0;
    if (this.forms[index] === CELL.plain || quote === null) {
      return block.toString("utf8", start, end);
    }
    const room = Buffer.allocUnsafe(end - start + 1);
    return room.toString("utf8", 0, this.write(index, block, room, 0, quote, backslash));
  }

  /** The cells as texts. */
  texts(block: Buffer, quote: number | null, backslash: boolean): string[] {
    return Array.from({ length: this.count }, (_, i) => this.text(i, block, quote, backslash));
  }
}

/** For fewer bytes, a call costs more than it saves. */
const copyBytesMin = 24;

function copyBytes(block: Buffer, start: number, end: number, target: Buffer, at: number): number {
  if (end - start >= copyBytesMin) return at + block.copy(target, at, start, end);
  let to = at;
  for (let from = start; from < end; from++) target[to++] = block[from] as number;
  return to;
}

type Unquoting = { quote: number; backslash: boolean; closes: boolean };

/** Copies without the escapes of quotes; if the part `closes`, without its last quote. */
function copyUnquoted(
  block: Uint8Array,
  start: number,
  end: number,
  target: Uint8Array,
  startAt: number,
  { quote, backslash, closes }: Unquoting,
): number {
  let at = startAt;
  let open = closes;
  for (let i = start; i < end; i++) {
    const byte = block[i] as number;
    const next = i + 1 < end ? block[i + 1] : -1;
    const escapes = backslash && byte === BACKSLASH && (next === quote || next === BACKSLASH);
    if (byte === quote && next === quote && quote === DOUBLE_QUOTE) i++;
    else if (byte === quote && next === quote && (open || !closes)) i++;
    else if (escapes) i++;
    else if (byte === quote && open) {
      open = false;
      continue;
    }
    target[at++] = block[i] as number;
  }
  return at;
}
