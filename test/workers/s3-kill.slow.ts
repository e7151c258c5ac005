/** An import from an S3 bucket, and a folder's delivery to one, arrive whole, however often their worker is killed. */
import { afterAll, afterEach, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { createHash, randomBytes } from "node:crypto";
import { GetObjectCommand, PutObjectCommand, S3Client } from "@aws-sdk/client-s3";
import { eq } from "drizzle-orm";
import { bucketDeliveries, uploadImports, uploads } from "../../db/schema/index.ts";
import { clientSettings } from "../../platform/transfers/s3-account.ts";
import { publishedFolder } from "../api/folders/support.ts";
import { sellerAgent } from "../support/agents.ts";
import { openTestApi, type TestApi } from "../support/api.ts";
import { createDraft } from "../support/listings.ts";
import { buy, newPayingBuyer } from "../support/money.ts";
import { killableProcesses } from "../support/programs/killed-processes.ts";
import { type OwnStore, startOwnStore, storeStartMsMax } from "../support/radosgw/own-store.ts";
import { eventually, testEnv } from "../support/stack.ts";
import { sharedClient } from "../support/stripe.ts";

setDefaultTimeout(240_000);

const mebibyte = 1024 ** 2;
const partBytes = 8 * mebibyte;
const hashOf = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");

const env: Record<string, string> = {};
const processes = killableProcesses(env);
let store: OwnStore;
let api: TestApi;
/** The bucket as its owner sees it. */
let bucket: S3Client;

beforeAll(async () => {
  store = await startOwnStore();
  // The marketplace's own files do not pass the proxy that the tests cut.
  const shared = {
    ...store.env,
    S3_ENDPOINT: store.gateway.endpoint,
    STORED_SECRETS_KEYS: "k".repeat(32),
  };
  api = await openTestApi(shared);
  const bus = { NATS_STREAM_PREFIX: `t${crypto.randomUUID()}` };
  Object.assign(env, await testEnv({ ...shared, ...bus, DATABASE_URL: api.databaseUrl }));
  bucket = new S3Client(clientSettings(store.gateway, store.gateway.bucket));
}, storeStartMsMax);
afterAll(async () => {
  bucket.destroy();
  await api.close();
  await store.stop();
});
afterEach(() => {
  const proxy = store.proxy();
  proxy.freeze(false);
  proxy.onSend(null);
  proxy.silenceAnswersAfter(null);
});

const keys = () => ({
  access_key_id: store.gateway.accessKeyId,
  secret_access_key: store.gateway.secretAccessKey,
  region: store.gateway.region,
  endpoint: store.env.S3_ENDPOINT,
});

async function contentOf(key: string): Promise<Uint8Array> {
  const get = new GetObjectCommand({ Bucket: store.gateway.bucket, Key: key });
  const { Body } = await bucket.send(get);
  return (await Body?.transformToByteArray()) ?? new Uint8Array();
}

test("an import from S3 continues after each kill, and is the promised file", async () => {
  const bytes = randomBytes(40 * mebibyte + 9);
  const { bucket: Bucket } = store.gateway;
  await bucket.send(new PutObjectCommand({ Bucket, Key: "in/large.bin", Body: bytes }));
  const { token } = await sellerAgent(api);
  const listingId = await createDraft(api, token);
  const body = { from: `s3://${Bucket}/in/large.bin`, sha256: hashOf(bytes), s3: keys() };
  const started = await api.send("POST", `/listings/${listingId}/imports`, { token, body });
  expect(started.status).toBe(201);
  const id = String(started.body.id);
  const row = async () =>
    (await api.db.select().from(uploadImports).where(eq(uploadImports.id, id)))[0];
  const upload = async () => (await api.db.select().from(uploads).where(eq(uploads.id, id)))[0];
  const parts = async () => {
    const { storagePath, multipartId } = (await upload()) ?? {};
    if (storagePath === undefined || multipartId == null) return 0;
    return (await api.ctx.storage.listParts(storagePath, multipartId))?.length ?? 0;
  };
  // Each worker gets one or two parts, and then the store says nothing more.
  store.proxy().silenceAnswersAfter(17 * mebibyte);
  for (let kill = 0; kill < 2; kill += 1) {
    const before = await parts();
    const child = processes.start("workers/main.ts", "webhooks");
    await eventually(async () => (await parts()) > before, { timeoutMs: 60_000 });
    await processes.kill(child);
    const running = eq(uploadImports.state, "running");
    await api.db.update(uploadImports).set({ dueAt: new Date() }).where(running);
  }
  store.proxy().silenceAnswersAfter(null);
  processes.start("workers/main.ts", "webhooks");
  await eventually(async () => (await row())?.state === "done", { timeoutMs: 60_000 });
  const arrived = await api.ctx.storage.read((await upload())?.storagePath ?? "");
  expect(hashOf(await new Response(arrived).bytes())).toBe(hashOf(bytes));
});

test("a folder's delivery continues after each kill, and every file has its hash", async () => {
  const contents = {
    "data/first.bin": randomBytes(20 * mebibyte + 3),
    "data/levels.csv": "station,level_m\na,1.5\nb,2.5\n",
    "second.bin": randomBytes(17 * mebibyte),
  };
  const byteSize = Object.values(contents).reduce((sum, { length }) => sum + length, 0);
  const { token } = await sellerAgent(api);
  const datasetId = await createDraft(api, token, { price_cents: 1000 });
  await publishedFolder(api, token, datasetId, contents);
  const buyer = await newPayingBuyer(api, { stripe: await sharedClient() });
  const target = { bucket: store.gateway.bucket, prefix: "bought", ...keys() };
  const added = await api.send("PUT", "/delivery-targets", { token: buyer.token, body: target });
  expect([added.status, added.text.slice(0, 200)]).toEqual([200, expect.anything()]);
  const bought = await buy(api, buyer, datasetId);
  expect([bought.status, bought.body.status]).toEqual([201, "in_escrow"]);
  const row = async () => (await api.db.select().from(bucketDeliveries))[0];

  let sentBytes = 0;
  let frozenAt = 0;
  store.proxy().onSend((piece) => {
    sentBytes += piece.byteLength;
    if (sentBytes >= frozenAt) store.proxy().freeze(true);
    return null;
  });
  const kills = [11, 23, 38];
  for (const mebibytes of kills) {
    frozenAt = mebibytes * mebibyte;
    store.proxy().freeze(false);
    const child = processes.start("workers/main.ts", "webhooks");
    await eventually(async () => sentBytes >= frozenAt, { timeoutMs: 60_000 });
    await processes.kill(child);
    expect((await row())?.state).toBe("running");
    await api.db.update(bucketDeliveries).set({ dueAt: new Date() });
  }
  frozenAt = Number.POSITIVE_INFINITY;
  store.proxy().freeze(false);
  processes.start("workers/main.ts", "webhooks");
  await eventually(async () => (await row())?.state === "delivered", { timeoutMs: 60_000 });
  expect(await row()).toMatchObject({ bytesDone: byteSize, position: 3, uploadId: null });
  for (const [name, content] of Object.entries(contents)) {
    const there = await contentOf(`bought/${datasetId}/v1/${name}`);
    expect([name, hashOf(there)]).toEqual([name, hashOf(Buffer.from(content))]);
  }
  // A kill costs the part that was on its way, and no more.
  expect(sentBytes).toBeLessThan(byteSize + (kills.length + 1) * partBytes);
});
