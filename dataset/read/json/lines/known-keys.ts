/** The keys of a file's flat records in order, with what was found for each in a block. */
import { LINE_FEED } from "../../bytes.ts";
import { inOrderOf, keysOfText, mayBeMoved } from "../key-order.ts";
import type { FlatColumn } from "./flat-block.ts";

/** A key and its rank, as sent to another thread. */
export type KeyMessage = Pick<FlatColumn, "key" | "rank">;

/** `quoted` is the key as written in JSON. */
export type KnownKey = FlatColumn & { quoted: Uint8Array };

/** Characters that JSON escapes, or that could end a key too early. */
const escaped = /["\\\p{Cc}]/u;

export class KnownKeys {
  readonly list: KnownKey[] = [];
  readonly #known = new Set<string>();
  #usable = true;

  constructor(message: readonly KeyMessage[] = []) {
    for (const { key, rank } of message) this.#put(this.list.length, key, rank);
  }

  get told(): KeyMessage[] {
    return this.list.map(({ key, rank }) => ({ key, rank }));
  }

  /** False once a key was found that cannot be recognised by its bytes. */
  get usable(): boolean {
    return this.#usable;
  }

  /** Resets the findings of the previous block. */
  restart(): void {
    for (const key of this.list) {
      key.kinds = 0;
      key.values = 0;
    }
  }

  columns(): FlatColumn[] {
    return this.list.map(({ key, rank, kinds, values }) => ({ key, rank, kinds, values }));
  }

  /**
   * Adds the unknown keys of a line, each after its predecessor in the line; true if there were
   * any.
   */
  learn(line: string): boolean {
    const record = parsedJson(line);
    if (typeof record !== "object" || record === null || Array.isArray(record)) return false;
    const before = this.list.length;
    let after = -1;
    const keys = Object.keys(record);
    for (const key of mayBeMoved(keys) ? inOrderOf(keys, keysOfText(line, 1)) : keys) {
      const known = this.#find(key, after + 1);
      after = known < 0 ? after + 1 : known;
      if (known >= 0) continue;
      this.#put(after, key, this.list.length);
    }
    return this.list.length > before;
  }

  /** Like `learn`, for the line at `start` in a block; reads at most `lineBytesMax` bytes. */
  learnAt(block: Buffer, start: number, lineBytesMax: number): boolean {
    const lineFeed = block.indexOf(LINE_FEED, start);
    const end = lineFeed < 0 ? block.length : lineFeed;
    if (end - start > lineBytesMax) return false;
    return this.learn(block.toString("utf8", start, end));
  }

  /** Index of a key, tried first at `likelyAt`; -1 if unknown. */
  #find(key: string, likelyAt: number): number {
    if (!this.#known.has(key)) return -1;
    if (this.list[likelyAt]?.key === key) return likelyAt;
    return this.list.findIndex((other) => other.key === key);
  }

  #put(at: number, key: string, rank: number): void {
    if (escaped.test(key)) this.#usable = false;
    this.#known.add(key);
    const quoted = Buffer.from(`"${key}"`);
    this.list.splice(at, 0, { key, rank, quoted, kinds: 0, values: 0 });
  }
}

/** Parses a text; undefined if it is not JSON. */
export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
