/**
 * Restores the order of keys in a JSON text: JavaScript moves keys that look like indexes to the
 * front.
 */
import {
  CLOSE_ARRAY,
  CLOSE_OBJECT,
  COLON,
  OPEN_ARRAY,
  OPEN_OBJECT,
  QUOTE,
  SPACE,
} from "../bytes.ts";
import { endOfText } from "./parse-json.ts";

/** The text that records were parsed from, and the number of brackets around each record in it. */
export type RecordsText = { text: string; depth: number };

type KeyRanks = ReadonlyMap<string, number>;

const indexKey = /^(?:0|[1-9]\d{0,9})$/;

/** Whether JavaScript may have moved some of the keys. */
export function mayBeMoved(keys: readonly string[]): boolean {
  return keys.length > 1 && indexKey.test(keys[0] ?? "");
}

/**
 * The keys of all objects inside `depth` brackets, in order of first appearance. With `within`,
 * only of objects that are values of this key.
 */
export function keysOfText(text: string, depth: number, within: string | null = null): KeyRanks {
  const ranks = new Map<string, number>();
  let open = 0;
  let outer = "";
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) {
      const end = endOfText(text, at);
      const isOuter = open === depth - 1 && within !== null;
      if ((isOuter || open === depth) && isColonAt(text, end)) {
        const key = text.slice(at, end);
        if (isOuter) outer = keyOf(key);
        else if (within === null || within === outer) rank(ranks, keyOf(key));
      }
      at = end - 1;
    } else if (code === OPEN_OBJECT || code === OPEN_ARRAY) open++;
    else if (code === CLOSE_OBJECT || code === CLOSE_ARRAY) open--;
  }
  return ranks;
}

/** Sorts keys by their order in a text that contains them all. */
export function inOrderOf(keys: readonly string[], ranks: KeyRanks): string[] {
  return keys.toSorted((one, other) => (ranks.get(one) ?? 0) - (ranks.get(other) ?? 0));
}

/** Tracks the keys of records; new ones are returned in the order of the text. */
export class RecordKeys {
  #from: RecordsText | null = null;
  /** Orders by key depth; computed on demand. */
  readonly #orders = new Map<number, KeyRanks>();

  /** Sets the text that the next records were parsed from. */
  readFrom(from: RecordsText): void {
    this.#from = from;
    this.#orders.clear();
  }

  ofRecord(record: object, known: ReadonlyMap<string, unknown>): readonly string[] {
    return this.#keysOf(record, known, 1, null);
  }

  /** The new keys of a GeoJSON feature's properties. */
  ofProperties(properties: object, known: ReadonlyMap<string, unknown>): readonly string[] {
    return this.#keysOf(properties, known, 2, "properties");
  }

  #keysOf(
    object: object,
    known: ReadonlyMap<string, unknown>,
    depth: number,
    within: string | null,
  ): readonly string[] {
    const keys = Object.keys(object);
    if (!this.#from || !mayBeMoved(keys) || keys.every((key) => known.has(key))) return keys;
    const { text, depth: outer } = this.#from;
    const order = this.#orders.get(depth) ?? keysOfText(text, outer + depth, within);
    this.#orders.set(depth, order);
    return inOrderOf(keys, order);
  }
}

function rank(ranks: Map<string, number>, key: string): void {
  if (!ranks.has(key)) ranks.set(key, ranks.size);
}

function isColonAt(text: string, from: number): boolean {
  let at = from;
  while (text.charCodeAt(at) <= SPACE) at++;
  return text.charCodeAt(at) === COLON;
}

function keyOf(quoted: string): string {
  return quoted.includes("\\") ? String(JSON.parse(quoted)) : quoted.slice(1, -1);
}
