/** The access log's lines, compared with pino's for the same calls. */
import { describe, expect, test } from "bun:test";
import { createObserver } from "../../api/http/observe.ts";
import { openAccessLog } from "../../platform/log/access-log.ts";
import { createRegistry } from "../../platform/metrics.ts";
import { createLogLines } from "../support/log-lines.ts";
import { eventually } from "../support/stack.ts";

const facts = { method: "GET", route: '/a"\\b', status: 200 };
const call = { ...facts, requestId: "x", ms: 0.1 };

test("a line is the one that pino would write, with its bindings", () => {
  const { log, lines } = createLogLines();
  const bound = log.child({ service: "api" });
  const accessLog = openAccessLog(bound, "request");
  const endedAtMs = Date.now();
  const series = accessLog.seriesOf(facts);
  accessLog.write(accessLog.lineOf(series, call.requestId, call.ms, endedAtMs));
  bound.info(call, "request");
  // The service's own logger adds no process id or host name.
  const [first, second] = lines.map(({ time: _, pid, hostname, ...line }) => line);
  expect(second).toEqual(first);
  expect(second).toMatchObject({ ...call, level: 30, service: "api", msg: "request" });
  expect(lines[0]?.time).toBe(new Date(endedAtMs).toISOString());
});

describe("the observer of calls", () => {
  const ended = (requestId: string, status = 200) => ({
    method: "GET",
    route: "/a",
    status,
    requestId,
    failure: null,
  });

  test("writes nothing above info, and all of ten thousand lines in their order", async () => {
    const { log, lines } = createLogLines();
    const { observe } = createObserver(log, createRegistry("api"));
    log.level = "warn";
    for (let n = 0; n < 64; n += 1) observe(ended("unwritten"), 0.001);
    log.level = "info";
    for (let n = 0; n < 10_000; n += 1) observe(ended(String(n)), 0.001);
    await eventually(() => Promise.resolve(lines.length >= 10_000));
    const ids = lines.map(({ requestId }) => requestId);
    expect(ids).toEqual(Array.from({ length: 10_000 }, (_, n) => String(n)));
  });

  test("has counted every call when it is asked, and tells a failure at once", async () => {
    const { log, lines } = createLogLines();
    const registry = createRegistry("api");
    const { observe } = createObserver(log, registry);
    observe(ended("one"), 0.002);
    observe(ended("two", 500), 0.002);
    expect(lines).toMatchObject([{ requestId: "two", msg: "request failed", ms: 2 }]);
    const told = await registry.metrics();
    for (const status of [200, 500]) {
      expect(told).toMatch(
        new RegExp(`_count\\{[^}]*route="/a"[^}]*status="${status}"[^}]*\\} 1\\n`),
      );
    }
    expect(lines).toMatchObject([{ requestId: "two" }, { requestId: "one", msg: "request" }]);
  });

  test("tells a fault of ours from a refusal: only the first is an internal error", async () => {
    const { log, lines } = createLogLines();
    const registry = createRegistry("api");
    const { observe } = createObserver(log, registry);
    observe(ended("not-ready", 503), 0.002);
    observe(ended("full", 507), 0.002);
    observe({ ...ended("away", 503), failure: new Error("it is away") }, 0.002);
    observe(ended("ours", 500), 0.002);
    expect(lines).toMatchObject([
      { level: 40, requestId: "not-ready", status: 503, msg: "request refused" },
      { level: 40, requestId: "full", status: 507, msg: "request refused" },
      { level: 50, requestId: "away", msg: "request failed", err: { message: "it is away" } },
      { level: 50, requestId: "ours", status: 500, msg: "request failed" },
    ]);
    expect(lines[0]).not.toHaveProperty("err");
    expect(await registry.metrics()).toMatch(/^http_internal_errors_total\{[^}]*\} 1$/m);
  });

  test("has written all lines of a process that ends by itself", async () => {
    const program = `
      import { createObserver } from "./api/http/observe.ts";
      import { createLogger } from "./platform/log.ts";
      import { createRegistry } from "./platform/metrics.ts";
      const log = createLogger({ level: "info", service: "api" });
      const { observe } = createObserver(log, createRegistry("api"));
      const call = { method: "GET", route: "/a", status: 200, failure: null };
      for (let n = 0; n < 1000; n += 1) observe({ ...call, requestId: String(n) }, 0.001);
      process.exit(0);
    `;
    const child = Bun.spawn([process.execPath, "-e", program], { stdout: "pipe" });
    const lines = (await new Response(child.stdout).text()).trimEnd().split("\n");
    expect(lines.map((line) => JSON.parse(line).requestId)).toEqual(
      Array.from({ length: 1000 }, (_, n) => String(n)),
    );
  });
});
