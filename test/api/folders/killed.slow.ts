/**
 * A free folder from a public package, and a paid one with a file in parts, from the seller to
 * buyers over an S3 store, while clients, API and workers are killed with SIGKILL. Received data
 * survives, and every file arrives unchanged.
 */
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { createHash, randomBytes } from "node:crypto";
import { copyFileSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import { asyncBufferFromUrl, parquetMetadataAsync } from "hyparquet";
import pl from "nodejs-polars";
import { twinJobs, uploadFiles, uploads } from "../../../db/schema/index.ts";
import { sellerAgent } from "../../support/agents.ts";
import { type Json, openTestApi, type TestApi } from "../../support/api.ts";
import { createDraft } from "../../support/listings.ts";
import { buy, newPayingBuyer } from "../../support/money.ts";
import { findProgram } from "../../support/programs/debian-programs.ts";
import { killableProcesses, outcomeOf } from "../../support/programs/killed-processes.ts";
import { type OwnStore, startOwnStore, storeStartMsMax } from "../../support/radosgw/own-store.ts";
import { createTestDir, eventually, freePort, testEnv } from "../../support/stack.ts";
import { sharedClient } from "../../support/stripe.ts";
import { announceFolder } from "./support.ts";

setDefaultTimeout(240_000);

const source = join(import.meta.dir, "../../../node_modules/vega-datasets/data");
const fileBytesMax = 40_000;
const hashOf = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");
const names = readdirSync(source, { recursive: true })
  .map(String)
  .filter((name) => statSync(join(source, name)).isFile())
  // Larger files would take most of the time and show no more.
  .filter((name) => statSync(join(source, name)).size < fileBytesMax)
  .sort();
const hashesIn = (folder: string, files: string[]) =>
  Object.fromEntries(files.map((name) => [name, hashOf(readFileSync(join(folder, name)))]));
const hashes = hashesIn(source, names);

/** A file of three parts in the store, and a table. */
const paidSource = createTestDir();
writeFileSync(join(paidSource, "large.bin"), randomBytes(11 * 1024 ** 2));
copyFileSync(join(source, "barley.json"), join(paidSource, "barley.json"));
const paidNames = ["barley.json", "large.bin"];

const port = String(await freePort());
const PUBLIC_BASE_URL = `http://localhost:${port}`;
const env: Record<string, string> = {};
const processes = killableProcesses(env);
let store: OwnStore;
/** In this process: it reads the database and is never killed. */
let api: TestApi;

beforeAll(async () => {
  store = await startOwnStore();
  const shared = { UPLOAD_PUT_BYTES_MAX: String(5 * 1024 ** 2), ...store.env };
  api = await openTestApi({ PUBLIC_BASE_URL, ...shared });
  const AGENT_TOKEN_SECRET = api.config.AGENT_TOKEN_SECRET.join(",");
  const ours = { API_PORT: port, PUBLIC_BASE_URL, AGENT_TOKEN_SECRET };
  const bus = { NATS_STREAM_PREFIX: `t${crypto.randomUUID()}`, JOB_ACK_WAIT_SECONDS: "2" };
  Object.assign(env, await testEnv({ ...ours, DATABASE_URL: api.databaseUrl, ...shared, ...bus }));
}, storeStartMsMax);

afterAll(async () => {
  await api.close();
  await store.stop();
});

const client = "test/support/programs/folder-client.ts";

/** Kills the client several times at random moments, then lets it finish. */
async function runKilled(times: number, ...args: string[]): Promise<void> {
  for (let round = 0; round < times; round += 1) {
    const child = processes.start(client, ...args);
    await Bun.sleep(150 + Math.random() * 600);
    await processes.kill(child);
  }
  expect(await processes.start(client, ...args).exited).toBe(0);
}

async function zipHashes(bytes: Uint8Array): Promise<Json> {
  const file = join(createTestDir(), "folder.zip");
  writeFileSync(file, bytes);
  const program = `
import hashlib, json, sys, zipfile
with zipfile.ZipFile(sys.argv[1]) as archive:
    print(json.dumps({i.filename: hashlib.sha256(archive.read(i)).hexdigest() for i in archive.infolist()}))
`;
  const child = Bun.spawn([await findProgram("python3"), "-c", program, file]);
  return JSON.parse(await new Response(child.stdout).text()) as Json;
}

const uploadOf = async (id: string) => {
  const [row] = await api.db.select().from(uploads).where(eq(uploads.id, id));
  if (row === undefined) throw new Error("the upload is gone");
  return row;
};

type Sent = { token: string; listingId: string; folder: string; files: string[] };

/** Sends with a client that is killed. */
async function send({ token, listingId, folder, files }: Sent, kills: number) {
  const announced = files.map((name) => ({ name, byte_size: statSync(join(folder, name)).size }));
  const { path, uploadId } = await announceFolder(api, token, listingId, { files: announced });
  const address = `${PUBLIC_BASE_URL}/listings/${listingId}/uploads/${uploadId}/files?state=awaited`;
  await runKilled(kills, "send", folder, address, token);
  const attach = () =>
    fetch(`${PUBLIC_BASE_URL}/listings/draft/${listingId}`, {
      method: "PATCH",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      body: JSON.stringify({ full_data_path: path }),
    });
  return { uploadId, attach };
}

/** Attaches at an API that is killed while it checks the received files. */
async function upload(sent: Sent) {
  let child = await processes.startApi();
  const { uploadId, attach } = await send(sent, 3);
  for (let round = 0; round < 2; round += 1) {
    const attaching = outcomeOf(attach());
    await Bun.sleep(Math.random() * 80);
    await processes.kill(child);
    await attaching;
    child = await processes.startApi();
  }
  expect((await attach()).status).toBe(200);
  return { uploadId, child };
}

/** Profiles with workers of which the first is killed. */
async function profile(uploadId: string, laterUploadId: string) {
  const first = processes.start("workers/main.ts", "all");
  await eventually(async () => (await uploadOf(uploadId)).attempts === 1, { timeoutMs: 60_000 });
  await Bun.sleep(Math.random() * 300);
  await processes.kill(first);
  expect((await uploadOf(uploadId)).state).toBe("attached");
  const worker = processes.start("workers/main.ts", "all");
  const ended = await eventually(
    async () => {
      const row = await uploadOf(uploadId);
      return row.state === "attached" ? null : row;
    },
    { timeoutMs: 120_000 },
  );
  await eventually(async () => (await uploadOf(laterUploadId)).state === "generated", {
    timeoutMs: 120_000,
  });
  const wanted = { state: "generated", fileCount: names.length, attempts: 1, serviceFailures: 1 };
  expect(ended).toMatchObject(wanted);
  await eventually(
    async () => {
      const [job] = await api.db.select().from(twinJobs).where(eq(twinJobs.uploadId, uploadId));
      return job?.finishedAt;
    },
    { timeoutMs: 150_000 },
  );
  await processes.kill(worker);
}

type Child = Awaited<ReturnType<typeof processes.startApi>>;
type Twin = { table: string; url: string; row_count: number; sha256: string };

/**
 * Reads each by its stable address, which redirects to the store's signed URL, as Parquet readers
 * do.
 */
async function readTwins(listingId: string): Promise<void> {
  const { body } = await api.send("GET", `/datasets/${listingId}/parquet/tables`);
  const twins = (body.items as Twin[]).filter(({ url }) => url !== null);
  expect(twins.length).toBeGreaterThan(9);
  const lead = await fetch(twins[0]?.url ?? "", { redirect: "manual" });
  const signed = new URL(lead.headers.get("location") ?? "");
  expect([lead.status, signed.origin]).toEqual([302, store.env.S3_ENDPOINT]);
  expect(signed.searchParams.has("X-Amz-Signature")).toBe(true);
  for (const twin of twins) {
    const file = await asyncBufferFromUrl({ url: twin.url });
    expect(Number((await parquetMetadataAsync(file)).num_rows)).toBe(twin.row_count);
  }
  const [largest] = twins.toSorted((one, other) => other.row_count - one.row_count);
  const bytes = await (await fetch(largest?.url ?? "")).bytes();
  expect(hashOf(bytes)).toBe(largest?.sha256 ?? "");
  const path = join(createTestDir(), "largest.parquet");
  writeFileSync(path, bytes);
  expect(pl.readParquet(path).height).toBe(largest?.row_count ?? 0);
}

/** Uploads a file in parts while the client is killed, and has the store join them. */
async function uploadPaid(token: string, listingId: string): Promise<string> {
  const sent = { token, listingId, folder: paidSource, files: paidNames };
  const { uploadId, attach } = await send(sent, 2);
  expect((await attach()).status).toBe(200);
  const [, large] = await api.db
    .select()
    .from(uploadFiles)
    .where(eq(uploadFiles.uploadId, uploadId))
    .orderBy(uploadFiles.position);
  expect(large).toMatchObject({ path: "large.bin", partBytes: 5 * 1024 ** 2 });
  return uploadId;
}

/** Downloads the zip file from an API that is killed meanwhile; returns the restarted API. */
async function fetchZip(child: Child, address: string, wanted: Json, token?: string) {
  const { body } = await api.send("GET", `${address}/download-url`, { token });
  const answer = await fetch(String(body.download_url));
  // Caught immediately, because it may fail while the test still waits for the killed process.
  const broken = answer.bytes().catch(() => new Uint8Array());
  await processes.kill(child);
  const bytes = await broken;
  expect(bytes.length).toBeLessThan(Number(body.byte_size));
  const next = await processes.startApi();
  const zip = await (await fetch(String(body.download_url))).bytes();
  expect(zip.length).toBe(Number(body.byte_size));
  expect(await zipHashes(zip)).toEqual(wanted);
  return next;
}

/** Downloads file by file and compares hashes with the manifest, using a client that is killed. */
async function fetchFiles(address: string, files: string[], token = ""): Promise<Json> {
  const folder = createTestDir();
  await runKilled(2, "fetch", folder, `${PUBLIC_BASE_URL}${address}/files`, token);
  return hashesIn(folder, files);
}

async function buyFolder(listingId: string) {
  const buyer = await newPayingBuyer(api, { stripe: await sharedClient() });
  const { status, body } = await buy(api, buyer, listingId);
  expect([status, body.status]).toEqual([201, "in_escrow"]);
  return { address: `/purchases/${body.id}`, token: buyer.token };
}

test("folders survive the death of every process that sends, stores, profiles, serves or fetches them", async () => {
  const { token } = await sellerAgent(api);
  const listingId = await createDraft(api, token, { price_cents: 0 });
  const { uploadId, child } = await upload({ token, listingId, folder: source, files: names });
  const paidId = await createDraft(api, token, { price_cents: 1000 });
  const paidUploadId = await uploadPaid(token, paidId);
  await profile(uploadId, paidUploadId);
  for (const id of [listingId, paidId]) {
    expect((await api.send("POST", `/listings/${id}/publish`, { token })).status).toBe(200);
  }
  const free = `/datasets/${listingId}`;
  expect(await fetchFiles(free, names)).toEqual(hashes);
  const next = await fetchZip(child, free, hashes);
  await readTwins(listingId);

  const bought = await buyFolder(paidId);
  const paidHashes = hashesIn(paidSource, paidNames);
  expect(await fetchFiles(bought.address, paidNames, bought.token)).toEqual(paidHashes);
  const lead = await api.send("GET", `${bought.address}/manifest`, { token: bought.token });
  const manifest = await (await fetch(lead.headers.get("location") ?? "")).text();
  expect(hashOf(Buffer.from(manifest))).toBe((await uploadOf(paidUploadId)).sha256 ?? "");
  const listed = (JSON.parse(manifest) as { files: { path: string; sha256: string }[] }).files;
  expect(Object.fromEntries(listed.map((file) => [file.path, file.sha256]))).toEqual(paidHashes);
  await fetchZip(next, bought.address, paidHashes, bought.token);
});
