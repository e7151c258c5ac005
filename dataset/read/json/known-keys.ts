/** The keys of the flat records of a file, in their order, with what was found of each in a block. */
import type { FlatColumn } from "./flat-block.ts";

/** `quoted` is the key as it stands in JSON. */
export type KnownKey = FlatColumn & { quoted: Uint8Array };

/** A key that is spelled otherwise in JSON, or could end too early. */
const escaped = /["\\\p{Cc}]/u;

export class KnownKeys {
  readonly list: KnownKey[] = [];
  #usable = true;

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
    for (const key of Object.keys(record)) {
      const known = this.list.findIndex((other) => other.key === key);
      after = known < 0 ? after + 1 : known;
      if (known >= 0) continue;
      if (escaped.test(key)) this.#usable = false;
      const quoted = Buffer.from(`"${key}"`);
      const rank = this.list.length;
      this.list.splice(after, 0, { key, rank, quoted, kinds: 0, values: 0 });
    }
    return this.list.length > before;
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
