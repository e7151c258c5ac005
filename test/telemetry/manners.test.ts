/** What leaves a process, and what a collector costs that is away, hangs or refuses. */
import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { createLogger } from "../../platform/log.ts";
import { createRegistry } from "../../platform/metrics.ts";
import { openTelemetry } from "../../platform/telemetry/open-telemetry.ts";
import { samplerOf } from "../../platform/telemetry/samplers.ts";
import { continueTrace, readTraceparent } from "../../platform/telemetry/traceparent.ts";
import { inSpan, installTracer, traced } from "../../platform/telemetry/tracing.ts";
import type { SamplerName } from "../../platform/telemetry/variables.ts";
import { forFile } from "../support/for-file.ts";
import { createLogLines } from "../support/log-lines.ts";
import { eventually, freePort } from "../support/stack.ts";
import { startCollector } from "./collector.ts";

setDefaultTimeout(30_000);
const collector = await forFile(startCollector());
const given = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7";

type Options = { endpoint?: string; sampler?: SamplerName; ratio?: number; variables?: object };

/** A process's telemetry, whose packages read these variables while it is made. */
function open({ endpoint = collector.url, sampler, ratio, variables = {} }: Options = {}) {
  const set = {
    OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
    OTEL_EXPORTER_OTLP_TIMEOUT: "200",
    OTEL_BSP_SCHEDULE_DELAY: "20",
    OTEL_BSP_MAX_QUEUE_SIZE: "16",
    OTEL_BSP_MAX_EXPORT_BATCH_SIZE: "4",
    OTEL_BLRP_SCHEDULE_DELAY: "20",
    ...variables,
  };
  const before = new Map(Object.keys(set).map((name) => [name, process.env[name]]));
  Object.assign(process.env, set);
  const sends = { traces: true, logs: true };
  const shared = { service: "test", version: "1", sends };
  const opened = openTelemetry({ ...shared, sampler, samplerArgument: ratio });
  for (const [name, value] of before) {
    if (value === undefined) delete process.env[name];
    else process.env[name] = value;
  }
  return opened;
}

describe("traceparent", () => {
  test.each([
    [`${given}-01`, true],
    [`${given}-00`, false],
  ])("%s is gone on with", (header, isSampled) => {
    expect(readTraceparent(header)).toMatchObject({ isSampled });
    expect(continueTrace(header)).toMatch(
      /^00-4bf92f3577b34da6a3ce929d0e0e4736-[0-9a-f]{16}-0[01]$/,
    );
  });

  test.each([
    null,
    "",
    `${given}-02`,
    `01${given.slice(2)}-01`,
    `00-${"0".repeat(32)}-00f067aa0ba902b7-01`,
    `00-4bf92f3577b34da6a3ce929d0e0e4736-${"0".repeat(16)}-01`,
    `${given}-01-more`,
    given.toUpperCase(),
    "x".repeat(100_000),
  ])("%p is no trace", (header) => {
    expect(readTraceparent(header)).toBeNull();
    expect(continueTrace(header)).toBeNull();
  });
});

test.each([
  ["always_off", 1, `${given}-01`, false],
  ["always_on", 0, `${given}-00`, true],
  ["traceidratio", 0, `${given}-01`, false],
  ["traceidratio", 1, `${given}-00`, true],
  ["parentbased_traceidratio", 0, `${given}-01`, true],
  ["parentbased_traceidratio", 1, `${given}-00`, false],
  ["parentbased_always_off", 1, null, false],
  [undefined, 1, null, true],
] as const)(
  "the sampler %s of %p, asked with %p: %p",
  async (sampler, ratio, parent, isSampled) => {
    const opened = open({ ...(sampler && { sampler }), ratio });
    const span = opened.tracer?.start("work", { parent });
    expect(span?.isSampled).toBe(isSampled);
    expect(span?.traceparent.endsWith(isSampled ? "-01" : "-00")).toBe(true);
    if (parent !== null) expect(span?.traceparent.slice(3, 35)).toBe(parent.slice(3, 35));
    await opened.stop();
  },
);

