/**
 * The answers to callers when the file store is unreachable, frozen, or stops in the middle of an
 * object.
 */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { eq } from "drizzle-orm";
import { purchases } from "../../../db/schema/index.ts";
import { connectModern, openTestMcp, type TestMcp } from "../../mcp/support.ts";
import { visitorOf } from "../../site/visitor.ts";
import { verifiedAgent } from "../../support/agents.ts";
import type { TestApi } from "../../support/api.ts";
import { createDraft, publishedListing } from "../../support/listings.ts";
import { buy, type Money, offer, openMoney } from "../../support/money.ts";
import { type OwnStore, startOwnStore, storeStartMsMax } from "../../support/radosgw/own-store.ts";

let store: OwnStore;
let market: Money;
let api: TestApi;
let mcp: TestMcp;
let token: string;
const ids = { dataset: "", draft: "", sent: "", purchase: "" };
let sentPath: string;

beforeAll(async () => {
  store = await startOwnStore();
  const limits = { ANSWER_READ_MS_MAX: "4500", ANSWER_WRITE_MS_MAX: "5000" };
  market = await openMoney({ env: { ...store.env, ...limits } });
  api = market.api;
  mcp = await openTestMcp({ apiUrl: `http://localhost:${api.config.API_PORT}` });
  token = (await verifiedAgent(api)).token;
  ids.draft = await createDraft(api, token);
  ids.sent = await createDraft(api, token);
  sentPath = await sendFile(ids.sent);
  const bought = await buy(api, market.buyer, await offer(api, market.seller));
  expect(bought.status).toBe(201);
  ids.purchase = String(bought.body.id);
  const [row] = await api.db.select().from(purchases).where(eq(purchases.id, ids.purchase));
  expect(row?.state).toBe("in_escrow");
}, storeStartMsMax);

/** A new dataset, whose sample is in no cache. */
beforeEach(async () => {
  ids.dataset = await publishedListing(api, token);
});

afterAll(async () => {
  await mcp.close();
  await market.close();
  await store.stop();
});

/** Uploaded, but not attached yet. */
async function sendFile(draftId: string): Promise<string> {
  const urls = await api.send("POST", `/listings/${draftId}/upload-urls`, { token });
  const { upload_url: url, path } = urls.body.full as { upload_url: string; path: string };
  expect((await fetch(url, { method: "PUT", body: "a,b\n1,2\n" })).status).toBe(200);
  return path;
}

type Call = { method: string; path: () => string; token?: () => string; body?: () => object };

/** Every operation that needs an answer from the store. */
const operations: Call[] = [
  { method: "GET", path: () => `/datasets/${ids.dataset}/sample` },
  { method: "GET", path: () => `/datasets/${ids.dataset}/sample?format=csv` },
  { method: "GET", path: () => `/datasets/${ids.dataset}/file` },
  { method: "GET", path: () => `/datasets/${ids.dataset}/download-url` },
  {
    method: "GET",
    path: () => `/purchases/${ids.purchase}/download-url`,
    token: () => market.buyer.token,
  },
  {
    method: "POST",
    path: () => `/listings/${ids.draft}/upload-urls`,
    token: () => token,
    body: () => ({ parts: 2 }),
  },
  {
    method: "PATCH",
    path: () => `/listings/draft/${ids.sent}`,
    token: () => token,
    body: () => ({ full_data_path: sentPath }),
  },
];

const send = ({ method, path, ...call }: Call) =>
  api.send(method, path(), {
    ...(call.token === undefined ? {} : { token: call.token() }),
    ...(call.body === undefined ? {} : { body: call.body() }),
  });

const insides = /radosgw|ECONN|127\.0\.0\.1|\$metadata|at .*\.ts|quote the request id/i;

function expectUnavailable(answer: Awaited<ReturnType<typeof send>>, codes: string[]): void {
  expect({ status: answer.status, text: answer.text }).toMatchObject({ status: 503 });
  expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
  expect(answer.text).not.toMatch(insides);
  if (answer.headers.get("content-type")?.includes("json") === true) {
    expect(codes).toContain(String(answer.body.code));
  }
}

const tools = [
  { name: "get_sample", arguments: () => ({ dataset_id: ids.dataset }), of: () => token },
  { name: "get_download_url", arguments: () => ({ dataset_id: ids.dataset }), of: () => token },
  {
    name: "get_purchase_download_url",
    arguments: () => ({ purchase_id: ids.purchase }),
    of: () => market.buyer.token,
  },
  {
    name: "attach_upload",
    arguments: () => ({ listing_id: ids.sent, full_data_path: sentPath }),
    of: () => token,
  },
];

describe("a store that is away", () => {
  test("is 503 with Retry-After for each operation, and its return is noticed", async () => {
    await store.leave();
    try {
      for (const call of operations) expectUnavailable(await send(call), ["storage_unavailable"]);
      const ready = await api.send("GET", "/health/ready");
      expect(ready.body.checks).toMatchObject({ database: "ok", storage: "unavailable" });
      expect((await api.send("GET", `/datasets/${ids.dataset}`)).status).toBe(200);
    } finally {
      await store.comeBack();
    }
    const { status } = await api.send("GET", `/datasets/${ids.dataset}/sample`);
    expect(status).toBe(200);
  }, 60_000);

  test("is 503 on the website too, as a page", async () => {
    const visitor = await visitorOf(api, market.buyer.owner);
    await store.leave();
    try {
      const page = await visitor.open(`/account/purchases/${ids.purchase}/download`);
      expect(page.headers.get("content-type")).toStartWith("text/html");
      expectUnavailable(page, []);
    } finally {
      await store.comeBack();
    }
  }, 60_000);

  test("is a tool's refusal that says to come back", async () => {
    await store.leave();
    try {
      const results = await Promise.all(
        tools.map(async ({ name, arguments: given, of }) => {
          const client = await connectModern(mcp.url, of());
          const result = await client.callTool({ name, arguments: given() });
          await client.close();
          return { name, result };
        }),
      );
      for (const { name, result } of results) {
        const text = JSON.stringify(result);
        expect({ name, isError: result.isError }).toEqual({ name, isError: true });
        expect(text).toContain("storage_unavailable");
        expect(text).not.toMatch(insides);
      }
    } finally {
      await store.comeBack();
    }
  }, 120_000);
});

test("a store that takes connections and answers nothing is 503 before it answers again", async () => {
  store.proxy().freeze(true);
  try {
    const codes = ["storage_unavailable", "answer_overdue"];
    await Promise.all(operations.map(async (call) => expectUnavailable(await send(call), codes)));
  } finally {
    store.proxy().freeze(false);
    store.proxy().cut();
  }
}, 60_000);

test("an object that breaks off in its middle is 503, and comes whole the next time", async () => {
  const rows = Array.from({ length: 4000 }, (_, n) => [n, `species ${n}`]);
  const bytes = new TextEncoder().encode(JSON.stringify({ columns: [], rows, sampling: {} }));
  const published = `/datasets/${ids.dataset}/sample?format=json`;
  const { body } = await api.send("GET", `/listings/${ids.dataset}`, { token });
  await api.ctx.storage.write(String(body.sample_file_path), bytes, "application/json");
  store.proxy().cut();
  store.proxy().cutAnswersAfter(20_000);
  try {
    expectUnavailable(await api.send("GET", published), ["storage_unavailable"]);
  } finally {
    store.proxy().cutAnswersAfter(null);
  }
  const whole = await api.send("GET", published);
  expect([whole.status, (whole.body.rows as unknown[]).length]).toEqual([200, rows.length]);
}, 60_000);
