/** The OpenAPI document and the pages that show it, as served. */
import { expect, test } from "bun:test";
import { testApi } from "../../support/api.ts";

const api = await testApi({ PUBLIC_BASE_URL: "https://market.test" });

test("the document fits into a model's context", async () => {
  const { text } = await api.send("GET", "/openapi.json");
  expect(Buffer.byteLength(text)).toBeLessThanOrEqual(850_000);
});

test("each subject has a document of its own, which refers to nothing outside and fits a small context", async () => {
  const whole = (await api.send("GET", "/openapi.json")).body as {
    tags: { name: string }[];
    paths: Record<string, Record<string, { operationId: string }>>;
  };
  const idsOf = ({ paths }: typeof whole) =>
    Object.values(paths).flatMap((item) =>
      Object.values(item).map(({ operationId }) => operationId),
    );
  const found: string[] = [];
  for (const { name } of whole.tags) {
    const path = `/openapi/${name.toLowerCase().replaceAll(" ", "-")}.json`;
    const { status, text, body } = await api.send("GET", path);
    expect([name, status]).toEqual([name, 200]);
    expect([name, Buffer.byteLength(text) <= 120_000]).toEqual([name, true]);
    for (const [, kind = "", of = ""] of text.matchAll(/"#\/components\/(\w+)\/([^"]+)"/g)) {
      expect(Object.keys((body.components as Record<string, object>)[kind] ?? {})).toContain(of);
    }
    found.push(...idsOf(body as typeof whole));
  }
  expect(found.toSorted()).toEqual(idsOf(whole).toSorted());
});

test("a subject that is none is 404 and names those that there are", async () => {
  const { status, body } = await api.send("GET", "/openapi/nothing.json");
  expect([status, body.code]).toEqual([404, "route_not_found"]);
  expect(String(body.detail)).toContain("saved-searches.json");
});

test("the document is served with a strong ETag and answers 304 to its holder", async () => {
  const first = await api.send("GET", "/openapi.json");
  const etag = String(first.headers.get("etag"));
  expect(etag).toMatch(/^"[\w-]+"$/);
  const second = await api.send("GET", "/openapi.json", { headers: { "if-none-match": etag } });
  expect(second.status).toBe(304);
  expect(second.text).toBe("");
});

test("the reference has every operation of the document, in cached pages that work without script", async () => {
  const index = await api.send("GET", "/reference");
  const paths = [...index.text.matchAll(/<h2><a href="(\/reference\/[^"]+)"/g)].map(
    ([, path]) => path ?? "",
  );
  const pages = await Promise.all(paths.map((path) => api.send("GET", path)));
  for (const { status, text, headers } of [index, ...pages]) {
    expect(status).toBe(200);
    const scripts = [...text.matchAll(/<script[^>]*src="([^"?]+)/g)].map(([, source]) => source);
    expect([headers.get("content-security-policy")?.includes("'unsafe"), scripts]).toEqual([
      false,
      ["/assets/site.js"],
    ]);
    expect(Buffer.byteLength(text)).toBeLessThan(100_000);
  }
  const document = (await api.send("GET", "/openapi.json")).body as {
    paths: Record<string, Record<string, { operationId: string }>>;
  };
  const ids = Object.values(document.paths).flatMap((methods) =>
    Object.values(methods).map(({ operationId }) => operationId),
  );
  expect(ids.length).toBeGreaterThan(50);
  const shown = pages.flatMap(({ text }) =>
    [...text.matchAll(/<details class="card" id="([^"]+)"/g)].map(([, id]) => id),
  );
  expect(shown.toSorted()).toEqual(ids.toSorted());
  const linked = [...index.text.matchAll(/<li id="([^"]+)"><a href="[^"#]+#\1"/g)];
  expect(linked.map(([, id]) => id).toSorted()).toEqual(ids.toSorted());
});

test("a page of the reference answers 304 to its holder, and a subject that is none has a page", async () => {
  const headers = { "if-none-match": "" };
  for (const path of ["/reference", "/reference/catalogue", "/reference/swagger-ui-bundle.js"]) {
    headers["if-none-match"] = String((await api.send("GET", path)).headers.get("etag"));
    expect((await api.send("GET", path, { headers })).status).toBe(304);
  }
  for (const path of ["/reference/no-such", "/reference/try/x"]) {
    expect((await api.send("GET", path, { headers: { accept: "text/html" } })).status).toBe(404);
  }
});

test("the reference's console and its assets come only from this site", async () => {
  const page = await api.send("GET", "/reference/try");
  expect(page.headers.get("content-type")).toBe("text/html; charset=utf-8");
  const loaded = [...page.text.matchAll(/(?:src|href)="([^"]+)"/g)].map((match) =>
    String(match[1]),
  );
  expect(loaded).toContain("/reference/swagger-ui-bundle.js");
  for (const address of loaded) {
    expect(address).toStartWith("/");
    expect((await api.send("GET", address)).status).toBe(200);
  }
});
