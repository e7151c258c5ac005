/** Receipts prove a purchase to anybody who has the published keys. */
import { describe, expect, test } from "bun:test";
import { compactVerify, createLocalJWKSet, decodeProtectedHeader, type JSONWebKeySet } from "jose";
import { newReceiptKey } from "../../../dev/secrets.ts";
import { formatInstant } from "../../../market/format.ts";
import { licenseOnReceipt } from "../../../market/purchase/receipt/license-on-receipt.ts";
import { receiptFacts } from "../../../market/purchase/receipt/receipt-facts.ts";
import type { ReceiptClaims } from "../../../market/purchase/receipt/schemas.ts";
import { receiptKeys, signReceipt } from "../../../platform/receipts/receipt-keys.ts";
import type { Json } from "../../support/api.ts";
import {
  newBuyer,
  paidListing,
  publishVersion,
  purchaseOf,
  testMarket,
} from "../../support/market.ts";
import { readPdf } from "../../support/read-pdf.ts";

const market = await testMarket();
const { api, buyer, seller } = market;

const receiptOf = (purchaseId: string, token = buyer.token) =>
  api.send("GET", `/purchases/${purchaseId}/receipt`, { token });

/** The published keys, as a buyer stores them. */
async function readKeys(): Promise<JSONWebKeySet> {
  const { body } = await api.send("GET", "/.well-known/jwks.json");
  return body as unknown as JSONWebKeySet;
}

async function verified(jws: string, keys: JSONWebKeySet): Promise<Json> {
  const { payload } = await compactVerify(jws, createLocalJWKSet(keys));
  return JSON.parse(new TextDecoder().decode(payload)) as Json;
}

describe("the receipt of a purchase", () => {
  test("is verified offline, with the published keys only", async () => {
    const listingId = await paidListing(market);
    const id = await purchaseOf(market, listingId, "released");
    const keys = await readKeys();
    const { status, body } = await receiptOf(id);
    expect(status).toBe(200);
    const { jws, ...claims } = body;
    expect(await verified(String(jws), keys)).toEqual(claims);
    const purchase = await api.send("GET", `/purchases/${id}`, { token: buyer.token });
    expect(claims).toMatchObject({
      issuer: api.config.PUBLIC_BASE_URL,
      purchase_id: id,
      status: "released",
      dataset: { id: listingId, version: 1, title: purchase.body.dataset_title },
      file: { sha256: purchase.body.sha256, sha256_of: "file", file_count: null },
      price_cents: 1000,
      shared_charge: null,
      currency: "usd",
      seller: { agent_id: seller.agentId },
      buyer: { account_id: buyer.owner.accountId },
      paid_at: purchase.body.paid_at,
      released_at: purchase.body.released_at,
      refunded_at: null,
    });
    expect((purchase.body.links as Json).receipt).toEndWith(`/purchases/${id}/receipt`);
  });

  test("names neither the fee nor an e-mail address", async () => {
    const { body } = await receiptOf(await purchaseOf(market, await paidListing(market)));
    expect(JSON.stringify(body)).not.toMatch(/fee|@/);
  });

  test("is saved as a file by `format=jws`", async () => {
    const id = await purchaseOf(market, await paidListing(market));
    const path = `/purchases/${id}/receipt?format=jws`;
    const { headers, text: jws } = await api.send("GET", path, { token: buyer.token });
    expect(headers.get("content-type")).toBe("application/jose");
    expect(decodeProtectedHeader(jws)).toMatchObject({ alg: "EdDSA", typ: "purchase-receipt+jws" });
    expect(await verified(jws, await readKeys())).toMatchObject({ purchase_id: id });
  });

  test("is a PDF file by `format=pdf`, with the same facts and the signed receipt in it", async () => {
    const id = await purchaseOf(market, await paidListing(market), "refunded");
    const { body } = await receiptOf(id);
    const headers = { authorization: `Bearer ${buyer.token}` };
    const address = `${api.config.PUBLIC_BASE_URL}/purchases/${id}/receipt?format=pdf`;
    const answer = await api.fetch(new Request(address, { headers }));
    expect(answer.headers.get("content-type")).toBe("application/pdf");
    const { text, attachments } = await readPdf(await answer.bytes());
    for (const { facts } of receiptFacts(body as unknown as ReceiptClaims)) {
      for (const { label, kind, value } of facts.filter((fact) => fact.label !== "Issued")) {
        const shown = kind === "time" ? formatInstant(new Date(value)) : value;
        expect(text).toContain(`${label} ${shown}`);
      }
    }
    const [[name, jws] = []] = Object.entries(attachments);
    expect(name).toBe(`receipt-${id}.jws`);
    const { issued_at: _now, ...claims } = await verified(String(jws), await readKeys());
    expect(body).toMatchObject(claims);
  });

  test("fails with a changed payload, and with another marketplace's keys", async () => {
    const { body } = await receiptOf(await purchaseOf(market, await paidListing(market)));
    const [header, payload = "", signature] = String(body.jws).split(".");
    const claims = JSON.parse(Buffer.from(payload, "base64url").toString()) as Json;
    const changed = Buffer.from(JSON.stringify({ ...claims, price_cents: 1 }));
    const forged = [header, changed.toString("base64url"), signature].join(".");
    await expect(verified(forged, await readKeys())).rejects.toThrow();
    const others = { keys: [...receiptKeys.parse(newReceiptKey()).published] };
    await expect(verified(String(body.jws), others)).rejects.toThrow();
  });

  test("is refused to another buyer, and before the payment", async () => {
    const id = await purchaseOf(market, await paidListing(market));
    const other = await newBuyer(api);
    expect(await receiptOf(id, other.token)).toMatchObject({
      status: 403,
      body: { code: "purchase_not_yours" },
    });
    const unpaid = await purchaseOf(market, await paidListing(market), "payment_failed");
    expect(await receiptOf(unpaid)).toMatchObject({
      status: 403,
      body: { code: "payment_not_confirmed" },
    });
  });

  test("says that the purchase was refunded", async () => {
    const id = await purchaseOf(market, await paidListing(market), "refunded");
    const { body } = await receiptOf(id);
    const claims = await verified(String(body.jws), await readKeys());
    expect(claims).toMatchObject({ status: "refunded", released_at: null });
    expect(claims.refunded_at).toBeString();
    expect(claims.refund_cause).toBeString();
  });

  test("keeps version and hash after a later version", async () => {
    const listingId = await paidListing(market);
    const id = await purchaseOf(market, listingId, "released");
    const before = await receiptOf(id);
    await publishVersion(market, listingId, "sepal,species\n4.9,setosa\n");
    const after = await receiptOf(id);
    expect(after.body.file).toEqual(before.body.file);
    expect(after.body.dataset).toMatchObject({ version: 1 });
  });
});

