/**
 * The site's own scripts, each one small file that browsers get unchanged. They add comfort to
 * pages that are complete without them.
 */
import { readFileSync } from "node:fs";

export const scriptNames = [
  "site.js",
  "auction.js",
  "copy.js",
  "live.js",
  "suggest.js",
  "upload.js",
] as const;
export type ScriptName = (typeof scriptNames)[number];

export function readScript(name: ScriptName): string {
  return readFileSync(new URL(`./${name}`, import.meta.url), "utf8");
}
