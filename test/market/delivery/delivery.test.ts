/** Purchases delivered to a buyer's bucket, which is Ceph's S3 gateway. */
import { afterAll, afterEach, beforeAll, expect, test } from "bun:test";
import { createHash } from "node:crypto";
import { and, eq } from "drizzle-orm";
import {
  auditLog,
  bucketDeliveries,
  deliveryTargets,
  events,
  listings,
  outbox,
  purchases,
  uploads,
} from "../../../db/schema/index.ts";
import { claimDueDeliveries } from "../../../market/delivery/run-claims.ts";
import { actOnJob } from "../../../market/operations/act-on-job.ts";
import { readOperations } from "../../../market/operations/read.ts";
import { createStorage } from "../../../platform/storage/open-storage.ts";
import { bucketOpener } from "../../../platform/transfers/bucket.ts";
import { deliverToBucket } from "../../../workers/jobs/deliver-to-bucket.ts";
import type { Json } from "../../support/api.ts";
import { forFile } from "../../support/for-file.ts";
import { silentLog } from "../../support/log-lines.ts";
import { buy, newPayingBuyer, offer, openMoney } from "../../support/money.ts";
import { type OwnStore, startOwnStore, storeStartMsMax } from "../../support/radosgw/own-store.ts";

const money = await forFile(openMoney({ env: { STORED_SECRETS_KEYS: "k".repeat(32) } }));
const { api, seller, provider } = money;
let store: OwnStore;
let buyer = money.buyer;

beforeAll(async () => {
  store = await startOwnStore();
}, storeStartMsMax);
afterAll(() => store.stop());
afterEach(async () => {
  api.clock.skewMs = 0;
  await api.db.delete(deliveryTargets);
});

const never = new AbortController().signal;
const sha256 = (bytes: string | Uint8Array) => createHash("sha256").update(bytes).digest("hex");
const csv = "price\n1.5\n";
const mebibyte = 1024 ** 2;

const place = (prefix?: string, change: Json = {}) => ({
  bucket: store.gateway.bucket,
  endpoint: store.gateway.endpoint,
  region: store.gateway.region,
  ...(prefix && { prefix }),
  access_key_id: store.gateway.accessKeyId,
  secret_access_key: store.gateway.secretAccessKey,
  ...change,
});

const put = (body: Json) => api.send("PUT", "/delivery-targets", { token: buyer.token, body });

async function addTarget(prefix: string, change: Json = {}): Promise<string> {
  buyer = await newPayingBuyer(api, provider);
  const answer = await put(place(prefix, change));
  expect([answer.status, answer.text]).toEqual([200, expect.anything()]);
  return String(answer.body.id);
}

/** The bucket as its owner sees it. */
const inBucket = () =>
  createStorage({
    ...{ kind: "s3", etagsAreMd5: true, region: store.gateway.region },
    ...{ bucket: store.gateway.bucket, endpoint: store.gateway.endpoint },
    accessKeyId: store.gateway.accessKeyId,
    secretAccessKey: store.gateway.secretAccessKey,
  } as never);

const bytesIn = async (key: string) =>
  new Uint8Array(await new Response(await inBucket().read(key)).arrayBuffer());

async function work(signal = never): Promise<string[]> {
  const openBucket = bucketOpener({ silenceSeconds: 10, allowLoopback: true });
  const due = await claimDueDeliveries(api.ctx, 10);
  return Promise.all(
    due.map((row) => deliverToBucket({ ctx: api.ctx, openBucket, log: silentLog }, row, signal)),
  );
}

async function bought(content: string | Uint8Array = csv) {
  const datasetId = await offer(api, seller, { sha256: sha256(content) });
  if (content !== csv) {
    const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
    const key = `large/${datasetId}`;
    await api.ctx.storage.write(key, bytes, "text/csv");
    const head = await api.ctx.storage.head(key);
    await api.db
      .update(uploads)
      .set({ storagePath: key, byteSize: bytes.byteLength, objectEtag: head?.etag ?? "" })
      .where(eq(uploads.listingId, datasetId));
  }
  const { body } = await buy(api, buyer, datasetId);
  expect(body).toMatchObject({ status: "in_escrow" });
  const id = String(body.id);
  return { id, datasetId };
}

async function deliveryOf(targetId: string) {
  const at = `/delivery-targets/${targetId}/deliveries`;
  const { items } = (await api.send("GET", at, { token: buyer.token })).body as { items: Json[] };
  return items[0] ?? {};
}

