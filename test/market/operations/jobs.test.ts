/**
 * Stuck jobs: each is found, and restarted or given up once, with an audit row and a message for
 * the bus.
 */
import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { and, eq, isNull } from "drizzle-orm";
import { v7 } from "uuid";
import {
  listings,
  outbox,
  twinJobs,
  uploadImports,
  uploads,
  webhookDeliveries,
  webhookEndpoints,
} from "../../../db/schema/index.ts";
import { findTwin } from "../../../market/catalogue/twin/find-twin.ts";
import { recordProfile } from "../../../market/listing/record-profile.ts";
import { type JobAct, type JobKind, jobKinds } from "../../../market/operations/rules.ts";
import { testSuite } from "../../support/workers.ts";
import {
  act,
  auditsOf,
  failedUpload,
  importJob,
  look,
  lookAt,
  minutesAgo,
  outboxRow,
  refusedEmbedding,
  slowUpload,
  stuckTwin,
  webhookWith,
} from "./support.ts";

setDefaultTimeout(30_000);

const suite = await testSuite();
const { db } = suite;
const reason = "It was looked into.";

const upload = async (id: string) => {
  const [row] = await db.select().from(uploads).where(eq(uploads.id, id));
  return row;
};
const delivery = async (id: string) => {
  const [row] = await db.select().from(webhookDeliveries).where(eq(webhookDeliveries.id, id));
  return row;
};
const owed = async (subject: string) => {
  const rows = await db
    .select()
    .from(outbox)
    .where(and(eq(outbox.subject, subject), isNull(outbox.publishedAt)));
  return rows.map(({ payload }) => payload);
};
const shown = async (kind: JobKind) => (await look(suite)).stuck[kind].jobs.map(({ id }) => id);

describe("a file whose profile takes too long", () => {
  test("is shown after 15 minutes, and restarted with its tries reset", async () => {
    const young = await slowUpload(suite, { attachedAt: minutesAgo(1) });
    const { uploadId } = await slowUpload(suite, { attempts: 2, serviceFailures: 4 });
    expect(await shown("upload")).toContain(uploadId);
    expect(await shown("upload")).not.toContain(young.uploadId);
    await act(suite, { kind: "upload", id: uploadId, act: "retry" });
    const fresh = { state: "attached", attempts: 0, serviceFailures: 0, retryAt: null };
    expect(await upload(uploadId)).toMatchObject(fresh);
    expect(await owed("jobs.profile")).toContainEqual({ upload_id: uploadId });
    expect(await auditsOf(suite, uploadId)).toEqual([
      { action: "operations.upload_retried", reason },
    ]);
  });

  test("is shown at once where a try failed on our side", async () => {
    const { uploadId } = await slowUpload(suite, {
      attachedAt: minutesAgo(1),
      serviceFailures: 1,
      retryAt: minutesAgo(-9),
    });
    expect(await shown("upload")).toContain(uploadId);
  });

  test("is given up as after its last try, and a result that comes later is dropped", async () => {
    const { uploadId, listingId } = await slowUpload(suite, { heartbeatAt: new Date() });
    expect((await lookAt(suite, "upload", uploadId)).standing).toBe("running");
    await act(suite, { kind: "upload", id: uploadId, act: "give_up" });
    const ended = { state: "no_sample", errorCode: "job_failed_repeatedly" };
    expect(await upload(uploadId)).toMatchObject(ended);
    const late = await recordProfile(suite.ctx, { kind: "system", name: "test" }, uploadId, {
      state: "no_sample",
      file: null,
      format: null,
      profile: null,
      error: { code: "empty_file", detail: "The file is empty." },
    });
    expect(late.kind).toBe("dropped");
    expect(await upload(uploadId)).toMatchObject(ended);
    const actions = (await auditsOf(suite, uploadId)).map(({ action }) => action);
    expect(actions.toSorted()).toEqual(["operations.upload_given_up", "profile.recorded"]);
    const [listing] = await db.select().from(listings).where(eq(listings.id, listingId));
    expect(listing?.status).toBe("draft");
  });

  test("and ended for a cause on our side is restarted, unless it was published", async () => {
    const { uploadId, listingId } = await failedUpload(suite);
    expect(await shown("upload")).toContain(uploadId);
    await db.update(listings).set({ status: "withdrawn" }).where(eq(listings.id, listingId));
    expect((await lookAt(suite, "upload", uploadId)).acts).toEqual([]);
    await db.update(listings).set({ status: "draft" }).where(eq(listings.id, listingId));
    await act(suite, { kind: "upload", id: uploadId, act: "retry" });
    expect(await upload(uploadId)).toMatchObject({ state: "attached", errorCode: null });
    expect(await shown("upload")).toContain(uploadId);
  });
});

