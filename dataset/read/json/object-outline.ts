/** Collects the members of a JSON object and the tables in it during a walk. */
import type { DatasetLimits } from "../../base/limits.ts";
import { OPEN_ARRAY, OPEN_OBJECT, QUOTE } from "../bytes.ts";
import { ARRAY, OBJECT, TEXT } from "./kinds.ts";
import {
  arrayTable,
  type FoundTable,
  type Member,
  type ObjectFrame,
  objectTable,
} from "./table-shapes.ts";

/** Most tables listed; further ones are only counted. */
const tablesMax = 1000;
/** Keys that look like row labels of pandas: numbers or dates. */
const rowLabel = /^(-?\d{1,19}|\d{4}-\d\d(-\d\d)?([T ].{0,40})?)$/;
const hashFactor = 16_777_619;

/** An array, or an object too deep to contain tables: its contents are only counted. */
type Opaque = {
  isArray: boolean;
  depth: number;
  start: number;
  elements: number;
  /** Bits of the elements' kinds; all scalars count as `TEXT`. */
  mask: number;
  /** Elements that are arrays or objects, and the total number of their members. */
  nested: number;
  cells: number;
  /** Arrays and objects at any depth inside, and the number of all their values. */
  containers: number;
  children: number;
  justOpened: boolean;
};

export class ObjectOutline {
  /** The value of the `type` member if it is text. */
  type: string | null = null;
  /** The outermost object, once it is closed. */
  root: ObjectFrame | null = null;
  readonly tables: FoundTable[] = [];
  /** Tables that were found but not listed. */
  tablesBeyond = 0;
  readonly #limits: DatasetLimits;
  readonly #frames: ObjectFrame[] = [];
  #opaque: Opaque | null = null;

  constructor(limits: DatasetLimits) {
    this.#limits = limits;
  }

