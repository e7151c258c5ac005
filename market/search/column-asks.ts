/** What a search asks of a column: its name, and its type, meaning or unit behind a colon. Pure. */

import type { ColumnAsk } from "../../db/vocabulary/search.ts";

/** What people call types and meanings, with all that a profile may call them. */
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

/** A comma or a colon of a name stands behind a backslash, and so does a backslash. */
const escaped = /\\([\\:,])/g;
const unescaped = (text: string): string => text.replace(escaped, "$1");

/** Asks for a column of this name, whatever signs are in it. */
export const askByName = (name: string): string => name.replace(/[\\:,]/g, "\\$&");

/** Divides a list at its commas, but not at those behind a backslash; parts keep their escapes. */
export function splitColumns(list: string): string[] {
  return (list.match(/(?:\\.|[^,\\]|\\$)+/gsu) ?? []).filter((part) => part.trim() !== "");
}

/** Reads `name`, `name:type`, `name:meaning`, `:type` or `:meaning`, as `split` has divided them. */
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

/** As the SQL function `column_facts` writes it. */
function factOf(name: string, meaning: string): string {
  return `${name.replace(/[\\:]/g, "\\$&")}:${meaning}`;
}

/** The last colon that no backslash stands before; -1 without one. */
function lastColon(text: string): number {
  let found = -1;
  for (let at = 0; at < text.length; at++) {
    if (text[at] === "\\") at++;
    else if (text[at] === ":") found = at;
  }
  return found;
}
