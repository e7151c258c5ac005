/**
 * The stored results of `measure.ts`: the digest of the embedded texts, then a line for each
 * request.
 */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { SetName } from "./tables.ts";

/** `found`: the three nearest tools; `score`: the similarity of the first. */
export type Measured = {
  set: SetName;
  tool: string;
  found: string[];
  score: number;
  request: string;
};

export const measuredFile = join(import.meta.dir, "measured.tsv");
const scoreDigits = 4;

export function measuredText(digest: string, rows: Measured[]): string {
  const lines = rows.map(({ set, tool, found, score, request }) =>
    [set, tool, found.join(","), score.toFixed(scoreDigits), request].join("\t"),
  );
  return `${[digest, ...lines].join("\n")}\n`;
}

export function readMeasured(): { digest: string; rows: Measured[] } {
  const text = existsSync(measuredFile) ? readFileSync(measuredFile, "utf8") : "";
  const [digest = "", ...lines] = text.trim().split("\n");
  const rows = lines.map((line): Measured => {
    const [set, tool = "", found = "", score, request = ""] = line.split("\t");
    return { set: set as SetName, tool, found: found.split(","), score: Number(score), request };
  });
  return { digest, rows };
}
