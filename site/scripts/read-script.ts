/**
 * The site's own scripts, each one small file that browsers get unchanged. They add comfort to
 * pages that are complete without them. They run only on pages whose policy allows them
 * (`kit/respond.ts`).
 */
import { readFileSync } from "node:fs";

export type ScriptName = "auction.js" | "copy.js" | "live.js" | "upload.js";

export function readScript(name: ScriptName): string {
  return readFileSync(new URL(`./${name}`, import.meta.url), "utf8");
}
