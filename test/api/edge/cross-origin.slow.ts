/** What pages of other sites may read of the service, tested in a browser and header by header. */
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import type { Browser, Page } from "playwright-core";
import { isOpenToPages } from "../../../api/http/cross-origin.ts";
import { BROWSER_START_TIMEOUT_MS, launchChromium } from "../../site/chromium.ts";
import { verifiedAgent } from "../../support/agents.ts";
import { testApi } from "../../support/api.ts";
import { createDraft, publishedListing } from "../../support/listings.ts";
import { newKey, newOwner } from "../../support/operators.ts";

setDefaultTimeout(60_000);

const api = await testApi();
const baseUrl = api.config.PUBLIC_BASE_URL;
const { token } = await verifiedAgent(api);
const datasetId = await publishedListing(api, token);
const { secret } = await newKey(api, await newOwner(api));

const asked = (origin: string, method: string) => ({
  origin,
  "access-control-request-method": method,
  "access-control-request-headers": "authorization, content-type, idempotency-key",
});
type PageCall = {
  method?: string;
  headers?: Record<string, string>;
  body?: string;
  credentials?: "include";
};
const allowances = (headers: Headers) =>
  [...headers.keys()].filter((name) => name.startsWith("access-control-"));

describe("a page of another site, in a browser,", () => {
  let browser: Browser;
  let page: Page;
  const elsewhere = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    fetch: () => new Response("<!doctype html>", { headers: { "content-type": "text/html" } }),
  });

  beforeAll(async () => {
    browser = await launchChromium();
    page = await browser.newPage();
    await page.goto(`http://127.0.0.1:${elsewhere.port}/`);
  }, BROWSER_START_TIMEOUT_MS);

  afterAll(async () => {
    await browser.close();
    await elsewhere.stop(true);
  });

  /** The result that the page's own script sees; null if the browser blocks it. */
  const fetched = (path: string, init: PageCall = {}) =>
    page.evaluate(
      async ([url, options]) => {
        try {
          const answer = await fetch(url, options);
          const names = ["etag", "x-request-id", "ratelimit", "location", "retry-after"];
          const headers = names.filter((name) => answer.headers.has(name));
          return { status: answer.status, headers, text: await answer.text() };
        } catch {
          return null;
        }
      },
      [`${baseUrl}${path}`, init] as const,
    );

  test("reads public resources, with the headers that it needs", async () => {
    for (const path of ["/datasets", `/datasets/${datasetId}`, "/datasets.atom", "/openapi.json"]) {
      const answer = await fetched(path);
      expect(answer).toMatchObject({ status: 200 });
      expect(answer?.headers).toEqual(expect.arrayContaining(["etag", "x-request-id"]));
    }
    const again = await fetched("/no-such-path-of-datasets");
    expect(again).toBeNull();
    expect(await fetched("/datasets/none")).toMatchObject({ status: 400 });
  });

  test("calls with a bearer that it was given, and reads refusals too", async () => {
    const headers = { authorization: `Bearer ${secret}`, "idempotency-key": "from-a-page" };
    expect(await fetched("/operator/me", { headers })).toMatchObject({ status: 200 });
    const asSeller = { ...headers, "act-as": "seller" };
    expect(await fetched("/threads", { headers: asSeller })).toMatchObject({ status: 200 });
    expect(await fetched("/operator/me")).toMatchObject({ status: 401 });
    const bought = await fetched(`/datasets/${datasetId}/buy`, {
      method: "POST",
      headers: { ...headers, "content-type": "application/json" },
      body: JSON.stringify({ payment_method_id: "pm_none" }),
    });
    expect(JSON.parse(bought?.text ?? "{}")).toHaveProperty("code");
  });

  test("puts a file to a signed URL, and learns its tag", async () => {
    const draftId = await createDraft(api, token);
    const urls = await api.send("POST", `/listings/${draftId}/upload-urls`, { token });
    const { upload_url: url } = urls.body.full as { upload_url: string };
    const path = url.slice(baseUrl.length);
    const put = await fetched(path, { method: "PUT", body: "a,b\n1,2\n" });
    expect(put).toMatchObject({ status: 200, headers: expect.arrayContaining(["etag"]) });
  });

  test("gets nothing through the cookies of a signed-in person", async () => {
    for (const path of ["/datasets", "/operator/me", "/agent/me"]) {
      expect(await fetched(path, { credentials: "include" })).toBeNull();
    }
  });

  test("reads no page of the site, and posts no form of it", async () => {
    for (const path of ["/", "/account", "/connect", "/account/keys", "/auth/sign-in", "/admin"]) {
      expect({ path, shown: await fetched(path) }).toEqual({ path, shown: null });
    }
    const body = JSON.stringify({ code: "x".repeat(43), decision: "approve" });
    const headers = { "content-type": "application/json" };
    expect(await fetched("/agent/verify", { method: "POST", headers, body })).toBeNull();
  });
});

