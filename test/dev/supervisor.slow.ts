/** The processes and files that `bun dev` leaves behind, however it ends. */
import { describe, expect, test } from "bun:test";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { processesWith } from "../support/programs/processes.ts";
import { eventually, getStack, testEnv } from "../support/stack.ts";
import { freePortBase, killRunsAfterEach, startDev, untilUp } from "./dev-run.ts";

killRunsAfterEach();

describe("bun dev", () => {
  test("leaves nothing behind after kill -9, starts again at once, stops in order", async () => {
    const first = await startDev();
    await untilUp(first);
    // Four services, the API and the workers, and more of Postgres' own.
    expect(processesWith(first.dataDir).length).toBeGreaterThan(6);
    const secrets = readFileSync(join(first.dataDir, "secrets.json"), "utf8");
    first.signal("SIGKILL");
    await first.exited;

    const again = { DATA_DIR: first.dataDir, PORT_BASE: String(first.portBase) };
    const second = await startDev(again);
    await untilUp(second);
    expect(readFileSync(join(first.dataDir, "secrets.json"), "utf8")).toBe(secrets);
    const ready = await fetch(`http://127.0.0.1:${second.portBase}/health/ready`);
    expect(ready.status).toBe(200);

    const third = await startDev(again);
    expect(await third.exited).toBe(1);
    expect(third.output()).toContain(`process ${second.pid}`);
    expect(processesWith(first.dataDir).length).toBeGreaterThan(6);

    second.signal("SIGINT");
    expect(await second.exited).toBe(0);
    const stops = [...second.output().matchAll(/(\w+) +stopping$/gm)].map(([, name]) => name);
    expect(stops.slice(0, 4)).toEqual(["query", "mcp", "workers", "api"]);
    const parts = ["embeddings", "identity", "mail", "nats", "payments", "postgres"];
    expect(stops.slice(4).toSorted()).toEqual(parts);
    expect(processesWith(first.dataDir)).toEqual([]);
    expect(existsSync(join(first.dataDir, "supervisor.json"))).toBe(false);
  }, 90_000);

  test("leaves no process behind after kill -9 in the middle of its start", async () => {
    const run = await startDev();
    await eventually(() => processesWith(run.dataDir).length > 2);
    run.signal("SIGKILL");
    await run.exited;
    expect(await eventually(() => processesWith(run.dataDir).length === 0)).toBe(true);
  });

  test("skips replaced parts, and ends with the last log lines when a child dies", async () => {
    const real = await testEnv();
    const { DATABASE_URL, NATS_URL, RESEND_API_KEY, RESEND_BASE_URL } = real;
    const { STRIPE_SECRET_KEY, STRIPE_API_BASE_URL, STRIPE_WEBHOOK_SECRET } = real;
    const { OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET } = real;
    const run = await startDev({
      ...Object.fromEntries(
        Object.entries({
          DATABASE_URL,
          NATS_URL,
          RESEND_API_KEY,
          RESEND_BASE_URL,
          OIDC_ISSUER,
          OIDC_CLIENT_ID,
          OIDC_CLIENT_SECRET,
          STRIPE_SECRET_KEY,
          STRIPE_API_BASE_URL,
          STRIPE_WEBHOOK_SECRET,
        }).map(([name, value]) => [name, value ?? ""]),
      ),
      ALLOW_INSECURE_LOOPBACK: "true",
      DEMO_CATALOGUE: "true",
    });
    await untilUp(run);
    for (const line of ["postgres   skipped: DATABASE_URL", "nats       skipped: NATS_URL"]) {
      expect(run.output()).toContain(line);
    }
    expect(run.output()).toContain("identity   skipped: OIDC_ISSUER is set");
    expect(run.output()).toContain("mail       skipped: RESEND_API_KEY is set");
    expect(run.output()).toContain("payments   skipped: STRIPE_SECRET_KEY is set");
    expect(run.output()).toContain("catalogue  skipped");
    expect(run.output()).toContain("storage    ready");

    const [api = ""] = processesWith(run.dataDir).filter((line) => line.includes("api/main.ts"));
    process.kill(Number.parseInt(api, 10), "SIGKILL");
    expect(await run.exited).toBe(1);
    expect(run.output()).toContain("api ended with exit code 137; the last lines of ");
    expect(processesWith(run.dataDir)).toEqual([]);
    // It does not stop processes that it did not start.
    expect((await fetch((await getStack()).mail.url)).status).toBe(200);
  }, 90_000);

  test("names the busy port, its part and PORT_BASE, and starts nothing", async () => {
    const portBase = await freePortBase();
    const taken = Bun.listen({ hostname: "127.0.0.1", port: portBase + 5, socket: { data() {} } });
    const run = await startDev({ PORT_BASE: String(portBase) });
    expect(await run.exited).toBe(1);
    taken.stop(true);
    expect(run.output()).toContain(`port ${portBase + 5} (postgres)`);
    expect(run.output()).toContain(`PORT_BASE (now ${portBase})`);
    expect(existsSync(join(run.dataDir, "postgres"))).toBe(false);
  });

  test("refuses a PORT_BASE that is no number of a port", async () => {
    const run = await startDev({ PORT_BASE: "many" });
    expect(await run.exited).toBe(1);
    expect(run.output()).toContain('PORT_BASE is "many"');
  });
});
