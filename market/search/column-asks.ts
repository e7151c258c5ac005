/** Parses the columns that a search asks for: a name, with type, meaning or unit after a colon. Pure. */

import type { ColumnAsk } from "../../db/vocabulary/search.ts";

/** Common words for types and meanings, with the profile's names for them. */
const wordsOfMeaning: Readonly<Record<string, readonly string[]>> = {
  number: ["number", "integer"],
  numeric: ["number", "integer"],
  float: ["number", "integer"],
  double: ["number", "integer"],
  decimal: ["number", "integer"],
  real: ["number", "integer"],
  int: ["integer"],
  bigint: ["integer"],
  text: ["string"],
  str: ["string"],
  varchar: ["string"],
  bool: ["boolean"],
  date: ["date", "datetime"],
  timestamp: ["datetime"],
  json: ["object"],
  struct: ["object"],
  list: ["array"],
  lat: ["latitude"],
  lon: ["longitude"],
  lng: ["longitude"],
  long: ["longitude"],
  uri: ["url"],
  id: ["identifier"],
  card: ["payment_card"],
  ip: ["ip_address"],
  mac: ["mac_address"],
};

/** In a name, commas, colons and backslashes are escaped by a backslash. */
const escaped = /\\([\\:,])/g;
const unescaped = (text: string): string => text.replace(escaped, "$1");

/** Asks for a column with exactly this name. */
export const askByName = (name: string): string => name.replace(/[\\:,]/g, "\\$&");

/** Splits a list at its unescaped commas; the parts keep their escapes. */
export function splitColumns(list: string): string[] {
  return (list.match(/(?:\\.|[^,\\]|\\$)+/gsu) ?? []).filter((part) => part.trim() !== "");
}

/** Parses `name`, `name:type`, `name:meaning`, `:type` or `:meaning`, still escaped. */
export function readColumnAsk(text: string): ColumnAsk {
  const ask = text.toLowerCase();
  const colon = lastColon(ask);
  if (colon === -1) return { name: unescaped(ask), facts: [] };
  const owner = unescaped(ask.slice(0, colon)).trim();
  const word = unescaped(ask.slice(colon + 1)).trim();
  const facts = meaningsOf(word).map((meaning) => factOf(owner, meaning));
  return { name: owner === "" ? null : unescaped(ask), facts };
}

function meaningsOf(word: string): readonly string[] {
  return Object.hasOwn(wordsOfMeaning, word) ? (wordsOfMeaning[word] ?? []) : [word];
}

/** The same format as the SQL function `column_facts`. */
function factOf(name: string, meaning: string): string {
  return `${name.replace(/[\\:]/g, "\\$&")}:${meaning}`;
}

/** The index of the last unescaped colon; -1 without one. */
function lastColon(text: string): number {
  let found = -1;
  for (let at = 0; at < text.length; at++) {
    if (text[at] === "\\") at++;
    else if (text[at] === ":") found = at;
  }
  return found;
}
