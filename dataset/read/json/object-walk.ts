/** Finds the arrays of a JSON file that holds one object, without parsing it. */
import type { DatasetLimits } from "../../base/limits.ts";
import { DatasetRefusal } from "../../base/refusal.ts";
import type { TextEncoding } from "../../open/encoding.ts";
import {
  BACKSLASH,
  CLOSE_ARRAY,
  CLOSE_OBJECT,
  COLON,
  COMMA,
  OPEN_ARRAY,
  OPEN_OBJECT,
  QUOTE,
  SPACE,
} from "../bytes.ts";
import { Utf8Reader } from "../utf8-reader.ts";
import { tooDeep } from "./scan.ts";

/** An array that is a member of the top-level object. */
export type MemberArray = { key: string; start: number; elements: number; first: string };

export type ObjectOutline = {
  /** Value of the `type` member, if it is text. */
  type: string | null;
  arrays: MemberArray[];
  /** True when another object follows: the file holds one object a line. */
  followed: boolean;
};

const outlineBlockBytes = 1024 * 1024;
const keyBytesMax = 1024;
const arraysMax = 1000;

/** The bytes that mean something outside of texts, by their value. */
const isMark = new Uint8Array(256);
for (const byte of [QUOTE, COMMA, COLON, OPEN_ARRAY, CLOSE_ARRAY, OPEN_OBJECT, CLOSE_OBJECT]) {
  isMark[byte] = 1;
}

/**
 * Walks once through a file that holds one object and notes its arrays. It keeps only the current
 * key in memory, so the size of the values does not matter.
 */
export class ObjectWalk {
  readonly #limits: DatasetLimits;
  readonly #outline: ObjectOutline = {
    type: null,
    arrays: [],
    followed: false,
  };
  #depth = 0;
  #inString = false;
  #escaped = false;
  #text: number[] = [];
  #keepsText = false;
  #key = "";
  #expectsKey = false;
  #current: MemberArray | null = null;
  #closed = false;
  /** True where a byte matters though it is no mark: at an array's beginning, after the end. */
  #heedsAll = false;

  constructor(limits: DatasetLimits) {
    this.#limits = limits;
  }

  /** Reads the whole object; throws when it is cut off or followed by anything else. */
  read(filePath: string, encoding: TextEncoding): ObjectOutline {
    const reader = new Utf8Reader(filePath, encoding);
    const block = Buffer.allocUnsafe(outlineBlockBytes);
    let position = 0;
    try {
      for (;;) {
        const length = reader.read(block, 0);
        if (length === 0) break;
        this.#takeBlock(block.subarray(0, length), position);
        if (this.#outline.followed) return this.#outline;
        position += length;
      }
    } finally {
      reader.close();
    }
    if (!this.#closed) {
      throw new DatasetRefusal("malformed_file", "The JSON object is cut off.", "json");
    }
    return this.#outline;
  }

  #takeBlock(block: Buffer, position: number): void {
    for (let i = 0; i < block.length && !this.#outline.followed; i++) {
      const byte = block[i] as number;
      if (this.#keepsText) this.#takeInString(byte);
      else if (this.#inString) i = this.#skipText(block, i);
      else if (isMark[byte] === 1 || (this.#heedsAll && byte > SPACE)) {
        this.#takeOutside(byte, position + i);
      }
    }
  }

  /** Passes over a text that nobody asks for; its last index, that of the quote or the end. */
  #skipText(block: Buffer, from: number): number {
    let escaped = this.#escaped;
    for (let i = from; i < block.length; i++) {
      const byte = block[i];
      if (escaped) escaped = false;
      else if (byte === BACKSLASH) escaped = true;
      else if (byte === QUOTE) {
        this.#inString = false;
        this.#escaped = false;
        return i;
      }
    }
    this.#escaped = escaped;
    return block.length;
  }

  #takeInString(byte: number): void {
    if (this.#escaped) this.#escaped = false;
    else if (byte === BACKSLASH) this.#escaped = true;
    else if (byte === QUOTE) {
      this.#inString = false;
      this.#endText();
      return;
    }
    if (this.#text.length < keyBytesMax) this.#text.push(byte);
  }

  #endText(): void {
    const raw = Buffer.from(this.#text).toString("utf8");
    this.#keepsText = false;
    this.#text = [];
    let text = raw;
    try {
      text = JSON.parse(`"${raw}"`) as string;
    } catch {
      // A key that was cut to the size limit keeps its raw spelling.
    }
    if (this.#expectsKey) this.#key = text;
    else if (this.#key === "type") this.#outline.type = text;
  }

  #takeOutside(byte: number, at: number): void {
    if (this.#closed) {
      this.#outline.followed = byte === OPEN_OBJECT;
      if (this.#outline.followed) return;
      throw new DatasetRefusal("malformed_file", "Something follows the JSON object.", "json");
    }
    const array = this.#depth === 2 ? this.#current : null;
    this.#heedsAll = false;
    if (array && array.first === "" && byte !== CLOSE_ARRAY) {
      array.first = String.fromCharCode(byte);
      array.elements = 1;
    }
    switch (byte) {
      case QUOTE:
        this.#inString = true;
        this.#keepsText = this.#depth === 1;
        break;
      case OPEN_OBJECT:
      case OPEN_ARRAY:
        this.#open(byte, at);
        break;
      case CLOSE_OBJECT:
      case CLOSE_ARRAY:
        this.#depth--;
        if (this.#depth === 1) this.#current = null;
        if (this.#depth === 0) {
          this.#closed = true;
          this.#heedsAll = true;
        }
        break;
      case COMMA:
        if (array) array.elements++;
        if (this.#depth === 1) this.#expectsKey = true;
        break;
      case COLON:
        if (this.#depth === 1) this.#expectsKey = false;
        break;
    }
  }

  #open(byte: number, at: number): void {
    if (++this.#depth > this.#limits.jsonDepthMax) throw tooDeep(this.#limits);
    if (this.#depth === 1) this.#expectsKey = true;
    if (this.#depth !== 2 || byte !== OPEN_ARRAY) return;
    this.#heedsAll = true;
    this.#current = { key: this.#key, start: at + 1, elements: 0, first: "" };
    if (this.#outline.arrays.length < arraysMax) this.#outline.arrays.push(this.#current);
  }
}