test("a tenth of traces is a tenth, and a trace is taken or left as a whole", () => {
  const { tracer } = open({ sampler: "traceidratio", ratio: 0.1 });
  const spans = Array.from({ length: 5000 }, () => tracer?.start("work", { parent: null }));
  const taken = spans.filter((span) => span?.isSampled === true);
  expect(taken.length / spans.length).toBeWithin(0.06, 0.15);
  for (const span of spans) {
    const next = tracer?.start("next", { parent: span?.traceparent ?? null });
    expect(next?.isSampled).toBe(span?.isSampled === true);
  }
  expect(String(samplerOf("traceidratio", 0.1))).toContain("0.1");
});

test("an error is told by its kind: its message, and what a step is given, stay here", async () => {
  const opened = open({ sampler: "always_on" });
  installTracer(opened.tracer);
  const secret = "dm_key_5f4dcc3b5aa765d61d8327deb882cf99";
  const span = opened.tracer?.start("outer", { parent: null }) ?? null;
  const failing = inSpan(span, () =>
    traced("failing step", { kind: "client" }, () => Promise.reject(new TypeError(secret))),
  );
  await expect(failing).rejects.toThrow(secret);
  span?.end();
  const step = await eventually(() => collector.spans.find(({ name }) => name === "failing step"));
  expect(step).toMatchObject({ status: 2, statusMessage: "", events: 0, kind: 3 });
  expect(step.attributes).toEqual({ "error.type": "TypeError" });
  expect(step.parentSpanId).toBe(span?.traceparent.slice(36, 52) ?? "");
  installTracer(null);
  await opened.stop();
  expect(collector.bytes().includes(secret)).toBe(false);
});

test("lines of the log go as they are written: with their trace, and with what is cut out cut out", async () => {
  const opened = open({ sampler: "always_on" });
  installTracer(opened.tracer);
  const log = createLogger({ level: "info", service: "test", onLine: opened.onLine });
  const span = opened.tracer?.start("logging", { parent: null }) ?? null;
  const secret = "Bearer eyJhbGciOiJIUzI1NiJ9";
  inSpan(span, () =>
    log.warn({ authorization: secret, err: new Error("it broke") }, "a test line"),
  );
  const quiet = open({ sampler: "always_off" }).tracer?.start("quiet", { parent: null }) ?? null;
  inSpan(quiet, () => log.info("a quiet test line"));
  inSpan(quiet, () => log.error("a loud test line"));
  await eventually(() => collector.logs.find(({ body }) => body === "a loud test line"));
  const line = collector.logs.find(({ body }) => body === "a test line");
  expect(line).toMatchObject({ severity: "WARN", service: "dataset-market-test" });
  expect(line?.traceId).toBe(span?.traceparent.slice(3, 35) ?? "");
  expect(line?.attributes).toMatchObject({
    authorization: "[Redacted]",
    "exception.type": "Error",
    "exception.message": "it broke",
  });
  expect(collector.logs.some(({ body }) => body === "a quiet test line")).toBe(false);
  expect(collector.bytes().includes(secret)).toBe(false);
  installTracer(null);
  await opened.stop();
});

test("spans carry the service's name and attributes, and the collector gets its headers", async () => {
  const variables = {
    OTEL_SERVICE_NAME: "named",
    OTEL_RESOURCE_ATTRIBUTES: "deployment.environment.name=trial",
    OTEL_EXPORTER_OTLP_HEADERS: "x-tenant=t1",
  };
  const opened = open({ sampler: "always_on", variables });
  opened.tracer?.start("named work", { parent: null }).end();
  const span = await eventually(() => collector.spans.find(({ name }) => name === "named work"));
  expect(span.service).toBe("named");
  expect(collector.bytes().includes("deployment.environment.name")).toBe(true);
  expect(collector.requests.some(({ headers }) => headers["x-tenant"] === "t1")).toBe(true);
  await opened.stop();
});

