/** A service with an administrator and one stuck job of each kind. */
import { eq } from "drizzle-orm";
import { v7 } from "uuid";
import {
  accounts,
  apiKeys,
  auditLog,
  embeddingModels,
  events,
  listingEmbeddings,
  outbox,
  twinJobs,
  twins,
  uploadImports,
  uploads,
  webhookDeliveries,
  webhookEndpoints,
} from "../../../db/schema/index.ts";
import type { AdminActor } from "../../../db/vocabulary/actor.ts";
import { actOnJob } from "../../../market/operations/act-on-job.ts";
import { readJob, readOperations } from "../../../market/operations/read.ts";
import type { JobAct, JobKind } from "../../../market/operations/rules.ts";
import { type Suite, seedUpload } from "../../support/workers.ts";

const admin: AdminActor = { kind: "admin", accountId: v7(), email: "admin@example.com" };

export const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);

export const act = (
  { ctx }: Pick<Suite, "ctx">,
  job: { kind: JobKind; id: string; act: JobAct },
): Promise<void> => actOnJob(ctx, admin, job, { reason: "It was looked into." });

export const look = ({ ctx }: Pick<Suite, "ctx">) => readOperations(ctx, admin);

export const lookAt = ({ ctx }: Pick<Suite, "ctx">, kind: JobKind, id: string) =>
  readJob(ctx, admin, { kind, id });

/** Audit rows of administrators' actions only. */
export async function auditsOf({ db }: Pick<Suite, "db">, subjectId: string) {
  const rows = await db.select().from(auditLog).where(eq(auditLog.subjectId, subjectId));
  return rows
    .filter(({ actorKind }) => actorKind === "admin")
    .map(({ action, detail }) => ({ action, reason: detail.reason }));
}

/** An upload that has waited for a long time, because its message was lost. */
export async function slowUpload(suite: Suite, change: Partial<typeof uploads.$inferInsert> = {}) {
  const seeded = await seedUpload(suite, { queue: false });
  const slow = { attachedAt: minutesAgo(40), ...change };
  await suite.db.update(uploads).set(slow).where(eq(uploads.id, seeded.uploadId));
  return seeded;
}

/** An upload that ended without a sample, for a cause that may be the service's. */
export async function failedUpload(suite: Suite) {
  const errorDetail = "Three tries ended without a result.";
  const error = { errorCode: "job_failed_repeatedly", errorDetail, attempts: 3 };
  return await slowUpload(suite, { state: "no_sample", finishedAt: minutesAgo(5), ...error });
}

export async function outboxRow(
  { db }: Pick<Suite, "db">,
  row: Partial<typeof outbox.$inferInsert> = {},
): Promise<string> {
  const payload = { template: "approval", approval_id: v7() };
  const mail = { subject: "jobs.mail", payload, createdAt: minutesAgo(30) };
  const [made] = await db
    .insert(outbox)
    .values({ ...mail, ...row })
    .returning();
  return made?.id ?? "";
}

/** The Parquet copies of a file: overdue or failed. */
export async function stuckTwin(suite: Suite, { isFailed }: { isFailed: boolean }) {
  const { uploadId } = await seedUpload(suite, { queue: false });
  const dueAt = isFailed ? null : minutesAgo(60);
  await suite.db.insert(twinJobs).values({ uploadId, dueAt, attempts: 0 });
  if (!isFailed) return uploadId;
  const none = { uploadId, position: 0, isDefault: true, createdAt: minutesAgo(1) };
  const why = { errorCode: "twin_failed", errorDetail: "All tries failed." };
  await suite.db.insert(twins).values({ ...none, ...why });
  return uploadId;
}

/** An import of a new draft, without an upload. */
export async function importJob(
  suite: Pick<Suite, "db" | "storage">,
  change: Partial<typeof uploadImports.$inferInsert> = {},
): Promise<{ id: string; listingId: string }> {
  const { listingId, agentId } = await seedUpload(suite, { queue: false });
  const id = v7();
  const address = "https://example.org/rain.csv";
  const from = { kind: "file" as const, source: "sealed", shownAddress: address };
  const times = { createdAt: minutesAgo(60), dueAt: minutesAgo(30) };
  await suite.db
    .insert(uploadImports)
    .values({ id, listingId, agentId, ...from, ...times, ...change });
  return { id, listingId };
}

/** A listing whose text the model refuses. */
export async function refusedEmbedding(suite: Suite): Promise<string> {
  const { listingId } = await seedUpload(suite, { queue: false });
  const key = { name: `model-${v7()}`, textVersion: 1, createdAt: minutesAgo(9) };
  const [model] = await suite.db.insert(embeddingModels).values(key).returning();
  const failed = { textHash: "0", errorCode: "text_refused", updatedAt: minutesAgo(1) };
  await suite.db
    .insert(listingEmbeddings)
    .values({ modelId: model?.id ?? 0, listingId, ...failed });
  return listingId;
}

/** Deliveries of one webhook, one per state; the endpoint's address contains a secret. */
export async function webhookWith(
  { db }: Pick<Suite, "db">,
  rows: Partial<typeof webhookDeliveries.$inferInsert>[],
): Promise<{ endpointId: string; ids: string[] }> {
  const createdAt = minutesAgo(30);
  const accountId = v7();
  const owner = { issuer: "test", subject: accountId, email: `${accountId}@example.org` };
  await db
    .insert(accounts)
    .values({ id: accountId, ...owner, emailVerified: true, createdAt, lastSeenAt: createdAt });
  const key = { id: v7(), accountId, name: "test", prefix: "dm_test_", scopes: ["read" as const] };
  await db.insert(apiKeys).values({ ...key, secretHash: key.id, categories: [], createdAt });
  const endpointId = v7();
  const principal = { principalKind: "account" as const, principalId: accountId };
  const url = "http://127.0.0.1:9/in?token=secret-of-the-owner";
  const times = { createdAt, updatedAt: createdAt };
  await db
    .insert(webhookEndpoints)
    .values({ id: endpointId, ...principal, apiKeyId: key.id, url, types: [], ...times });
  const ids: string[] = [];
  for (const [at, row] of rows.entries()) {
    const subject = { subjectKind: "purchase" as const, subjectId: v7() };
    const type = "purchase.paid" as (typeof events.$inferInsert)["type"];
    const event = { id: v7(), ...principal, type, ...subject, data: {}, createdAt };
    await db.insert(events).values(event);
    const waiting = { endpointId, eventId: event.id, position: at + 1, ...subject, createdAt };
    const [made] = await db
      .insert(webhookDeliveries)
      .values({ ...waiting, dueAt: createdAt, ...row })
      .returning();
    ids.push(made?.id ?? "");
  }
  return { endpointId, ids };
}
