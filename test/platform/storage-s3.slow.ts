/** The S3 store: the contract of the port, against Ceph's gateway. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PutBucketCorsCommand, S3Client } from "@aws-sdk/client-s3";
import { browserUploadTrouble } from "../../platform/storage/browser-uploads.ts";
import { openStorage } from "../../platform/storage/open-storage.ts";
import type { S3StorageConfig } from "../../platform/storage/s3.ts";
import { type StartedRadosgw, startRadosgw } from "../support/radosgw/radosgw.ts";
import { storageContract } from "./storage-contract.ts";

/** Enough for a first run, which downloads and unpacks Ceph. */
const START_TIMEOUT_MS = 300_000;

let gateway: StartedRadosgw;

beforeAll(async () => {
  const dataDir = await mkdtemp(join(tmpdir(), "radosgw-"));
  gateway = await startRadosgw({ dataDir });
}, START_TIMEOUT_MS);
afterAll(async () => await gateway?.stop());

function configOf(changes: Partial<S3StorageConfig> = {}): S3StorageConfig {
  const { endpoint, region, bucket, accessKeyId, secretAccessKey } = gateway;
  const keys = { accessKeyId, secretAccessKey, etagsAreMd5: true };
  return { kind: "s3", endpoint, publicEndpoint: undefined, region, bucket, ...keys, ...changes };
}

storageContract("the S3 store, against Ceph's gateway,", {
  open: async () => ({ storage: await openStorage(configOf()), close: async () => undefined }),
  openTimeoutMs: START_TIMEOUT_MS,
  servesItself: false,
});

test("opening a bucket that does not exist fails, names it, and creates nothing", async () => {
  const open = () => openStorage(configOf({ bucket: "no-such-bucket" }));
  await expect(open()).rejects.toThrow(/bucket does not exist.*no-such-bucket/);
  await expect(open()).rejects.toMatchObject({ isRefusal: true });
});

test("opening with a wrong key fails and says that the credentials were refused", async () => {
  const open = openStorage(configOf({ secretAccessKey: "wrong" }));
  await expect(open).rejects.toThrow(/refuses these credentials/);
  await expect(open).rejects.toMatchObject({ isRefusal: true });
});

test("opening a store that is not there fails within seconds", async () => {
  const open = openStorage(configOf({ endpoint: "http://127.0.0.1:1" }));
  await expect(open).rejects.toThrow(/does not answer/);
  await expect(open).rejects.toMatchObject({ isRefusal: false });
});

test("browsers may send files once the bucket has the rule of docs/operating.md, and no other site's", async () => {
  const storage = await openStorage(configOf());
  const siteUrl = "https://market.example";
  const ask = (url = siteUrl) => browserUploadTrouble(storage, url);
  expect(await ask()).toContain("no CORS rule that lets pages of https://market.example");
  const { endpoint, region, bucket, accessKeyId, secretAccessKey } = gateway;
  const credentials = { accessKeyId, secretAccessKey };
  const client = new S3Client({ endpoint, region, credentials, forcePathStyle: true });
  const operating = readFileSync(join(import.meta.dir, "../../docs/operating.md"), "utf8");
  const [, rule = ""] = /```json\n(\{"CORSRules"[^`]+)```/.exec(operating) ?? [];
  const CORSConfiguration = JSON.parse(rule);
  await client.send(new PutBucketCorsCommand({ Bucket: bucket, CORSConfiguration }));
  expect(await ask()).toBeNull();
  expect(await ask("https://other.example")).toContain("no CORS rule");
  client.destroy();
  const away = await openStorage(configOf({ publicEndpoint: "http://127.0.0.1:1" }));
  expect(await browserUploadTrouble(away, siteUrl)).toContain("does not answer");
});

test("URLs are signed for the public endpoint, calls go to the internal one", async () => {
  const publicEndpoint = gateway.endpoint.replace("127.0.0.1", "localhost");
  const storage = await openStorage(configOf({ publicEndpoint }));
  const url = await storage.signPut("public/one", { ttlSeconds: 60, byteSizeMax: 100 });
  expect(new URL(url).host).toBe(new URL(publicEndpoint).host);
  expect((await fetch(url, { method: "PUT", body: "x" })).status).toBe(200);
  expect((await storage.findArrived("public/one"))?.byteSize).toBe(1);
});