test("a message that is not relayed is dropped, and a relay finds nothing of it", async () => {
  const id = await outboxRow(suite, { subject: "jobs.embed", payload: { listing_ids: [] } });
  expect(await shown("outbox")).toContain(id);
  expect((await look(suite)).outbox.map(({ subject }) => subject)).toContain("jobs.embed");
  await act(suite, { kind: "outbox", id, act: "give_up" });
  expect(await shown("outbox")).not.toContain(id);
  expect(await owed("jobs.embed")).toEqual([]);
  expect(await auditsOf(suite, id)).toEqual([{ action: "operations.outbox_given_up", reason }]);
});

describe("a mail that does not go out", () => {
  const lateMail = () => outboxRow(suite, { publishedAt: minutesAgo(9) });

  test("is sent again by a new message, and the former one does nothing", async () => {
    const id = await lateMail();
    expect(await shown("mail")).toContain(id);
    const [row] = await db.select().from(outbox).where(eq(outbox.id, id));
    await act(suite, { kind: "mail", id, act: "retry" });
    expect(await owed("jobs.mail")).toContainEqual(row?.payload ?? {});
    expect((await lookAt(suite, "mail", id)).standing).toBe("ended");
  });

  test("is given up", async () => {
    const id = await lateMail();
    const before = (await owed("jobs.mail")).length;
    await act(suite, { kind: "mail", id, act: "give_up" });
    expect(await shown("mail")).not.toContain(id);
    expect((await owed("jobs.mail")).length).toBe(before);
    expect(await auditsOf(suite, id)).toEqual([{ action: "operations.mail_given_up", reason }]);
  });
});

describe("a Parquet copy", () => {
  test("that nobody makes is given up, and its file says that it has none", async () => {
    const uploadId = await stuckTwin(suite, { isFailed: false });
    expect(await shown("twin")).toContain(uploadId);
    await act(suite, { kind: "twin", id: uploadId, act: "give_up" });
    expect(await findTwin(db, { uploadId })).toMatchObject({ missing: "twin_failed" });
    expect((await lookAt(suite, "twin", uploadId)).standing).toBe("failed");
  });

  test("that failed is due again, its tries forgotten", async () => {
    const uploadId = await stuckTwin(suite, { isFailed: true });
    expect(await shown("twin")).toContain(uploadId);
    await act(suite, { kind: "twin", id: uploadId, act: "retry" });
    const [job] = await db.select().from(twinJobs).where(eq(twinJobs.uploadId, uploadId));
    expect(job).toMatchObject({ attempts: 0, finishedAt: null, dueAt: expect.any(Date) });
    expect(await findTwin(db, { uploadId })).toMatchObject({ missing: "twin_failed" });
  });
});

test("a listing that could not be embedded is asked for again", async () => {
  const id = await refusedEmbedding(suite);
  expect(await shown("embedding")).toContain(id);
  await act(suite, { kind: "embedding", id, act: "retry" });
  expect(await owed("jobs.embed")).toContainEqual({ listing_ids: [id] });
  expect(await auditsOf(suite, id)).toEqual([{ action: "operations.embedding_retried", reason }]);
});

describe("a delivery to a webhook", () => {
  const failed = {
    state: "failed",
    dueAt: null,
    endedAt: minutesAgo(2),
    attempts: 11,
    lastError: "refused: answered 503",
  } as const;

  test("that was given up is due at once; nothing of its address but the host is shown", async () => {
    const { endpointId, ids } = await webhookWith(suite, [failed]);
    const [id = ""] = ids;
    const job = await lookAt(suite, "delivery", id);
    expect(job).toMatchObject({ standing: "failed", label: "purchase.paid to 127.0.0.1:9" });
    expect(JSON.stringify(await look(suite))).not.toContain("secret-of-the-owner");
    await act(suite, { kind: "delivery", id, act: "retry" });
    const due = { state: "pending", attempts: 0, endedAt: null };
    expect(await delivery(id)).toMatchObject(due);
    expect(await auditsOf(suite, endpointId)).toEqual([
      { action: "operations.delivery_retried", reason },
    ]);
  });

  test("that waits is given up; one in progress is left to its worker", async () => {
    const leased = { leasedUntil: minutesAgo(-5), attempts: 1 };
    const { ids } = await webhookWith(suite, [{ attempts: 4 }, leased]);
    const [waiting = "", busy = ""] = ids;
    await act(suite, { kind: "delivery", id: waiting, act: "give_up" });
    expect(await delivery(waiting)).toMatchObject({ state: "failed", dueAt: null });
    const refused = act(suite, { kind: "delivery", id: busy, act: "give_up" });
    await expect(refused).rejects.toMatchObject({ code: "job_not_stuck" });
    expect(await delivery(busy)).toMatchObject({ state: "pending", attempts: 1 });
  });

  test("of a disabled webhook is not tried again, for that reason", async () => {
    const { endpointId, ids } = await webhookWith(suite, [failed]);
    const disabled = { disabledAt: new Date(), disabledReason: "failing" } as const;
    await db.update(webhookEndpoints).set(disabled).where(eq(webhookEndpoints.id, endpointId));
    const refused = act(suite, { kind: "delivery", id: ids[0] ?? "", act: "retry" });
    await expect(refused).rejects.toMatchObject({
      code: "job_not_stuck",
      message: "Its webhook is disabled: its owner has to enable it first.",
    });
  });
});

