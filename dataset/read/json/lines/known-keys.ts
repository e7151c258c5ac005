/** The keys of the flat records of a file, in their order, with what was found of each in a block. */
import { LINE_FEED } from "../../bytes.ts";
import { inOrderOf, keysOfText, mayBeMoved } from "../key-order.ts";
import type { FlatColumn } from "./flat-block.ts";

/** A key and its place among the others, as another thread is told it. */
export type ToldKey = Pick<FlatColumn, "key" | "rank">;

/** `quoted` is the key as it stands in JSON. */
export type KnownKey = FlatColumn & { quoted: Uint8Array };

/** A key that is spelled otherwise in JSON, or could end too early. */
const escaped = /["\\\p{Cc}]/u;

export class KnownKeys {
  readonly list: KnownKey[] = [];
  readonly #known = new Set<string>();
  #usable = true;

  constructor(told: readonly ToldKey[] = []) {
    for (const { key, rank } of told) this.#put(this.list.length, key, rank);
  }

  get told(): ToldKey[] {
    return this.list.map(({ key, rank }) => ({ key, rank }));
  }

  /** False once a key was met that cannot be told by its bytes. */
  get usable(): boolean {
    return this.#usable;
  }

  /** Forgets what was found in the block before. */
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
   * Takes the keys of a line that are not known yet, each after the one that precedes it there; true
   * if there were any.
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

  /** As `learn`, of the line of a block that begins at `start`; none of more than so many bytes is read. */
  learnAt(block: Buffer, start: number, lineBytesMax: number): boolean {
    const lineFeed = block.indexOf(LINE_FEED, start);
    const end = lineFeed < 0 ? block.length : lineFeed;
    if (end - start > lineBytesMax) return false;
    return this.learn(block.toString("utf8", start, end));
  }

  /** Where a key stands, most likely at `likelyAt`; -1 where it is not known. */
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

/** The JSON value of a text; undefined when there is none. */
export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
