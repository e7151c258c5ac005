/** Every refusal is a problem document whose `type` opens a page that says what to do. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { connect } from "node:net";
import { BODY_BYTES_MAX } from "../../../market/limits.ts";
import { acts } from "../../../market/problem/problem.ts";
import { type ProblemCode, problems } from "../../../market/problem/problems.ts";
import { verifiedAgent } from "../../support/agents.ts";
import { openTestApi, type TestApi } from "../../support/api.ts";

let api: TestApi;
let agent: { token: string };
beforeAll(async () => {
  api = await openTestApi({ UPLOAD_BYTES_MAX: "5000000" });
  agent = await verifiedAgent(api);
}, 30_000);
afterAll(() => api.close());

const codes = Object.keys(problems) as ProblemCode[];
const asBrowser = { accept: "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8" };

describe("/problems", () => {
  test("explains each code in JSON, under the address that is its `type`", async () => {
    for (const code of codes) {
      const address = `${api.config.PUBLIC_BASE_URL}/problems/${code}`;
      const answer = await api.send("GET", address);
      const { status, title, resolution, meaning } = problems[code];
      expect(answer.headers.get("content-type")).toBe("application/json");
      expect(answer.body).toMatchObject({ code, status, title, resolution, meaning, address });
      expect(String(answer.body.what_to_do)).toMatch(/^[A-Z].+[.]$/);
    }
  });

  test("lists every code once, by status", async () => {
    const { body } = await api.send("GET", "/problems");
    const items = body.items as { code: ProblemCode; status: number }[];
    expect(items.map(({ code }) => code).toSorted()).toEqual(codes.toSorted());
    const statuses = items.map(({ status }) => status);
    expect(statuses).toEqual(statuses.toSorted((one, other) => one - other));
  });

  test.each(["/problems", "/problems/bid_too_low"])("%s is a page for browsers", async (path) => {
    const page = await api.send("GET", path, { headers: asBrowser });
    expect([page.status, page.headers.get("content-type")]).toEqual([
      200,
      "text/html; charset=utf-8",
    ]);
    expect(page.text).toContain("bid_too_low");
    expect(page.headers.get("content-security-policy")).toContain("default-src 'none'");
    expect(page.headers.get("vary")).toBe("accept, cookie, accept-encoding");
    const json = await api.send("GET", path, { headers: { accept: "application/json" } });
    expect(json.headers.get("vary")).toBe("accept, accept-encoding");
    expect(json.headers.get("etag")).not.toBe(page.headers.get("etag"));
  });

  test.each([asBrowser, { accept: "application/json" }])("answers 304 to %j", async (accept) => {
    const first = await api.send("GET", "/problems/bid_too_low", { headers: accept });
    const headers = { ...accept, "if-none-match": String(first.headers.get("etag")) };
    const again = await api.send("GET", "/problems/bid_too_low", { headers });
    expect([again.status, again.text]).toEqual([304, ""]);
  });

  test.each(["__proto__", "toString", "nothing", "%00"])("knows no code %s", async (code) => {
    const answer = await api.send("GET", `/problems/${code}`);
    expect([answer.status, answer.body.code]).toEqual([404, "route_not_found"]);
  });

  test("every operation that a code advises is one of /openapi.json", async () => {
    const { body } = await api.send("GET", "/openapi.json");
    const paths = body.paths as Record<string, object>;
    const offered = Object.entries(paths).flatMap(([path, item]) =>
      Object.keys(item).map((method) => `${method.toUpperCase()} ${path}`),
    );
    expect(offered).toContainValues(Object.values(acts).map(([operation]) => operation));
  });
});

type Refused = [what: string, method: string, path: string, init: RequestInit, code: ProblemCode];

const json = { "content-type": "application/json" };
const refused: Refused[] = [
  ["an unknown address", "GET", "/nothing", {}, "route_not_found"],
  ["an unknown address with a slash", "GET", "/nothing/", {}, "route_not_found"],
  ["an address that is no UTF-8", "GET", "/datasets/%ff", {}, "invalid_request"],
  ["a method that is not taken", "DELETE", "/datasets", {}, "method_not_allowed"],
  ["OPTIONS", "OPTIONS", "/datasets", {}, "method_not_allowed"],
  ["OPTIONS of nothing", "OPTIONS", "/nothing", {}, "route_not_found"],
  ["a method of WebDAV", "PROPFIND", "/datasets", {}, "method_not_allowed"],
  ["an unknown parameter", "GET", "/datasets?nothing=1", {}, "invalid_request"],
  ["a credential in the address", "GET", "/datasets?api_key=1", {}, "credential_in_url"],
  ["an endless address", "GET", `/datasets?query=${"x".repeat(9000)}`, {}, "invalid_request"],
  ["malformed JSON", "POST", "/agent/register", { headers: json, body: "{" }, "malformed_json"],
  [
    "a body of another type",
    "POST",
    "/agent/register",
    { headers: { "content-type": "text/csv" }, body: "a,b" },
    "media_type_not_supported",
  ],
  [
    "a body that is too large",
    "POST",
    "/agent/register",
    { headers: json, body: " ".repeat(BODY_BYTES_MAX + 1) },
    "body_too_large",
  ],
  [
    "a key of idempotency that is none",
    "POST",
    "/agent/register",
    { headers: { ...json, "idempotency-key": "two words" }, body: '{"owner_email":"a@b.example"}' },
    "invalid_request",
  ],
  ["no token", "GET", "/purchases", {}, "token_missing"],
  [
    "a wrong token",
    "GET",
    "/agent/me",
    { headers: { authorization: "Bearer wrong" } },
    "token_invalid",
  ],
  ["a forged webhook", "POST", "/webhooks/stripe", { body: "{}" }, "webhook_signature_invalid"],
  ["an unsigned file", "GET", "/storage/full/x", {}, "signature_invalid"],
  ["a forged upload", "PUT", "/storage/full/x?signature=1", { body: "x" }, "signature_invalid"],
  ["another method of a file", "DELETE", "/storage/full/x", {}, "signature_invalid"],
];

/** Checks that the answer is a problem document with a working `type`; returns its code. */
async function expectProblem(answer: Response): Promise<string> {
  expect(answer.headers.get("content-type")).toBe("application/problem+json");
  const document = (await answer.json()) as Record<string, unknown>;
  expect(document.status).toBe(answer.status);
  expect(document.request_id).toBe(answer.headers.get("x-request-id"));
  const explained = await fetch(String(document.type));
  expect(await explained.json()).toMatchObject({ code: document.code, status: answer.status });
  return String(document.code);
}

