/** Formats in words: "csv", "as json", "parquet files", "excel". */
import { isLiteralFormat } from "./compounds.ts";
import { isFiller } from "./filler.ts";
import { findPhrase, phrasesOf, type TimelessReader, type Token } from "./tokens.ts";

/** By the profile's names of formats. */
const formats = phrasesOf<string>([
  ["csv|comma separated", "csv"],
  ["tsv|tab separated", "tsv"],
  ["json", "json"],
  ["jsonl|ndjson|json lines|jsonlines", "jsonl"],
  ["geojson|geo json", "geojson"],
  ["parquet", "parquet"],
  ["arrow|feather", "arrow"],
  ["avro", "avro"],
  ["excel|xlsx|xls|excel spreadsheet", "xlsx"],
  ["txt|plain text", "txt"],
]);

/** Unambiguous names: they may stand anywhere. */
const unmistakable = new Set([
  "csv",
  "tsv",
  "jsonl",
  "ndjson",
  "geojson",
  "xlsx",
  "xls",
  "parquet",
  "json",
]);

/** Ambiguous names: formats only if the adjacent words say so. */
const needsMore = new Set(["arrow", "feather", "text", "txt", "plain text", "avro"]);

const saysFormat = /^(?:in|as|im|als|au|en|como|format|formato|formate|formats|:)$/;
const names =
  /^(?:format|formats|formato|formate|file|files|datei|dateien|fichier|fichiers|archivo|archivos|fichero|ficheros|export|download|dataset|datasets|data)$/;

export const readFormat: TimelessReader = (tokens, at) => {
  const lead =
    /^(?:format|formato)$/.test(tokens[at]?.text ?? "") && tokens[at + 1]?.text === ":" ? 2 : 0;
  const found = findPhrase(formats, tokens, at + lead);
  if (found === null || isLiteralFormat(tokens, at + lead + found.length - 1)) return null;
  const text = tokens[at + lead]?.text ?? "";
  const end = at + lead + found.length;
  const isSaid = lead > 0 || isSaidToBeFormat(tokens, at, end);
  if (needsMore.has(text) && !isSaid) return null;
  if (!unmistakable.has(text) && !isSaid && !isLast(tokens, end)) return null;
  return { length: end - at, filters: [{ filter: "format", value: found.value }] };
};

function isSaidToBeFormat(tokens: Token[], at: number, end: number): boolean {
  return saysFormat.test(tokens[at - 1]?.text ?? "") || names.test(tokens[end]?.text ?? "");
}

function isLast(tokens: Token[], end: number): boolean {
  return tokens.slice(end, end + 12).every(({ text }) => text === "" || isFiller(text));
}