  /** Whether the text at this position is a relevant key or the value of the `type` member. */
  asksForText(depth: number): boolean {
    const frame = this.#frames.at(-1);
    if (!frame || this.#opaque) return false;
    return frame.expectsKey || (depth === 1 && frame.memberKey === "type");
  }

  /** Takes a key or the `type` value; `text` contains its raw bytes as characters. */
  takeText(text: string): void {
    const frame = this.#frames.at(-1);
    if (!frame) return;
    if (!frame.expectsKey) {
      this.type = text;
      return;
    }
    frame.memberKey = text;
    frame.counting &&= text === String(frame.members);
    frame.labelled &&= rowLabel.test(text);
    for (let i = 0; i < text.length; i++) {
      frame.keyHash = Math.imul(frame.keyHash ^ text.charCodeAt(i), hashFactor);
    }
    frame.keyHash = Math.imul(frame.keyHash ^ QUOTE, hashFactor);
  }

  /** Takes the first byte of a value, or of a key after a brace. */
  beginValue(byte: number, depth: number): void {
    const opaque = this.#opaque;
    if (opaque) beginInside(opaque, byte, depth);
    else this.#beginMember(byte);
  }

  #beginMember(byte: number): void {
    const frame = this.#frames.at(-1);
    if (!frame || frame.expectsKey) return;
    frame.members++;
    const parent = this.#frames.at(-2);
    if (parent) {
      parent.childMembers++;
      if (parent.childKeys.size <= this.#limits.columnsMax) parent.childKeys.add(frame.memberKey);
    }
    if (byte === OPEN_OBJECT || byte === OPEN_ARRAY) return;
    frame.scalars++;
    frame.values++;
  }

  /** Whether the next value's first byte matters. */
  takeComma(depth: number): boolean {
    const opaque = this.#opaque;
    if (opaque) {
      opaque.children++;
      if (depth === opaque.depth + 1) opaque.cells++;
      if (depth !== opaque.depth) return false;
      opaque.elements++;
      return opaque.isArray;
    }
    const frame = this.#frames.at(-1);
    if (frame) frame.expectsKey = true;
    return false;
  }

  /** Whether the next value's first byte matters. */
  takeColon(_depth: number): boolean {
    const frame = this.#frames.at(-1);
    if (!frame || this.#opaque) return false;
    frame.expectsKey = false;
    return true;
  }

  open(isObject: boolean, depth: number, start: number): void {
    const opaque = this.#opaque;
    if (opaque) {
      opaque.containers++;
      opaque.justOpened = true;
      if (depth === opaque.depth + 1) opaque.nested++;
    } else if (isObject && depth <= this.#limits.jsonTableDepthMax) {
      this.#frames.push(this.#newFrame(depth, start));
    } else {
      this.#opaque = newOpaque(!isObject, depth, start);
    }
  }

  close(depth: number): void {
    const opaque = this.#opaque;
    if (!opaque) this.#closeFrame();
    else if (opaque.depth === depth) {
      this.#opaque = null;
      this.#closeOpaque(opaque);
    }
  }

  #closeOpaque(opaque: Opaque): void {
    const frame = this.#frames.at(-1);
    if (!frame) return;
    const { isArray, start, depth, elements, mask, children, containers } = opaque;
    const kind = isArray ? ARRAY : OBJECT;
    const cells = opaque.cells + elements - opaque.nested;
    const key = frame.memberKey;
    const values = children - containers;
    const member: Member = { key, kind, start, elements, mask, cells, values };
    this.#addMember(frame, member);
    if (isArray && elements > 0) this.#found(arrayTable(this.#path(key), member, depth), frame);
  }

  #closeFrame(): void {
    const frame = this.#frames.pop();
    if (!frame) return;
    const parent = this.#frames.at(-1);
    const path = parent ? this.#path(parent.memberKey) : [];
    const table = objectTable(frame, path, this.#limits);
    if (table) {
      this.tables.length = frame.tablesBefore;
      this.tablesBeyond = frame.beyondBefore;
      frame.best = null;
      this.#found(table, frame);
    }
    if (!parent) {
      this.root = frame;
      return;
    }
    const { start, members, values, keyHash, counting, labelled } = frame;
    const labels = { keyHash, counting, labelled };
    const counts = { elements: members, mask: 0, cells: members, values };
    this.#addMember(parent, { key: parent.memberKey, kind: OBJECT, start, labels, ...counts });
    parent.best = better(parent.best, frame.best);
  }

  #addMember(frame: ObjectFrame, member: Member): void {
    if (member.kind === ARRAY) frame.arrays++;
    else frame.objects++;
    frame.values += member.values;
    if (frame.nested.length <= this.#limits.columnsMax) frame.nested.push(member);
  }

  #found(table: FoundTable, frame: ObjectFrame): void {
    if (this.tables.length < tablesMax) this.tables.push(table);
    else this.tablesBeyond++;
    frame.best = better(frame.best, table);
  }

  #path(key: string): string[] {
    return [...this.#frames.slice(0, -1).map((frame) => frame.memberKey), key];
  }

  #newFrame(depth: number, start: number): ObjectFrame {
    return {
      depth,
      start,
      expectsKey: true,
      memberKey: "",
      members: 0,
      scalars: 0,
      objects: 0,
      arrays: 0,
      values: 0,
      nested: [],
      childKeys: new Set(),
      childMembers: 0,
      keyHash: 0,
      counting: true,
      labelled: true,
      tablesBefore: this.tables.length,
      beyondBefore: this.tablesBeyond,
      best: null,
    };
  }
}

function better(one: FoundTable | null, other: FoundTable | null): FoundTable | null {
  if (!one || !other) return one ?? other;
  return other.weight > one.weight ? other : one;
}

function newOpaque(isArray: boolean, depth: number, start: number): Opaque {
  return {
    isArray,
    depth,
    start,
    elements: 0,
    mask: 0,
    nested: 0,
    cells: 0,
    containers: 0,
    children: 0,
    justOpened: true,
  };
}

function beginInside(opaque: Opaque, byte: number, depth: number): void {
  if (opaque.justOpened) {
    opaque.justOpened = false;
    opaque.children++;
    if (depth === opaque.depth) opaque.elements = 1;
    if (depth === opaque.depth + 1) opaque.cells++;
  }
  if (depth !== opaque.depth) return;
  opaque.mask |= byte === OPEN_OBJECT ? OBJECT : byte === OPEN_ARRAY ? ARRAY : TEXT;
}
