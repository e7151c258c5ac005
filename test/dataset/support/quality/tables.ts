/** Twenty real tables from npm packages, as names and text cells. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { readTable } from "../read-table.ts";

export type TextTable = { names: string[]; rows: string[][] };

const modules = join(import.meta.dirname, "../../../../node_modules");

/** Enough rows that each kind of dirt at 10 % affects a hundred of them. */
const rowsMax = 2000;

/** A table's first rows, every value as text; a missing one is the empty text. */
export async function readRealTable(folder: string, file: string): Promise<TextTable> {
  const { names, rows } = await readTable(folder, readFileSync(join(modules, file)));
  return { names, rows: rows.slice(0, rowsMax).map((row) => row.map(printValue)) };
}

function printValue(value: unknown): string {
  if (value === null || value === undefined) return "";
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

/** Prints rows, which may be ragged, as delimited text. */
export function printTable({ names, rows }: TextTable): string {
  return [names, ...rows].map((row) => `${row.map(printCell).join(",")}\n`).join("");
}

function printCell(text: string): string {
  return /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
