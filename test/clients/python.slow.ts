/** The Python SDK as the service packs it, run by the system's Python on the standard library. */
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import { acceptances, purchases, savedSearches } from "../../db/schema/index.ts";
import { signedHeaders, webhookSecret } from "../../platform/webhooks/signature.ts";
import { sketchValues } from "../../sdk/src/value-sketch.ts";
import { keepTwin } from "../api/catalogue/keep-twin.ts";
import { publishedListing } from "../support/listings.ts";
import { openMarket, paidListing, purchaseOf, sha256Of } from "../support/market.ts";
import { findProgram } from "../support/programs/debian-programs.ts";

setDefaultTimeout(120_000);

const market = await openMarket();
const { api, seller, buyer } = market;
const base = api.config.PUBLIC_BASE_URL;
const folder = mkdtempSync(join(tmpdir(), "python-"));
const wheel = join(folder, "dataset_market.whl");
const content = `n,word\n${Array.from({ length: 20_000 }, (_, n) => `${n},word ${n}`).join("\n")}\n`;
let python = "";
let free = "";
let paid = "";

beforeAll(async () => {
  const system = "/usr/bin/python3";
  python = existsSync(system) ? system : await findProgram("python3");
  const path = "/connect/dataset_market-1.0.0-py3-none-any.whl";
  await Bun.write(wheel, await (await fetch(`${base}${path}`)).arrayBuffer());
  free = await publishedListing(api, seller.token);
  paid = await paidListing(market, content);
  await keepTwin(api, paid, { bytes: new TextEncoder().encode("PAR1 not read here") });
  await purchaseOf(market, paid);
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await api.close();
});

/** What the program prints as JSON. Names in `given` are its variables. */
async function run(program: string, given: Record<string, unknown> = {}): Promise<unknown> {
  const lines = [
    "import asyncio, json, os, pathlib, sys",
    "import dataset_market as dm",
    "globals().update(json.loads(pathlib.Path(sys.argv[1]).read_text()))",
    program,
  ];
  const values = { free, paid, key: buyer.token, base, folder, ...given };
  const path = join(folder, "given.json");
  await Bun.write(path, JSON.stringify(values));
  const child = Bun.spawn([python, "-c", lines.join("\n"), path], {
    env: { PYTHONPATH: wheel, DATASET_MARKET_CACHE: join(folder, "cache"), HOME: folder },
    stdout: "pipe",
    stderr: "pipe",
  });
  const [text, fault] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ]);
  expect([await child.exited, fault]).toEqual([0, ""]);
  return JSON.parse(text);
}

test("pages, typed refusals and the service's own address, in both clients", async () => {
  const told = await run(`
market = dm.Client()
ids = [one["id"] for one in market.each(market.search_datasets, limit=1)]
try:
    market.get_dataset("01a22c27-f771-7639-af87-fafd96c68178")
except dm.problems.DatasetNotFound as refused:
    missing = [refused.status, refused.code, bool(refused.next), bool(refused.request_id)]
try:
    market.download(paid)
except dm.problems.PurchaseRequired as refused:
    unpaid = refused.status
async def both():
    async with dm.AsyncClient() as client:
        pages = [one["id"] async for one in client.each(client.search_datasets, limit=1)]
        found = await asyncio.gather(*(client.get_dataset(id) for id in pages))
        return [one["id"] for one in found]
print(json.dumps([sorted(ids), sorted(asyncio.run(both())), missing, unpaid, market.url]))`);
  const ids = [free, paid].toSorted();
  expect(told).toEqual([ids, ids, [404, "dataset_not_found", true, true], 402, base]);
});

test("a download continues a part, refuses wrong bytes, and is kept once per version", async () => {
  const sha256 = sha256Of(content);
  const told = await run(
    `
market = dm.Client(key=key)
whole = market.download(paid).read_bytes()
target = pathlib.Path(folder) / "whole.csv"
part = target.with_name(f".whole.csv.{sha256[:12]}.part")
part.write_bytes(whole[:100_000])
continued = market.download(paid, target).read_bytes() == whole
part.write_bytes(b"x" * 1000)
target.unlink()
try:
    market.download(paid, target)
except dm.HashMismatch:
    refused = [target.exists(), part.exists()]
again = market.download(paid, target).read_bytes() == whole
copy = market.download(paid, parquet=True)
print(json.dumps([continued, refused, again, len(whole), copy.read_text(), copy == market.download(paid, parquet=True)]))`,
    { sha256 },
  );
  const length = Buffer.byteLength(content);
  expect(told).toEqual([true, [false, false], true, length, "PAR1 not read here", true]);
});

/** Answers 503 first, then loses the answer of a call that had its effect, then forwards. */
function unreliable() {
  let calls = 0;
  return Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    async fetch(request) {
      calls += 1;
      if (calls === 1) {
        return Response.json(
          { code: "database_unavailable" },
          { status: 503, headers: { "retry-after": "0" } },
        );
      }
      const { pathname, search } = new URL(request.url);
      const body = request.method === "GET" ? {} : { body: await request.text() };
      const answer = await fetch(`${base}${pathname}${search}`, {
        method: request.method,
        headers: request.headers,
        ...body,
      });
      if (calls === 2) {
        await answer.text();
        return Response.json({}, { status: 502 });
      }
      return answer;
    },
  });
}