describe("a refusal", () => {
  test.each(refused)("of %s", async (_, method, path, init, code) => {
    const answer = await fetch(api.config.PUBLIC_BASE_URL + path, { method, ...init });
    expect(await expectProblem(answer)).toBe(code);
    expect(answer.status).toBe(problems[code].status);
    if (code === "method_not_allowed") expect(answer.headers.get("allow")).toBe("GET, HEAD");
  });

  test("of a truncated or expired link has one text for people and another for programs", async () => {
    const options = { ttlSeconds: 60, downloadName: "a.csv", contentType: "text/csv" };
    const signed = await api.ctx.storage.signGet("uploads/a/b", options);
    const refusals = async () => {
      const addresses = ["/approve/", "/report/status/", signed.slice(0, -2), signed];
      return Promise.all(
        addresses.flatMap((address) => [
          api.send("GET", address, { headers: asBrowser }),
          api.send("GET", address),
        ]),
      );
    };
    api.clock.skewMs = 61_000;
    const told = await refusals();
    api.clock.skewMs = 0;
    expect(told.map(({ status }) => status)).toEqual([404, 404, 404, 404, 403, 403, 403, 403]);
    for (const [index, { text, body }] of told.entries()) {
      const isForPeople = index % 2 === 0;
      const said = isForPeople ? text : String(body.detail);
      expect(/completely|previous page/.test(said)).toBe(isForPeople);
      expect(body.code === undefined).toBe(isForPeople);
    }
  });

  test("of a HEAD has the status and no body", async () => {
    const answer = await api.send("HEAD", "/nothing");
    expect([answer.status, answer.text]).toEqual([404, ""]);
    expect(answer.headers.get("content-type")).toBe("application/problem+json");
  });

  test("by the store names the request by the caller's own id", async () => {
    const draft = { title: "Iris", description: "Flowers." };
    const { token } = agent;
    const { body: listing } = await api.send("POST", "/listings/draft", { token, body: draft });
    const urls = await api.send("POST", `/listings/${listing.id}/upload-urls`, { token });
    const { upload_url: uploadUrl } = urls.body.full as { upload_url: string };
    const headers = { "x-request-id": "mine-42", "content-range": "bytes 0-1/2" };
    const partial = await fetch(uploadUrl, { method: "PUT", body: "ab", headers });
    expect(partial.headers.get("x-request-id")).toBe("mine-42");
    expect(await expectProblem(partial)).toBe("upload_partial");
  });

  test("of a body larger than anything that is taken comes from us, not from the server", async () => {
    const text = await raw(
      "POST /agent/register HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n" +
        "Content-Length: 99999999999\r\nConnection: close\r\n\r\n{",
    );
    expect(text).toStartWith("HTTP/1.1 413");
    expect(text).toContain('"code":"body_too_large"');
  });
});

/** The server's answer to bytes that no HTTP client would send. */
function raw(bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(api.config.API_PORT, "127.0.0.1", () => socket.write(bytes));
    let text = "";
    socket.setEncoding("utf8");
    socket.on("data", (chunk) => {
      text += chunk;
      if (text.includes("}")) socket.destroy();
    });
    socket.on("close", () => resolve(text));
    socket.on("error", reject);
  });
}
