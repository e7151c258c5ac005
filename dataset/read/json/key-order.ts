/** In which order the keys of records stand in a text: JavaScript puts those that look like indexes first. */
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

/** The JSON text that records were parsed from, and the brackets around each of them in it. */
export type RecordsText = { text: string; depth: number };

type KeyRanks = ReadonlyMap<string, number>;

const indexKey = /^(?:0|[1-9]\d{0,9})$/;

/** Whether the keys of an object may stand in another order than in its text. */
export function mayBeMoved(keys: readonly string[]): boolean {
  return keys.length > 1 && indexKey.test(keys[0] ?? "");
}

/**
 * The keys of all objects inside of so many brackets, by their first places in the text. With `within`, of those
 * alone that are a value of this key.
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

/** Keys in the order of a text that holds them all. */
export function inOrderOf(keys: readonly string[], ranks: KeyRanks): string[] {
  return keys.toSorted((one, other) => (ranks.get(one) ?? 0) - (ranks.get(other) ?? 0));
}

/** The keys of records, those that are new in the order of the text. */
export class RecordKeys {
  #from: RecordsText | null = null;
  /** Orders by the depth of their keys; found only where they are asked for. */
  readonly #orders = new Map<number, KeyRanks>();

  /** Says what the records that come next were parsed from. */
  readFrom(from: RecordsText): void {
    this.#from = from;
    this.#orders.clear();
  }

  ofRecord(record: object, known: ReadonlyMap<string, unknown>): readonly string[] {
    return this.#keysOf(record, known, 1, null);
  }

  /** Those of the properties of a GeoJSON feature. */
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
