/**
 * Uppy, configured as docs/uploading.md says: it sends a file in parts, and resumes after its page
 * was closed. `UPPY_STORE=ceph` uses Ceph's gateway, which starts more slowly, instead of the disk
 * store.
 */
import { afterAll, expect, setDefaultTimeout, test } from "bun:test";
import { createHash, randomBytes } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { PutBucketCorsCommand, S3Client } from "@aws-sdk/client-s3";
import type { BrowserContext } from "playwright-core";
import { launchChromium } from "../site/chromium.ts";
import { verifiedAgent } from "../support/agents.ts";
import { type Json, openTestApi } from "../support/api.ts";
import { forFile } from "../support/for-file.ts";
import { createDraft } from "../support/listings.ts";
import { startOwnStore } from "../support/radosgw/own-store.ts";
import { createTestDir, eventually } from "../support/stack.ts";

/** A browser is slow next to other tests on two cores. */
setDefaultTimeout(120_000);

const document = readFileSync(join(import.meta.dir, "../../docs/uploading.md"), "utf8");
const documented = /^```js uppy\n(.*?)^```$/ms.exec(document)?.[1] ?? "";
const script = await bundle(`${documented}
  window.start = (settings, open) => {
    window.uploader = openUploader(settings);
    return window.uploader.send(window.document.querySelector("input").files[0], open);
  };
  window.outcome = async (settings, open) => {
    const { successful, failed } = await window.start(settings, open);
    return { successful: successful.length, failed: failed.length };
  };`);

const ceph = process.env.UPPY_STORE === "ceph" ? await startOwnStore() : null;
afterAll(() => ceph?.stop());
const api = await forFile(openTestApi(ceph?.env ?? {}));
if (ceph !== null) {
  const { S3_ENDPOINT: endpoint, S3_REGION: region, S3_BUCKET: Bucket } = ceph.env;
  const { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = ceph.env;
  const credentials = { accessKeyId, secretAccessKey };
  const client = new S3Client({ endpoint, region, credentials, forcePathStyle: true });
  const operating = readFileSync(join(import.meta.dir, "../../docs/operating.md"), "utf8");
  const rule = /```json\n(\{"CORSRules"[^`]+)```/.exec(operating)?.[1] ?? "";
  const anyPage = rule.replaceAll("https://market.example", "*");
  const CORSConfiguration = JSON.parse(anyPage);
  await client.send(new PutBucketCorsCommand({ Bucket, CORSConfiguration }));
  client.destroy();
}
const browser = await forFile(launchChromium());
const elsewhere = Bun.serve({
  hostname: "127.0.0.1",
  port: 0,
  routes: {
    "/": () =>
      new Response(
        '<!doctype html><input type="file"><script type="module" src="/uppy.js"></script>',
        {
          headers: { "content-type": "text/html" },
        },
      ),
    "/uppy.js": () => new Response(script, { headers: { "content-type": "text/javascript" } }),
  },
});
afterAll(() => elsewhere.stop(true));

const partBytes = 16 * 1024 ** 2;
const bytes = randomBytes(2 * partBytes + 5);
const path = join(createTestDir(), "weather.bin");
writeFileSync(path, bytes);

async function bundle(text: string): Promise<string> {
  const entry = join(import.meta.dir, "uppy-page.js");
  const built = await Bun.build({
    entrypoints: [entry],
    files: { [entry]: text },
    target: "browser",
  });
  const [output] = built.outputs;
  if (output === undefined) throw new Error("Uppy's bundle is empty");
  return output.text();
}

const hashOf = (content: Uint8Array) => createHash("sha256").update(content).digest("hex");
/** The part number's parameter in the disk store and in S3. */
const partOf = ({ searchParams }: URL) =>
  searchParams.get("part_number") ?? searchParams.get("partNumber");
const isSecondPart = (url: URL) => partOf(url) === "2";

async function newDraft() {
  const { token } = await verifiedAgent(api);
  const listingId = await createDraft(api, token);
  const settings = { baseUrl: api.config.PUBLIC_BASE_URL, token, listingId };
  const get = async (at: string) =>
    (await api.send("GET", `/listings/${listingId}/uploads${at}`, { token })).body;
  return {
    settings,
    open: async () => (await get("")).items as Json[],
    read: (id: unknown) => get(`/${id}`),
  };
}

/**
 * A page in a browser without stored data, with the file chosen; `sent` lists the parts it sent.
 */
async function openPage(prepare: (context: BrowserContext) => Promise<unknown> = async () => {}) {
  const context = await browser.newContext();
  await prepare(context);
  const sent: string[] = [];
  context.on("requestfinished", (request) => {
    const number = partOf(new URL(request.url()));
    if (number !== null && request.method() === "PUT") sent.push(number);
  });
  const page = await context.newPage();
  await page.goto(`http://127.0.0.1:${elsewhere.port}/`);
  await page.locator("input").setInputFiles(path);
  const call = (name: string, ...values: unknown[]) =>
    page.evaluate(`${name}(${values.map((value) => JSON.stringify(value)).join(", ")})`);
  return { sent, call, close: () => context.close() };
}

/** The second part neither arrives nor fails. */
const holdSecondPart = (context: BrowserContext) => context.route(isSecondPart, () => {});

test("after a page dies midway, the next sends only the missing part", async () => {
  const { settings, open, read } = await newDraft();
  const first = await openPage(holdSecondPart);
  const dying = first.call("outcome", settings).catch(() => "died");
  await eventually(() => first.sent.length === 2, { timeoutMs: 60_000 });
  await first.close();
  expect(await dying).toBe("died");
  expect(first.sent.toSorted()).toEqual(["1", "3"]);

  const [begun] = await open();
  expect(begun).toMatchObject({ byte_size: bytes.length, part_byte_size: partBytes });
  const second = await openPage();
  expect(await second.call("outcome", settings, begun)).toEqual({ successful: 1, failed: 0 });
  expect(second.sent).toEqual(["2"]);
  await second.close();
  expect(await read(begun?.id)).toMatchObject({ state: "attached", file_byte_size: bytes.length });
  const stored = await new Response(await api.ctx.storage.read(String(begun?.path))).bytes();
  expect(hashOf(stored)).toBe(hashOf(bytes));
});

test("a refused part ends Uppy's attempt but not the upload; cancelling ends the upload", async () => {
  const { settings, open, read } = await newDraft();
  const refused = { status: 403, headers: { "access-control-allow-origin": "*" } };
  const failing = await openPage((context) =>
    context.route(isSecondPart, (route) => route.fulfill(refused)),
  );
  expect(await failing.call("outcome", settings)).toEqual({ successful: 0, failed: 1 });
  await failing.close();
  const [begun] = await open();
  expect(begun).toMatchObject({ state: "open" });

  const cancelled = await openPage(holdSecondPart);
  const started = cancelled.call("outcome", settings, begun).catch(() => "cancelled");
  await eventually(async () => (await read(begun?.id)).parts_arrived === 2);
  await cancelled.call("uploader.uppy.cancelAll");
  await eventually(async () => (await read(begun?.id)).state === "ended");
  await cancelled.close();
  await started;
});