describe("a browser that asks first", () => {
  test("gets the same CORS headers for every origin, and never credentials", async () => {
    for (const origin of ["https://a.example", "null", "https://evil.example:8443"]) {
      const headers = asked(origin, "POST");
      const answer = await api.send("OPTIONS", `/datasets/${datasetId}/buy`, { headers });
      expect(answer.status).toBe(204);
      expect(answer.headers.get("access-control-allow-origin")).toBe("*");
      expect(answer.headers.get("access-control-allow-credentials")).toBeNull();
      const allowed = answer.headers.get("access-control-allow-headers")?.split(", ");
      expect(allowed).toEqual(expect.arrayContaining(["authorization", "content-md5"]));
      expect(answer.headers.get("access-control-allow-methods")).toContain("POST");
      expect(answer.headers.get("access-control-max-age")).toBe("3600");
    }
  });

  test("is not counted: the call itself is", async () => {
    const headers = asked("https://a.example", "GET");
    const answer = await api.send("OPTIONS", "/datasets", { headers });
    expect(answer.headers.has("ratelimit")).toBe(false);
    expect((await api.send("GET", "/datasets")).headers.has("ratelimit")).toBe(true);
  });

  test("hears nothing about the site's own addresses", async () => {
    const paths = ["/", "/account/keys/new", "/agent/verify", "/agent/verify/", "/auth/sign-out"];
    for (const path of [...paths, "/oauth/consent/x", "/oauth/authorize", "/approve/x"]) {
      const answer = await api.send("OPTIONS", path, {
        headers: asked("https://a.example", "POST"),
      });
      expect({ path, status: answer.status >= 400 }).toEqual({ path, status: true });
      expect({ path, said: allowances(answer.headers) }).toEqual({ path, said: [] });
    }
  });

  test("that is none gets 405 as before", async () => {
    expect((await api.send("OPTIONS", "/datasets")).status).toBe(405);
  });
});

describe("the table of paths", () => {
  test("has every operation of the interface, but for those that take the cookie", async () => {
    const { paths } = (await api.send("GET", "/openapi.json")).body as { paths: object };
    const closed = Object.keys(paths).filter((path) => !isOpenToPages(path));
    const ofAgents = ["/agents", "/agents/{id}", "/agents/{id}/rotate-token"];
    expect(closed).toEqual(["/sitemap.xml", "/agent/verify", ...ofAgents, "/audit-log"]);
  });

  test("reaches the authorisation server's client endpoints, not its consent pages", () => {
    const open = ["token", "register", "revoke", "introspect", "jwks", "token/"];
    expect(open.filter((name) => !isOpenToPages(`/oauth/${name}`))).toEqual([]);
    const closed = ["authorize", "consent/abc", "consent", "token/x", "resume/abc", ""];
    expect(closed.filter((name) => isOpenToPages(`/oauth/${name}`))).toEqual([]);
    expect(isOpenToPages("/.well-known/oauth-authorization-server")).toBe(true);
  });

  test("is asked by whole segments", () => {
    for (const path of ["/datasetsx", "/account/datasets", "//datasets", "/", "", "/Datasets"]) {
      expect({ path, open: isOpenToPages(path) }).toEqual({ path, open: false });
    }
  });
});
