/** The messages of `bun dev` while a required service is unreachable. */
import { expect, test } from "bun:test";
import { createReadinessNews } from "../../dev/watch-readiness.ts";
import { processesWith } from "../support/programs/processes.ts";
import { eventually, freePort } from "../support/stack.ts";
import { killRunsAfterEach, startDev } from "./dev-run.ts";

killRunsAfterEach();

const full = "has no room for JOBS (maximum bytes exceeded): make room on its disk";
const consequence = "(samples, mails and webhooks wait, nothing is lost)";

test("only news: a lasting trouble, a changed reason, the end; nothing that passes at once", () => {
  const news = createReadinessNews("workers");
  expect(news({ reasons: { nats: full } })).toEqual([]);
  expect(news({ reasons: { nats: full } })).toEqual([
    `workers    waits for nats: ${full} ${consequence}`,
  ]);
  expect(news({ reasons: { nats: full } })).toEqual([]);
  expect(news({ reasons: { nats: "is not connected" } })).toEqual([
    `workers    waits for nats: is not connected ${consequence}`,
  ]);
  expect(news({})).toEqual(["workers    nats answers again"]);
  expect(news({ reasons: { database: "does not answer" } })).toEqual([]);
  expect(news({})).toEqual([]);
});

test("bun dev with a store and a NATS that are away says so, and goes on when they answer", async () => {
  const store = `http://127.0.0.1:${await freePort()}`;
  const run = await startDev({
    S3_ENDPOINT: store,
    S3_BUCKET: "files",
    S3_ACCESS_KEY_ID: "key",
    S3_SECRET_ACCESS_KEY: "secret",
  });
  const says = (part: string) =>
    eventually(() => run.output().includes(part), { timeoutMs: 40_000 });
  const away = `storage of S3_BUCKET: The object store does not answer (bucket files, ${store})`;
  await says(`api        waits for ${away}`);
  await says(`workers    waits for ${away}`);
  const [nats = ""] = processesWith(run.dataDir).filter((line) => line.includes("--jetstream"));
  process.kill(Number.parseInt(nats, 10), "SIGSTOP");
  await says("workers    waits for nats: ");
  process.kill(Number.parseInt(nats, 10), "SIGCONT");
  await says("workers    nats answers again");
  run.signal("SIGINT");
  expect(await run.exited).toBe(0);
  // The API was never ready: nothing may claim so when it ends, and no tour begins.
  expect(run.output()).not.toMatch(/api {8}ready|] ready at|Ctrl-C stops everything/);
}, 120_000);

test("bun dev waits for a database that is away before it migrates", async () => {
  const port = await freePort();
  const run = await startDev({ DATABASE_URL: `postgres://market@127.0.0.1:${port}/market` });
  const line = "migration  waits for database of DATABASE_URL: does not answer (ECONNREFUSED)";
  await eventually(() => run.output().includes(line), { timeoutMs: 40_000 });
  run.signal("SIGINT");
  expect(await run.exited).toBe(0);
}, 90_000);
