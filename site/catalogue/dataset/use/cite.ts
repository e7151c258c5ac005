/** How to cite a dataset. Pure. */
import type { DatasetDetail } from "../../../../market/catalogue/schemas.ts";

type Cited = Pick<
  DatasetDetail,
  "id" | "title" | "seller" | "version" | "version_published_at" | "sha256" | "links" | "citation"
>;

/** One entry of a BibTeX file. Braces keep capitals; TeX's special characters are escaped. */
export function bibtexOf(dataset: Cited): string {
  const { id, title, seller, version, version_published_at: at, sha256, links } = dataset;
  const fields: [string, string][] = [
    ["author", `{${texOf(seller.name)}}`],
    ["title", `{${texOf(title)}}`],
    ["year", at.slice(0, 4)],
    ["version", String(version)],
    ["publisher", "Dataset Marketplace"],
    ["url", links.self ?? ""],
    ...(sha256 === null ? [] : [["note", `SHA-256 ${sha256}`] as [string, string]]),
  ];
  const lines = fields.map(([name, value]) => `  ${name.padEnd(9)} = {${value}},`);
  return [`@misc{dataset-${id.slice(0, 8)},`, ...lines, "}"].join("\n");
}

/** The seller's own words, or a sentence in the usual order. */
export function citationOf(dataset: Cited): string {
  const { title, seller, version, version_published_at: at, links, citation } = dataset;
  if (citation !== null) return citation;
  return `${seller.name} (${at.slice(0, 4)}). ${title}, version ${version}. Dataset Marketplace. ${links.self ?? ""}`;
}

const texSigns: Record<string, string> = {
  "\\": "\\textbackslash{}",
  "~": "\\textasciitilde{}",
  "^": "\\textasciicircum{}",
};

function texOf(text: string): string {
  return text.replaceAll(/[\\{}$&#^_%~\n\r]/g, (sign) => {
    if (sign === "\n" || sign === "\r") return " ";
    return texSigns[sign] ?? `\\${sign}`;
  });
}
