/**
 * What beginning and ending a profile job cost in the database: processor time of Postgres' sessions and of
 * this process, and the clock, medians. `bun bench/jobs/transactions.ts [jobs]`: so many behind three that
 * warm up, over a pool whose ten connections are open, with what a child finds in a CSV of 1 MB.
 */
import { createHash, randomBytes } from "node:crypto";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { v7 } from "uuid";
import { type Database, openDatabase } from "../../db/client.ts";
import { migrateDatabase } from "../../db/migrate.ts";
import { accounts, agents, listings, uploads } from "../../db/schema/index.ts";
import { freePort } from "../../dev/parts/ports.ts";
import { startPostgres } from "../../dev/parts/postgres.ts";
import { beginProfileJob } from "../../market/listing/begin-profile-job.ts";
import type { ProfileOutcome } from "../../market/listing/profile-outcome.ts";
import { recordProfile } from "../../market/listing/record-profile.ts";
import { type Config, loadConfig } from "../../platform/config.ts";
import { openPayments } from "../../platform/payments/stripe.ts";
import { openStorage } from "../../platform/storage/open-storage.ts";
import { uploadRow } from "../../test/support/rows.ts";
import { openDatasetChildren } from "../../workers/jobs/dataset-children.ts";
import { readJoinColumns } from "../../workers/jobs/read-join-columns.ts";
import { makeCsv } from "../parts/make-csv.ts";
import { backendPids } from "../processor-time.ts";

const warmUpJobs = 3;
const connections = 10;
const csvBytes = 1_000_000;

const secret = () => randomBytes(24).toString("hex");
const nobody = "http://127.0.0.1:9";

function configFor(databaseUrl: string, folder: string): Config {
  return loadConfig({
    PUBLIC_BASE_URL: nobody,
    DATABASE_URL: databaseUrl,
    NATS_URL: "nats://127.0.0.1:9",
    STORAGE_DIR: join(folder, "storage"),
    STORAGE_SIGNING_SECRET: secret(),
    WORK_DIR: join(folder, "work"),
    RESEND_API_KEY: "re_bench",
    STRIPE_SECRET_KEY: "sk_test_bench",
    STRIPE_WEBHOOK_SECRET: "whsec_bench",
    OIDC_ISSUER: nobody,
    OIDC_CLIENT_ID: "bench",
    OIDC_CLIENT_SECRET: "bench",
    AGENT_TOKEN_SECRET: secret(),
    SESSION_SECRET: secret(),
    APPROVAL_SECRET: secret(),
    WEBHOOK_SECRET: secret(),
    ALLOW_INSECURE_LOOPBACK: "true",
  });
}

/** What a child finds in the file, as a job records it. */
async function findOutcome(config: Config, folder: string): Promise<ProfileOutcome> {
  const workDir = join(folder, "job");
  mkdirSync(workDir, { recursive: true });
  const filePath = join(workDir, "file");
  const csv = makeCsv(csvBytes, 7);
  writeFileSync(filePath, csv);
  const file = { sha256: createHash("sha256").update(csv).digest("hex"), byteSize: csv.length };
  const children = openDatasetChildren(config, workDir, 0);
  const named = { title: "Bench", description: "", tags: [], license: null, schemaFormat: null };
  const priced = { priceCents: 0, pricingType: "buy_it_now", objectEtag: null, fileCount: null };
  const facts = { byteSize: null, sha256: null };
  const times = { heartbeatAt: null, attachedAt: null, retryAt: null, serviceFailures: 0 };
  const state = { state: "attached", slot: "current", attempts: 0, attempt: 1 } as const;
  const ids = { uploadId: v7(), listingId: v7(), storagePath: filePath };
  const owner = { seller: [], turnOwner: "bench" };
  const job = { ...ids, ...owner, ...named, ...priced, ...facts, ...times, ...state };
  const report = await children.run(
    {
      job,
      filePath,
      byteSize: csv.length,
      facts: async () => file,
      workDir,
      computedAt: new Date(),
    },
    { signal: new AbortController().signal, onProgress: () => {} },
  );
  await children.stop();
  if (report.outcome !== "generated") throw new Error("the file gave no sample");
  const joinColumns = await readJoinColumns(report, workDir);
  const { format, compression, profile } = report;
  const found = { format, compression, profile, otherProfiles: [], changes: [], joinColumns };
  return { state: "generated", file, forFree: true, samplePath: "samples/bench", ...found };
}

