/**
 * The API's corpus of hostile bodies against a real MCP process, as messages and as arguments of
 * every tool. bench/edge/event-loop.ts measures what each costs its event loop.
 */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { tools } from "../../mcp/tools.ts";
import { type HostileBody, hostileBodies } from "../api/hostile/bodies.ts";
import { hostileRequests } from "../api/hostile/requests.ts";
import { openTestApi, type TestApi } from "../support/api.ts";
import { type MeasuredProcess, startMeasured } from "../support/programs/measured-process.ts";
import { freePort, testEnv } from "../support/stack.ts";

let api: TestApi;
let child: MeasuredProcess;
let url: string;

beforeAll(async () => {
  api = await openTestApi();
  const port = await freePort();
  url = `http://127.0.0.1:${port}/mcp`;
  const env = await testEnv({
    DATABASE_URL: api.databaseUrl,
    MCP_PORT: String(port),
    MCP_API_URL: `http://127.0.0.1:${api.config.API_PORT}`,
    MCP_PUBLIC_URL: url,
  });
  child = await startMeasured("mcp/main.ts", env, async () => (await post("{}")).status > 0);
}, 60_000);

afterAll(async () => {
  await child.stop();
  await api.close();
});

async function post(body: string, headers: Record<string, string> = {}) {
  const response = await fetch(url, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      ...headers,
    },
    body,
  });
  return { status: response.status, text: await response.text() };
}

/** The response, if it is not a valid answer. */
async function wrongWith(at: string, body: string, headers: Record<string, string> = {}) {
  const { status, text } = await child.measure(`MCP, ${at}`, () => post(body, headers));
  if (status > 0 && status < 500 && text.length < 20_000) return [];
  return [{ at, status, chars: text.length }];
}

const named = (bodies: HostileBody[]) => bodies.map((hostile) => [hostile.name, hostile] as const);
/** Any JSON value can be an argument. */
const argumentBodies = hostileBodies.filter(({ code, contentType }) => {
  return contentType === undefined && (code === undefined || code === "body_too_complex");
});

describe("a hostile message", () => {
  test.each(named(hostileBodies))("%s", async (name, { body, code, contentType }) => {
    const headers = contentType === undefined ? undefined : { "content-type": contentType };
    expect(await wrongWith(name, body, headers)).toEqual([]);
    if (code !== "body_too_complex") return;
    expect((await post(body)).status).toBe(400);
  });
});

describe("hostile arguments to every tool", () => {
  test.each(named(argumentBodies))("%s", async (hostile, { body }) => {
    const wrong = [];
    for (const { name } of tools) {
      const params = `{"name":"${name}","arguments":${body}}`;
      const message = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":${params}}`;
      wrong.push(...(await wrongWith(`${hostile}: ${name}`, message)));
    }
    expect(wrong).toEqual([]);
  });
});

describe("hostile headers", () => {
  const withHeaders = hostileRequests.filter(({ headers }) => headers !== undefined);
  test.each(withHeaders.map((hostile) => [hostile.name, hostile] as const))(
    "%s",
    async (name, { headers = {} }) => {
      const message = '{"jsonrpc":"2.0","id":1,"method":"tools/list"}';
      const { accept: _accept, ...others } = headers;
      const wrong = await wrongWith(`tools/list: ${name}`, message, others);
      expect(wrong.filter(({ status }) => status >= 500)).toEqual([]);
    },
  );
});

test("a batch of 1,000 calls", async () => {
  const call = '{"jsonrpc":"2.0","id":1,"method":"ping"}';
  const batch = `[${Array(999).fill(call).join(",")}]`;
  expect(await wrongWith("batch", batch)).toEqual([]);
});
