/**
 * The site's own scripts, each one small file that browsers get as it is. They add comfort to pages that
 * are complete without them, and run on those alone whose policy lets them (`kit/respond.ts`).
 */
import { readFileSync } from "node:fs";

export type ScriptName = "auction.js" | "copy.js" | "live.js" | "upload.js";

export function readScript(name: ScriptName): string {
  return readFileSync(new URL(`./${name}`, import.meta.url), "utf8");
}