describe("the keys of receipts", () => {
  const [first, second] = [newReceiptKey(), newReceiptKey()];
  const publicHalf = ({ d: _private, ...open }: Json): Json => open;
  const set = (...keys: Json[]) => JSON.stringify({ keys });
  const json = (key: string) => JSON.parse(key) as Json;

  test("a rotated key still verifies its receipts, without its private half", async () => {
    const jws = await signReceipt(receiptKeys.parse(first), { id: 1 });
    const rotated = receiptKeys.parse(set(json(second), publicHalf(json(first))));
    expect(await verified(jws, { keys: [...rotated.published] })).toEqual({ id: 1 });
    expect(JSON.stringify(rotated.published)).not.toContain(String(json(second).d));
    const newer = await signReceipt(rotated, { id: 2 });
    expect(decodeProtectedHeader(newer).kid).not.toBe(decodeProtectedHeader(jws).kid);
    expect(await verified(newer, { keys: [...rotated.published] })).toEqual({ id: 2 });
  });

  test("are taken as JSON and as base64 of it", () => {
    expect(receiptKeys.parse(btoa(first))).toEqual(receiptKeys.parse(first));
  });

  test.each([
    ["no JSON", "secret", "no Ed25519 JWK"],
    ["another kind of key", '{"kty":"oct","k":"AAAA"}', "no Ed25519 JWK"],
    ["a public key first", set(publicHalf(json(first))), "not private"],
    ["one key twice", set(json(first), publicHalf(json(first))), "twice"],
    ["halves of two keys", set({ ...json(first), x: json(second).x }), "do not fit"],
  ])("are refused: %s", (_name, text, words) => {
    expect(receiptKeys.safeParse(text).error?.issues[0]?.message).toContain(words);
  });
});

test.each([
  [null, null],
  ["CC-BY-4.0", "https://spdx.org/licenses/CC-BY-4.0.html"],
  ["CC BY 4.0", "https://spdx.org/licenses/CC-BY-4.0.html"],
  ["Our terms (https://example.com/terms)", "https://example.com/terms"],
  ["https://example.com/terms", "https://example.com/terms"],
  ["Our terms", null],
])("the licence %p has the address %p on a receipt", (license, url) => {
  expect(licenseOnReceipt(license)).toEqual(license === null ? null : { terms: license, url });
});
