/** One drill: dumps, restores, migrates, compares the rows, and looks for the files. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openDatabase } from "../../db/client.ts";
import { workerLimits } from "../../db/limits.ts";
import { migrateDatabase } from "../../db/migrate.ts";
import {
  exportSnapshot,
  readTableSums,
  type TableSum,
} from "../../db/queries/journal/table-sums.ts";
import { listNeededFiles } from "../../db/queries/listings/needed-files.ts";
import type { Storage } from "../../platform/storage/port.ts";
import { type DumpFormat, dump, restore } from "./programs.ts";
import { type DrilledSecrets, findSecretFaults } from "./secrets.ts";

export { dumpFormats } from "./programs.ts";

/** Time limit of a sum over one large table. */
const sumMsMax = 6 * 3_600_000;
const limits = { ...workerLimits, statementMsMax: sumMsMax, stallMsMax: sumMsMax };

export type DrillOptions = {
  sourceUrl: string;
  /** An empty database, in which the drill leaves the restored data. */
  drillUrl: string;
  dumpFormat: DumpFormat;
  storage: Storage;
  /** The configured secrets; without them, they are not verified. */
  secrets?: DrilledSecrets;
  /** Folder of pg_dump and pg_restore; default: the PATH. */
  programDir?: string | undefined;
};

export type DrillReport = { lines: string[]; faults: string[] };

export async function runDrill(options: DrillOptions): Promise<DrillReport> {
  const folder = await mkdtemp(join(tmpdir(), "restore-drill-"));
  const source = openDatabase({ url: options.sourceUrl, poolMax: 1, limits });
  const drilled = openDatabase({ url: options.drillUrl, poolMax: 1, limits });
  try {
    const before = await drilled.db.transaction(readTableSums);
    if (before.length > 0) throw new Error("DRILL_DATABASE_URL is not empty.");
    const file = join(folder, `database.${options.dumpFormat}`);
    const sums = await dumpWithSums(source.db, options, file);
    await restore({ ...options, url: options.drillUrl, file });
    const restored = await drilled.db.transaction(readTableSums);
    await migrateDatabase(options.drillUrl);
    const rowFaults = compareSums(sums, restored);
    const { count, faults: fileFaults } = await checkFiles(drilled.db, options.storage);
    const { secrets } = options;
    const secretFaults = secrets === undefined ? [] : await findSecretFaults(drilled.db, secrets);
    const faults = [...rowFaults, ...fileFaults, ...secretFaults];
    const rows = sums.reduce((total, table) => total + table.rows, 0);
    const summary = `${sums.length} tables, ${rows} rows, ${count} files: ${faults.length} faults`;
    return { lines: [...faults, summary], faults };
  } finally {
    await Promise.all([source.close(), drilled.close()]);
    await rm(folder, { recursive: true, force: true });
  }
}

type Handle = ReturnType<typeof openDatabase>["db"];

/** The dump and the sums share a snapshot, so that a database in use can be compared. */
function dumpWithSums(db: Handle, options: DrillOptions, file: string): Promise<TableSum[]> {
  return db.transaction(
    async (tx) => {
      const sums = await readTableSums(tx);
      const snapshotId = await exportSnapshot(tx);
      await dump({ ...options, url: options.sourceUrl, file, snapshotId });
      return sums;
    },
    { isolationLevel: "repeatable read", accessMode: "read only" },
  );
}

/** Differences of the restored tables, in words. */
function compareSums(expected: TableSum[], found: TableSum[]): string[] {
  const foundByName = new Map(found.map((table) => [table.name, table]));
  return expected.flatMap(({ name, rows, sum }) => {
    const restored = foundByName.get(name);
    if (restored === undefined) return [`the table ${name} is missing`];
    if (restored.rows !== rows) return [`${name} has ${restored.rows} rows of ${rows}`];
    return restored.sum === sum ? [] : [`the rows of ${name} differ`];
  });
}

/**
 * Checks every file that was ever on sale, and its samples, including the sizes stated in their
 * rows.
 */
async function checkFiles(db: Handle, storage: Storage) {
  const faults: string[] = [];
  let count = 0;
  for await (const { path, byteSize } of listNeededFiles(db)) {
    count += 1;
    const head = await storage.head(path);
    if (head === null) faults.push(`the file ${path} is missing`);
    else if (byteSize !== null && head.byteSize !== byteSize) {
      faults.push(`the file ${path} has ${head.byteSize} bytes of ${byteSize}`);
    }
  }
  return { count, faults };
}
