/** Converts a listing to a text for the model, and a vector to bytes and signs. Pure. */

import type { EmbeddedColumn } from "../../../db/vocabulary/search.ts";

/** Changes with the format of the text, because another text gives other vectors. */
export const EMBEDDED_TEXT_VERSION = 1;

/** Models cut texts beyond some 500 tokens or charge for them, so the most telling parts come first. */
const descriptionCharsMax = 1500;
const columnsCharsMax = 1200;

/** How many columns of a listing are read. */
export const EMBEDDED_COLUMNS_MAX = 100;

export type EmbeddedListing = {
  title: string;
  description: string;
  tags: string[];
  columns: EmbeddedColumn[];
};

/** Meanings that add nothing to a column's name. */
const plainMeanings = new Set(["identifier", "category", "constant", "free_text"]);

/** Title, description, tags and columns with their meanings, in this order. */
export function embeddedText({ title, description, tags, columns }: EmbeddedListing): string {
  const parts = [title, description.slice(0, descriptionCharsMax)];
  if (tags.length > 0) parts.push(`Tags: ${tags.join(", ")}.`);
  if (columns.length > 0) {
    const named = columns.map(columnInWords).join(", ").slice(0, columnsCharsMax);
    parts.push(`Columns: ${named}.`);
  }
  return parts.join("\n").replace(/[^\S\n]+/g, " ");
}

/** Splits `station_id` and `stationId` into words, which the model understands. */
function columnInWords({ name, semanticType }: EmbeddedColumn): string {
  const words = name.replace(/(?<=\p{Ll})(?=\p{Lu})/gu, " ").replace(/[_.]+/g, " ");
  const isTelling = semanticType !== null && !plainMeanings.has(semanticType);
  return isTelling ? `${words} (${semanticType.replaceAll("_", " ")})` : words;
}

const byteMax = 127;

/** One signed byte for each number, scaled by the largest: a cosine keeps two correct digits. */
export function toBytes(vector: Float32Array): Int8Array {
  let largest = 0;
  for (const value of vector) largest = Math.max(largest, Math.abs(value));
  return Int8Array.from(vector, (value) => Math.round((value / (largest || 1)) * byteMax));
}

/** The sign of each number: similar vectors differ in few signs. */
export function toSigns(vector: Float32Array): string {
  let signs = "";
  for (const value of vector) signs += value > 0 ? "1" : "0";
  return signs;
}

/** Eight signs in one byte, the first in the highest bit, as Postgres packs them. */
export function packSigns(signs: string): Uint8Array {
  const packed = new Uint8Array(Math.ceil(signs.length / 8));
  for (let at = 0; at < signs.length; at += 1) {
    if (signs[at] === "1") packed[at >> 3] = (packed[at >> 3] ?? 0) | (0x80 >> (at & 7));
  }
  return packed;
}

/** The cosine of a unit vector and stored bytes; 0 if their lengths differ. */
export function similarity(query: Float32Array, bytes: Uint8Array): number {
  if (query.length !== bytes.length) return 0;
  const stored = new Int8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let product = 0;
  let squares = 0;
  for (let at = 0; at < stored.length; at += 1) {
    const value = stored[at] ?? 0;
    product += value * (query[at] ?? 0);
    squares += value * value;
  }
  return squares === 0 ? 0 : product / Math.sqrt(squares);
}
