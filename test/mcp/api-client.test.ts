/** The client of the API: its requests, its retries, and what it does without an answer. */
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { catalogue } from "../../market/catalogue/contract.ts";
import { listings } from "../../market/listing/contract.ts";
import { purchases } from "../../market/purchase/contract.ts";
import { search as datasetSearch } from "../../market/search/contract.ts";
import type { Operation } from "../../mcp/api-client.ts";
import { type ApiClient, type Caller, createApiClient } from "../../mcp/api-client.ts";
import { ProblemError } from "../../mcp/problem.ts";

type Seen = { method: string; path: string; headers: Headers };
type Reply = (request: Request, turn: number) => Response | Promise<Response>;

let seen: Seen[];
let reply: Reply;
let server: ReturnType<typeof Bun.serve>;
let client: ApiClient;

beforeEach(() => {
  seen = [];
  server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch(request) {
      const { pathname, search } = new URL(request.url);
      seen.push({ method: request.method, path: pathname + search, headers: request.headers });
      return reply(request, seen.length);
    },
  });
  client = createApiClient({
    baseUrl: `http://127.0.0.1:${server.port}`,
    siteUrl: "https://market.example",
    trustedProxyHops: 2,
  });
});

afterEach(() => server.stop(true));

const caller: Caller = {
  authorization: "Bearer secret",
  address: "198.51.100.7",
  requestId: "request-1",
  traceparent: null,
  actAs: null,
  idempotencyKey: null,
};

const unavailable = () => new Response("busy", { status: 503 });
const ok = () => Response.json({ fine: true });

async function problemOf(calling: Promise<unknown>) {
  const error = await calling.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!(error instanceof ProblemError)) throw new Error(`no problem but ${String(error)}`);
  return error.problem;
}

describe("a call", () => {
  test("names caller and request, and keeps credentials to itself unless asked", async () => {
    reply = ok;
    await client.call(datasetSearch.searchDatasets, caller, { query: { query: "a b", limit: 5 } });
    const { authorization } = caller;
    await client.call(purchases.listPurchases, caller, { authorization });
    const [search, owned] = seen;
    expect(search?.path).toBe("/datasets?query=a+b&limit=5");
    expect(search?.headers.get("authorization")).toBeNull();
    expect(search?.headers.get("x-request-id")).toBe("request-1");
    expect(search?.headers.get("x-forwarded-for")).toBe("198.51.100.7, 198.51.100.7");
    expect(owned?.headers.get("authorization")).toBe("Bearer secret");
  });

  test("cannot leave its path by an id", async () => {
    reply = ok;
    await client.call(catalogue.getDataset, caller, { params: { id: "../operator/me?x=" } });
    expect(seen[0]?.path).toBe("/datasets/..%2Foperator%2Fme%3Fx%3D");
  });
});

describe("a failure that may pass", () => {
  test("is tried again for a GET", async () => {
    reply = (_, turn) => (turn < 3 ? unavailable() : ok());
    await client.call(catalogue.getDataset, caller, { params: { id: "a" } });
    expect(seen.length).toBe(3);
  });

  test("is tried again for a POST under one Idempotency-Key, another for each call", async () => {
    reply = (_, turn) => (turn % 2 === 1 ? unavailable() : ok());
    await client.call(purchases.buyDataset, caller, { params: { id: "a" }, body: {} });
    await client.call(purchases.buyDataset, caller, { params: { id: "a" }, body: {} });
    const keys = seen.map(({ headers }) => headers.get("idempotency-key"));
    expect([keys[0] === keys[1], keys[2] === keys[3], keys[1] === keys[2]]).toEqual([
      true,
      true,
      false,
    ]);
  });

  test("takes the caller's own Idempotency-Key", async () => {
    reply = ok;
    const own = { ...caller, idempotencyKey: "mine-0001" };
    await client.call(purchases.buyDataset, own, { params: { id: "a" }, body: {} });
    expect(seen[0]?.headers.get("idempotency-key")).toBe("mine-0001");
  });

  test("is not tried again for a PATCH", async () => {
    reply = unavailable;
    const problem = await problemOf(
      client.call(listings.updateDraft, caller, { params: { id: "a" }, body: {} }),
    );
    expect([seen.length, problem.code, problem.resolution]).toEqual([
      1,
      "api_unavailable",
      "retry",
    ]);
  });

  test("ends as a problem after three tries", async () => {
    reply = unavailable;
    const problem = await problemOf(
      client.call(catalogue.getDataset, caller, { params: { id: "a" } }),
    );
    expect([seen.length, problem.status]).toEqual([3, 503]);
  });

  test("is waited for as long as the API says, while the first call with a key still runs", async () => {
    const running = {
      code: "idempotency_in_progress",
      detail: "Ask again.",
      status: 409,
      retry_after: 1,
    };
    const order: string[] = [];
    reply = (_, turn) => {
      order.push(`call ${turn}`);
      if (turn > 1) return ok();
      setTimeout(() => order.push("nearly a second"), 900);
      return Response.json(running, { status: 409 });
    };
    await client.call(purchases.buyDataset, caller, { params: { id: "a" }, body: {} });
    expect(order).toEqual(["call 1", "nearly a second", "call 2"]);
  });
});

test("a refusal is not tried again, and is the API's own document", async () => {
  const refusal = { code: "dataset_not_found", detail: "None.", status: 404, title: "None" };
  reply = () => Response.json(refusal, { status: 404 });
  const problem = await problemOf(
    client.call(catalogue.getDataset, caller, { params: { id: "a" } }),
  );
  expect([seen.length, problem]).toMatchObject([1, refusal]);
});

test("silence ends a try at its limit, and the caller's hang-up ends the call", async () => {
  reply = () => new Promise<Response>(() => {});
  const quick: Operation = { ...listings.updateDraft, tryMsMax: 50 };
  const problem = await problemOf(client.call(quick, caller, { params: { id: "a" }, body: {} }));
  expect(problem.detail).toContain("in time");
  expect(problem.detail).toContain("Whether it had an effect is not known");

  const hangUp = AbortSignal.timeout(50);
  const calling = client.call(catalogue.getDataset, caller, {
    params: { id: "a" },
    signal: hangUp,
  });
  await expect(calling).rejects.toThrow();
});
