/** The clean table of a file of the Pollock benchmark. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Table } from "./score.ts";

export type Truth = { table: Table };

type Parameters = { header_lines: number | string };

/** Reads a clean version: comma, double quotes, doubled to escape. Its first record are the names. */
export function readTruth(folder: string, file: string): Truth {
  const text = readFileSync(join(folder, "clean", file), "utf8").replace(/^\ufeff/, "");
  const parameters = JSON.parse(
    readFileSync(join(folder, "parameters", `${file}_parameters.json`), "utf8"),
  ) as Parameters;
  const records = recordsOf(text);
  const hasNames = Number(parameters.header_lines) > 0 && records.length > 0;
  const made = /^(col|column)_?\d+$/.test((records[0]?.[1] ?? "").trim());
  const raw = readFileSync(join(folder, "csv", file), "latin1");
  // Files without a header got names in some clean versions, and none in others.
  const isNameless = !hasNames && (made || !raw.startsWith((records[0]?.[0] ?? "").trim()));
  const rows = hasNames || isNameless ? records.slice(1) : records;
  const columns = records[0]?.length ?? 0;
  return { table: { names: hasNames ? (records[0] ?? []) : null, rows, columns } };
}

/** Comma-separated records, as the metrics of the benchmark read them. */
function recordsOf(text: string): string[][] {
  const records: string[][] = [];
  let record: string[] = [];
  let at = 0;
  while (at < text.length) {
    let value = "";
    if (text[at] === '"') {
      at++;
      for (;;) {
        const quote = text.indexOf('"', at);
        const end = quote < 0 ? text.length : quote;
        value += text.slice(at, end);
        at = end + 1;
        if (text[at] !== '"') break;
        value += '"';
        at++;
      }
    }
    const rest = /[,\r\n]/g;
    rest.lastIndex = at;
    const end = rest.exec(text)?.index ?? text.length;
    record.push(value + text.slice(at, end));
    at = end;
    if (text[at] === ",") {
      at++;
      if (at >= text.length) record.push("");
      continue;
    }
    if (text[at] === "\r" && text[at + 1] === "\n") at++;
    at++;
    if (record.length > 1 || record[0] !== "") records.push(record);
    record = [];
  }
  if (record.length > 0) records.push(record);
  return records;
}