const typesOf = async (purchaseId: string) =>
  (await api.db.select().from(events).where(eq(events.subjectId, purchaseId)))
    .filter(({ principalId }) => principalId === buyer.owner.accountId)
    .map(({ type }) => type);

const downloadsOf = (purchaseId: string) =>
  api.db.$count(
    auditLog,
    and(eq(auditLog.subjectId, purchaseId), eq(auditLog.action, "purchase.download_issued")),
  );

test("a purchase is pushed below the prefix, verified, and counts as a download", async () => {
  const targetId = await addTarget("market");
  const { id, datasetId } = await bought();
  expect(await downloadsOf(id)).toBe(0);
  expect(await work()).toEqual(["done"]);
  expect(await deliveryOf(targetId)).toMatchObject({
    ...{ purchase_id: id, state: "delivered", bytes_done: 10, bytes_total: 10, problem: null },
  });
  const keys = (await inBucket().list(`market/${datasetId}/v1/`, { keysMax: 5 })).map(
    ({ key }) => key,
  );
  expect(keys).toHaveLength(1);
  expect(sha256(await bytesIn(keys[0] ?? ""))).toBe(sha256(csv));
  expect(await downloadsOf(id)).toBe(1);
  expect(await typesOf(id)).toContain("purchase.delivered");
});

test("the API shows the least policy and never the secret, which is stored encrypted", async () => {
  const targetId = await addTarget("a/b/");
  const { body, text } = await api.send("GET", "/delivery-targets", { token: buyer.token });
  const [target] = body.items as Json[];
  expect(target).toMatchObject({ id: targetId, prefix: "a/b/" });
  expect(JSON.stringify(target?.policy)).toContain(`arn:aws:s3:::${store.gateway.bucket}/a/b/*`);
  expect(text).not.toContain(store.gateway.secretAccessKey);
  const [row] = await api.db.select().from(deliveryTargets);
  expect(row?.credentials).not.toContain(store.gateway.secretAccessKey);
});

test("a bucket is only accepted after a test write", async () => {
  buyer = await newPayingBuyer(api, provider);
  const refused = [
    place(undefined, { secret_access_key: "wrong" }),
    place(undefined, { bucket: "no-such-bucket" }),
    place(undefined, { endpoint: "http://127.0.0.1:9" }),
  ];
  for (const body of refused) {
    const answer = await put(body);
    expect([answer.status, answer.body.code, answer.text]).toEqual([
      409,
      "delivery_target_refused",
      expect.anything(),
    ]);
    expect(answer.text).not.toContain(store.gateway.secretAccessKey);
  }
  const inner = await put(place(undefined, { endpoint: "https://10.0.0.1" }));
  expect([inner.status, inner.body.code]).toEqual([400, "invalid_request"]);
  expect(await api.db.$count(deliveryTargets)).toBe(0);
  const [first, second] = [await put(place("x")), await put(place("/x/"))];
  expect(first.body.id).toBe(second.body.id);
  expect(first.status).toBe(200);
});

test("a large file comes in parts, and continues with the missing ones", async () => {
  const targetId = await addTarget("parts");
  const large = new Uint8Array(20 * mebibyte + 3).map((_, index) => (index * 13) % 241);
  const { datasetId } = await bought(large);
  const stop = new AbortController();
  const ending = setInterval(async () => {
    const [row] = await api.db.select().from(bucketDeliveries);
    if (row?.uploadId !== null) stop.abort();
  }, 5);
  expect(await work(stop.signal)).toEqual(["given_back"]);
  clearInterval(ending);
  expect(await deliveryOf(targetId)).toMatchObject({ state: "waiting" });
  const outcome = await work();
  expect([outcome, await deliveryOf(targetId)]).toEqual([["done"], expect.anything()]);
  const [object] = await inBucket().list(`parts/${datasetId}/v1/`, { keysMax: 5 });
  expect(sha256(await bytesIn(object?.key ?? ""))).toBe(sha256(large));
});

