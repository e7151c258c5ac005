/** Properties of every HTTP answer, whatever the route. */
import { describe, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { verifiedAgent } from "../../support/agents.ts";
import { openTestApi, testApi } from "../../support/api.ts";
import { publishedListing } from "../../support/listings.ts";
import { eventually } from "../../support/stack.ts";

const api = await testApi();
const { token } = await verifiedAgent(api);
const datasetId = await publishedListing(api, token);

describe("headers", () => {
  test("a valid request id is kept, and an invalid one is replaced", async () => {
    const mine = await api.send("GET", "/categories", { headers: { "x-request-id": "abc-1" } });
    expect(mine.headers.get("x-request-id")).toBe("abc-1");
    const bad = await api.send("GET", "/categories", { headers: { "x-request-id": "a b{}" } });
    expect(bad.headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/);
    const key = `dm_test_${"a".repeat(43)}`;
    const leaky = await api.send("GET", "/categories", { headers: { "x-request-id": key } });
    expect(leaky.headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/);
  });

  test("a trace goes on: the same trace id, another span", async () => {
    const given = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
    const answer = await api.send("GET", "/categories", { headers: { traceparent: given } });
    const made = String(answer.headers.get("traceparent"));
    expect(made).toMatch(/^00-0af7651916cd43dd8448eb211c80319c-[0-9a-f]{16}-01$/);
    expect(made).not.toBe(given);
  });

  test("browsers get HSTS if the public address is https", async () => {
    const secure = await openTestApi({ PUBLIC_BASE_URL: "https://market.example" });
    const pathOfEach = ["/categories", "/", "/no-such-path"];
    const tellingOf = (from: typeof api) =>
      Promise.all(
        pathOfEach.map(async (path) => {
          return (await from.send("GET", path)).headers.get("strict-transport-security");
        }),
      );
    const told = await tellingOf(secure);
    await secure.close();
    expect(told).toEqual(pathOfEach.map(() => "max-age=63072000"));
    expect(await tellingOf(api)).toEqual(pathOfEach.map(() => null));
  });

  test("HEAD answers as GET does, without the body", async () => {
    const url = `/datasets/${datasetId}`;
    const headers = { "accept-encoding": "identity" };
    const get = await api.send("GET", url, { headers });
    const head = await api.send("HEAD", url, { headers });
    expect(head.status).toBe(200);
    expect(head.text).toBe("");
    expect(head.headers.get("etag")).toBe(get.headers.get("etag"));
    expect(Number(head.headers.get("content-length"))).toBe(get.text.length);
    expect((await api.send("HEAD", `/datasets/${token}`)).status).toBe(400);
  });

  test("an answer with a token in it is not to be stored", async () => {
    const answer = await api.send("GET", "/agent/me", { token });
    expect(answer.headers.get("cache-control")).toBe("no-store");
  });
});

describe("held answers", () => {
  test("are dropped by every process when their listing changes", async () => {
    const id = await publishedListing(api, token);
    const first = await api.send("GET", `/datasets/${id}`);
    await api.db.execute(sql`update listings set title = 'Renamed' where id = ${id}`);
    const second = await eventually(async () => {
      const answer = await api.send("GET", `/datasets/${id}`);
      return answer.body.title === "Renamed" ? answer : null;
    });
    expect(second.headers.get("etag")).not.toBe(first.headers.get("etag"));
  });

  test("of a withdrawn dataset are gone", async () => {
    const id = await publishedListing(api, token);
    for (const suffix of ["", "/sample", "/profile"]) {
      expect((await api.send("GET", `/datasets/${id}${suffix}`)).status).toBe(200);
    }
    await api.send("POST", `/listings/${id}/withdraw`, { token });
    for (const suffix of ["", "/sample", "/profile", "/download-url"]) {
      await eventually(async () => {
        return (await api.send("GET", `/datasets/${id}${suffix}`)).status === 404;
      });
    }
  });
});

describe("the sample's format", () => {
  const formats: [accept: string, query: string, type: string, status: number][] = [
    ["*/*", "", "text/csv; charset=utf-8", 200],
    ["application/json", "", "application/json", 200],
    ["text/html, application/json;q=0.9, */*;q=0.1", "", "application/json", 200],
    ["text/*", "", "text/csv; charset=utf-8", 200],
    ["text/csv;q=0, */*", "", "application/json", 200],
    ["image/png", "?format=json", "application/json", 200],
    ["*/*", "?format=geojson", "application/problem+json", 406],
    ["image/png", "", "application/problem+json", 406],
  ];
  for (const [accept, query, type, status] of formats) {
    test(`Accept: ${accept} ${query} → ${type}`, async () => {
      const path = `/datasets/${datasetId}/sample${query}`;
      const answer = await api.send("GET", path, { headers: { accept } });
      expect({ status: answer.status, type: answer.headers.get("content-type") }).toEqual({
        status,
        type,
      });
    });
  }
});
