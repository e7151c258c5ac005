/**
 * Reads each file of FOLDER/ENCODING/… without its declared encoding, once with this engine's
 * detection and once with chardet's. Prints how many results equal the text decoded as the folder's
 * name says. `bun bench/foreign/encodings.ts FOLDER [--list]`; chardet's own tests (Python) are
 * such a folder.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import chardet from "chardet";
import iconv from "iconv-lite";
import { decodeHead, detectEncoding, HEAD_BYTES_MAX } from "../../dataset/open/encoding.ts";

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: { list: { type: "boolean", default: false } },
});
const [folder] = positionals;
if (folder === undefined) throw new Error("Say which folder.");

/** `iso-8859-2-czech` is ISO 8859-2. This lists the names that the decoder spells differently. */
const otherNames: Readonly<Record<string, string>> = {
  "utf-8-sig": "utf-8",
  ascii: "utf-8",
  ibm855: "cp855",
  "tis-620": "windows-874",
};

function encodingOf(name: string): string | null {
  const lower = name.toLowerCase();
  const bare = /^(?:iso-8859-\d+|windows-\d+)/.exec(lower)?.[0] ?? otherNames[lower] ?? lower;
  return iconv.encodingExists(bare) ? bare : null;
}

const textOf = (bytes: Buffer, name: string): string =>
  iconv.decode(bytes, name).replace(/^\ufeff/, "");

async function guessOurs(bytes: Buffer): Promise<{ name: string; text: string }> {
  const found = await detectEncoding(bytes, bytes.length < HEAD_BYTES_MAX);
  return found
    ? { name: found.name, text: decodeHead(bytes, found, bytes.length < HEAD_BYTES_MAX) }
    : { name: "no text", text: "" };
}

/** Ignores the last characters, which the end of the head may cut. */
function isSame(text: string, truth: string): boolean {
  const near = Math.abs(text.length - truth.length) <= 4;
  return near && text !== "" && text.slice(0, -4) === truth.slice(0, Math.max(0, text.length - 4));
}

function guessChardet(bytes: Buffer): { name: string; text: string } {
  const name = chardet.detect(bytes) ?? "none";
  return { name, text: iconv.encodingExists(name) ? textOf(bytes, name) : "" };
}

console.log(
  "| encoding | files | this engine | chardet | what else this engine said |\n|---|---|---|---|---|",
);
const sums = [0, 0, 0];
for (const name of readdirSync(folder).sort()) {
  const encoding = encodingOf(name);
  if (encoding === null) {
    console.log(`| ${name} | not decoded here | | | |`);
    continue;
  }
  const counts = [0, 0, 0];
  const others: string[] = [];
  for (const file of readdirSync(join(folder, name)).sort()) {
    const whole = readFileSync(join(folder, name, file));
    const bytes = whole.subarray(0, HEAD_BYTES_MAX - (HEAD_BYTES_MAX % 4));
    const truth = textOf(bytes, encoding);
    const [ours, theirs] = [await guessOurs(bytes), guessChardet(bytes)];
    counts[0] = (counts[0] ?? 0) + 1;
    if (isSame(ours.text, truth)) counts[1] = (counts[1] ?? 0) + 1;
    else others.push(options.list ? `${file}: ${ours.name}` : ours.name);
    if (isSame(theirs.text, truth)) counts[2] = (counts[2] ?? 0) + 1;
  }
  for (const i of sums.keys()) sums[i] = (sums[i] ?? 0) + (counts[i] ?? 0);
  console.log(`| ${[name, ...counts, others.join(", ")].join(" | ")} |`);
}
console.log(`| all | ${sums.join(" | ")} | |`);
