/** The SDK against a real API: calls, repeats, bytes, and what it verifies. */
import { describe, expect, test } from "bun:test";
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Webhook } from "standardwebhooks";
import {
  ConnectionError,
  createSha256,
  HashMismatchError,
  Market,
  MarketError,
  type MarketOptions,
  PriceLimitError,
  ReceiptError,
  verifyReceipt,
  verifyWebhook,
  WebhookError,
} from "../../sdk/src/node.ts";
import { verifiedAgent } from "../support/agents.ts";
import { createDraft } from "../support/listings.ts";
import { offer, testMoney } from "../support/money.ts";
import { createTestDir } from "../support/stack.ts";

const money = await testMoney();
const { api, seller, buyer } = money;
const dir = createTestDir();

const fileText = "price\n1.5\n";
const sha256 = createHash("sha256").update(fileText).digest("hex");

const marketOf = (options: Partial<MarketOptions> = {}) =>
  new Market({ baseUrl: api.config.PUBLIC_BASE_URL, ...options });

const thrownBy = async (promise: Promise<unknown>): Promise<unknown> => {
  try {
    await promise;
  } catch (error) {
    return error;
  }
  throw new Error("nothing was thrown");
};

/** Sends each request, then loses the answer as often as it says. */
function losing(answers: number, isMatch: (url: string, method: string) => boolean = () => true) {
  const seen: { url: string; key: string | null }[] = [];
  let left = answers;
  const lossy = async (url: string, init: RequestInit = {}) => {
    const answer = await fetch(url, init);
    if (!isMatch(url, init.method ?? "GET")) return answer;
    seen.push({ url, key: new Headers(init.headers).get("idempotency-key") });
    if (left-- <= 0) return answer;
    await answer.arrayBuffer();
    throw new TypeError("the line is broken");
  };
  return { seen, fetch: lossy };
}

describe("a call", () => {
  test("yields every item of all pages once, in order", async () => {
    const ids = await Promise.all(
      Array.from({ length: 5 }, () => offer(api, seller, { category: "sensor" })),
    );
    const found: string[] = [];
    for await (const { id } of marketOf().search({ category: "sensor", limit: 2 })) found.push(id);
    expect(found.toSorted()).toEqual(ids.toSorted());
  });

  test("throws the refusal with its code, and what to do next", async () => {
    const error = await thrownBy(marketOf().dataset("01990000-0000-7000-8000-000000000000"));
    expect(error).toBeInstanceOf(MarketError);
    if (!(error instanceof MarketError)) return;
    expect([error.status, error.is("dataset_not_found"), error.is("bid_too_low")]).toEqual([
      404,
      true,
      false,
    ]);
    expect(error.problem.next).toBeString();
  });

  test("that buys is repeated with its key after a lost answer, and buys once", async () => {
    const id = await offer(api, seller, {
      sha256: createHash("sha256").update("once").digest("hex"),
    });
    const line = losing(2, (url) => url.endsWith("/buy"));
    const market = marketOf({ token: buyer.token, fetch: line.fetch });
    const purchase = await market.buy(id, { maxPriceCents: 1000 });
    expect(purchase.status).toBe("in_escrow");
    expect(line.seen).toHaveLength(3);
    expect(new Set(line.seen.map(({ key }) => key)).size).toBe(1);
    const own = await market.call("listPurchases", { query: { dataset_id: id } });
    expect(own.items.map((one) => one.id)).toEqual([purchase.id]);
  });

  test("that cannot be repeated safely is not", async () => {
    const line = losing(9, (url) => url.includes("/agent/rotate-token"));
    const { token } = await verifiedAgent(api);
    const error = await thrownBy(
      marketOf({ token, fetch: line.fetch }).call("rotateAgentToken", {}),
    );
    expect(error).toBeInstanceOf(ConnectionError);
    expect(line.seen).toHaveLength(1);
  });

  test("charges nothing above the limit", async () => {
    const id = await offer(api, seller, { priceCents: 2000 });
    const market = marketOf({ token: buyer.token });
    expect(await thrownBy(market.buy(id, { maxPriceCents: 1999 }))).toBeInstanceOf(PriceLimitError);
    expect((await market.call("listPurchases", { query: { dataset_id: id } })).items).toEqual([]);
  });
});

