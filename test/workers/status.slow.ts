/** A worker's readiness and metrics. */
import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { createRegistry } from "../../platform/metrics.ts";
import { portTrouble } from "../../platform/part-trouble.ts";
import { serveStatus } from "../../platform/status-server.ts";
import { startWorker } from "../../workers/worker.ts";
import { instantDatasets } from "../support/fake-datasets.ts";
import { silentLog } from "../support/log-lines.ts";
import { startOwnPostgres } from "../support/programs/own-postgres.ts";
import { freePort } from "../support/stack.ts";
import { seedUpload, testSuite } from "../support/workers.ts";

setDefaultTimeout(30_000);

const suite = await testSuite();

const get = (path: string) => fetch(`http://127.0.0.1:${suite.config.METRICS_PORT}${path}`);

describe("worker status", () => {
  test("readiness names each dependency, and metrics tell how much work is owed", async () => {
    const worker = await suite.work(["clock"]);
    const ready = await get("/health/ready");
    expect(ready.status).toBe(200);
    const checks = { database: "ok", nats: "ok", storage: "ok", time: "ok" };
    expect(await ready.json()).toEqual({ status: "ok", checks });
    expect((await get("/health/live")).status).toBe(200);
    expect((await get("/other")).status).toBe(404);
    await seedUpload(suite);
    expect(await (await get("/metrics")).text()).toMatch(/market_outbox_unpublished\{.*\} 1\n/);
    await worker.stop();
  });

  test("a frozen database is told within the time of a scrape, so that its own alert rings", async () => {
    const postgres = await startOwnPostgres();
    const port = await freePort();
    const config = { ...suite.config, DATABASE_URL: postgres.url, METRICS_PORT: [port] };
    const worker = await startWorker({
      ...{ config, roles: ["clock"], service: "frozen", log: silentLog },
      ...{ openDatasets: () => instantDatasets(), now: () => new Date() },
      signal: new AbortController().signal,
    });
    const scrape = async () => {
      // Prometheus' own timeout.
      const signal = AbortSignal.timeout(10_000);
      return (await fetch(`http://127.0.0.1:${port}/metrics`, { signal })).text();
    };
    expect(await scrape()).toMatch(/market_outbox_unpublished\{.*\} 0\n/);
    postgres.freeze();
    try {
      const told = await scrape();
      expect(told).toMatch(/market_outbox_unpublished\{.*\} -1\n/);
      expect(told).toMatch(/market_untold\{what="events".*\} -1\n/);
    } finally {
      postgres.thaw();
    }
    await worker.stop();
    await postgres.stop();
  });

  test("a dependency that fails or hangs makes it unready by name; it stays alive", async () => {
    const port = await freePort();
    const { server } = await serveStatus(createRegistry("test"), {
      host: "127.0.0.1",
      ports: [port],
      probes: {
        database: async () => {},
        nats: () => Promise.reject(new Error("secret address")),
        storage: () => new Promise(() => {}),
      },
    });
    const ready = await fetch(`http://127.0.0.1:${port}/health/ready`);
    expect(ready.status).toBe(503);
    const checks = { database: "ok", nats: "unavailable", storage: "unavailable" };
    const reasons = { nats: "does not answer", storage: "gives no answer within 3 seconds" };
    expect(await ready.json()).toEqual({ status: "unavailable", checks, reasons });
    expect((await fetch(`http://127.0.0.1:${port}/health/live`)).status).toBe(200);
    server.close();
  });

  test("a second worker of one machine works without the metrics port that the first one holds", async () => {
    const first = await suite.work(["clock"]);
    const second = await suite.work(["clock"]);
    await second.stop();
    expect((await get("/health/live")).status).toBe(200);
    await first.stop();
  });

  test("several processes of one machine share a range of ports, and the last says that all are taken", async () => {
    const first = await freePort();
    const options = { host: "127.0.0.1", ports: [first, first + 1], probes: {} };
    const opened = [1, 2].map(() => serveStatus(createRegistry("test"), options));
    const servers = await Promise.all(opened);
    expect(servers.map(({ port }) => port).toSorted()).toEqual([first, first + 1]);
    await expect(serveStatus(createRegistry("test"), options)).rejects.toThrow(
      `METRICS_PORT: ports ${first} to ${first + 1} are all taken`,
    );
    for (const { server } of servers) server.close();
  });

  test("a dozen processes of one machine take their ports without a word about leaks", async () => {
    const warnings: string[] = [];
    const hear = ({ name }: Error) => void warnings.push(name);
    process.on("warning", hear);
    const busy = Array.from({ length: 11 }, () => createServer());
    for (const server of busy) await new Promise<void>((heard) => server.listen(0, heard));
    const ports = busy.map((server) => (server.address() as AddressInfo).port);
    ports.push(await freePort());
    const options = { host: "127.0.0.1", ports, probes: {} };
    const { server, port } = await serveStatus(createRegistry("test"), options);
    expect(port).toBe(ports.at(-1) ?? 0);
    // A warning is emitted in the next tick.
    await new Promise(setImmediate);
    process.off("warning", hear);
    expect(warnings).toEqual([]);
    for (const each of [...busy, server]) each.close();
  });

  test.each([
    ["EACCES", "this user may not listen at port 80: ports below 1024 require special rights"],
    ["EADDRNOTAVAIL", "cannot listen at port 80 (EADDRNOTAVAIL)"],
  ])(
    "what keeps a process from a port that nobody holds is not called taken: %s",
    (code, words) => {
      const error = Object.assign(new Error("listen"), { code });
      expect(portTrouble("METRICS_PORT", 80, error).message).toBe(`METRICS_PORT: ${words}`);
    },
  );
});
