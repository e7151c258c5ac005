import { createHash } from "node:crypto";
import { basename } from "node:path";

export type Download = { path: string; bytes: Uint8Array };

/** The packages' hashes as `sha256sum --check` reads them. */
export function checkSums(downloads: Download[]): string {
  const lines = downloads.map(({ path, bytes }) => {
    const sha256 = createHash("sha256").update(bytes).digest("hex");
    return `${sha256}  ${basename(path)}\n`;
  });
  return lines.join("");
}
