/**
 * A folder of ten thousand files, from announcement to download, in a real process.
 * bench/edge/event-loop.ts measures what each step costs the event loop.
 */
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { eq, sql } from "drizzle-orm";
import { listings, uploads } from "../../../db/schema/index.ts";
import { comparePaths, fileKey, manifestText } from "../../../market/listing/folder/rules.ts";
import { verifiedAgent } from "../../support/agents.ts";
import { type Json, openTestApi, type TestApi } from "../../support/api.ts";
import { createDraft, endJob } from "../../support/listings.ts";
import { type MeasuredProcess, startMeasured } from "../../support/programs/measured-process.ts";
import { testEnv } from "../../support/stack.ts";
import { keepTwin } from "../catalogue/keep-twin.ts";

setDefaultTimeout(180_000);

const filesMax = 10_000;
const content = new TextEncoder().encode("id,city\n1,Lisbon\n");
const sha256 = new Bun.CryptoHasher("sha256").update(content).digest("hex");

let api: TestApi;
let child: MeasuredProcess;
let base = "";
let token = "";

beforeAll(async () => {
  api = await openTestApi();
  const { storage } = api.config;
  if (storage.kind !== "disk") throw new Error("this test is about the disk store");
  const env = await testEnv({
    ...{ DATABASE_URL: api.databaseUrl, LOG_LEVEL: "error" },
    AGENT_TOKEN_SECRET: api.config.AGENT_TOKEN_SECRET.join(","),
    STORAGE_DIR: storage.rootDir,
    STORAGE_SIGNING_SECRET: storage.signingSecrets.join(","),
  });
  base = `http://127.0.0.1:${env.API_PORT}`;
  child = await startMeasured(
    "api/main.ts",
    env,
    async () => (await fetch(`${base}/health/live`)).ok,
  );
  ({ token } = await verifiedAgent(api));
});

afterAll(async () => {
  await child.stop();
  await api.close();
});

async function send(name: string, method: string, address: string, body?: unknown) {
  const text = body === undefined ? undefined : JSON.stringify(body);
  const answer = await child.measure(`10,000 files, ${name}`, async () => {
    const response = await fetch(address.startsWith("http") ? address : base + address, {
      ...{ method, redirect: "manual" },
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      ...(text === undefined ? {} : { body: text }),
    });
    const bytes = await response.bytes();
    const isJson = response.headers.get("content-type")?.includes("json") === true;
    const parsed = isJson ? (JSON.parse(new TextDecoder().decode(bytes)) as Json) : {};
    return { status: response.status, body: parsed, byteSize: bytes.length };
  });
  if (answer.status >= 400) throw new Error(`${name}: ${JSON.stringify(answer.body)}`);
  return answer;
}

/** Names as long as in many folders, in random order. */
const files = Array.from({ length: filesMax }, (_, at) => ({
  name: `region=${at % 97}/year=${2000 + (at % 25)}/measurements-of-stations-${at}.csv`,
  byte_size: content.length,
  sha256,
}));

/** Writes what a worker writes about a folder in addition to its profile. */
async function endAsFolder(path: string): Promise<void> {
  const manifest = manifestText(
    files
      .toSorted((one, other) => comparePaths(one.name, other.name))
      .map(({ name, byte_size: byteSize }) => ({ path: name, byteSize, sha256 })),
  );
  await api.ctx.storage.write(path, new TextEncoder().encode(manifest), "application/json");
  const objectEtag = (await api.ctx.storage.head(path))?.etag ?? "";
  const hash = new Bun.CryptoHasher("sha256").update(manifest).digest("hex");
  await api.db.execute(sql`update upload_files set sha256 = ${sha256}`);
  await api.db
    .update(uploads)
    .set({ objectEtag, sha256: hash })
    .where(eq(uploads.storagePath, path));
  await api.db.update(listings).set({ sha256: hash, fileCount: filesMax });
}

test("it is announced, attached, published, listed by pages and downloaded as one archive", async () => {
  const listingId = await createDraft(api, token, { price_cents: 0 });
  const { body: issued } = await send("announce", "POST", `/listings/${listingId}/upload-urls`, {
    files,
  });
  const { path, upload_id: uploadId } = issued.full as { path: string; upload_id: string };
  const page = `/listings/${listingId}/uploads/${uploadId}/files`;
  const urls = await send("a page of URLs", "GET", `${page}?limit=500`);
  expect(urls.body.items).toHaveLength(500);
  for (let from = 0; from < filesMax; from += 100) {
    const keys = Array.from({ length: 100 }, (_, at) => fileKey(path, from + at));
    await Promise.all(keys.map((key) => api.ctx.storage.write(key, content, "text/csv")));
  }
  await send("what is awaited", "GET", `${page}?state=awaited`);
  const draft = `/listings/draft/${listingId}`;
  await send("attach", "PATCH", draft, { full_data_path: path });
  await endJob(api, path);
  await endAsFolder(path);
  await send("publish", "POST", `/listings/${listingId}/publish`);
  await keepTwin(api, listingId);
  const dataset = `/datasets/${listingId}`;
  await send("detail", "GET", dataset);
  await send("Croissant", "GET", `${dataset}/croissant`);
  const listed = await send("a page of files", "GET", `${dataset}/files?limit=500`);
  expect(listed.body.items).toHaveLength(500);
  const { body } = await send("download", "GET", `${dataset}/download-url`);
  const url = String(body.download_url).replace(api.config.PUBLIC_BASE_URL, base);
  const { byteSize } = await send("zip", "GET", url);
  expect(byteSize).toBeGreaterThan(filesMax * content.length);
});