test("a bucket that is away is tried again; at the end its buyer gets an event and a mail", async () => {
  const targetId = await addTarget("away", { endpoint: store.env.S3_ENDPOINT });
  const { id } = await bought();
  await store.leave();
  let outcome = "waiting";
  for (let tries = 0; outcome === "waiting" && tries < 20; tries += 1) {
    [outcome = "none"] = await work();
    api.clock.skewMs += 3 * 3_600_000;
  }
  await store.comeBack();
  expect(outcome).toBe("failed");
  const failed = await deliveryOf(targetId);
  expect(failed).toMatchObject({ state: "failed", failures: 8 });
  expect(failed.problem).toMatchObject({ code: "connection_failed" });
  expect(await typesOf(id)).toContain("purchase.delivery_failed");
  const mails = (await api.db.select().from(outbox)).map(({ payload }) => payload);
  const notice = { purchase_id: id, notice: "delivery_failed_buyer" };
  expect(mails).toContainEqual(expect.objectContaining(notice));
  expect(await downloadsOf(id)).toBe(0);
  const again = await api.send("PUT", `/delivery-targets/${targetId}/deliveries`, {
    token: buyer.token,
    body: { purchase_id: id },
  });
  expect(again.body).toMatchObject({ state: "waiting", failures: 0 });
  expect(await work()).toEqual(["done"]);
});

test("an administrator sees a failed delivery, and has it continued", async () => {
  const targetId = await addTarget("operators");
  const { id: purchaseId } = await bought();
  await api.db.update(deliveryTargets).set({ bucket: "someone-elses" });
  expect(await work()).toEqual(["failed"]);
  await api.db.update(deliveryTargets).set({ bucket: store.gateway.bucket });
  const admin = {
    kind: "admin",
    accountId: buyer.owner.accountId,
    email: "a@example.com",
  } as const;
  const { stuck } = await readOperations(api.ctx, admin);
  const job = stuck.bucket_delivery.jobs.find(({ subject }) => subject.subjectId === purchaseId);
  expect(job).toMatchObject({ standing: "failed", acts: ["retry"] });
  const act = { kind: "bucket_delivery", id: String(job?.id), act: "retry" } as const;
  await actOnJob(api.ctx, admin, act, { reason: "The bucket is back." });
  expect(await work()).toEqual(["done"]);
  expect(await deliveryOf(targetId)).toMatchObject({ state: "delivered" });
});

test("keys that were taken back end the delivery at once", async () => {
  const targetId = await addTarget("keys");
  await bought();
  await api.db.update(deliveryTargets).set({ bucket: "someone-elses" });
  expect(await work()).toEqual(["failed"]);
  expect((await deliveryOf(targetId)).problem).toMatchObject({ code: "store_answer" });
});

test("a file that is not what was sold is refunded, as at a download", async () => {
  const targetId = await addTarget("faulty");
  const { id, datasetId } = await bought();
  await api.ctx.storage.write(
    (await api.db.select().from(uploads).where(eq(uploads.listingId, datasetId)))[0]?.storagePath ??
      "",
    new TextEncoder().encode("price\n9.9\n"),
    "text/csv",
  );
  expect(await work()).toEqual(["failed"]);
  expect((await deliveryOf(targetId)).problem).toMatchObject({ code: "file_not_available" });
  const [purchase] = await api.db.select().from(purchases).where(eq(purchases.id, id));
  expect(purchase).toMatchObject({ state: "refunded", refundCause: "file_changed" });
  const [listing] = await api.db.select().from(listings).where(eq(listings.id, datasetId));
  expect(listing?.status).toBe("suspended");
});

test("a delivery that ran twice has sent the file once, and a removed bucket gets nothing", async () => {
  const targetId = await addTarget("twice");
  const { id, datasetId } = await bought();
  expect(await work()).toEqual(["done"]);
  const [before] = await inBucket().list(`twice/${datasetId}/v1/`, { keysMax: 5 });
  const written = (await inBucket().head(before?.key ?? ""))?.lastModified;
  const body = { purchase_id: id };
  await api.send("PUT", `/delivery-targets/${targetId}/deliveries`, { token: buyer.token, body });
  expect(await work()).toEqual(["done"]);
  expect((await inBucket().head(before?.key ?? ""))?.lastModified).toEqual(written);
  await bought("price\n2.5\n");
  await api.send("DELETE", `/delivery-targets/${targetId}`, { token: buyer.token });
  expect(await work()).toEqual([]);
});

test("a stranger sees neither bucket nor deliveries", async () => {
  const targetId = await addTarget("own");
  const stranger = await newPayingBuyer(api, provider);
  const at = `/delivery-targets/${targetId}`;
  for (const [method, path] of [
    ["DELETE", at],
    ["GET", `${at}/deliveries`],
  ] as const) {
    const answer = await api.send(method, path, { token: stranger.token });
    expect([method, answer.body.code]).toEqual([method, "delivery_target_not_found"]);
  }
});