/** Each holds its connection until all have one; returns their sessions' processes. */
async function openAll(db: Database): Promise<number[]> {
  const { promise: everybody, resolve } = Promise.withResolvers<void>();
  let held = 0;
  const hold = () =>
    db.transaction(async (tx) => {
      await tx.execute(sql`select 1`);
      held += 1;
      if (held === connections) resolve();
      await everybody;
    });
  await Promise.all(Array.from({ length: connections }, hold));
  return await backendPids(db);
}

async function seedAgent(db: Database): Promise<string> {
  const now = new Date();
  const [accountId, agentId] = [v7(), v7()];
  const person = { email: "bench@example.org", emailVerified: true, createdAt: now };
  await db
    .insert(accounts)
    .values({ id: accountId, issuer: "bench", subject: accountId, ...person, lastSeenAt: now });
  await db.insert(agents).values({
    ...{ id: agentId, agentName: "bench", ownerEmail: person.email, accountId },
    ...{ registeredFromHash: "0".repeat(64), registeredAt: now, tokenExpiresAt: now },
  });
  return agentId;
}

/** A draft whose file was just attached; returns its upload. */
async function seedUpload(db: Database, agentId: string): Promise<string> {
  const now = new Date();
  const [listingId, uploadId] = [v7(), v7()];
  const texts = { title: "Bench", description: "A made-up file.", category: "other", tags: ["a"] };
  const priced = { pricingType: "buy_it_now", priceCents: 0 } as const;
  await db.insert(listings).values({
    id: listingId,
    agentId,
    ...texts,
    ...priced,
    columnNames: [],
    createdAt: now,
    updatedAt: now,
  });
  const object = { storagePath: `uploads/${uploadId}`, byteSize: 1, objectEtag: "bench" };
  await db.insert(uploads).values(
    uploadRow({
      id: uploadId,
      listingId,
      state: "attached",
      ...object,
      issuedAt: now,
      attachedAt: now,
    }),
  );
  await db.execute(
    sql`update ${listings} set current_upload_id = ${uploadId} where id = ${listingId}`,
  );
  return uploadId;
}

/** Nanoseconds that the scheduler gave it, in ms; none of a process that has ended. */
function scheduledMs(pid: number): number {
  try {
    return Number(readFileSync(`/proc/${pid}/schedstat`, "utf8").split(" ")[0]) / 1e6;
  } catch {
    return 0;
  }
}

const ownMs = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

const median = (values: number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

const jobs = Number(process.argv[2] ?? 12);
const folder = mkdtempSync(join(tmpdir(), "market-bench-"));
const logFile = join(folder, "postgres.log");
const dataDir = join(folder, "postgres");
const postgres = await startPostgres({ port: await freePort(), dataDir, logFile });
try {
  await migrateDatabase(postgres.url);
  const config = configFor(postgres.url, folder);
  const outcome = await findOutcome(config, folder);
  const handle = openDatabase({ url: postgres.url, poolMax: connections });
  const { db } = handle;
  const storage = await openStorage(config.storage);
  const payments = openPayments(config);
  const ctx = { db, storage, payments, embeddings: null, config, now: () => new Date() };
  const pids = await openAll(db);
  const serverMs = () => pids.reduce((sum, pid) => sum + scheduledMs(pid), 0);
  const agentId = await seedAgent(db);
  const figures = { begin: [] as number[][], end: [] as number[][] };
  const timed = async (into: number[][], act: () => Promise<unknown>) => {
    const before = [serverMs(), ownMs(), performance.now()];
    await act();
    const after = [serverMs(), ownMs(), performance.now()];
    into.push(after.map((at, index) => at - (before[index] ?? 0)));
  };
  for (let job = 0; job < warmUpJobs + jobs; job += 1) {
    const uploadId = await seedUpload(db, agentId);
    await timed(figures.begin, () => beginProfileJob(ctx, uploadId, { busySeconds: 20 }));
    const actor = { kind: "system", name: "bench" } as const;
    await timed(figures.end, () => recordProfile(ctx, actor, uploadId, outcome));
  }
  for (const [name, all] of Object.entries(figures)) {
    const [server, own, clock] = [0, 1, 2].map((at) =>
      median(all.slice(warmUpJobs).map((row) => row[at] ?? 0)).toFixed(1),
    );
    process.stdout.write(
      `${name} a job: Postgres ${server}, this process ${own} ms of processor time; ${clock} ms\n`,
    );
  }
  await handle.close();
} finally {
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
}
