/** HTTP behaviour of the API: slashes, unneeded bearer tokens, addresses, conditional requests. */
import { describe, expect, test } from "bun:test";
import { HEADER_BYTES_MAX } from "../../../market/limits.ts";
import { ownerToken, sellerAgent, verifiedAgent } from "../../support/agents.ts";
import { type Json, testApi } from "../../support/api.ts";
import { createDraft } from "../../support/listings.ts";
import { newBuyer } from "../../support/market.ts";

const api = await testApi();
const agent = await verifiedAgent(api);
const buyer = await newBuyer(api);
const document = (await api.send("GET", "/openapi.json")).body as {
  paths: Record<string, Record<string, { operationId: string; security: Json[] }>>;
  components: { securitySchemes: Record<string, Json> };
};
const nobody = "00000000-0000-4000-8000-000000000000";

const operations = Object.entries(document.paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, operation]) => ({
    ...operation,
    method: method.toUpperCase(),
    path: path.replace("{code}", "rate_limited").replace(/\{\w+\}/g, nobody),
  })),
);

test("every address answers with a slash at its end as it does without", async () => {
  const differing: unknown[] = [];
  for (const { method, path } of operations) {
    const plain = await api.send(method, path);
    const slashed = await api.send(method, `${path}/`);
    const told = [plain, slashed].map(({ status, body }) => [status, body.code]);
    if (!Bun.deepEquals(told[0], told[1])) differing.push({ method, path, told });
  }
  expect(differing).toEqual([]);
  const found = await api.send("GET", "/datasets/?limit=1&query=a%2Fb/");
  expect([found.status, (found.body.pagination as Json).limit]).toEqual([200, 1]);
});

test("a registration with a slash is counted as one", async () => {
  const body = { owner_email: "slash@example.com" };
  const answer = await api.send("POST", "/agent/register/", { body });
  expect(answer.headers.get("ratelimit-policy")).toContain('"registrations"');
});

test("a public read does not look at a bearer: garbage, expired or of the other side", async () => {
  const bearers = ["garbage", "a.b.c", "dm_live_unknown", agent.token, buyer.token, "ä"];
  const differing: unknown[] = [];
  for (const { method, path, security } of operations) {
    const isPublic = security.length === 0 || security.some((way) => Object.keys(way).length === 0);
    if (!isPublic || method !== "GET") continue;
    const { status } = await api.send(method, path);
    for (const bearer of bearers) {
      const headers = { authorization: `Bearer ${encodeURI(bearer)}` };
      const answer = await api.send(method, path, { headers });
      if (answer.status !== status) differing.push({ path, bearer, status: answer.status });
    }
    const basic = await api.send(method, path, { headers: { authorization: "Basic YTpi" } });
    if (basic.status !== status) differing.push({ path, basic: basic.status });
  }
  expect(differing).toEqual([]);
});

test("an unsupported method is refused with the supported ones; HEAD is GET without a body", async () => {
  const faults: unknown[] = [];
  for (const { path, method } of operations) {
    const taken = new Set(operations.filter((one) => one.path === path).map((one) => one.method));
    const foreign = ["PUT", "PATCH", "DELETE"].find((one) => !taken.has(one)) ?? "POST";
    const refused = await api.send(foreign, path);
    const allow = refused.headers.get("allow") ?? "";
    if (refused.status !== 405 || !allow.includes(method)) faults.push({ path, allow });
    if (method !== "GET" || path.startsWith("/events")) continue;
    const [head, get] = [await api.send("HEAD", path), await api.send("GET", path)];
    const same = head.status === get.status && head.text === "";
    if (!same) faults.push({ path, head: head.status, get: get.status });
  }
  expect(faults).toEqual([]);
});

test("header fields that are too large are refused by a problem document, up to 64 KiB", async () => {
  for (const size of [HEADER_BYTES_MAX, 50_000]) {
    const answer = await api.send("GET", "/datasets", { headers: { "x-large": "x".repeat(size) } });
    expect([answer.status, answer.body.code]).toEqual([431, "headers_too_large"]);
  }
  const fits = { "x-large": "x".repeat(HEADER_BYTES_MAX - 1000) };
  expect((await api.send("GET", "/datasets", { headers: fits })).status).toBe(200);
});

