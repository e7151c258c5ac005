/** A cached answer cannot be told apart from a freshly computed one. */
import { describe, expect, test } from "bun:test";
import { HeldAnswers } from "../../../api/http/held/held-answers.ts";
import { RecentWriters } from "../../../api/http/held/recent-writers.ts";
import { createPublicCache } from "../../../api/http/public-cache.ts";
import { respond } from "../../../platform/http-answer.ts";
import { verifiedAgent } from "../../support/agents.ts";
import { testApi } from "../../support/api.ts";
import { publishedListing } from "../../support/listings.ts";
import { newKey, newOwner } from "../../support/operators.ts";
import { eventually } from "../../support/stack.ts";

const callsMax = 400;
/** What a process admits while the store is late is tested elsewhere. */
const api = await testApi({
  RATE_LIMIT_STORE_MS_MAX: "60000",
  RATE_LIMIT_OPERATOR_PER_MINUTE: String(callsMax),
  TRUSTED_PROXY_HOPS: "1",
});
/** A different client from the publisher's: a client that has just written bypasses the cache. */
const reader = { "x-forwarded-for": "10.9.8.7" };
const { token } = await verifiedAgent(api);

/**
 * These answers do not support ranges: a range request bypasses the cache and gets the same answer.
 */
const theLongWay = { range: "bytes=5-" };
const ownOfEachCall = ["x-request-id", "traceparent", "ratelimit", "date"];

async function read(path: string, headers: Record<string, string>) {
  const url = `http://localhost:${api.config.API_PORT}${path}`;
  const named = { ...headers, ...reader, "x-request-id": "the-same" };
  const answer = await fetch(url, { headers: named, decompress: false });
  const shared = [...answer.headers].filter(([name]) => !ownOfEachCall.includes(name));
  const { status } = answer;
  return {
    status,
    shared: shared.sort(),
    bytes: Buffer.from(await answer.bytes()).toString("hex"),
  };
}

const accepts = ["*/*", "application/json", "text/html", "text/csv", "text/html;q=0.2, */*"];
const codings = ["identity", "gzip", "br", "zstd"];

