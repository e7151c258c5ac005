/** The structure of nested values: a tree of keys and elements with statistics for each. */
import type { FieldType } from "../../market/profile/nested-schemas.ts";

/** An object with more keys than this, over all values together, is treated as a map. */
const mapKeysMax = 100;
/** From this many keys on, objects that have few keys in common are maps, too. */
const sparseKeysMin = 20;
const sparseShareMax = 0.1;
const depthMax = 12;
const nodesMax = 5000;
const distinctMax = 1000;
const unit = 2 ** -64;

/** Smallest, largest and mean length, updated one by one. */
class Lengths {
  #count = 0;
  #sum = 0;
  #min = Number.POSITIVE_INFINITY;
  #max = 0;

  add(length: number): void {
    this.#count++;
    this.#sum += length;
    if (length < this.#min) this.#min = length;
    if (length > this.#max) this.#max = length;
  }

  merge(other: Lengths): void {
    this.#count += other.#count;
    this.#sum += other.#sum;
    this.#min = Math.min(this.#min, other.#min);
    this.#max = Math.max(this.#max, other.#max);
  }

  result(): { min: number; max: number; mean: number } | null {
    if (this.#count === 0) return null;
    return { min: this.#min, max: this.#max, mean: this.#sum / this.#count };
  }
}

/** How many more nodes the tree may get, and how many were left out. */
export type Room = { nodes: number; leftOut: number };

export const newRoom = (): Room => ({ nodes: nodesMax, leftOut: 0 });

const isoDate = /^\d{4}-\d\d-\d\d$/;
const isoDateTime = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)?$/;

function typeOfText(text: string): FieldType {
  if (text.length < 10 || text.length > 40 || text.charCodeAt(4) !== 45) return "string";
  if (isoDate.test(text)) return "date";
  return isoDateTime.test(text) ? "datetime" : "string";
}

/** One place in nested values, with everything found there. */
export class FieldNode {
  readonly types = new Map<FieldType, number>();
  /** Number of values that are not null. */
  count = 0;
  min = Number.POSITIVE_INFINITY;
  max = Number.NEGATIVE_INFINITY;
  numbers = 0;
  /** The sum of the numbers times `unit`, because the sum of large numbers may overflow. */
  #sum = 0;
  readonly texts = new Lengths();
  readonly items = new Lengths();
  readonly keyCounts = new Lengths();
  readonly distinct = new Set<string | number>();
  distinctCut = false;
  #children: Map<string, FieldNode> | null = null;
  /** The values of a map, all keys together. */
  #values: FieldNode | null = null;
  #elements: FieldNode | null = null;

  add(value: unknown, room: Room, depth = 0): void {
    if (value === null || value === undefined) return;
    this.count++;
    if (typeof value === "number") this.#addNumber(value);
    else if (typeof value === "string") this.#addText(value);
    else if (typeof value === "boolean") this.#addType("boolean");
    else if (Array.isArray(value)) this.#addArray(value, room, depth);
    else this.#addObject(value as Record<string, unknown>, room, depth);
  }

  get mean(): number | null {
    return this.numbers === 0 ? null : this.#sum / this.numbers / unit;
  }

  /** Number of objects at this place. */
  get objects(): number {
    return this.types.get("object") ?? 0;
  }

  /** Keys in order of appearance; empty for a map. */
  get children(): ReadonlyMap<string, FieldNode> {
    this.#foldIfSparse();
    return this.#children ?? new Map();
  }

  get mapValues(): FieldNode | null {
    this.#foldIfSparse();
    return this.#values;
  }

  get elements(): FieldNode | null {
    return this.#elements;
  }

  #addType(type: FieldType): void {
    this.types.set(type, (this.types.get(type) ?? 0) + 1);
  }

  #addNumber(value: number): void {
    this.#addType(Number.isInteger(value) ? "integer" : "number");
    this.#addDistinct(value);
    this.numbers++;
    if (value < this.min) this.min = value;
    if (value > this.max) this.max = value;
    this.#sum += value * unit;
  }

  #addText(value: string): void {
    this.#addType(typeOfText(value));
    this.#addDistinct(value);
    this.texts.add(value.length);
  }

  #addDistinct(value: string | number): void {
    if (this.distinct.has(value)) return;
    if (this.distinct.size < distinctMax) this.distinct.add(value);
    else this.distinctCut = true;
  }

  #addArray(values: readonly unknown[], room: Room, depth: number): void {
    this.#addType("array");
    this.items.add(values.length);
    if (values.length === 0) return;
    this.#elements ??= makeNode(room, depth);
    for (const value of values) this.#elements?.add(value, room, depth + 1);
  }

  #addObject(value: Record<string, unknown>, room: Room, depth: number): void {
    this.#addType("object");
    const keys = Object.keys(value);
    this.keyCounts.add(keys.length);
    if (keys.length > mapKeysMax) this.#fold(room);
    for (const key of keys) {
      const inner = value[key];
      if (this.#values) this.#values.add(inner, room, depth + 1);
      else this.#childOf(key, room, depth)?.add(inner, room, depth + 1);
    }
  }

  #childOf(key: string, room: Room, depth: number): FieldNode | null {
    this.#children ??= new Map();
    const known = this.#children.get(key);
    if (known) return known;
    if (this.#children.size >= mapKeysMax) return this.#fold(room);
    const made = makeNode(room, depth);
    if (made) this.#children.set(key, made);
    return made;
  }

  #foldIfSparse(): void {
    const keys = this.#children?.size ?? 0;
    if (keys < sparseKeysMin) return;
    const { mean } = this.keyCounts.result() ?? { mean: keys };
    if (mean < keys * sparseShareMax) this.#fold(newRoom());
  }

  /** Turns an object into a map: merges the values of all its keys. */
  #fold(room: Room): FieldNode {
    if (this.#values) return this.#values;
    const values = new FieldNode();
    this.#values = values;
    for (const child of this.#children?.values() ?? []) values.merge(child, room);
    this.#children = null;
    return values;
  }

  merge(other: FieldNode, room: Room): void {
    for (const [type, count] of other.types) {
      this.types.set(type, (this.types.get(type) ?? 0) + count);
    }
    this.numbers += other.numbers;
    this.#sum += other.#sum;
    this.count += other.count;
    this.min = Math.min(this.min, other.min);
    this.max = Math.max(this.max, other.max);
    this.texts.merge(other.texts);
    this.items.merge(other.items);
    this.keyCounts.merge(other.keyCounts);
    this.distinctCut ||= other.distinctCut;
    for (const value of other.distinct) this.#addDistinct(value);
    if (other.#elements) {
      this.#elements ??= new FieldNode();
      this.#elements.merge(other.#elements, room);
    }
    if (other.#values) this.#fold(room).merge(other.#values, room);
    for (const [key, child] of other.#children ?? []) this.#mergeChild(key, child, room);
  }

  #mergeChild(key: string, child: FieldNode, room: Room): void {
    const into = this.#values ?? this.#childOf(key, room, 0);
    into?.merge(child, room);
  }
}

/** Makes a node if there is room for it. */
function makeNode(room: Room, depth: number): FieldNode | null {
  if (room.nodes <= 0 || depth >= depthMax) {
    room.leftOut++;
    return null;
  }
  room.nodes--;
  return new FieldNode();
}
