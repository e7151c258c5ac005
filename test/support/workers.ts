/** Shared by the workers' suites: each suite has its own database, queue and store. */

import { join } from "node:path";
import { jetstreamManager } from "@nats-io/jetstream";
import { connect } from "@nats-io/transport-node";
import { and, eq } from "drizzle-orm";
import { v7 } from "uuid";
import { type Database, openDatabase } from "../../db/client.ts";
import { enqueueJob } from "../../db/queries/journal/journal.ts";
import {
  accounts,
  agents,
  approvals,
  auditLog,
  listings,
  profiles,
  uploads,
} from "../../db/schema/index.ts";
import { approvalCode, approvalCodeHash } from "../../market/agent/approval-code.ts";
import type { Context } from "../../market/context.ts";
import { openBus } from "../../platform/bus/nats.ts";
import type { Bus } from "../../platform/bus/port.ts";
import { type Config, loadConfig } from "../../platform/config.ts";
import { openEmbeddings } from "../../platform/embeddings/open-embeddings.ts";
import { createRegistry } from "../../platform/metrics.ts";
import { openPayments } from "../../platform/payments/stripe.ts";
import { openStorage } from "../../platform/storage/open-storage.ts";
import type { DatasetRunner } from "../../workers/jobs/dataset-runner.ts";
import { createWorkerMetrics } from "../../workers/metrics.ts";
import type { RoleName } from "../../workers/roles.ts";
import { startWorker, type Worker } from "../../workers/worker.ts";
import { instantDatasets } from "./fake-datasets.ts";
import { forFile } from "./for-file.ts";
import { silentLog } from "./log-lines.ts";
import { uploadRow } from "./rows.ts";
import { testEnv } from "./stack.ts";

const repositoryDir = join(import.meta.dir, "../..");

export function testMetrics() {
  return createWorkerMetrics(createRegistry("test"));
}

export type Suite = Awaited<ReturnType<typeof openSuite>>;

/** Short ack waits, so that a redelivery does not take half a minute. */
export async function openSuite(overrides: Record<string, string> = {}) {
  const env = await testEnv({
    NATS_STREAM_PREFIX: `t${v7().replaceAll("-", "")}`,
    JOB_ACK_WAIT_SECONDS: "2",
    WORKER_DRAIN_SECONDS: "5",
    ...overrides,
  });
  const config = loadConfig(env);
  const { DATABASE_URL: url, DATABASE_DIRECT_URL: directUrl } = config;
  const handle = openDatabase({ url, directUrl, poolMax: 5 });
  const storage = await openStorage(config.storage);
  const bus = await openSuiteBus(config);
  await bus.ensureTopology();
  const payments = openPayments(config);
  const embeddings = openEmbeddings(config);
  const now = () => new Date();
  const ctx: Context = { db: handle.db, storage, payments, embeddings, config, now };
  const workers: Worker[] = [];
  return {
    env,
    config,
    ctx,
    db: handle.db,
    storage,
    handle,
    bus,
    /** Starts roles in this process; they stop with the suite at the latest. */
    async work(roles: RoleName[], datasets: DatasetRunner = instantDatasets()): Promise<Worker> {
      const worker = await startWorker({
        config,
        roles,
        service: "test",
        openDatasets: () => datasets,
        now: () => new Date(),
        log: silentLog,
        signal: new AbortController().signal,
      });
      workers.push(worker);
      return worker;
    },
    async close(): Promise<void> {
      await Promise.all(workers.map((worker) => worker.stop()));
      await bus.drain();
      await handle.close();
    },
  };
}

/** For the top of a test file: a suite that is closed after the file's last test. */
export function testSuite(overrides: Record<string, string> = {}): Promise<Suite> {
  return forFile(openSuite(overrides));
}

export function openSuiteBus(config: Config): Promise<Bus> {
  return openBus({
    url: config.NATS_URL,
    name: "test",
    ackWaitSeconds: config.JOB_ACK_WAIT_SECONDS,
    prefix: config.NATS_STREAM_PREFIX,
  });
}

/** The number of messages in the stream: queued, delivered but not settled, or delayed. */
export async function countStored(config: Config): Promise<number> {
  const connection = await connect({ servers: config.NATS_URL });
  const manager = await jetstreamManager(connection);
  const { state } = await manager.streams.info(`${config.NATS_STREAM_PREFIX}_JOBS`);
  await connection.close();
  return state.messages;
}

export type Seeded = { agentId: string; listingId: string; uploadId: string };

async function seedAgent(db: Database): Promise<{ agentId: string; ownerEmail: string }> {
  const agentId = v7();
  const now = new Date();
  const ownerEmail = `${agentId}@example.org`;
  await db.insert(agents).values({
    id: agentId,
    agentName: `agent <${agentId.slice(-6)}>`,
    ownerEmail,
    registeredFromHash: "0".repeat(64),
    registeredAt: now,
    tokenExpiresAt: new Date(now.getTime() + 86_400_000),
  });
  return { agentId, ownerEmail };
}

