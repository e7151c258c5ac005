/** What a buyer reads and decides about its purchases, and what everyone else is refused. */
import { describe, expect, test } from "bun:test";
import { eq } from "drizzle-orm";
import { v7 } from "uuid";
import { accounts, auditLog } from "../../../db/schema/index.ts";
import { type PurchaseState, purchaseStates } from "../../../db/vocabulary/purchase.ts";
import { stateInWords } from "../../../market/purchase-state.ts";
import { registerAgent } from "../../support/agents.ts";
import type { Json } from "../../support/api.ts";
import { exampleCsv } from "../../support/listings.ts";
import {
  auditOf,
  balances,
  dayMs,
  feeCents,
  type Market,
  newBuyer,
  noticesOf,
  paidListing,
  priceCents,
  purchaseOf,
  readPurchase,
  sha256Of,
  testMarket,
} from "../../support/market.ts";
import { newKey } from "../../support/operators.ts";

const market = await testMarket();
const listingId = await paidListing(market);
const stranger = await newBuyer(market.api);

const send = (method: string, path: string, call: { body?: unknown } = {}) =>
  market.api.send(method, path, { token: market.buyer.token, ...call });

const complaint = { reason: "not_as_described", detail: "The rows end in 2013." };

/** Each purchase has a new buyer, because nobody buys a file twice. */
async function bought(state?: PurchaseState) {
  const own = await withOwnBuyer();
  const id = await purchaseOf(own, listingId, state);
  const { token } = own.buyer;
  const call = (method: string, verb = "", body?: Json, key?: string) =>
    market.api.send(method, `/purchases/${id}${verb}`, {
      token,
      body,
      headers: key === undefined ? {} : { "idempotency-key": key },
    });
  return { id, token, buyer: own.buyer, call };
}

async function withOwnBuyer(): Promise<Market> {
  return { ...market, buyer: await newBuyer(market.api) };
}

describe("GET /purchases/{id}", () => {
  test("shows a paid purchase with its file, key, card, dates and next steps", async () => {
    const { id, buyer, call } = await bought();
    const answer = await call("GET");
    const { paidAt } = await readPurchase(market.api, id);
    const self = `${market.api.config.PUBLIC_BASE_URL}/purchases/${id}`;
    expect(answer.status).toBe(200);
    expect(answer.headers.get("cache-control")).toBe("no-store");
    expect(answer.body).toEqual({
      id,
      status: "in_escrow",
      dataset_id: listingId,
      dataset_title: "Iris flowers",
      dataset_version: 1,
      dataset_license: null,
      newer_version: null,
      price_cents: priceCents,
      currency: "usd",
      sha256: sha256Of(exampleCsv),
      byte_size: exampleCsv.length,
      format: "csv",
      created_at: paidAt?.toISOString(),
      paid_at: paidAt?.toISOString(),
      cancelled_at: null,
      release_due_at: new Date((paidAt?.getTime() ?? 0) + 7 * dayMs).toISOString(),
      released_at: null,
      release_cause: null,
      disputed_at: null,
      dispute: null,
      refunded_at: null,
      refund_cause: null,
      refund_paid_at: null,
      refund_failed_at: null,
      acceptance: null,
      subscription: null,
      private_offer_id: null,
      coupon_id: null,
      trial: null,
      credit: null,
      bundle_purchase_id: null,
      chargeback: null,
      failure: null,
      next_action: null,
      metadata: {
        api_key_id: buyer.operator.apiKeyId,
        api_key_name: "research",
        payment_method: { brand: "visa", last4: "4242" },
      },
      capabilities: { download: true, confirm: true, dispute: true, cancel: false },
      links: {
        self,
        dataset: `${market.api.config.PUBLIC_BASE_URL}/datasets/${listingId}`,
        download: `${self}/download-url`,
        confirm: `${self}/confirm`,
        dispute: `${self}/dispute`,
        receipt: `${self}/receipt`,
      },
    });
    expect(answer.text).not.toContain("uploads/");
    expect(answer.text).not.toContain(market.seller.email);
  });

  test("says why a payment failed, in the provider's words", async () => {
    const { body } = await (await bought("payment_failed")).call("GET");
    expect(body).toMatchObject({
      status: "payment_failed",
      failure: { code: "card_declined", decline_code: "insufficient_funds" },
      capabilities: { download: false, confirm: false, dispute: false, cancel: false },
    });
    expect(Object.keys(body.links as Json)).toEqual(["self", "dataset"]);
  });

  test("another key of the same operator sees this one's purchases", async () => {
    const { id, buyer } = await bought("expired");
    const { secret } = await newKey(market.api, buyer.owner, { scopes: ["read"] });
    const answer = await market.api.send("GET", `/purchases/${id}`, { token: secret });
    expect(answer.body).toMatchObject({ id, failure: { code: "expired" } });
  });
});

