/** Walks once through a JSON file with an object and finds its tables without parsing it. */
import type { DatasetLimits } from "../../base/limits.ts";
import { DatasetRefusal } from "../../base/refusal.ts";
import type { TextEncoding } from "../../open/encoding.ts";
import {
  BACKSLASH,
  CLOSE_ARRAY,
  CLOSE_OBJECT,
  COLON,
  COMMA,
  LINE_FEED,
  OPEN_ARRAY,
  OPEN_OBJECT,
  QUOTE,
  RECORD_SEPARATOR,
  SPACE,
} from "../bytes.ts";
import { Utf8Reader } from "../utf8-reader.ts";
import { ObjectOutline } from "./object-outline.ts";
import { tooDeep } from "./scan.ts";

/** How the object at the beginning ended. */
export type WalkEnd = {
  /** True if another object follows: the file is a sequence of objects. */
  followed: boolean;
  /** True if the object is on a line of its own. */
  onOneLine: boolean;
};

const walkBlockBytes = 1024 * 1024;
const keyBytesMax = 1024;

/** Marks the byte values that have a meaning outside strings. */
const isMark = new Uint8Array(256);
for (const byte of [QUOTE, COMMA, COLON, OPEN_ARRAY, CLOSE_ARRAY, OPEN_OBJECT, CLOSE_OBJECT]) {
  isMark[byte] = 1;
}

/**
 * Feeds an outline with the keys, values and brackets of one object. Only the current key is in
 * memory, so the size of values does not matter.
 */
export class ObjectWalk {
  readonly outline: ObjectOutline;
  readonly #limits: DatasetLimits;
  #depth = 0;
  #inString = false;
  #escaped = false;
  /** The bytes so far of a key or a `type` value, as characters. */
  #text = "";
  #keepsText = false;
  #closed = false;
  #followed = false;
  /** Whether a line ends inside the object, and whether one ends after it. */
  #brokenByLine = false;
  #endedByLine = false;
  /**
   * True if the next byte matters although it is not a mark: where a value may begin, and after the
   * end.
   */
  #heedsAll = false;

  constructor(limits: DatasetLimits) {
    this.#limits = limits;
    this.outline = new ObjectOutline(limits);
  }

  /**
   * Reads the whole object; throws if it is truncated or followed by anything but another object.
   */
  read(filePath: string, encoding: TextEncoding): WalkEnd {
    const reader = new Utf8Reader(filePath, encoding);
    const block = Buffer.allocUnsafe(walkBlockBytes);
    let position = 0;
    try {
      for (;;) {
        const length = reader.read(block, 0);
        if (length === 0) break;
        this.#takeBlock(block.subarray(0, length), position);
        if (this.#followed) break;
        position += length;
      }
    } finally {
      reader.close();
    }
    if (!this.#closed) {
      throw new DatasetRefusal("malformed_file", "The JSON object is truncated.", "json");
    }
    return {
      followed: this.#followed,
      onOneLine: this.#endedByLine && !this.#brokenByLine,
    };
  }

  #takeBlock(block: Buffer, position: number): void {
    for (let i = 0; i < block.length && !this.#followed; i++) {
      const byte = block[i] as number;
      if (this.#inString) i = this.#takeText(block, i);
      else if (isMark[byte] === 1 || (this.#heedsAll && byte > SPACE)) {
        this.#takeOutside(byte, position + i);
      } else if (byte === LINE_FEED || byte === RECORD_SEPARATOR) this.#endLine(byte);
    }
  }

  #endLine(byte: number): void {
    if (!this.#closed) this.#brokenByLine ||= this.#depth > 0;
    else if (byte === RECORD_SEPARATOR) this.#followed = true;
    else this.#endedByLine = true;
  }

  /** Skips a string and stores it if requested; returns its last index, or the block's end. */
  #takeText(block: Buffer, from: number): number {
    let escaped = this.#escaped;
    for (let i = from; i < block.length; i++) {
      const byte = block[i];
      if (escaped) escaped = false;
      else if (byte === BACKSLASH) escaped = true;
      else if (byte === QUOTE) {
        this.#keep(block, from, i);
        this.#inString = false;
        this.#escaped = false;
        this.#endText();
        return i;
      }
    }
    this.#escaped = escaped;
    this.#keep(block, from, block.length);
    return block.length;
  }

  #keep(block: Buffer, from: number, to: number): void {
    if (!this.#keepsText) return;
    const room = keyBytesMax - this.#text.length;
    if (room > 0) this.#text += block.toString("latin1", from, Math.min(to, from + room));
  }

  #endText(): void {
    if (!this.#keepsText) return;
    this.#keepsText = false;
    this.outline.takeText(this.#text);
    this.#text = "";
  }

  #takeOutside(byte: number, at: number): void {
    if (this.#closed) {
      this.#followed = byte === OPEN_OBJECT;
      if (this.#followed) return;
      throw new DatasetRefusal(
        "malformed_file",
        "The JSON object is followed by other data.",
        "json",
      );
    }
    const closes = byte === CLOSE_OBJECT || byte === CLOSE_ARRAY;
    if (this.#heedsAll) {
      this.#heedsAll = false;
      if (!closes) this.outline.beginValue(byte, this.#depth);
    }
    if (byte === QUOTE) {
      this.#inString = true;
      this.#keepsText = this.outline.asksForText(this.#depth);
    } else if (byte === COMMA) this.#heedsAll = this.outline.takeComma(this.#depth);
    else if (byte === COLON) this.#heedsAll = this.outline.takeColon(this.#depth);
    else if (closes) this.#close();
    else if (byte === OPEN_OBJECT || byte === OPEN_ARRAY) this.#open(byte, at);
  }

  #open(byte: number, at: number): void {
    if (++this.#depth > this.#limits.jsonDepthMax) throw tooDeep(this.#limits);
    this.#heedsAll = true;
    this.outline.open(byte === OPEN_OBJECT, this.#depth, at + 1);
  }

  #close(): void {
    this.outline.close(this.#depth);
    this.#depth--;
    this.#closed = this.#depth === 0;
    this.#heedsAll = this.#closed;
  }
}
