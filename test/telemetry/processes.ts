/** API and workers as processes of their own that send to a collector, over a market that seeds them. */
import { v7 } from "uuid";
import { sellerAgent } from "../support/agents.ts";
import { type Money, openMoney } from "../support/money.ts";
import { createTestDatabase, eventually, freePort, testEnv } from "../support/stack.ts";
import { runScript, type WorkerProcess } from "../support/workers.ts";
import { type Collector, startCollector } from "./collector.ts";

export type Traced = {
  collector: Collector;
  /** Seeds in this process, of which nothing is traced. */
  money: Money;
  /** Of the API's process. */
  url: string;
  sellerToken: string;
  stop(): Promise<void>;
  close(): Promise<void>;
};

const quick = {
  OTEL_BSP_SCHEDULE_DELAY: "100",
  OTEL_BLRP_SCHEDULE_DELAY: "100",
};

/** `env` is of all processes. */
export async function startTraced(env: Record<string, string> = {}): Promise<Traced> {
  const collector = await startCollector();
  const database = await createTestDatabase();
  const { STRIPE_API_BASE_URL, STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET, API_PORT, ...shared } =
    await testEnv({
      DATABASE_URL: database.url,
      NATS_STREAM_PREFIX: `t${v7().replaceAll("-", "")}`,
    });
  const { PUBLIC_BASE_URL: _, ...seeding } = shared;
  const money = await openMoney({ env: seeding });
  const { config } = money.api;
  const port = String(await freePort());
  const all = {
    ...shared,
    PUBLIC_BASE_URL: config.PUBLIC_BASE_URL,
    STRIPE_API_BASE_URL: config.STRIPE_API_BASE_URL ?? "",
    STRIPE_SECRET_KEY: config.STRIPE_SECRET_KEY,
    STRIPE_WEBHOOK_SECRET: config.STRIPE_WEBHOOK_SECRET.join(","),
    API_PORT: port,
    LOG_LEVEL: "info",
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    ...quick,
    ...env,
  };
  const url = `http://127.0.0.1:${port}`;
  const processes = [
    runScript({ env: all }, "api/main.ts", [], { METRICS_PORT: String(await freePort()) }),
    runScript({ env: all }, "workers/main.ts", ["all"], { METRICS_PORT: String(await freePort()) }),
  ];
  await eventually(async () => (await fetch(`${url}/health/ready`)).ok, { timeoutMs: 60_000 });
  const stop = once(() => endAll(processes));
  return {
    collector,
    money,
    url,
    sellerToken: (await sellerAgent(money.api)).token,
    stop,
    async close() {
      await stop();
      await money.close();
      await database.drop();
      await collector.close();
    },
  };
}

async function endAll(processes: WorkerProcess[]): Promise<void> {
  for (const { kill } of processes) kill("SIGTERM");
  await Promise.all(processes.map(({ exited }) => exited));
}

function once(run: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | null = null;
  return () => {
    running ??= run();
    return running;
  };
}