describe("GET /purchases", () => {
  test("lists newest first by pages without a gap or a repeat, and filters by status", async () => {
    const own = await withOwnBuyer();
    const ids: string[] = [];
    for (const state of ["payment_failed", "expired", "payment_failed", "released"] as const) {
      ids.unshift(await purchaseOf(own, listingId, state));
    }
    const list = async (query: string) => {
      const answer = await market.api.send("GET", `/purchases${query}`, { token: own.buyer.token });
      expect(answer.status).toBe(200);
      const items = answer.body.items as Json[];
      return { ids: items.map((item) => item.id), pagination: answer.body.pagination };
    };
    expect(await list("")).toEqual({
      ids,
      pagination: {
        limit: 20,
        offset: 0,
        total: 4,
        total_is_exact: true,
        has_more: false,
        next_cursor: null,
      },
    });
    const first = await list("?limit=3");
    const second = await list("?limit=3&offset=3");
    expect([...first.ids, ...second.ids]).toEqual(ids);
    expect(first.pagination).toMatchObject({ total: 4, has_more: true });
    expect(second.pagination).toMatchObject({ total: 4, has_more: false });
    expect((await list("?status=payment_failed")).ids).toEqual([ids[1], ids[3]]);
    expect((await list("?status=disputed")).ids).toEqual([]);
    expect((await list("?offset=90")).ids).toEqual([]);
  });

  test("is empty for an operator who bought nothing, whatever others bought", async () => {
    const answer = await market.api.send("GET", "/purchases", { token: stranger.token });
    expect(answer.body).toMatchObject({ items: [], pagination: { total: 0 } });
  });

  test("refuses an unknown status, an unknown parameter and a limit beyond 100 by name", async () => {
    for (const [query, pointer] of [
      ["status=paid", "?status"],
      ["state=released", "?state"],
      ["limit=101", "?limit"],
      ["offset=-1", "?offset"],
    ]) {
      const answer = await send("GET", `/purchases?${query}`);
      expect(answer.status).toBe(400);
      expect(answer.body).toMatchObject({ code: "invalid_request", errors: [{ pointer }] });
    }
  });
});

describe("POST /purchases/{id}/confirm", () => {
  test("releases the money at once, for good: ledger, audit row, mail and transfer owed", async () => {
    const { api } = market;
    const { id, call } = await bought();
    const answer = await call("POST", "/confirm");
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({
      status: "released",
      release_cause: "buyer_confirmed",
      release_due_at: null,
      capabilities: { download: true, confirm: false, dispute: false, cancel: false },
    });
    expect(await balances(api, id)).toEqual({
      buyer: -priceCents,
      seller_payable: priceCents - feeCents,
      platform_fee: feeCents,
    });
    expect(await noticesOf(api, id)).toEqual(["released_seller"]);
    expect(await auditOf(api, id)).toEqual(["purchase.released"]);
    expect((await readPurchase(api, id)).settleDueAt).not.toBeNull();
  });

  test("is refused in every state but in_escrow, and changes nothing then", async () => {
    for (const state of purchaseStates.filter((name) => name !== "in_escrow")) {
      const { id, call } = await bought(state);
      const before = await readPurchase(market.api, id);
      for (const [verb, body] of [
        ["/confirm", undefined],
        ["/dispute", complaint],
      ] as const) {
        const answer = await call("POST", verb, body);
        expect({ state, verb, status: answer.status, code: answer.body.code }).toEqual({
          state,
          verb,
          status: 409,
          code: "purchase_not_in_escrow",
        });
        expect(String(answer.body.detail)).toContain(stateInWords(state));
      }
      expect(await readPurchase(market.api, id)).toEqual(before);
    }
  });

  test("with an Idempotency-Key replays the first answer instead of a refusal", async () => {
    const { call } = await bought();
    const key = v7();
    const first = await call("POST", "/confirm", undefined, key);
    const second = await call("POST", "/confirm", undefined, key);
    expect(second.status).toBe(200);
    expect(second.headers.get("idempotent-replayed")).toBe("true");
    expect(second.body).toEqual(first.body);
    expect((await call("POST", "/confirm", undefined, v7())).status).toBe(409);
  });

  test("takes no field in its body", async () => {
    const answer = await send("POST", `/purchases/${v7()}/confirm`, { body: { amount: 1 } });
    expect(answer.body).toMatchObject({
      code: "invalid_request",
      errors: [{ pointer: "/amount" }],
    });
  });
});

