/**
 * While a child waits for its job, it profiles generated tables, so that the native code is loaded
 * and its own code is compiled. A job waits at most for the table in progress.
 */
import { createHash } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DEFAULT_LIMITS } from "../base/limits.ts";
import { profileDataset } from "../profile-dataset.ts";

/**
 * A table starts after this much quiet time. If jobs follow each other closely, only the first
 * table is made, or none, which leaves the processor to running jobs.
 */
const rounds: readonly Round[] = [
  { quietMs: 10, rows: 2000, isPlain: false },
  { quietMs: 150, rows: 4000, isPlain: true },
  { quietMs: 20, rows: 4000, isPlain: false },
  { quietMs: 20, rows: 4000, isPlain: true },
  { quietMs: 20, rows: 4000, isPlain: false },
  { quietMs: 20, rows: 4000, isPlain: true },
];

/** The kernel reads plain tables, Polars the others. */
type Round = { quietMs: number; rows: number; isPlain: boolean };

/**
 * Profiles at most `tables` generated tables; with 0 the child only loads its code.
 * `jobComesWithin` waits that long for the job and returns whether it has come.
 */
export async function warmUp(
  folder: string,
  tables: number,
  jobComesWithin: (ms: number) => Promise<boolean>,
): Promise<void> {
  for (const [index, { quietMs, rows, isPlain }] of rounds.slice(0, tables).entries()) {
    if (await jobComesWithin(quietMs)) return;
    await profileMadeUp(folder, makeTable(rows, index, isPlain), index % 4 === 1);
  }
}

async function profileMadeUp(folder: string, table: string, paid: boolean): Promise<void> {
  const workDir = mkdtempSync(join(folder, "warm-"));
  try {
    const bytes = Buffer.from(table);
    const filePath = join(workDir, "warm.csv");
    writeFileSync(filePath, bytes);
    const job = {
      filePath,
      workDir,
      formatHint: null,
      fileSha256: createHash("sha256").update(bytes).digest("hex"),
      byteSize: bytes.length,
      datasetVersion: "warm",
      paid,
      documentation: { titleLength: 0, descriptionLength: 0, tagCount: 0, hasLicense: false },
      computedAt: new Date(0),
      limits: DEFAULT_LIMITS,
      joinKey: madeUpKey,
    };
    await profileDataset(job, () => {});
  } finally {
    rmSync(workDir, { recursive: true, force: true });
  }
}

/** Real jobs compute join hashes, so the warm-up does, too. */
const madeUpKey = "0123456789abcdef";

const places = ["Ayr", "Bath", "Cork", "Deal"];
const twoDigits = (number: number) => String(number).padStart(2, "0");

/** One column of each usual kind; the values differ in each round. */
function makeTable(rows: number, round: number, isPlain: boolean): string {
  const names = "number,label,place,price,share,flag,day,code,mail,text,at";
  const lines = [isPlain ? names : `${names},paid`];
  for (let row = 0; row < rows; row += 1) {
    const mixed = (row * 7919 + round * 104_729) % 1_000_003;
    const day = twoDigits((mixed % 28) + 1);
    const cells = [
      row,
      `label ${mixed % 900}`,
      places[mixed % places.length],
      (mixed / 100).toFixed(2),
      (mixed / 1_000_003).toFixed(6),
      mixed % 2 === 0,
      `2021-${twoDigits((mixed % 12) + 1)}-${day}`,
      String(mixed % 99_999).padStart(5, "0"),
      `person${mixed}@example.com`,
      "plain words of a text",
      `2021-03-${day}T05:06:${twoDigits(mixed % 60)}Z`,
    ];
    if (!isPlain) cells.push(`${mixed % 500}.50 €`);
    lines.push(cells.join(","));
  }
  return `${lines.join("\n")}\n`;
}
