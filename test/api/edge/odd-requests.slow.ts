/** Malformed requests, byte by byte: none is answered with 500 or with our source code. */
import { expect, test } from "bun:test";
import { connect } from "node:net";
import { join } from "node:path";
import { testApi } from "../../support/api.ts";

const api = await testApi();
const port = api.config.API_PORT;

/** Everything received until the other end closes; every request asks it to. */
function talk(text: string, to = port): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(to, "127.0.0.1", () => socket.write(text));
    let said = "";
    socket.on("data", (chunk) => {
      said += chunk.toString();
    });
    socket.on("error", reject).on("close", () => resolve(said));
  });
}

const get = (target: string, ...headers: string[]) =>
  [`GET ${target} HTTP/1.1`, ...headers, "Connection: close", "", ""].join("\r\n");
const statusOf = (said: string) => Number(/^HTTP\/1\.\d (\d{3})/.exec(said)?.[1]);

const noHosts = [
  ...["", "a b", "a@evil.example", "user:word@evil.example", "a/b", "a?b", "a#b", "a\\b"],
  ...["[::1", "x:99999", "x:word", "%00", "<script>", "é.example"],
];

test.each(noHosts)("an invalid Host is refused as invalid HTTP: %p", async (host) => {
  const said = await talk(get("/categories", `Host: ${host}`));
  expect(statusOf(said)).toBe(400);
  expect(said.split("\r\n\r\n")[1]).toBe("");
});

test.each(["x", "api", "a.b", "[::1]", "other.example", "203.0.113.9:81"])(
  "a host of any name gets the same answer: %s",
  async (host) => {
    const said = await talk(get("/categories?", `Host: ${host}`));
    expect(statusOf(said)).toBe(200);
    expect(said).toContain('"id":"geographic"');
    expect(said).not.toContain("other.example");
  },
);

test("one call's Host does not affect the next", async () => {
  const said: number[] = [];
  for (const host of [
    "localhost",
    "localhost:99999",
    "localhost",
    "a b",
    "localhost@x",
    "localhost",
  ])
    said.push(statusOf(await talk(get("/categories", `Host: ${host}`))));
  expect(said).toEqual([200, 400, 200, 400, 400, 200]);
});

test("HTTP/1.0 needs no Host", async () => {
  const said = await talk("GET /categories HTTP/1.0\r\n\r\n");
  expect(statusOf(said)).toBe(200);
  const body = JSON.stringify({ owner_email: "old-http@example.com" });
  const post = ["POST /agent/register HTTP/1.0", "Content-Type: application/json"];
  const sent = await talk([...post, `Content-Length: ${body.length}`, "", body].join("\r\n"));
  expect(statusOf(sent)).toBe(201);
});

test("a fragment is not part of an address", async () => {
  for (const target of ["/categories#x", "/categories#x?query=y", "/categories/#/x"]) {
    expect(statusOf(await talk(get(target, "Host: localhost")))).toBe(200);
  }
});

/** A separate process, because an exception thrown out of a handler would end this one. */
const thrower = `
  import { serve } from "${join(import.meta.dir, "../../../platform/runtime.ts")}";
  const handler = () => { throw new Error("what nobody should read"); };
  const options = { host: "127.0.0.1", port: 0, portName: "API_PORT", idleTimeoutSeconds: 30 };
  console.log(serve(handler, options).port);`;

test("a handler's exception is not shown", async () => {
  const child = Bun.spawn([process.execPath, "-e", thrower], { stdout: "pipe", stderr: "ignore" });
  const { value = new Uint8Array() } = await child.stdout.getReader().read();
  const said = await talk(get("/", "Host: localhost"), Number(new TextDecoder().decode(value)));
  child.kill();
  expect(statusOf(said)).toBe(500);
  const told = ["nobody should read", import.meta.dir].filter((words) => said.includes(words));
  expect(told).toEqual([]);
});
