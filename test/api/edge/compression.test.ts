/**
 * Content codings of public answers: the same bytes, different ETags, and answers that stay
 * uncompressed.
 */
import { describe, expect, test } from "bun:test";
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from "node:zlib";
import { codingFor } from "../../../platform/content-coding.ts";
import { visitorOf } from "../../site/visitor.ts";
import { verifiedAgent } from "../../support/agents.ts";
import { testApi } from "../../support/api.ts";
import { publishedListing } from "../../support/listings.ts";
import { newKey, newOwner } from "../../support/operators.ts";

const api = await testApi();
const { token } = await verifiedAgent(api);
const datasetId = await publishedListing(api, token);
const { secret } = await newKey(api, await newOwner(api));

const decoders = { br: brotliDecompressSync, zstd: zstdDecompressSync, gzip: gunzipSync };

/** The bytes as received, without decoding. */
async function raw(path: string, headers: Record<string, string> = {}, method = "GET") {
  const url = `http://localhost:${api.config.API_PORT}${path}`;
  const answer = await fetch(url, { method, headers, decompress: false, redirect: "manual" });
  return { ...answer, status: answer.status, headers: answer.headers, bytes: await answer.bytes() };
}

const coded = (coding: string) => ({ "accept-encoding": coding });
const plain = coded("identity");

describe("a public answer", () => {
  const paths = [
    "/openapi.json",
    `/datasets/${datasetId}/profile`,
    "/datasets?limit=20",
    "/llms.txt",
    "/problems",
    "/connect",
  ];

  test.each(paths)("%s comes in each coding with the same content", async (path) => {
    const identity = await raw(path, plain);
    expect(identity.headers.get("content-encoding")).toBeNull();
    for (const [coding, decode] of Object.entries(decoders)) {
      const answer = await raw(path, coded(coding));
      expect({ path, coding: answer.headers.get("content-encoding") }).toEqual({ path, coding });
      expect(answer.headers.get("vary")).toContain("accept-encoding");
      expect(answer.bytes.length).toBeLessThan(identity.bytes.length);
      expect(answer.headers.get("content-length")).toBe(String(answer.bytes.length));
      expect(decode(answer.bytes).equals(identity.bytes)).toBe(true);
    }
    expect(identity.headers.get("vary")).toContain("accept-encoding");
  });

  test("has a different strong ETag in each encoding, and each is recognised", async () => {
    const path = `/datasets/${datasetId}/profile`;
    const tagOf = async (coding: string) =>
      String((await raw(path, coded(coding))).headers.get("etag"));
    const codings = ["identity", "br", "zstd", "gzip"];
    const tags = await Promise.all(codings.map(tagOf));
    expect(new Set(tags).size).toBe(4);
    for (const etag of tags) {
      expect(etag).toMatch(/^"[\w-]+"$/);
      for (const coding of codings) {
        const again = await raw(path, { ...coded(coding), "if-none-match": `"x", W/${etag}` });
        expect([again.status, again.headers.get("etag")]).toEqual([304, etag]);
        expect(again.headers.get("vary")).toContain("accept-encoding");
      }
    }
    const other = await raw(path, { ...coded("br"), "if-none-match": '"other-br"' });
    expect(other.status).toBe(200);
  });

  test("has the length of what GET sends where HEAD asks", async () => {
    const get = await raw("/openapi.json", coded("br"));
    const head = await raw("/openapi.json", coded("br"), "HEAD");
    expect(head.bytes.length).toBe(0);
    for (const name of ["content-encoding", "etag", "content-length"]) {
      expect(head.headers.get(name)).toBe(get.headers.get(name));
    }
  });

  test("that is small stays as it is", async () => {
    const answer = await raw("/.well-known/oauth-protected-resource", coded("br"));
    expect(answer.bytes.length).toBeLessThan(1024);
    expect(answer.headers.get("content-encoding")).toBeNull();
  });

  test("is far smaller: the interface's description to less than an eighth", async () => {
    const [identity, br] = [
      await raw("/openapi.json", plain),
      await raw("/openapi.json", coded("br")),
    ];
    expect(br.bytes.length * 8).toBeLessThan(identity.bytes.length);
  });
});

