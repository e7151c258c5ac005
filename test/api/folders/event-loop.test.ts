/** A folder of ten thousand files holds the event loop of a real process no longer than any request may. */
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { eq, sql } from "drizzle-orm";
import { listings, uploads } from "../../../db/schema/index.ts";
import { comparePaths, fileKey, manifestText } from "../../../market/listing/folder/rules.ts";
import { verifiedAgent } from "../../support/agents.ts";
import { type Json, openTestApi, type TestApi } from "../../support/api.ts";
import { createDraft, endJob } from "../../support/listings.ts";
import {
  busyMs,
  type MeasuredProcess,
  startMeasured,
} from "../../support/programs/measured-process.ts";
import { testEnv } from "../../support/stack.ts";
import { keepTwin } from "../catalogue/keep-twin.ts";

setDefaultTimeout(180_000);

/** What one request may cost the event loop (docs/decisions.md, the event loop). */
const loopMsMax = 20;
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

const costs: Record<string, number> = {};

/** Sends it a few times, and keeps what the best one cost. */
async function measure(name: string, method: string, address: string, body?: unknown) {
  const text = body === undefined ? undefined : JSON.stringify(body);
  let answer = { status: 0, body: {} as Json };
  costs[name] = await busyMs(child, loopMsMax, async () => {
    const response = await fetch(address.startsWith("http") ? address : base + address, {
      ...{ method, redirect: "manual" },
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      ...(text === undefined ? {} : { body: text }),
    });
    const bytes = await response.bytes();
    const isJson = response.headers.get("content-type")?.includes("json") === true;
    const parsed = isJson ? (JSON.parse(new TextDecoder().decode(bytes)) as Json) : {};
    answer = { status: response.status, body: parsed };
  });
  if (answer.status >= 400) throw new Error(`${name}: ${JSON.stringify(answer.body)}`);
  return answer.body;
}

/** Names as long as many folders have them, not in their order. */
const files = Array.from({ length: filesMax }, (_, at) => ({
  name: `region=${at % 97}/year=${2000 + (at % 25)}/measurements-of-stations-${at}.csv`,
  byte_size: content.length,
  sha256,
}));

/** What a worker finds and writes of a folder beside its profile. */
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

test("announced, asked for, attached, listed and downloaded it costs 20 ms at most at a time", async () => {
  const listingId = await createDraft(api, token, { price_cents: 0 });
  const issued = await measure("announce", "POST", `/listings/${listingId}/upload-urls`, { files });
  const { path, upload_id: uploadId } = issued.full as { path: string; upload_id: string };
  const page = `/listings/${listingId}/uploads/${uploadId}/files`;
  await measure("a page of URLs", "GET", `${page}?limit=500`);
  for (let from = 0; from < filesMax; from += 100) {
    const keys = Array.from({ length: 100 }, (_, at) => fileKey(path, from + at));
    await Promise.all(keys.map((key) => api.ctx.storage.write(key, content, "text/csv")));
  }
  await measure("what is awaited", "GET", `${page}?state=awaited`);
  const draft = `/listings/draft/${listingId}`;
  await measure("attach", "PATCH", draft, { full_data_path: path });
  await endJob(api, path);
  await endAsFolder(path);
  await measure("publish", "POST", `/listings/${listingId}/publish`);
  await keepTwin(api, listingId);
  const dataset = `/datasets/${listingId}`;
  await measure("detail", "GET", dataset);
  await measure("Croissant", "GET", `${dataset}/croissant`);
  await measure("a page of files", "GET", `${dataset}/files?limit=500`);
  const { download_url: url } = await measure("download", "GET", `${dataset}/download-url`);
  await measure("zip", "GET", String(url).replace(api.config.PUBLIC_BASE_URL, base));
  const slow = Object.entries(costs).filter(([, ms]) => ms > loopMsMax);
  expect(Object.fromEntries(slow)).toEqual({});
});