describe("a held answer", () => {
  test("equals a fresh answer, in each format and encoding, header by header", async () => {
    const id = await publishedListing(api, token);
    for (const path of ["", "/sample", "/profile", "/croissant", "/reviews", "/changes"]) {
      for (const accept of accepts) {
        for (const coding of codings) {
          const asked = { accept, "accept-encoding": coding };
          const anew = await read(`/datasets/${id}${path}`, { ...asked, ...theLongWay });
          for (let times = 0; times < 3; times += 1) {
            expect(await read(`/datasets/${id}${path}`, asked)).toEqual(anew);
          }
        }
      }
    }
  }, 60_000);

  test("is 304 to clients that have it, by each of its ETags, with the headers of a fresh answer", async () => {
    const id = await publishedListing(api, token);
    for (const path of ["", "/profile"]) {
      for (const accept of ["*/*", "text/html"]) {
        for (const coding of ["identity", "gzip"]) {
          const asked = { accept, "accept-encoding": coding };
          const { shared } = await read(`/datasets/${id}${path}`, asked);
          const etag = String(shared.find(([name]) => name === "etag")?.[1]);
          const bare = etag.replace("-gzip", "");
          for (const tag of [etag, bare, `W/${etag}`, `"other", ${etag}`, "*", '"other"']) {
            const conditional = { ...asked, "if-none-match": tag };
            const anew = await read(`/datasets/${id}${path}`, { ...conditional, ...theLongWay });
            expect(anew.status).toBe(tag === '"other"' ? 200 : 304);
            const names = anew.shared.map(([name]) => name);
            expect(names.includes("content-type")).toBe(anew.status === 200);
            for (let times = 0; times < 2; times += 1) {
              expect(await read(`/datasets/${id}${path}`, conditional)).toEqual(anew);
            }
          }
        }
      }
    }
  }, 60_000);

  test("has an id and a budget of the call's own, and its caller's trace", async () => {
    const id = await publishedListing(api, token);
    const ask = (own = {}) => {
      const headers = { ...reader, ...own };
      return api.send("GET", `/datasets/${id}`, { headers });
    };
    await ask();
    const [one, two] = [await ask(), await ask()];
    for (const name of ["x-request-id", "ratelimit"]) {
      expect(one.headers.get(name)).not.toBe(null);
      expect(one.headers.get(name)).not.toBe(two.headers.get(name));
    }
    const trace = `00-${"a".repeat(32)}-${"b".repeat(16)}-01`;
    const own = await ask({ "x-request-id": "mine", traceparent: trace });
    expect(own.headers.get("x-request-id")).toBe("mine");
    expect(own.headers.get("traceparent")).toStartWith(`00-${"a".repeat(32)}-`);
    expect(own.headers.get("traceparent")).not.toContain("b".repeat(16));
    for (const { headers } of [one, two, await ask()]) {
      expect(headers.get("traceparent")).toBe(null);
    }
  });

  test("is sent as often as its caller may ask, and not once more", async () => {
    const id = await publishedListing(api, token);
    const { secret } = await newKey(api, await newOwner(api));
    const statuses = new Map<number, number>();
    for (let call = 0; call < callsMax + 20; call += 1) {
      const call = { token: secret, headers: reader };
      const { status } = await api.send("GET", `/datasets/${id}`, call);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
    expect(Object.fromEntries(statuses)).toEqual({ 200: callsMax, 429: 20 });
  }, 60_000);

  test("ends with a change of its listing, and with the listing", async () => {
    const id = await publishedListing(api, token);
    const read = () => api.send("GET", `/datasets/${id}`, { headers: reader });
    const titleNow = async () => (await read()).body.title;
    const before = await titleNow();
    expect(await titleNow()).toBe(before);
    for (const title of ["Another one", "And another"]) {
      const { status } = await api.send("PATCH", `/listings/${id}`, { token, body: { title } });
      expect(status).toBe(200);
      await eventually(async () => (await titleNow()) === title);
    }
    expect((await api.send("POST", `/listings/${id}/withdraw`, { token })).status).toBe(200);
    await eventually(async () => (await read()).status === 404);
  });
});

describe("a caller who has just written", () => {
  test("is recognised by its address, for calls that may change something", () => {
    const writers = new RecentWriters();
    const call = (method: string) => new Request("http://localhost/", { method });
    for (const method of ["GET", "HEAD"]) writers.note(call(method), "10.0.0.1");
    expect([writers.isAny, writers.has("10.0.0.1")]).toEqual([false, false]);
    writers.note(call("PATCH"), "10.0.0.1");
    expect([writers.isAny, writers.has("10.0.0.1")]).toEqual([true, true]);
    expect(writers.has("10.0.0.2")).toBe(false);
  });
});

describe("held answers", () => {
  const url = "http://localhost/datasets/1";
  const facts = { route: "/datasets/:id", isLimited: true };
  const rendered = (body: string) => async () => ({ body, contentType: "application/json" });

  async function kept(headers: Record<string, string>, render = rendered("{}")) {
    const cache = createPublicCache(() => new Date());
    const held = new HeldAnswers(() => new Date());
    const request = new Request(url, { headers });
    held.keep(request, respond(request, await cache.answer("1", "detail", render)), facts);
    return { cache, held };
  }

  test("is found only by the same address, format and encoding", async () => {
    const { held } = await kept({ accept: "a", "accept-encoding": "b" });
    const find = (headers: Record<string, string>, method = "GET", address = url) =>
      held.find(new Request(address, { method, headers }));
    const same = { accept: "a", "accept-encoding": "b" };
    expect(find(same)?.route).toBe("/datasets/:id");
    expect(find({ ...same, authorization: "Bearer x", cookie: "y=z" })).not.toBeNull();
    expect(find({ ...same, accept: "c" })).toBeNull();
    expect(find({ ...same, "accept-encoding": "" })).toBeNull();
    expect(find({ ...same, "if-none-match": '"another"' })?.status).toBe(200);
    expect(find({ ...same, "if-none-match": "*" })?.status).toBe(304);
    expect(find({ ...same, range: "bytes=0-" })).toBeNull();
    expect(find(same, "HEAD")).toBeNull();
    expect(find(same, "POST")).toBeNull();
    expect(find(same, "GET", `${url}?table=2`)).toBeNull();
  });

  test("is gone with its listing, with all of them, and when another answer takes its room", async () => {
    const drops = [
      ({ cache }: Awaited<ReturnType<typeof kept>>) => cache.dropChanged("1"),
      ({ cache }: Awaited<ReturnType<typeof kept>>) => cache.dropChanged(null),
      ({ cache }: Awaited<ReturnType<typeof kept>>) =>
        cache.answer("1", "too large", rendered("x".repeat(129 * 1024 * 1024))),
    ];
    for (const drop of drops) {
      const both = await kept({});
      expect(both.held.find(new Request(url))).not.toBeNull();
      await drop(both);
      expect(both.held.find(new Request(url))).toBeNull();
    }
    const { cache, held } = await kept({});
    cache.dropChanged("2");
    await cache.answer("1", "profile", rendered("[]"));
    expect(held.find(new Request(url))).not.toBeNull();
  });

  test("does not serve longer queries or uncacheable answers", async () => {
    const { held } = await kept({ accept: "a".repeat(2000) });
    expect(held.find(new Request(url, { headers: { accept: "a".repeat(2000) } }))).toBeNull();
    const request = new Request(url);
    const bytes = new Uint8Array(2);
    held.keep(request, respond(request, { bytes, etag: '"a"', contentType: "text/x" }), facts);
    expect(held.find(request)).toBeNull();
  });
});
