/** Reads the values of a Parquet column into the memory of a kernel, as words or text cells. */
import type { CompressionCodec } from "hyparquet";
import { elementBytesOf, placeBytes, wordBytes } from "../../kernel/arrays.ts";
import type { Kernel } from "../../kernel/kernel.ts";
import type { Entries, WordColumn } from "../../kernel/word-chunk.ts";
import { type Page, pagesOf, type StoredPage } from "./page-bytes.ts";
import {
  areAllThere,
  countPresent,
  endOfTexts,
  heldNumbers,
  lengthBytes,
  type Numbers,
  packBits,
  prefixed,
  release,
} from "./page-values.ts";
import {
  bringBytes,
  bringDictionary,
  type Dictionary,
  hashDictionary,
  plainBytes,
  roomFor,
  type WordField,
  widenPlain,
} from "./plain-words.ts";
import type { StoredBytes } from "./stored-bytes.ts";

const PLAIN = 0;
const RUNS = 3;
const dictionaryEncodings: ReadonlySet<number> = new Set([2, 8]);

/**
 * Most bytes per row of a column: texts are expanded to their rows, words come with a list of rows.
 */
const valueArrays = { words: wordBytes, levels: placeBytes, chosen: placeBytes };
const textArrays = { ...valueArrays, spread: wordBytes };
const wordArrays = { ...valueArrays, places: placeBytes };

/**
 * Most bytes per row of a column, without the hashes of its texts, which the kernel budgets itself.
 */
export const takenRowBytes = Math.max(elementBytesOf(textArrays), elementBytesOf(wordArrays));

/** A page in progress; the unread part begins at `row`, `value` and `at`. */
type OpenPage = {
  rows: number;
  row: number;
  /** A number per row, 0 if its value is missing; null if none is missing. */
  levels: Numbers | null;
  /** Indexes of values in the dictionary; null if the page contains the values. */
  chosen: Numbers | null;
  value: number;
  bytes: Uint8Array;
  at: number;
};

/** Addresses for the values of rows: `count` text cells or words. */
type Target = {
  rows: number;
  words: number;
  /** The rows of words; 0 as long as none is missing. */
  places: number;
  /** The indexes of values in the dictionary; 0 as long as there are none. */
  chosen: number;
  count: number;
  /** Whether all values so far come from the dictionary and, for texts, none is missing. */
  areChosen: boolean;
};

/** Throws a RangeError for data that it cannot read or that contradicts itself. */
export class ColumnWords {
  readonly #kernel: Kernel;
  readonly #field: WordField;
  readonly #pages: Generator<StoredPage>;
  #page: OpenPage | null = null;
  #dictionaryPage: Page | null = null;
  #dictionary: Dictionary | null = null;

  constructor(
    kernel: Kernel,
    field: WordField,
    chunk: StoredBytes,
    codec: CompressionCodec,
    bytesMax: number,
  ) {
    this.#kernel = kernel;
    this.#field = field;
    this.#pages = pagesOf(chunk, { codec, isOptional: field.isOptional, bytesMax });
  }

  /** The values of the next rows; their row numbers from 0 are at `rowNumbers`. */
  take(rows: number, rowNumbers: number): WordColumn {
    const { form, unit, mask, range, stored } = this.#field;
    const isText = stored === "BYTE_ARRAY";
    const words = this.#room(rows * valueArrays.words);
    const target: Target = { rows, words, places: 0, chosen: 0, count: 0, areChosen: true };
    for (let done = 0; done < rows; ) {
      const page = this.#nextPage();
      const many = Math.min(rows - done, page.rows - page.row);
      if (isText) this.#takeTexts(page, many, done, target);
      else this.#takeWords(page, many, done, target);
      if (page.row === page.rows) release(page.bytes);
      done += many;
    }
    const { places, count, areChosen } = target;
    const entries = areChosen && count > 0 ? this.#entries(target) : null;
    const known = { form, unit, mask, range, count, entries };
    if (!isText) return { ...known, cells: 0, values: words, places: places || rowNumbers };
    const values = entries ? this.#room(rows * wordBytes) : 0;
    if (entries) this.#kernel.program.chooseWords(entries.hashes, entries.chosen, rows, values);
    return { ...known, cells: words, values, places: rowNumbers };
  }

  /** Null if hashing the chosen values is less work than hashing the dictionary. */
  #entries({ chosen, count }: Target): Entries | null {
    const dictionary = this.#wordsOfDictionary();
    if (dictionary.count > count) return null;
    if (dictionary.hashes === 0) hashDictionary(this.#kernel, this.#field, dictionary);
    return { chosen, many: dictionary.count, hashes: dictionary.hashes };
  }

  #room(bytes: number): number {
    return roomFor(this.#kernel, bytes);
  }

