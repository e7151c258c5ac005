/** Imports from a seller's bucket, which is Ceph's S3 gateway. */
import { afterAll, afterEach, beforeAll, expect, test } from "bun:test";
import { PutObjectCommand, S3Client } from "@aws-sdk/client-s3";
import { eq } from "drizzle-orm";
import { uploadImports } from "../../../../db/schema/index.ts";
import { clientSettings } from "../../../../platform/transfers/s3-account.ts";
import { verifiedAgent } from "../../../support/agents.ts";
import { type Json, testApi } from "../../../support/api.ts";
import {
  type OwnStore,
  startOwnStore,
  storeStartMsMax,
} from "../../../support/radosgw/own-store.ts";
import { importsOf, mebibyte, sha256 } from "./support.ts";

const api = await testApi({ STORED_SECRETS_KEYS: "k".repeat(32) });
const { token } = await verifiedAgent(api);
const { start, work } = importsOf(api, token);
let store: OwnStore;
/** As the seller uses it. */
let bucket: S3Client;

beforeAll(async () => {
  store = await startOwnStore();
  bucket = new S3Client(clientSettings(store.gateway, store.gateway.bucket));
}, storeStartMsMax);
afterAll(() => {
  bucket.destroy();
  return store.stop();
});
afterEach(() => {
  store.proxy().cutAnswersAfter(null);
  api.clock.skewMs = 0;
});

const csv = "day,mm\n1,2.5\n2,0\n";
const large = new Uint8Array(20 * mebibyte + 77).map((_, index) => (index * 31) % 251);

async function put(key: string, content: string | Uint8Array): Promise<string> {
  const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
  await bucket.send(new PutObjectCommand({ Bucket: store.gateway.bucket, Key: key, Body: bytes }));
  return `s3://${store.gateway.bucket}/${encodeURI(key)}`;
}

const keys = (change: Json = {}) => ({
  access_key_id: store.gateway.accessKeyId,
  secret_access_key: store.gateway.secretAccessKey,
  region: store.gateway.region,
  endpoint: store.env.S3_ENDPOINT,
  ...change,
});

const hashOf = async (path: string) =>
  sha256(await new Response(await api.ctx.storage.read(path)).bytes());

test("an object arrives whole, in one piece or in parts, and its keys are erased", async () => {
  const contents = { "in/rain.csv": csv, "in/ein Name+ä.csv": csv, "in/large.bin": large };
  for (const [key, content] of Object.entries(contents)) {
    const run = await start({ from: await put(key, content), s3: keys() });
    const isSealed = (await sourceOf(run.id))?.includes(store.gateway.secretAccessKey) === false;
    expect([key, isSealed, await work()]).toEqual([key, true, ["done"]]);
    expect(await hashOf((await run.upload())?.storagePath ?? "")).toBe(sha256(content));
    expect(await sourceOf(run.id)).toBe("");
  }
});

const sourceOf = async (id: string) =>
  (await api.db.select().from(uploadImports).where(eq(uploadImports.id, id)))[0]?.source;

test("keys that the store refuses, and an object that is not there, end it with the reason", async () => {
  const from = await put("in/closed.csv", csv);
  const refused = [
    { from, s3: keys({ secret_access_key: "wrong" }), status: 403 },
    { from, s3: keys({ access_key_id: "nobody" }), status: 403 },
    { from: `${from}.missing`, s3: keys(), status: 404 },
    { from: "s3://no-such-bucket/rain.csv", s3: keys(), status: 404 },
  ];
  for (const { status, ...body } of refused) {
    const run = await start(body);
    expect([body, await work()]).toEqual([body, ["failed"]]);
    const view = await run.read();
    expect(view.problem).toEqual({
      code: "answered_error",
      detail: `The server answered with status ${status}.`,
    });
    expect(JSON.stringify(view)).not.toContain(store.gateway.secretAccessKey);
  }
});

test("a cut connection is continued at its last part, with a fresh signature", async () => {
  const run = await start({
    from: await put("in/cut.bin", large),
    s3: keys(),
    sha256: sha256(large),
  });
  store.proxy().cutAnswersAfter(17 * mebibyte);
  expect(await work()).toEqual(["waiting"]);
  expect((await run.read()).problem).toMatchObject({ code: "broken_off" });
  // No further attempt could send the whole object.
  store.proxy().cutAnswersAfter(13 * mebibyte);
  api.clock.skewMs = 60_000;
  expect(await work()).toEqual(["done"]);
  expect(await hashOf((await run.upload())?.storagePath ?? "")).toBe(sha256(large));
});

test("an object that is replaced between two parts is no part of the first one", async () => {
  const from = await put("in/replaced.bin", large);
  const run = await start({ from, s3: keys() });
  store.proxy().cutAnswersAfter(17 * mebibyte);
  expect(await work()).toEqual(["waiting"]);
  const { storagePath = "", multipartId } = (await run.upload()) ?? {};
  expect(await api.ctx.storage.listParts(storagePath, multipartId ?? "")).not.toEqual([]);
  store.proxy().cutAnswersAfter(null);
  await put(
    "in/replaced.bin",
    large.map((byte) => byte ^ 1),
  );
  api.clock.skewMs = 60_000;
  expect(await work()).toEqual(["failed"]);
  expect((await run.read()).problem).toMatchObject({ code: "source_changed" });
  expect(await api.ctx.storage.listParts(storagePath, multipartId ?? "")).toBeNull();
});