describe("POST /purchases/{id}/dispute", () => {
  test("holds the money without a due time and tells the seller and the administrators", async () => {
    const { api } = market;
    const { id, buyer, call } = await bought();
    const answer = await call("POST", "/dispute", complaint);
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({
      status: "disputed",
      release_due_at: null,
      disputed_at: expect.any(String),
      dispute: { ...complaint, resolved_at: null, resolution: null, resolution_detail: null },
      capabilities: { download: true, confirm: false, dispute: false, cancel: false },
    });
    expect(await balances(api, id)).toEqual({ buyer: -priceCents, escrow: priceCents });
    expect(await noticesOf(api, id)).toEqual(["disputed_administrators", "disputed_seller"]);
    const [row] = await api.db.select().from(auditLog).where(eq(auditLog.subjectId, id));
    expect(row).toMatchObject({
      action: "purchase.disputed",
      actorKind: "operator",
      detail: { reason: "not_as_described", api_key_id: buyer.operator.apiKeyId },
    });
  });

  test("refuses an invalid complaint, by field", async () => {
    const path = `/purchases/${v7()}/dispute`;
    for (const [body, pointer] of [
      [{ ...complaint, reason: "chargeback" }, "/reason"],
      [{ reason: "other" }, "/detail"],
      [{ reason: "other", detail: "   " }, "/detail"],
      [{ reason: "other", detail: "x".repeat(4001) }, "/detail"],
      [{ ...complaint, amount: 5 }, "/amount"],
    ] as [Json, string][]) {
      const answer = await send("POST", path, { body });
      expect(answer.status).toBe(400);
      expect(answer.body).toMatchObject({ code: "invalid_request", errors: [{ pointer }] });
    }
    const text = await market.api.send("POST", path, {
      token: market.buyer.token,
      body: "{",
      headers: { "content-type": "application/json" },
    });
    expect(text.body.code).toBe("malformed_json");
  });

  test("with an Idempotency-Key that was used for another complaint is refused", async () => {
    const { call } = await bought();
    const complain = (body: Json) => call("POST", "/dispute", body, "complaint-of-mine");
    expect((await complain(complaint)).status).toBe(200);
    expect((await complain(complaint)).headers.get("idempotent-replayed")).toBe("true");
    expect((await complain({ ...complaint, reason: "other" })).status).toBe(422);
  });
});

describe("every address of a purchase", () => {
  const calls = (id: string): [string, string, Json?][] => [
    ["GET", `/purchases/${id}`],
    ["GET", `/purchases/${id}/download-url`],
    ["POST", `/purchases/${id}/confirm`],
    ["POST", `/purchases/${id}/dispute`, complaint],
    ["POST", `/purchases/${id}/cancel`],
  ];
  const outcomes = async (id: string, token: string | undefined) => {
    const found: string[] = [];
    for (const [method, path, body] of calls(id)) {
      const answer = await market.api.send(method, path, { token, body });
      found.push(`${answer.status} ${answer.body.code}`);
    }
    return [...new Set(found)];
  };

  test("is 404 for an unknown purchase and 403 for another operator's, in whatever state", async () => {
    expect(await outcomes(v7(), market.buyer.token)).toEqual(["404 purchase_not_found"]);
    for (const state of purchaseStates) {
      const { id } = await bought(state);
      const before = await readPurchase(market.api, id);
      expect(await outcomes(id, stranger.token)).toEqual(["403 purchase_not_yours"]);
      expect(await readPurchase(market.api, id)).toEqual(before);
    }
  });

  test("is 400 for an invalid id", async () => {
    expect(await outcomes("1", market.buyer.token)).toEqual(["400 invalid_request"]);
  });

  test("is 401 without a key, with an agent's token and with garbage, before anything else", async () => {
    const agent = await registerAgent(market.api);
    expect(await outcomes("1", undefined)).toEqual(["401 token_missing"]);
    expect(await outcomes("1", agent.token)).toEqual(["401 token_kind_wrong"]);
    expect(await outcomes("1", "dm_test_garbage")).toEqual(["401 token_invalid"]);
  });

  test("asks for its scope: reading takes read or purchase, deciding takes purchase", async () => {
    const { id, buyer } = await bought();
    const tokens = {
      read: await newKey(market.api, buyer.owner, { scopes: ["read"] }),
      message: await newKey(market.api, buyer.owner, { scopes: ["message", "bid"] }),
      purchase: await newKey(market.api, buyer.owner, { scopes: ["purchase"] }),
    };
    const statuses = async (token: string) => {
      const list = await market.api.send("GET", "/purchases", { token });
      const found = [list.status];
      for (const [method, path, body] of calls(id)) {
        const answer = await market.api.send(method, path, { token, body });
        found.push(answer.status);
      }
      return found;
    };
    expect(await statuses(tokens.message.secret)).toEqual([403, 403, 403, 403, 403, 403]);
    expect(await statuses(tokens.read.secret)).toEqual([200, 200, 200, 403, 403, 403]);
    expect(await statuses(tokens.purchase.secret)).toEqual([200, 200, 200, 200, 409, 409]);
  });

  test("is 403 account_suspended once the operator is suspended", async () => {
    const { id, token, buyer } = await bought();
    await market.api.db
      .update(accounts)
      .set({ suspendedAt: new Date(), suspendedReason: "fraud" })
      .where(eq(accounts.id, buyer.owner.accountId));
    expect(await outcomes(id, token)).toEqual(["403 account_suspended"]);
  });
});
