/**
 * Dirties twenty real tables in fifteen ways and prints by how much the clean one's quality score
 * beats the dirty one's. `bun bench/quality-dirt.ts [--share 0.1] [--only TABLE] [--parts]`
 */
import { parseArgs } from "node:util";
import { seededRandom } from "../dataset/base/random.ts";
import type { Profile } from "../market/profile/schemas.ts";
import { makeFolder, profileBytes } from "../test/dataset/support/dataset-files.ts";
import { DIRTIERS, type DirtKind, printDirty } from "../test/dataset/support/quality/dirt.ts";
import { printTable, REAL_TABLES, readRealTable } from "../test/dataset/support/quality/tables.ts";

const { values: options } = parseArgs({
  options: {
    share: { type: "string", multiple: true, default: ["0.01", "0.1", "0.3"] },
    only: { type: "string", default: "" },
    parts: { type: "boolean", default: false },
  },
});

type Quality = Profile["quality"];

const folder = makeFolder();
const kinds = Object.keys(DIRTIERS) as DirtKind[];
const seed = "5eed".repeat(16);

async function qualityOf(text: string): Promise<Quality | null> {
  const { profile } = await profileBytes(folder.path, text, { hint: "csv" });
  return profile?.quality ?? null;
}

function printParts(what: string, quality: Quality | null): void {
  if (options.parts) console.log(what, quality?.score, JSON.stringify(quality?.components));
}

/** The clean table's score, and what it is ahead of each kind of dirt. */
async function rowOf(file: string, share: number): Promise<[clean: number, ahead: number[]]> {
  const table = await readRealTable(folder.path, file);
  const clean = await qualityOf(printTable(table));
  printParts(`${file} clean`, clean);
  const ahead: number[] = [];
  for (const [at, kind] of kinds.entries()) {
    const dirty = await qualityOf(printDirty(kind, table, share, seededRandom(seed, at)));
    printParts(`  ${kind}`, dirty);
    ahead.push((clean?.score ?? 0) - (dirty?.score ?? 0));
  }
  return [clean?.score ?? 0, ahead];
}

for (const share of options.share.map(Number)) {
  console.log(`\nclean minus dirty, ${share * 100} % dirt\n`);
  console.log(`| table | clean | ${kinds.join(" | ")} |`);
  console.log(`|${"---|".repeat(kinds.length + 2)}`);
  let apart = 0;
  let ahead = 0;
  const files = REAL_TABLES.filter((file) => file.includes(options.only));
  for (const file of files) {
    const [clean, row] = await rowOf(file, share);
    apart += row.filter((difference) => difference >= 0.05).length;
    ahead += row.filter((difference) => difference > 0).length;
    const name = file.replace(/.*\//, "");
    const cells = row.map((difference) => difference.toFixed(3));
    console.log(`| ${name} | ${clean.toFixed(3)} | ${cells.join(" | ")} |`);
  }
  const all = files.length * kinds.length;
  console.log(`\nahead ${ahead}, by 0.05 or more ${apart}, of ${all}`);
}
folder.remove();