/** An agent of a new account, so that it has its own turn in the fair queue. */
export async function seedSeller(db: Database): Promise<string> {
  const { agentId, ownerEmail } = await seedAgent(db);
  const accountId = v7();
  const now = new Date();
  const owner = { issuer: "test", subject: accountId, email: ownerEmail, emailVerified: true };
  await db.insert(accounts).values({ id: accountId, ...owner, createdAt: now, lastSeenAt: now });
  await db.update(agents).set({ state: "verified", accountId }).where(eq(agents.id, agentId));
  return agentId;
}

/**
 * A draft with a named, complete file. Its job exists, and is queued unless the caller says
 * otherwise.
 */
export async function seedUpload(
  suite: Pick<Suite, "db" | "storage">,
  options: { content?: string | null; queue?: boolean; agentId?: string } = {},
): Promise<Seeded> {
  const agentId = options.agentId ?? (await seedAgent(suite.db)).agentId;
  const listingId = v7();
  const now = new Date();
  await suite.db.insert(listings).values({
    id: listingId,
    agentId,
    title: "Rainfall of Lisbon",
    description: "Daily rainfall.",
    category: "scientific",
    tags: ["rain"],
    pricingType: "buy_it_now",
    priceCents: 0,
    createdAt: now,
    updatedAt: now,
    columnNames: [],
  });
  const uploadId = await attachUpload(suite, listingId, options);
  return { agentId, listingId, uploadId };
}

/** The effect of a PATCH with `full_data_path`: a new current upload supersedes the older one. */
export async function attachUpload(
  suite: Pick<Suite, "db" | "storage">,
  listingId: string,
  options: { content?: string | null; queue?: boolean } = {},
): Promise<string> {
  const uploadId = v7();
  const storagePath = `uploads/${listingId}/${uploadId}`;
  const content = options.content === undefined ? "day,mm\n1,2.5\n2,0\n" : options.content;
  if (content !== null) {
    await suite.storage.write(storagePath, new TextEncoder().encode(content), "text/csv");
  }
  const head = await suite.storage.head(storagePath);
  const object = { byteSize: head?.byteSize ?? 0, objectEtag: head?.etag ?? '"gone"' };
  await suite.db.transaction(async (tx) => {
    const now = new Date();
    await tx
      .update(uploads)
      .set({ state: "superseded" })
      .where(and(eq(uploads.listingId, listingId), eq(uploads.state, "attached")));
    const timing = { issuedAt: now, attachedAt: now };
    await tx.insert(uploads).values(
      uploadRow({
        id: uploadId,
        listingId,
        state: "attached",
        storagePath,
        ...object,
        ...timing,
      }),
    );
    await tx.update(listings).set({ currentUploadId: uploadId }).where(eq(listings.id, listingId));
    if (options.queue !== false) {
      await enqueueJob(tx, "jobs.profile", { upload_id: uploadId }, now);
    }
  });
  return uploadId;
}

export async function seedApproval(
  suite: Pick<Suite, "db" | "config">,
): Promise<{ approvalId: string; agentId: string; ownerEmail: string; code: string }> {
  const { agentId, ownerEmail } = await seedAgent(suite.db);
  const approvalId = v7();
  const code = approvalCode(suite.config.APPROVAL_SECRET[0], approvalId);
  const now = new Date();
  await suite.db.transaction(async (tx) => {
    await tx.insert(approvals).values({
      id: approvalId,
      agentId,
      codeHash: approvalCodeHash(code),
      createdAt: now,
      expiresAt: new Date(now.getTime() + 72 * 3_600_000),
    });
    await enqueueJob(tx, "jobs.mail", { template: "approval", approval_id: approvalId }, now);
  });
  return { approvalId, agentId, ownerEmail, code };
}

export async function readUpload(db: Database, uploadId: string) {
  const [row] = await db.select().from(uploads).where(eq(uploads.id, uploadId));
  if (row === undefined) throw new Error(`there is no upload ${uploadId}`);
  return row;
}

export async function readListing(db: Database, listingId: string) {
  const [row] = await db.select().from(listings).where(eq(listings.id, listingId));
  if (row === undefined) throw new Error(`there is no listing ${listingId}`);
  return row;
}

export async function countProfiles(db: Database, uploadId: string): Promise<number> {
  return await db.$count(profiles, eq(profiles.uploadId, uploadId));
}

export async function countAudits(db: Database, subjectId: string, action: string) {
  return await db.$count(
    auditLog,
    and(eq(auditLog.subjectId, subjectId), eq(auditLog.action, action)),
  );
}

/** The upload once its job has ended. */
export async function endedUpload(db: Database, uploadId: string) {
  const row = await readUpload(db, uploadId);
  return row.state === "attached" ? null : row;
}

export type WorkerProcess = { pid: number; exited: Promise<number>; kill(signal: string): void };

/** Runs a script, named from the repository's root, in the suite's environment. */
export function runScript(
  suite: Pick<Suite, "env">,
  script: string,
  args: string[],
  env: Record<string, string> = {},
): WorkerProcess {
  const command = [process.execPath, join(repositoryDir, script), ...args];
  const child = Bun.spawn(command, {
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...suite.env, ...env },
    stdin: "ignore",
    stdout: process.env.WORKER_TEST_OUTPUT === undefined ? "ignore" : "inherit",
    stderr: "inherit",
  });
  return {
    pid: child.pid,
    exited: child.exited,
    kill: (signal) => child.kill(signal as NodeJS.Signals),
  };
}
