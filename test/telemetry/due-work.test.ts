/** What makes traces of its own, or none: due work, the model that comes along, what is not sampled. */
import { afterAll, expect, setDefaultTimeout, spyOn, test } from "bun:test";
import { tracedStatement, tracedTransaction } from "../../db/trace-statements.ts";
import { callEmbeddings } from "../../platform/embeddings/openai.ts";
import { createRegistry } from "../../platform/metrics.ts";
import { openTelemetry } from "../../platform/telemetry/open-telemetry.ts";
import { traceCalls } from "../../platform/telemetry/trace-calls.ts";
import {
  currentTraceparent,
  inSpan,
  installTracer,
  traced,
} from "../../platform/telemetry/tracing.ts";
import type { SamplerName } from "../../platform/telemetry/variables.ts";
import { type ClockDeps, runTask } from "../../workers/clock/clock.ts";
import { createEndpoint } from "../../workers/embeddings/endpoint.ts";
import { Turns } from "../../workers/embeddings/turns.ts";
import { createWorkerMetrics } from "../../workers/metrics.ts";
import { forFile } from "../support/for-file.ts";
import { createLogLines } from "../support/log-lines.ts";
import { eventually } from "../support/stack.ts";
import { startCollector } from "./collector.ts";

setDefaultTimeout(30_000);
const collector = await forFile(startCollector());
afterAll(() => installTracer(null));

/** Sends at once what was recorded when it is stopped. */
function open(sampler: SamplerName = "always_on") {
  const before = process.env.OTEL_EXPORTER_OTLP_ENDPOINT;
  process.env.OTEL_EXPORTER_OTLP_ENDPOINT = collector.url;
  const sends = { traces: true, logs: false };
  const opened = openTelemetry({
    ...{ service: "test", version: "1", sends },
    ...{ sampler, samplerArgument: 1 },
  });
  if (before === undefined) delete process.env.OTEL_EXPORTER_OTLP_ENDPOINT;
  else process.env.OTEL_EXPORTER_OTLP_ENDPOINT = before;
  installTracer(opened.tracer);
  collector.spans.length = 0;
  return opened;
}

const { log, lines } = createLogLines();
const deps = { log, metrics: createWorkerMetrics(createRegistry("test")) } as ClockDeps;

const run = (name: string, work: () => Promise<number>) =>
  runTask(deps, { name, everySeconds: 1, run: work });

const step = () => traced("SELECT jobs", {}, async () => {});
const store = traceCalls({ head: async () => true }, { name: "store", methods: ["head"] });
const seen = () => collector.spans.map(({ name }) => name).toSorted();

test("a task that finds nothing makes no span, one that does something makes one with its time", async () => {
  const opened = open();
  let owed: string | null = null;
  await run("idle", async () => {
    await step();
    return 0;
  });
  await run("busy", async () => {
    await step();
    owed = currentTraceparent();
    return 3;
  });
  await opened.stop();
  expect(seen()).toEqual(["clock busy"]);
  const [span] = collector.spans;
  expect(span?.attributes).toEqual({ "market.task.count": 3 });
  expect(span?.parentSpanId).toBe("");
  expect(String(owed)).toBe(`00-${span?.traceId}-${span?.spanId}-01`);
  expect(lines.at(-1)).toMatchObject({ task: "busy", count: 3 });
});

test("its steps are recorded from its first call outside on", async () => {
  const opened = open();
  await run("settle", async () => {
    await step();
    await store.head();
    await step();
    return 1;
  });
  await opened.stop();
  expect(seen()).toEqual(["SELECT jobs", "clock settle", "store head"]);
  const root = collector.spans.find(({ name }) => name === "clock settle");
  const children = collector.spans.filter((span) => span !== root);
  expect(children.map(({ parentSpanId, traceId }) => [parentSpanId, traceId])).toEqual([
    [String(root?.spanId), String(root?.traceId)],
    [String(root?.spanId), String(root?.traceId)],
  ]);
});

test("one that fails is a span that says so; one that is not sampled is none, and its trace goes on", async () => {
  const opened = open();
  await run("broken", () => Promise.reject(new TypeError("a value")));
  await opened.stop();
  expect(collector.spans).toMatchObject([
    { name: "clock broken", status: 2, attributes: { "error.type": "TypeError" } },
  ]);
  const off = open("always_off");
  let owed: string | null = null;
  await run("busy", async () => {
    await store.head();
    owed = currentTraceparent();
    return 1;
  });
  await off.stop();
  expect(collector.spans).toEqual([]);
  expect(String(owed)).toEndWith("-00");
});

test("a call of the model goes on with its caller's trace; another model is told of none", async () => {
  const opened = open();
  const given: (string | null)[] = [];
  const answer = createEndpoint(
    new Turns(async () => Array(512).fill(0.5), { textsWaitingMax: 9 }),
    async () => {},
  );
  const server = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    fetch: (request) => {
      given.push(request.headers.get("traceparent"));
      return answer(request);
    },
  });
  const baseUrl = new URL("/v1", server.url).href;
  const span = opened.tracer?.start("search", { parent: null }) ?? null;
  const ask = (model: string) =>
    inSpan(span, () =>
      callEmbeddings({ ...{ baseUrl, model }, apiKey: undefined, dimensions: undefined }, ["x"], {
        timeoutMs: 5000,
      }),
    );
  expect(await ask("use-lite-en")).toMatchObject({ kind: "embedded" });
  expect((await ask("another")).kind).toBe("refused");
  expect(given).toEqual([String(span?.traceparent), null]);
  await server.stop(true);
  await opened.stop();
  await eventually(() => collector.spans.length > 0);
  expect(collector.spans).toMatchObject([
    { name: "embed texts", kind: 2, parentSpanId: span?.traceparent.slice(36, 52) },
  ]);
  expect(collector.spans[0]?.attributes).toEqual({ "market.texts": 1 });
});

test("what is not sampled asks the tracer once, at its beginning, and describes nothing", async () => {
  const opened = open("always_off");
  if (opened.tracer === null) throw new Error("there is no tracer");
  const start = spyOn(opened.tracer, "start");
  const span = opened.tracer.start("GET /datasets", { parent: null });
  const described: unknown[] = [];
  const describe = (answer: unknown) => {
    described.push(answer);
    return {};
  };
  const queries = traceCalls({ run: async () => 1 }, { name: "query", methods: ["run"], describe });
  await inSpan(span, async () => {
    for (let count = 0; count < 20; count += 1) {
      await tracedTransaction(() => tracedStatement('select 1 from "listings"', step));
      await queries.run();
      await store.head();
    }
  });
  expect(start).toHaveBeenCalledTimes(1);
  expect(described).toEqual([]);
  await opened.stop();
  expect(collector.spans).toEqual([]);
});