test("a call that creates something is repeated with its key, and acts once", async () => {
  const server = unreliable();
  try {
    const told = await run(
      `
market = dm.Client(url, key)
saved = market.create_saved_search(**wanted)
print(json.dumps(saved["name"]))`,
      {
        url: `http://127.0.0.1:${server.port}`,
        wanted: { name: "Rain", parameters: { query: "rain" } },
      },
    );
    expect(told).toBe("Rain");
    expect(await api.db.$count(savedSearches)).toBe(1);
  } finally {
    await server.stop(true);
  }
});

test("sketches have the bytes of the TypeScript SDK's", async () => {
  const sets: (string | number)[][] = [
    ["00501", "501.0", " a  b ", "ＡＢＣ", "ΑΣ", "İ", "\u{1F600}x", "ﬁ", "+5", "-0", "", "\ufeffa"],
    [3, 2.5, 1e21, 1e-7, 0.000_001, -0, 1e300, 0.1 + 0.2],
    Array.from({ length: 5000 }, () => crypto.randomUUID()),
    ["x".repeat(300), "\u{1F600}".repeat(300), "\u0085b", "\u001cc"],
    [],
  ];
  const told = await run("print(json.dumps([dm.sketch_values(one) for one in sets]))", { sets });
  expect(told).toEqual(sets.map(sketchValues));
});

test("webhooks and receipts are verified, and altered ones refused", async () => {
  const secret = webhookSecret("s".repeat(32), { id: "endpoint", generation: 1 });
  const body = JSON.stringify({ type: "purchase.released" });
  const headers = signedHeaders([secret], { id: "msg_1", sentAt: new Date(), body });
  const listed = await api.send("GET", "/purchases", { token: buyer.token });
  const [purchase] = listed.body.items as { id: string }[];
  const told = await run(
    `
from dataset_market import receipts, webhooks
from importlib.util import find_spec
event = webhooks.verify(body.encode(), headers, secret)
outcomes = []
for wrong in ({"body": b"{}"}, {"now": 1.0}, {"secret": "whsec_AAAA"}):
    try:
        webhooks.verify(**{"body": body.encode(), "headers": headers, "secret": secret, **wrong})
    except webhooks.SignatureInvalid:
        outcomes.append("refused")
market = dm.Client(key=key)
receipt = market.get_purchase_receipt(purchase)
if find_spec("cryptography"):
    keys = market.read_receipt_keys()
    assert receipts.verify(receipt["jws"], keys)["purchase_id"] == purchase
    head, _claims, signature = receipt["jws"].split(".")
    try:
        receipts.verify(f"{head}.e30.{signature}", keys)
        raise SystemExit("an altered receipt was taken")
    except receipts.ReceiptInvalid:
        pass
print(json.dumps([event["type"], outcomes, receipt["purchase_id"]]))`,
    { body, headers, secret, purchase: purchase?.id },
  );
  expect(told).toEqual([
    "purchase.released",
    ["refused", "refused", "refused"],
    purchase?.id ?? "",
  ]);
});

test("a draft's file is uploaded and attached", async () => {
  const told = await run(
    `
import threading
seller = dm.Client(key=token)
draft = seller.create_draft(title="Rain in Seattle", description="Daily rain.")
file = pathlib.Path(folder) / "rain.csv"
file.write_text("day,mm\\n1,2\\n")
try:
    seller.upload(draft["id"], file, seconds_max=0)
except dm.DatasetMarketError as waiting:
    told = str(waiting)
listing = seller.get_listing(draft["id"])
print(json.dumps([listing["full_data_path"] is not None, "was not read" in told]))`,
    { token: seller.token },
  );
  expect(told).toEqual([true, true]);
});

test("a verdict and a delivery are waited for, but not for ever", async () => {
  const purchase = await purchaseOf(market, await paidListing(market, `${content}0,last\n`));
  const terms = { schema: [{ quality: [{ metric: "rowCount" as const, mustBe: 1 }] }] };
  const dueAt = api.ctx.now();
  await api.db.insert(acceptances).values({ purchaseId: purchase, terms, probes: 0, dueAt });
  const judged = (acceptance: "pending" | "passed") =>
    api.db.update(purchases).set({ acceptance }).where(eq(purchases.id, purchase));
  const wish = { title: "Rain", description: "By the hour." };
  const request = (await api.send("POST", "/requests", { token: buyer.token, body: wish })).body.id;
  const path = `/requests/${request}/answers`;
  const body = { dataset_id: free };
  const answer = (await api.send("POST", path, { token: seller.token, body })).body.id;
  const program = `
market = dm.Client(key=key)
seller = dm.Client(key=token)
try:
    verdict = market.wait_for_verdict(purchase, seconds_max=0)["status"]
except dm.DatasetMarketError as waiting:
    verdict = str(waiting)
answered = seller.wait_for_delivery(request, answer)
print(json.dumps([verdict, answered["delivery"], answered["id"] == answer]))`;
  const given = { purchase, request, answer, token: seller.token };
  await judged("pending");
  const waiting = `Purchase ${purchase} has no verdict in time.`;
  expect(await run(program, given)).toEqual([waiting, null, true]);
  await judged("passed");
  expect(await run(program, given)).toEqual(["passed", null, true]);
});
