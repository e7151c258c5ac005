import { type DatasetLimits, DatasetRefusal, limitRefusal } from "../../base/limits.ts";
import { type TextEncoding, Utf8Reader } from "../utf8-reader.ts";

/** Byte-level reading of JSON: where values end and how deep they nest, before anything parses it. */

const QUOTE = 34;
const COMMA = 44;
const BACKSLASH = 92;
const OPEN_ARRAY = 91;
const CLOSE_ARRAY = 93;
const OPEN_OBJECT = 123;
const CLOSE_OBJECT = 125;
const LINE_FEED = 10;

/** Index after the string that begins at `at` (its opening quote), or -1 when it is cut off. */
function stringEnd(block: Uint8Array, at: number, length: number): number {
  for (let i = at + 1; i < length; i++) {
    const byte = block[i];
    if (byte === QUOTE) return i + 1;
    if (byte === BACKSLASH) i++;
  }
  return -1;
}

export type ElementScan = {
  /** Index after the last comma that follows a complete element. */
  end: number;
  /** Index of the bracket that closes the array, or -1. */
  closedAt: number;
  /** Length of the longest element in bytes. */
  longestBytes: number;
};

/** Finds the elements of an array in `block[0, length)`, which begins inside `outerDepth` brackets. */
export function scanElements(
  block: Uint8Array,
  length: number,
  limits: DatasetLimits,
  outerDepth: number,
): ElementScan {
  const depthMax = limits.jsonDepthMax - outerDepth;
  const scan: ElementScan = { end: 0, closedAt: -1, longestBytes: 0 };
  let depth = 0;
  for (let i = 0; i < length; i++) {
    const byte = block[i];
    if (byte === QUOTE) {
      const end = stringEnd(block, i, length);
      if (end < 0) return scan;
      i = end - 1;
    } else if (byte === OPEN_OBJECT || byte === OPEN_ARRAY) {
      if (++depth > depthMax) throw tooDeep(limits);
    } else if (byte === CLOSE_OBJECT || byte === CLOSE_ARRAY) {
      if (depth === 0) {
        scan.longestBytes = Math.max(scan.longestBytes, i - scan.end);
        scan.closedAt = i;
        return scan;
      }
      depth--;
    } else if (byte === COMMA && depth === 0) {
      scan.longestBytes = Math.max(scan.longestBytes, i - scan.end);
      scan.end = i + 1;
    }
  }
  return scan;
}

/** Checks the nesting of each line in `block[0, length)`; strings never cross a line end. */
export function checkLineDepth(block: Uint8Array, length: number, limits: DatasetLimits): void {
  let depth = 0;
  for (let i = 0; i < length; i++) {
    const byte = block[i];
    if (byte === LINE_FEED) {
      depth = 0;
    } else if (byte === QUOTE) {
      const end = stringEnd(block, i, length);
      if (end < 0) return;
      i = end - 1;
    } else if (byte === OPEN_OBJECT || byte === OPEN_ARRAY) {
      if (++depth > limits.jsonDepthMax) throw tooDeep(limits);
    } else if (byte === CLOSE_OBJECT || byte === CLOSE_ARRAY) {
      depth--;
    }
  }
}

function tooDeep(limits: DatasetLimits): DatasetRefusal {
  return limitRefusal(limits, "jsonDepthMax", null, "json");
}

/** An array that is a member of the top-level object. */
export type MemberArray = { key: string; start: number; elements: number; first: string };

export type ObjectOutline = {
  /** Value of the `type` member, if it is text. */
  type: string | null;
  arrays: MemberArray[];
  /** True when another object follows: the file holds one object a line. */
  followed: boolean;
};

const OUTLINE_BLOCK_BYTES = 1024 * 1024;
const KEY_BYTES_MAX = 1024;
const ARRAYS_MAX = 1000;

/**
 * Walks once through a file that holds one object and notes its arrays. It keeps only the current
 * key in memory, so the size of the values does not matter.
 */
export class ObjectWalk {
  private readonly limits: DatasetLimits;
  private readonly outline: ObjectOutline = {
    type: null,
    arrays: [],
    followed: false,
  };
  private depth = 0;
  private inString = false;
  private escaped = false;
  private text: number[] = [];
  private keepsText = false;
  private key = "";
  private expectsKey = false;
  private current: MemberArray | null = null;
  private closed = false;

  constructor(limits: DatasetLimits) {
    this.limits = limits;
  }

  /** Reads the whole object; throws when it is cut off or followed by anything else. */
  read(filePath: string, encoding: TextEncoding): ObjectOutline {
    const reader = new Utf8Reader(filePath, encoding);
    const block = Buffer.allocUnsafe(OUTLINE_BLOCK_BYTES);
    let position = 0;
    try {
      for (;;) {
        const length = reader.read(block, 0);
        if (length === 0) break;
        for (let i = 0; i < length && !this.outline.followed; i++) {
          this.take(block[i] as number, position + i);
        }
        if (this.outline.followed) return this.outline;
        position += length;
      }
    } finally {
      reader.close();
    }
    if (!this.closed) {
      throw new DatasetRefusal("malformed_file", "The JSON object is cut off.", "json");
    }
    return this.outline;
  }

  private take(byte: number, at: number): void {
    if (this.inString) this.takeInString(byte);
    else if (byte > 32) this.takeOutside(byte, at);
  }

  private takeInString(byte: number): void {
    if (this.escaped) this.escaped = false;
    else if (byte === BACKSLASH) this.escaped = true;
    else if (byte === QUOTE) {
      this.inString = false;
      if (this.keepsText) this.endText();
      return;
    }
    if (this.keepsText && this.text.length < KEY_BYTES_MAX) this.text.push(byte);
  }

  private endText(): void {
    const raw = Buffer.from(this.text).toString("utf8");
    this.keepsText = false;
    this.text = [];
    let text = raw;
    try {
      text = JSON.parse(`"${raw}"`) as string;
    } catch {
      // A key that was cut to the size limit keeps its raw spelling.
    }
    if (this.expectsKey) this.key = text;
    else if (this.key === "type") this.outline.type = text;
  }

  private takeOutside(byte: number, at: number): void {
    if (this.closed) {
      this.outline.followed = byte === OPEN_OBJECT;
      if (this.outline.followed) return;
      throw new DatasetRefusal("malformed_file", "Something follows the JSON object.", "json");
    }
    const array = this.depth === 2 ? this.current : null;
    if (array && array.first === "" && byte !== CLOSE_ARRAY) {
      array.first = String.fromCharCode(byte);
      array.elements = 1;
    }
    switch (byte) {
      case QUOTE:
        this.inString = true;
        this.keepsText = this.depth === 1;
        break;
      case OPEN_OBJECT:
      case OPEN_ARRAY:
        this.open(byte, at);
        break;
      case CLOSE_OBJECT:
      case CLOSE_ARRAY:
        this.depth--;
        if (this.depth === 1) this.current = null;
        if (this.depth === 0) this.closed = true;
        break;
      case COMMA:
        if (array) array.elements++;
        if (this.depth === 1) this.expectsKey = true;
        break;
      case 58:
        if (this.depth === 1) this.expectsKey = false;
        break;
    }
  }

  private open(byte: number, at: number): void {
    if (++this.depth > this.limits.jsonDepthMax) throw tooDeep(this.limits);
    if (this.depth === 1) this.expectsKey = true;
    if (this.depth !== 2 || byte !== OPEN_ARRAY) return;
    this.current = { key: this.key, start: at + 1, elements: 0, first: "" };
    if (this.outline.arrays.length < ARRAYS_MAX) this.outline.arrays.push(this.current);
  }
}