test("the document names the cookie that is read, also on https", async () => {
  expect(document.components.securitySchemes.ownerSession?.name).toBe("dm_session");
  const secure = await testApi({ PUBLIC_BASE_URL: "https://market.test" });
  const { body } = await secure.send("GET", "/openapi.json");
  const { securitySchemes } = body.components as typeof document.components;
  expect(securitySchemes.ownerSession?.name).toBe("__Host-dm_session");
});

test("a price of 0.07 is a price for every checker: no `multipleOf`", async () => {
  expect(JSON.stringify(document)).not.toContain("multipleOf");
  expect((await api.send("GET", "/datasets?max_price=0.07")).status).toBe(200);
  expect((await api.send("GET", "/datasets?max_price=0.071")).status).toBe(400);
});

describe("a change of a resource that somebody has read", () => {
  const wish = { url: "https://agents.example.com/events" };
  const search = { name: "Weather", parameters: { query: "weather" } };
  const made = async (path: string, body: Json) => {
    const answer = await api.send("POST", path, { token: buyer.token, body });
    expect({ status: answer.status, text: answer.text }).toMatchObject({ status: 201 });
    return answer;
  };
  const board = { title: "Rain", description: "Daily rain of Seattle, any years." };
  const cases: [string, () => Promise<{ read: string; change: string; token: string }>, Json][] = [
    [
      "a draft",
      async () => {
        const id = await createDraft(api, agent.token);
        const paths = { read: `/listings/${id}`, change: `/listings/draft/${id}` };
        return { ...paths, token: agent.token };
      },
      { title: "Another" },
    ],
    [
      "an agent",
      async () => {
        const { agentId, email } = await sellerAgent(api);
        const path = `/agents/${agentId}`;
        return { read: path, change: path, token: await ownerToken(api, email) };
      },
      { agent_name: "another-seller" },
    ],
    ...(
      [
        ["a webhook", "/webhooks", wish, { description: "another" }],
        ["a saved search", "/saved-searches", search, { name: "another" }],
        ["a data request", "/requests", board, { title: "Another" }],
      ] as const
    ).map(([name, path, body, change]): (typeof cases)[number] => [
      name,
      async () => {
        const { body: shown } = await made(path, body);
        const own = `${path}/${shown.id}`;
        return { read: own, change: own, token: buyer.token };
      },
      change,
    ]),
  ];
  test.each(cases)("of %s is made once by its ETag, then refused", async (_name, make, body) => {
    const { read, change, token } = await make();
    const first = await api.send("GET", read, { token });
    const etag = String(first.headers.get("etag"));
    const call = { token, body, headers: { "if-match": `"other", ${etag}` } };
    const changed = await api.send("PATCH", change, call);
    expect(changed.status).toBe(200);
    const late = await api.send("PATCH", change, call);
    expect([late.status, late.body.code]).toEqual([412, "precondition_failed"]);
    const now = await api.send("GET", read, { token });
    expect(changed.headers.get("etag")).toBe(String(now.headers.get("etag")));
    const weak = { "if-match": `W/${now.headers.get("etag")}` };
    expect((await api.send("PATCH", change, { token, body, headers: weak })).status).toBe(412);
    const any = { "if-match": "*" };
    expect((await api.send("PATCH", change, { token, body, headers: any })).status).toBe(200);
  });

  test("by eight at once with the same ETag is made by one of them", async () => {
    const { body } = await made("/webhooks", wish);
    const path = `/webhooks/${body.id}`;
    const read = await api.send("GET", path, { token: buyer.token });
    const headers = { "if-match": String(read.headers.get("etag")) };
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        api.send("PATCH", path, { token: buyer.token, headers, body: { description: `${index}` } }),
      ),
    );
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toEqual([200, ...Array(7).fill(412)]);
  });
});
