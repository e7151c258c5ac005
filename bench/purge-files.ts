/**
 * How fast unused files are purged from an S3 store (Ceph's gateway on loopback) and from a disk:
 * `bun bench/purge-files.ts [files]`.
 */
import { uploads } from "../db/schema/index.ts";
import { purgeUnusedFiles } from "../market/listing/purge-unused-files.ts";
import { dayMs } from "../platform/time.ts";
import { startOwnStore } from "../test/support/radosgw/own-store.ts";
import { uploadRow } from "../test/support/rows.ts";
import { stopStack } from "../test/support/stack.ts";
import { openSuite, type Suite, seedUpload } from "../test/support/workers.ts";

const filesCount = Number(process.argv[2] ?? 3000);
const rowsAtOnce = 100;

const store = await startOwnStore();
await measure("S3", store.env);
await measure("disk", {});
await store.stop();
await stopStack();
process.exit(0);

async function measure(name: string, env: Record<string, string>): Promise<void> {
  const suite = await openSuite(env);
  const { listingId } = await seedUpload(suite, { queue: false });
  for (let made = 0; made < filesCount; made += rowsAtOnce) await seedSome(suite, listingId);
  const startedAt = performance.now();
  const purged = await purgeUnusedFiles(suite.ctx, { rowsPerBatchMax: 300, secondsMax: 600 });
  const seconds = (performance.now() - startedAt) / 1000;
  console.log(
    `${name}: ${purged} files in ${seconds.toFixed(2)} s, ${(purged / seconds).toFixed()}/s`,
  );
  await suite.close();
}

async function seedSome(suite: Suite, listingId: string): Promise<void> {
  const issuedAt = new Date(Date.now() - 9 * dayMs);
  const rows = Array.from({ length: rowsAtOnce }, () => uploadRow({ listingId, issuedAt }));
  await suite.db.insert(uploads).values(rows);
  await Promise.all(
    rows.map(({ storagePath }) =>
      suite.storage.write(storagePath, new Uint8Array([1]), "text/csv"),
    ),
  );
}
