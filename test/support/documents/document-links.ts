import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { read, rootDir } from "./repository-files.ts";

/** The document's relative links that lead to a missing file or a missing heading. */
export function brokenLinks(path: string): string[] {
  return linksOf(path)
    .filter((link) => !leadsSomewhere(path, link))
    .map((link) => `${path}: ${link}`);
}

/** The files of this repository that the document links to, relative to the root. */
export function linkedFiles(path: string): string[] {
  return linksOf(path).map((link) => join(dirname(path), link.split("#")[0] ?? ""));
}

function linksOf(path: string): string[] {
  const links = withoutCode(read(path)).matchAll(/(?:\]\(|\bsrc(?:set)?=")(?!\w+:)([^)"\s]+)[)"]/g);
  return [...links].map(([, link]) => link ?? "");
}

function leadsSomewhere(from: string, link: string): boolean {
  const [file = "", anchor] = link.split("#");
  const target = file === "" ? from : join(dirname(from), file);
  if (!existsSync(join(rootDir, target))) return false;
  return anchor === undefined || (target.endsWith(".md") && anchorsOf(target).has(anchor));
}

/** The anchors GitHub gives to headings; a repeated heading gets a number as suffix. */
function anchorsOf(path: string): Set<string> {
  const anchors = new Set<string>();
  for (const [, heading = ""] of withoutCode(read(path)).matchAll(/^#{1,6} (.+)$/gm)) {
    const words = heading.toLowerCase().replaceAll(/[^\p{L}\p{N} _-]/gu, "");
    const anchor = words.trim().replaceAll(" ", "-");
    let name = anchor;
    for (let count = 1; anchors.has(name); count += 1) name = `${anchor}-${count}`;
    anchors.add(name);
  }
  return anchors;
}

/** Shell comments in code blocks look like headings. */
function withoutCode(text: string): string {
  return text.replaceAll(/^```[^\n]*\n.*?^```$/gms, "");
}