  #bringNumbers(numbers: Numbers): number {
    const at = this.#room(numbers.length * valueArrays.levels);
    this.#kernel.countsAt(at, numbers.length).set(numbers);
    return at;
  }

  #nextPage(): OpenPage {
    const open = this.#page;
    if (open && open.row < open.rows) return open;
    for (;;) {
      const { done, value: page } = this.#pages.next();
      if (done) throw new RangeError("column values");
      if (page.isDictionary) {
        if (this.#dictionaryPage) throw new RangeError("dictionary");
        this.#dictionaryPage = page.open();
      } else if (page.values > 0) {
        this.#page = this.#open(page.open());
        return this.#page;
      }
    }
  }

  #open({ values, encoding, levels: told, body }: Page): OpenPage {
    let at = 0;
    let levels: Numbers | null = null;
    if (told) {
      const bytes = told.isPrefixed ? prefixed(told.bytes) : told.bytes;
      if (told.isPrefixed) at = lengthBytes + bytes.length;
      levels = areAllThere(bytes, values) ? null : this.#unpack(bytes, 1, values, 2);
      if (!levels?.includes(0)) levels = null;
    }
    const page = { rows: values, row: 0, levels, value: 0, chosen: null, bytes: body, at };
    if (encoding === PLAIN) return page;
    const present = levels ? countPresent(levels) : values;
    if (dictionaryEncodings.has(encoding)) {
      const end = this.#dictionaryPage?.values ?? 0;
      const width = body[at] ?? 0;
      if (present === 0) return { ...page, chosen: new Uint32Array() };
      if (width > 32) throw new RangeError("dictionary width");
      return { ...page, chosen: this.#unpack(body.subarray(at + 1), width, present, end) };
    }
    if (encoding !== RUNS || this.#field.stored !== "BOOLEAN") throw new RangeError("encoding");
    const bits = this.#unpack(prefixed(body.subarray(at)), 1, present, 2);
    return { ...page, bytes: packBits(bits), at: 0 };
  }

  /** Unpacks numbers below `end` into memory that survives when the page's part is freed. */
  #unpack(bytes: Uint8Array, width: number, count: number, end: number): Numbers {
    const { taken } = this.#kernel;
    const from = bringBytes(this.#kernel, bytes);
    const into = this.#room(count * placeBytes);
    const to = from + bytes.length;
    if (!this.#kernel.program.unpackRuns(from, to, width, count, end, into)) {
      throw new RangeError("runs");
    }
    const numbers = heldNumbers(this.#kernel.countsAt(into, count), end);
    this.#kernel.freeBehind(taken);
    return numbers;
  }

  /** Takes `many` rows of a page, for the target's rows from `done` on. */
  #takeWords(page: OpenPage, many: number, done: number, target: Target): void {
    const { program } = this.#kernel;
    const levels = page.levels?.subarray(page.row, page.row + many) ?? null;
    if (levels && target.places === 0) {
      target.places = this.#room(target.rows * wordArrays.places);
      program.countUp(0, done, target.places);
    }
    const places = target.places + target.count * placeBytes;
    if (levels) program.placesOf(this.#bringNumbers(levels), many, done, places);
    else if (target.places > 0) program.countUp(done, many, places);
    const present = levels ? countPresent(levels) : many;
    page.row += many;
    this.#fillWords(page, present, target);
    target.count += present;
  }

  #takeTexts(page: OpenPage, many: number, done: number, target: Target): void {
    const levels = page.levels?.subarray(page.row, page.row + many) ?? null;
    page.row += many;
    target.count = done;
    const cells = target.words + done * wordBytes;
    if (levels) {
      const present = countPresent(levels);
      const found = this.#room(present * textArrays.spread);
      this.#fillTexts(page, present, found, target);
      this.#kernel.program.spreadWords(found, this.#bringNumbers(levels), many, cells);
      target.areChosen = false;
    } else this.#fillTexts(page, many, cells, target);
    target.count = done + many;
  }

  #fillTexts(page: OpenPage, present: number, cells: number, target: Target): void {
    const { program } = this.#kernel;
    if (page.chosen) {
      this.#chooseWords(page, present, cells, target);
      return;
    }
    target.areChosen = false;
    const isRest = page.row === page.rows;
    const end = isRest ? page.bytes.length : endOfTexts(page.bytes, page.at, present);
    const from = bringBytes(this.#kernel, page.bytes.subarray(page.at, end));
    const found = program.cellsBehindLengths(from, from + end - page.at, present, cells);
    if (found === 0) throw new RangeError("texts");
    page.at += found - from;
  }

  #fillWords(page: OpenPage, present: number, target: Target): void {
    const { program } = this.#kernel;
    const { stored } = this.#field;
    const values = target.words + target.count * wordBytes;
    if (page.chosen) {
      this.#chooseWords(page, present, values, target);
      return;
    }
    target.areChosen = false;
    if (stored === "BOOLEAN") {
      const first = page.at * 8 + page.value;
      const end = Math.ceil((first + present) / 8);
      if (end > page.bytes.length) throw new RangeError("page values");
      const from = bringBytes(this.#kernel, page.bytes.subarray(first >> 3, end));
      program.widenBits(from, first & 7, present, values);
      page.value += present;
      return;
    }
    const end = page.at + present * plainBytes[stored];
    if (end > page.bytes.length) throw new RangeError("page values");
    widenPlain(this.#kernel, this.#field, page.bytes.subarray(page.at, end), present, values);
    page.at = end;
  }

  /** Copies values of the dictionary by the page's indexes. */
  #chooseWords(page: OpenPage, present: number, into: number, target: Target): void {
    target.chosen ||= this.#room(target.rows * valueArrays.chosen);
    const chosen = target.chosen + target.count * placeBytes;
    const places = page.chosen?.subarray(page.value, page.value + present) ?? new Uint32Array();
    this.#kernel.countsAt(chosen, present).set(places);
    page.value += present;
    this.#kernel.program.chooseWords(this.#wordsOfDictionary().words, chosen, present, into);
  }

  /** The dictionary's values, copied once into each part of the memory. */
  #wordsOfDictionary(): Dictionary {
    const { generation } = this.#kernel;
    if (this.#dictionary?.generation === generation) return this.#dictionary;
    if (!this.#dictionaryPage) throw new RangeError("dictionary");
    this.#dictionary = bringDictionary(this.#kernel, this.#field, this.#dictionaryPage);
    return this.#dictionary;
  }
}
