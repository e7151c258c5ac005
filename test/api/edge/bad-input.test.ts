/** Bad input is refused by name, with the documented status and code, and writes nothing. */
import { expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { verifiedAgent } from "../../support/agents.ts";
import { type Json, openTestApi, testApi } from "../../support/api.ts";
import { attachFile, createDraft, publishedListing } from "../../support/listings.ts";

const api = await testApi();
const { token } = await verifiedAgent(api);
const draftId = await createDraft(api, token);
const activeId = await publishedListing(api, token);
const { token: foreignToken } = await verifiedAgent(api);
const foreignPath = await attachFile(api, foreignToken, await createDraft(api, foreignToken));

type Case = {
  name: string;
  method?: "GET" | "POST" | "PATCH" | "PUT" | "DELETE";
  path: () => string;
  body?: () => unknown;
  headers?: Record<string, string>;
  anonymous?: boolean;
  expected: { status: number; code: string; pointer?: string };
};

const invalid = (pointer: string) => ({ status: 400, code: "invalid_request", pointer });

const register = (name: string, body: Json, pointer: string): Case => ({
  name: `register: ${name}`,
  path: () => "/agent/register",
  body: () => body,
  anonymous: true,
  expected: invalid(pointer),
});

const draft = (name: string, fields: Json, pointer: string): Case => ({
  name: `draft: ${name}`,
  path: () => "/listings/draft",
  body: () => ({ title: "Iris", description: "Flowers.", ...fields }),
  expected: invalid(pointer),
});

const search = (name: string, query: string, pointer: string): Case => ({
  name: `search: ${name}`,
  method: "GET",
  path: () => `/datasets?${query}`,
  anonymous: true,
  expected: invalid(pointer),
});

const email = "owner@example.com";
const manyTags = Array.from({ length: 300 }, (_, index) => `tag ${index}`);

const cases: Case[] = [
  register("no address", {}, "/owner_email"),
  register("not an address", { owner_email: "owner at example" }, "/owner_email"),
  register(
    "an address of 300 characters",
    { owner_email: `${"a".repeat(288)}@example.com` },
    "/owner_email",
  ),
  register("a list of addresses", { owner_email: [email] }, "/owner_email"),
  register(
    "an address that hides a second one",
    { owner_email: `${email}\r\nBcc: x@y.z` },
    "/owner_email",
  ),
  register(
    "a name with a control character",
    { owner_email: email, agent_name: "a\u0007b" },
    "/agent_name",
  ),
  register("a name with a NUL byte", { owner_email: email, agent_name: "a\u0000b" }, "/agent_name"),
  register(
    "a name that turns the text round",
    { owner_email: email, agent_name: "a\u202eb" },
    "/agent_name",
  ),
  register("a name with a link", { owner_email: email, agent_name: "shop.com" }, "/agent_name"),
  register("a name that shouts", { owner_email: email, agent_name: "URGENT: call" }, "/agent_name"),
  register("a name of spaces", { owner_email: email, agent_name: "   " }, "/agent_name"),
  register(
    "a name of 61 characters",
    { owner_email: email, agent_name: "n".repeat(61) },
    "/agent_name",
  ),
  register("an unknown field", { owner_email: email, agent_nam: "x" }, "/agent_nam"),
  draft("no title", { title: undefined }, "/title"),
  draft("a title with a line break", { title: "two\nlines" }, "/title"),
  draft("a title that shows nothing", { title: "\u200b\u2060" }, "/title"),
  draft("a title with hidden words", { title: "Rain \u{e0062}\u{e0075}\u{e0079}" }, "/title"),
  draft("a tag that shows nothing", { tags: ["\u3164"] }, "/tags/0"),
  draft("half of a surrogate pair", { title: "half \ud800" }, "/title"),
  draft("a description of 20,001 characters", { description: "d".repeat(20_001) }, "/description"),
  draft("an unknown category", { category: "weather" }, "/category"),
  draft("a negative price", { price_cents: -1 }, "/price_cents"),
  draft("a price that no card is charged", { price_cents: 49 }, "/price_cents"),
  draft("a fractional price", { price_cents: 1.5 }, "/price_cents"),
  draft("a huge price", { price_cents: 1e12 }, "/price_cents"),
  draft("a price as text", { price_cents: "100" }, "/price_cents"),
  draft("a price beyond integers", { price_cents: 1e300 }, "/price_cents"),
  draft("300 tags", { tags: manyTags }, "/tags"),
  draft("a tag of 51 characters", { tags: ["t".repeat(51)] }, "/tags/0"),
  draft("a tag that is no text", { tags: [{ name: "x" }] }, "/tags/0"),
  draft("a misspelt field", { price_cent: 100 }, "/price_cent"),
  draft("a field of another object", { schema: { delimiter: ";" } }, "/schema/delimiter"),
  draft("an unknown way to sell", { pricing_type: "raffle" }, "/pricing_type"),
  draft("an auction without an end", { auction: { start_price_cents: 100 } }, "/auction/ends_at"),
  draft("a file before there is one", { full_data_path: "uploads/x" }, "/full_data_path"),
  search("a misspelt filter", "categroy=text", "?categroy"),
  search("an unknown category", "category=weather", "?category"),
  search("a price with three decimals", "max_price=1.234", "?max_price"),
  search("a price in words", "max_price=ten", "?max_price"),
  search("a price both ways", "max_price=1&max_price_cents=100", "?max_price_cents"),
  search("a quality above 1", "min_quality_score=1.5", "?min_quality_score"),
  search("a limit above 100", "limit=101", "?limit"),
  search("a limit of 0", "limit=0", "?limit"),
  search("a negative offset", "offset=-1", "?offset"),
  search("a limit given twice", "limit=1&limit=2", "?limit"),
  search("a NUL byte", "query=%00", "?query"),
  search("a query of 301 characters", `query=${"q".repeat(301)}`, "?query"),
  search("21 tags", `tags=${manyTags.slice(0, 21).map(encodeURIComponent).join(",")}`, "?tags"),
  search("a cursor of nobody", "cursor=bm9ib2R5", "?cursor"),
  search("a cursor with an offset", "cursor=bm9ib2R5&offset=5", "?cursor"),
  {
    name: "PATCH: a path of another listing",
    method: "PATCH",
    path: () => `/listings/draft/${draftId}`,
    body: () => ({ full_data_path: foreignPath }),
    expected: { status: 400, code: "path_not_issued", pointer: "/full_data_path" },
  },
  {
    name: "PATCH: a path that climbs out",
    method: "PATCH",
    path: () => `/listings/draft/${draftId}`,
    body: () => ({ full_data_path: "../../etc/passwd" }),
    expected: { status: 400, code: "path_not_issued", pointer: "/full_data_path" },
  },
  {
    name: "PATCH: somebody else's draft",
    method: "PATCH",
    path: () => `/listings/draft/${foreignPath.split("/")[1]}`,
    body: () => ({ title: "Mine now" }),
    expected: { status: 404, code: "listing_not_found" },
  },
  {
    name: "PATCH: a published listing",
    method: "PATCH",
    path: () => `/listings/draft/${activeId}`,
    body: () => ({ title: "Changed" }),
    expected: { status: 409, code: "listing_not_draft" },
  },
  {
    name: "publish: without a file",
    path: () => `/listings/${draftId}/publish`,
    expected: { status: 400, code: "listing_incomplete", pointer: "/full_data_path" },
  },
  {
    name: "publish: a body where none is taken",
    path: () => `/listings/${draftId}/publish`,
    body: () => ({ force: true }),
    expected: invalid("/force"),
  },
  {
    name: "upload-urls: a file beyond the limit",
    path: () => `/listings/${draftId}/upload-urls`,
    body: () => ({ byte_size: 1e15 }),
    expected: { status: 400, code: "file_too_large", pointer: "/byte_size" },
  },
  {
    name: "body: malformed JSON",
    path: () => "/listings/draft",
    body: () => '{"title": ',
    expected: { status: 400, code: "malformed_json" },
  },
  {
    name: "body: null",
    path: () => "/listings/draft",
    body: () => "null",
    expected: { status: 400, code: "invalid_request" },
  },
  {
    name: "body: none at all",
    path: () => "/listings/draft",
    expected: { status: 400, code: "invalid_request" },
  },
  {
    name: "body: an attempt at the prototype",
    path: () => "/listings/draft",
    body: () => '{"title": "x", "description": "y", "__proto__": {"price_cents": 1}}',
    expected: invalid("/__proto__"),
  },
  {
    name: "id: not a UUID",
    method: "GET",
    path: () => "/datasets/42",
    expected: invalid("{id}"),
  },
  {
    name: "route: unknown",
    method: "GET",
    path: () => "/dataset",
    expected: { status: 404, code: "route_not_found" },
  },
  {
    name: "method: not taken here",
    method: "DELETE",
    path: () => `/datasets/${activeId}`,
    expected: { status: 405, code: "method_not_allowed" },
  },
  {
    name: "authorization: another scheme",
    method: "GET",
    path: () => "/agent/me",
    anonymous: true,
    headers: { authorization: "Basic eDp5" },
    expected: { status: 401, code: "token_invalid" },
  },
  {
    name: "content encoding: packed",
    path: () => "/listings/draft",
    body: () => ({ title: "Iris", description: "Flowers." }),
    headers: { "content-encoding": "gzip" },
    expected: { status: 415, code: "media_type_not_supported" },
  },
  {
    name: "idempotency key: of 256 characters",
    path: () => "/listings/draft",
    body: () => ({ title: "Iris", description: "Flowers." }),
    headers: { "idempotency-key": "k".repeat(256) },
    expected: { status: 400, code: "invalid_request" },
  },
];

for (const one of cases) {
  test(`${one.name} → ${one.expected.status} ${one.expected.code}`, async () => {
    const before = await countRows();
    const answer = await api.send(one.method ?? "POST", one.path(), {
      token: one.anonymous === true ? undefined : token,
      body: one.body?.(),
      headers: one.headers ?? {},
    });
    expect({ status: answer.status, code: answer.body.code }).toEqual({
      status: one.expected.status,
      code: one.expected.code,
    });
    expect(answer.headers.get("content-type")).toBe("application/problem+json");
    expect(String(answer.body.detail).length).toBeGreaterThan(5);
    const pointers = ((answer.body.errors ?? []) as Json[]).map((fault) => fault.pointer);
    if (one.expected.pointer !== undefined) expect(pointers).toContain(one.expected.pointer);
    expect(await countRows()).toEqual(before);
  });
}

test("a misspelt name is answered with the nearest known one", async () => {
  const answer = await api.send("GET", "/datasets?categry=text");
  const [fault] = answer.body.errors as Json[];
  expect(fault?.detail).toContain("did you mean category?");
});

test("a refusal names a few of many faults, each by its beginning, and is smaller than the request", async () => {
  const many = Array.from({ length: 900 }, (_, i) => [`field${i}`, 1]);
  const body = Object.fromEntries([["x".repeat(10_000), 1], ...many]);
  const answer = await api.send("POST", "/listings/draft", { token, body });
  expect(answer).toMatchObject({ status: 400, body: { code: "invalid_request" } });
  expect((answer.body.errors as Json[]).length).toBe(20);
  expect(JSON.stringify(answer.body).length).toBeLessThan(5000);
});

test("a wrong method is refused with the accepted ones", async () => {
  const answer = await api.send("DELETE", `/datasets/${activeId}`);
  expect(answer.headers.get("allow")).toBe("GET, HEAD");
});

test("a path whose file never arrived is refused, and no job is owed", async () => {
  const urls = await api.send("POST", `/listings/${draftId}/upload-urls`, { token });
  const before = await countRows();
  const { path } = urls.body.full as { path: string };
  const answer = await api.send("PATCH", `/listings/draft/${draftId}`, {
    token,
    body: { full_data_path: path, title: "Half-written?" },
  });
  expect(answer.body.code).toBe("file_not_uploaded");
  expect(await countRows()).toEqual(before);
  const listing = await api.send("GET", `/listings/${draftId}`, { token });
  expect(listing.body.title).toBe("Iris flowers");
});

test("names that every object has are words like others, and a list of no columns is no filter", async () => {
  for (const name of ["constructor", "valueOf", "hasOwnProperty", "__proto__"]) {
    const found = await api.send("GET", `/datasets?query=${name}%20prices`);
    expect([name, found.status]).toEqual([name, 200]);
    const licensed = await api.send("GET", `/datasets?license=${name}`);
    expect([name, licensed.status]).toEqual([name, 400]);
    await createDraft(api, token, { title: name, license: name });
  }
  for (const path of ["/requests?columns=", "/datasets?columns=", "/datasets?columns=,"]) {
    expect((await api.send("GET", path)).status).toBe(200);
  }
});

test("an internal error shows its request id, and nothing of its cause", async () => {
  const broken = await openTestApi();
  await broken.db.execute(sql`alter table listings rename to elsewhere`);
  const answer = await broken.send("GET", "/categories", {
    headers: { "x-request-id": "my-own-id-1" },
  });
  await broken.close();
  expect(answer.status).toBe(500);
  expect(answer.body.request_id).toBe("my-own-id-1");
  expect(answer.text).not.toMatch(/listings|select|relation|at .*\.ts/i);
});

/** Row counts of every table that a request could write. */
async function countRows(): Promise<Json | undefined> {
  const [row] = await api.db.execute<Json>(sql`
    select (select count(*)::int from agents) as agents,
      (select count(*)::int from approvals) as approvals,
      (select count(*)::int from listings) as listings,
      (select count(*)::int from uploads) as uploads,
      (select count(*)::int from outbox) as outbox,
      (select count(*)::int from audit_log) as audit
  `);
  return row;
}