describe("a person's page", () => {
  const all = coded("br, zstd, gzip");
  const open = async (path: string, headers: Record<string, string>) => {
    const { headers: own } = await visitorOf(api, await newOwner(api));
    return raw(path, { ...all, cookie: own.cookie, ...headers });
  };

  test("is compressed where this site's own page leads to it, and otherwise is not", async () => {
    const codings = await Promise.all(
      ["same-origin", "cross-site", "same-site", "none"].map(async (site) => {
        const page = await open("/account", { "sec-fetch-site": site });
        expect([page.status, page.headers.get("cache-control")]).toEqual([200, "no-store"]);
        return page.headers.get("content-encoding");
      }),
    );
    expect(codings).toEqual(["br", null, null, null]);
    expect((await open("/account", {})).headers.get("content-encoding")).toBeNull();
    const file = await open("/account/purchases/download", { "sec-fetch-site": "same-origin" });
    expect(file.headers.get("content-encoding")).toBeNull();
  });

  test("holds another form token each time", async () => {
    const owner = await newOwner(api);
    const visitor = await visitorOf(api, owner);
    const tokenOf = async () =>
      /name="form_token" value="([^"]+)"/.exec((await visitor.open("/account/mails")).text)?.[1];
    const [one, two] = [await tokenOf(), await tokenOf()];
    expect(one).toBeString();
    expect(two).not.toBe(one);
  });

  test("of rows, which needs no person, is compressed for everybody without a cookie", async () => {
    const path = `/datasets/${datasetId}/rows`;
    const page = await raw(path, { ...all, accept: "text/html" });
    const expected = page.status === 200 ? "br" : null;
    expect(page.headers.get("content-encoding")).toBe(expected);
  });
});

describe("unchanged answers", () => {
  const all = coded("br, zstd, gzip");

  test("an answer to a bearer token, which may hold a secret next to strangers' text", async () => {
    const answers = await Promise.all([
      raw("/operator/me", { ...all, authorization: `Bearer ${secret}` }),
      raw("/listings", { ...all, authorization: `Bearer ${token}` }),
      raw(`/datasets/${datasetId}/download-url`, all),
    ]);
    for (const { headers } of answers) {
      expect(headers.get("cache-control")).toBe("no-store");
      expect(headers.get("content-encoding")).toBeNull();
    }
  });

  test("a page with a form of somebody's own", async () => {
    const page = await raw("/approve/unknown", { ...all, accept: "text/html" });
    expect(page.headers.get("content-encoding")).toBeNull();
  });

  test("a refusal, and a redirect to a signed address", async () => {
    const redirect = await raw(`/datasets/${datasetId}/file`, all);
    expect(redirect.status).toBeOneOf([302, 402, 403, 409]);
    expect(redirect.headers.get("content-encoding")).toBeNull();
    const refusal = await raw("/datasets?max_prise=3", all);
    expect([refusal.status, refusal.headers.get("content-encoding")]).toEqual([400, null]);
  });

  test("a file of the store, whole and in part", async () => {
    const free = await publishedListing(api, token, { price_cents: 0 });
    const url = (await api.send("GET", `/datasets/${free}/download-url`)).body.download_url;
    const path = new URL(String(url)).pathname + new URL(String(url)).search;
    const whole = await raw(path, all);
    const part = await raw(path, { ...all, range: "bytes=0-9" });
    expect([whole.status, part.status]).toEqual([200, 206]);
    for (const { headers } of [whole, part]) expect(headers.get("content-encoding")).toBeNull();
    expect(part.bytes).toEqual(whole.bytes.slice(0, 10));
  });
});

describe("the coding", () => {
  test.each([
    ["gzip, deflate, br, zstd", "br"],
    ["gzip", "gzip"],
    ["br;q=0, gzip;q=0.5", "gzip"],
    ["gzip;q=1, br;q=0.2", "gzip"],
    ["*", "br"],
    ["identity", null],
    ["", null],
    ["deflate", null],
    ["br;q=0, *;q=0", null],
    ["x".repeat(5000), null],
    [null, null],
  ])("of %p is %p", (given, expected) => {
    expect(codingFor(given)).toBe(expected as ReturnType<typeof codingFor>);
  });
});