describe("a download", () => {
  const bought = async (name: string) => {
    const id = await offer(api, seller, { sha256 });
    const market = marketOf({ token: buyer.token });
    await market.buy(id, { maxPriceCents: 1000, allowDuplicate: true });
    return { id, market, to: join(dir, name) };
  };

  test("is refused before the purchase", async () => {
    const error = await thrownBy(marketOf().open(await offer(api, seller)));
    expect(error instanceof MarketError && error.is("purchase_required")).toBe(true);
  });

  test("continues what an earlier one left, checks the whole, and is not repeated", async () => {
    const { id, market, to } = await bought("resumed.csv");
    writeFileSync(`${to}.${sha256.slice(0, 12)}.part`, fileText.slice(0, 4));
    const saved = await market.download(id, { to });
    expect([saved.bytesFetched, saved.bytesTotal]).toEqual([6, 10]);
    expect(readFileSync(to, "utf8")).toBe(fileText);
    expect((await market.download(id, { to })).bytesFetched).toBe(0);
    expect(readdirSync(dir).filter((name) => name.startsWith("resumed"))).toEqual(["resumed.csv"]);
  });

  test("with wrong bytes leaves no file", async () => {
    const { id, market, to } = await bought("wrong.csv");
    writeFileSync(`${to}.${sha256.slice(0, 12)}.part`, "cost");
    expect(await thrownBy(market.download(id, { to }))).toBeInstanceOf(HashMismatchError);
    expect(readdirSync(dir).filter((name) => name.startsWith("wrong"))).toEqual([]);
  });

  test("continues by ranges when the line breaks after each few bytes", async () => {
    const { id } = await bought("");
    const ranges: (string | null)[] = [];
    const market = marketOf({
      token: buyer.token,
      fetch: async (url, init = {}) => {
        const answer = await fetch(url, init);
        if (!url.includes("/storage/") || answer.body === null) return answer;
        ranges.push(new Headers(init.headers).get("range"));
        const bytes = new Uint8Array(await answer.arrayBuffer()).slice(0, 4);
        return new Response(bytes, { status: answer.status });
      },
    });
    const { bytes } = await market.open(id);
    expect(await new Response(bytes).text()).toBe(fileText);
    expect(ranges).toEqual([null, "bytes=4-", "bytes=8-"]);
  });
});

test("an upload sends only the parts that have not arrived, and announces the sent bytes' hash", async () => {
  const { token } = await verifiedAgent(api);
  const id = await createDraft(api, token);
  const bytes = new Uint8Array(11 * 2 ** 20).map((_, at) => at % 251);
  const path = join(dir, "large.bin");
  writeFileSync(path, bytes);
  let puts = 0;
  const failing = marketOf({
    token,
    triesMax: 1,
    fetch: async (url, init = {}) => {
      if (init.method === "PUT" && ++puts === 3) throw new TypeError("the line is broken");
      return fetch(url, init);
    },
  });
  const options = { partBytes: 5 * 2 ** 20, parallel: 1 };
  expect(await thrownBy(failing.upload(id, path, options))).toBeInstanceOf(ConnectionError);
  const sent = await marketOf({ token }).upload(id, path, options);
  expect(sent).toMatchObject({
    sha256: createHash("sha256").update(bytes).digest("hex"),
    bytesResumed: 10 * 2 ** 20,
    bytesSent: 2 ** 20,
  });
  expect(sent.listing.full_data_path).toBeString();
});

test("a receipt is verified offline, and a changed one refused", async () => {
  const id = await offer(api, seller);
  const market = marketOf({ token: buyer.token });
  const purchase = await market.buy(id, { maxPriceCents: 1000 });
  const { jws } = await market.call("getPurchaseReceipt", { params: { id: purchase.id } });
  const keys = await market.call("readReceiptKeys", {});
  expect(await verifyReceipt(jws, keys)).toMatchObject({ purchase_id: purchase.id });
  const [head, content = "", signature] = jws.split(".");
  const forged = btoa(atob(content).replace('"price_cents":1000', '"price_cents":1001'));
  const changed = [head, forged.replace(/=+$/, ""), signature].join(".");
  expect(await thrownBy(verifyReceipt(changed, keys))).toBeInstanceOf(ReceiptError);
  expect(await thrownBy(verifyReceipt(jws, { keys: [] }))).toBeInstanceOf(ReceiptError);
});

test("a webhook is accepted by its secret and only while it is new", async () => {
  const secret = `whsec_${btoa("a secret of thirty-two characters")}`;
  const body = JSON.stringify({ type: "purchase.released" });
  const headersAt = (at: Date, by = secret) => ({
    "Webhook-Id": "msg_1",
    "webhook-timestamp": String(Math.floor(at.getTime() / 1000)),
    "webhook-signature": new Webhook(by).sign("msg_1", at, body),
  });
  const now = new Date();
  const other = `whsec_${btoa("another secret of thirty-two chars")}`;
  const both = { body, headers: headersAt(now), secret: [other, secret] };
  expect(await verifyWebhook(both)).toMatchObject({ type: "purchase.released" });
  for (const faulty of [
    { ...both, secret: other },
    { ...both, body: body.replace("released", "refunded") },
    { ...both, headers: headersAt(new Date(now.getTime() - 3_600_000)) },
    { ...both, headers: {} },
  ]) {
    expect(await thrownBy(verifyWebhook(faulty))).toBeInstanceOf(WebhookError);
  }
});

test("the hash for browsers is SHA-256, however the bytes are cut", () => {
  for (const length of [0, 1, 55, 56, 63, 64, 65, 119, 1000]) {
    const bytes = crypto.getRandomValues(new Uint8Array(length));
    const hash = createSha256();
    for (let at = 0; at < length; ) {
      const next = at + 1 + Math.floor(Math.random() * 70);
      hash.update(bytes.subarray(at, next));
      at = next;
    }
    expect([length, hash.hex()]).toEqual([
      length,
      createHash("sha256").update(bytes).digest("hex"),
    ]);
  }
});