test.each(["away", "refuse", "hang", "throttle", "drip", "lead"] as const)(
  "a collector that is %s: one line at its beginning and one at its end, a bounded queue, no wait",
  async (trouble) => {
    const own = await startCollector();
    if (trouble !== "away") own.behave(trouble);
    const endpoint = trouble === "away" ? `http://127.0.0.1:${await freePort()}` : own.url;
    const registry = createRegistry("test");
    const { log, lines } = createLogLines();
    const opened = open({ endpoint, sampler: "always_on" });
    opened.watch({ registry, log });
    for (let i = 0; i < 500; i += 1) {
      opened.tracer?.start("lost", { parent: null }).end();
      opened.onLine?.(`{"level":40,"time":"2026-01-01T00:00:00Z","msg":"lost"}\n`);
    }
    const dropped = async (signal: string) => {
      const text = await registry.metrics();
      const pattern = new RegExp(`market_telemetry_dropped_total{signal="${signal}".*} (\\d+)`);
      return Number(pattern.exec(text)?.[1] ?? 0);
    };
    // 16 wait; of the others none.
    await eventually(async () => (await dropped("traces")) >= 484);
    await eventually(async () => (await dropped("logs")) >= 484);
    expect(lines.map(({ msg }) => msg)).toEqual([
      "the collector does not accept telemetry; it is dropped",
    ]);
    if (trouble !== "away") {
      own.behave("ok");
      await eventually(() => {
        opened.tracer?.start("kept", { parent: null }).end();
        opened.onLine?.(`{"level":40,"time":"2026-01-01T00:00:00Z","msg":"kept"}\n`);
        return lines.length > 1 && own.spans.some(({ name }) => name === "kept");
      });
      expect(lines.map(({ msg }) => msg).slice(1)).toEqual([
        "the collector accepts telemetry again",
      ]);
    }
    await opened.stop();
    await own.close();
  },
);

test("a collector that takes all gets all, long after as much was sent as may wait at once", async () => {
  const own = await startCollector();
  const registry = createRegistry("test");
  const { log, lines } = createLogLines();
  const variables = { OTEL_BLRP_MAX_QUEUE_SIZE: "16", OTEL_BLRP_MAX_EXPORT_BATCH_SIZE: "4" };
  const opened = open({ endpoint: own.url, sampler: "always_on", variables });
  opened.watch({ registry, log });
  for (let round = 1; round <= 8; round += 1) {
    for (let i = 0; i < 10; i += 1) {
      opened.tracer?.start("kept", { parent: null }).end();
      opened.onLine?.(`{"level":40,"time":"2026-01-01T00:00:00Z","msg":"kept"}\n`);
    }
    await eventually(() => own.spans.length === 10 * round && own.logs.length === 10 * round);
  }
  const dropped = (await registry.metrics()).match(/^market_telemetry_dropped_total{.*/gm) ?? [];
  expect(dropped.filter((line) => !line.endsWith(" 0"))).toEqual([]);
  expect(lines).toEqual([]);
  await opened.stop();
  await own.close();
});

test("an outage of both ends with the next span, without a log line, and the next outage is logged, too", async () => {
  const own = await startCollector();
  const { log, lines } = createLogLines();
  const opened = open({ endpoint: own.url, sampler: "always_on" });
  opened.watch({ registry: createRegistry("test"), log });
  for (const round of [1, 2]) {
    own.behave("refuse");
    opened.tracer?.start("lost", { parent: null }).end();
    opened.onLine?.(`{"level":40,"time":"2026-01-01T00:00:00Z","msg":"lost"}\n`);
    const lost = () => new Set(own.requests.map(({ path }) => path));
    await eventually(() => lines.length === 2 * round - 1 && lost().size === 2);
    own.behave("ok");
    await eventually(() => {
      opened.tracer?.start("kept", { parent: null }).end();
      return lines.length === 2 * round;
    });
  }
  expect(lines.map(({ msg }) => msg)).toEqual([
    "the collector does not accept telemetry; it is dropped",
    "the collector accepts telemetry again",
    "the collector does not accept telemetry; it is dropped",
    "the collector accepts telemetry again",
  ]);
  await opened.stop();
  await own.close();
});
