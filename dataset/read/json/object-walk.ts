/** Finds the arrays of a JSON file that holds one object, without parsing it. */
import type { DatasetLimits } from "../../base/limits.ts";
import { DatasetRefusal } from "../../base/refusal.ts";
import type { TextEncoding } from "../../open/encoding.ts";
import { Utf8Reader } from "../utf8-reader.ts";
import {
  BACKSLASH,
  CLOSE_ARRAY,
  CLOSE_OBJECT,
  COLON,
  COMMA,
  OPEN_ARRAY,
  OPEN_OBJECT,
  QUOTE,
} from "./bytes.ts";
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
      case COLON:
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