describe("an import", () => {
  const row = async (id: string) => {
    const [found] = await db.select().from(uploadImports).where(eq(uploadImports.id, id));
    return found;
  };
  const broken = { errorCode: "broken_off", errorDetail: "The connection broke off." };
  const failed = { state: "failed", dueAt: null, endedAt: minutesAgo(5), ...broken } as const;

  test("that no worker takes, or that failed, is shown and continued with new tries", async () => {
    const overdue = await importJob(suite);
    const paused = await importJob(suite, { dueAt: minutesAgo(-5), failures: 3 });
    const leased = await importJob(suite, { state: "running", dueAt: minutesAgo(-1) });
    const ended = await importJob(suite, { ...failed, failures: 8 });
    const done = await importJob(suite, { state: "done", dueAt: null, endedAt: minutesAgo(1) });
    const ids = await shown("import");
    expect(ids).toEqual(expect.arrayContaining([overdue.id, ended.id]));
    for (const { id } of [paused, leased, done]) expect(ids).not.toContain(id);
    expect(await lookAt(suite, "import", leased.id)).toMatchObject({
      standing: "running",
      acts: [],
    });
    await act(suite, { kind: "import", id: ended.id, act: "retry" });
    expect(await row(ended.id)).toMatchObject({ state: "waiting", failures: 0, endedAt: null });
    expect(await auditsOf(suite, ended.listingId)).toEqual([
      { action: "operations.import_retried", reason },
    ]);
    const again = act(suite, { kind: "import", id: done.id, act: "retry" });
    await expect(again).rejects.toMatchObject({ code: "job_not_stuck" });
  });

  test("whose address was erased is not tried again, for that reason", async () => {
    const { id } = await importJob(suite, { ...failed, source: "" });
    const refused = act(suite, { kind: "import", id, act: "retry" });
    await expect(refused).rejects.toMatchObject({
      code: "job_not_stuck",
      message: "Its seller has to start another import of the file.",
    });
  });
});

describe("an act", () => {
  const seeds: [JobKind, JobAct, () => Promise<string>][] = [
    ["upload", "give_up", async () => (await slowUpload(suite)).uploadId],
    ["outbox", "give_up", () => outboxRow(suite)],
    ["mail", "retry", () => outboxRow(suite, { publishedAt: minutesAgo(9) })],
    ["twin", "give_up", () => stuckTwin(suite, { isFailed: false })],
    ["delivery", "give_up", async () => (await webhookWith(suite, [{}])).ids[0] ?? ""],
  ];

  test.each(seeds)("%s, %s: of several at once one does it, once", async (kind, name, seed) => {
    const id = await seed();
    const { subject } = await lookAt(suite, kind, id);
    const acts = [1, 2, 3].map(() => act(suite, { kind, id, act: name }));
    const results = await Promise.allSettled(acts);
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    for (const result of results) {
      if (result.status === "rejected") expect(result.reason.code).toBe("job_not_stuck");
    }
    const audits = await auditsOf(suite, subject.subjectId);
    expect(audits.filter(({ action }) => action.startsWith("operations."))).toHaveLength(1);
  });

  test("about what there is not is refused, and changes nothing", async () => {
    for (const kind of jobKinds) {
      const refused = act(suite, { kind, id: v7(), act: "retry" });
      await expect(refused).rejects.toMatchObject({ code: "job_not_found" });
    }
    // An outbox row that is not a mail is not treated as one.
    const id = await outboxRow(suite, { subject: "jobs.embed", payload: { listing_ids: [] } });
    const refused = act(suite, { kind: "mail", id, act: "retry" });
    await expect(refused).rejects.toMatchObject({ code: "job_not_found" });
  });
});
