/** Reads the elements of one JSON array, the members of one object, or a sequence of values. */
import { type DatasetLimits, limitRefusal } from "../../base/limits.ts";
import { DatasetRefusal } from "../../base/refusal.ts";
import type { TextEncoding } from "../../open/encoding.ts";
import { fill, requireUtf8 } from "../utf8-reader.ts";
import type { RecordsText } from "./key-order.ts";
import { parseJson } from "./parse-json.ts";
import { cutSequence, membersAsPairs, scanElements } from "./scan.ts";

/** The container of the elements; members of an object are returned as pairs of key and value. */
export type ElementsOf = "array" | "object" | "sequence";

/** The bytes from the first element on. */
export type ElementBytes = { read(target: Buffer, offset: number): number };

export type ElementPlan = {
  of: ElementsOf;
  /** Number of brackets around the elements in the whole document; 0 for a sequence. */
  depth: number;
  encoding: TextEncoding;
  limits: DatasetLimits;
  format: string;
};

/** Elements with the text that they were parsed from. */
type ParsedElements = { elements: unknown[]; from: RecordsText };

type Cut = { text: Buffer; next: number; last: boolean };

/** Reads elements in blocks. Memory is bounded by the block, which grows to the longest element. */
export class ElementReader {
  readonly #bytes: ElementBytes;
  readonly #plan: ElementPlan;
  #block: Buffer;
  #length = 0;
  #ended = false;

  constructor(bytes: ElementBytes, plan: ElementPlan, blockBytes: number) {
    this.#bytes = bytes;
    this.#plan = plan;
    this.#block = Buffer.allocUnsafe(blockBytes);
  }

  /** Bytes held at a time. */
  get blockBytes(): number {
    return this.#block.length;
  }

  /** The next elements, at least one; null after the last. Throws `DatasetRefusal`. */
  next(): ParsedElements | null {
    while (!this.#ended) {
      const filled = fill(this.#bytes, this.#block, this.#length);
      this.#length = filled.length;
      const cut = this.#cut(filled.ended);
      const parsed = cut.text.length > 0 ? this.#parse(cut.text) : null;
      if (cut.next === 0 && this.#length === this.#block.length) {
        this.#block = Buffer.concat([this.#block], this.#block.length * 2);
      }
      this.#block.copyWithin(0, cut.next, this.#length);
      this.#length -= cut.next;
      this.#ended = cut.last;
      if (cut.last) this.#checkRest();
      if (parsed && parsed.elements.length > 0) return parsed;
    }
    return null;
  }

  /**
   * The whole elements of the block, the position of the next one, and whether that was the last.
   */
  #cut(ended: boolean): Cut {
    const { of, depth, limits } = this.#plan;
    const held = this.#block.subarray(0, this.#length);
    if (of === "sequence") return this.#cutSequence(held, ended);
    const scan = scanElements(held, held.length, limits, depth);
    this.#checkRecordBytes(scan.longestBytes);
    if (scan.closedAt >= 0) {
      return { text: held.subarray(0, scan.closedAt), next: scan.closedAt + 1, last: true };
    }
    if (ended) throw this.#malformed(`The JSON ${of} is truncated.`);
    this.#checkRecordBytes(held.length - scan.end);
    return { text: held.subarray(0, Math.max(0, scan.end - 1)), next: scan.end, last: false };
  }

  #cutSequence(held: Buffer, ended: boolean): Cut {
    const { list, next, longestBytes } = cutSequence(held, ended, this.#plan.limits);
    this.#checkRecordBytes(longestBytes);
    this.#checkRecordBytes(held.length - next);
    return { text: list, next, last: ended };
  }

  #parse(bytes: Buffer): ParsedElements {
    const { of, encoding } = this.#plan;
    requireUtf8(encoding, bytes);
    const text = (of === "object" ? membersAsPairs(bytes) : bytes).toString("utf8");
    let elements: unknown[];
    try {
      elements = parseJson(`[${text}]`) as unknown[];
    } catch {
      throw this.#malformed(`The ${of} is not valid JSON.`);
    }
    if (of === "object" && !elements.every(isPair)) {
      throw this.#malformed("The object is not valid JSON.");
    }
    return { elements, from: { text, depth: of === "object" ? 1 : 0 } };
  }

  #checkRecordBytes(bytes: number): void {
    const { limits, format } = this.#plan;
    if (bytes > limits.rowBytesMax) throw limitRefusal(limits, "rowBytesMax", null, format);
  }

  /** Requires that only white space follows a top-level array. */
  #checkRest(): void {
    if (this.#plan.depth !== 1) return;
    const block = this.#block;
    for (let left = this.#length; left > 0; left = this.#bytes.read(block, 0)) {
      if (block.subarray(0, left).toString("latin1").trim() === "") continue;
      throw this.#malformed(`The JSON ${this.#plan.of} is followed by other data.`);
    }
  }

  #malformed(detail: string): DatasetRefusal {
    return new DatasetRefusal("malformed_file", detail, this.#plan.format);
  }
}

function isPair(element: unknown): boolean {
  return Array.isArray(element) && element.length === 2 && typeof element[0] === "string";
}
