/** `bun workers/main.ts` with its real child processes and real files. */
import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { createHash } from "node:crypto";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import { approvals, workerHeartbeats } from "../../db/schema/index.ts";
import { eventually, freePort } from "../support/stack.ts";
import {
  countAudits,
  countProfiles,
  endedUpload,
  readListing,
  readUpload,
  runScript,
  seedApproval,
  seedUpload,
  testSuite,
} from "../support/workers.ts";

setDefaultTimeout(120_000);
const mainScript = "workers/main.ts";

const suite = await testSuite();

async function runToExit(args: string[], env: Record<string, string | undefined>) {
  const command = [process.execPath, join(import.meta.dir, "../..", mainScript), ...args];
  const child = Bun.spawn(command, { env, stdout: "ignore", stderr: "pipe" });
  return { exitCode: await child.exited, errors: await new Response(child.stderr).text() };
}

function makeCsv(rowCount: number): string {
  const rows = ["id,name,amount,day"];
  for (let row = 0; row < rowCount; row += 1) {
    rows.push(`${row},name ${row % 1000},${(row * 7.3).toFixed(2)},2026-01-${(row % 28) + 1}`);
  }
  return `${rows.join("\n")}\n`;
}

describe("workers/main.ts", () => {
  test("all: a CSV gets its sample and profile, an approval its mail, SIGTERM ends it cleanly", async () => {
    const worker = runScript(suite, mainScript, ["all"]);
    const content = makeCsv(500);
    const [seeded, { approvalId }] = await Promise.all([
      seedUpload(suite, { content }),
      seedApproval(suite),
    ]);
    const upload = await eventually(() => endedUpload(suite.db, seeded.uploadId), {
      timeoutMs: 30_000,
    });
    const sha256 = createHash("sha256").update(content).digest("hex");
    expect(upload).toMatchObject({ state: "generated", format: "csv", sha256, attempts: 1 });
    expect(await readListing(suite.db, seeded.listingId)).toMatchObject({
      rowCount: 500,
      columnCount: 4,
      columnNames: ["id", "name", "amount", "day"],
    });
    await eventually(async () => {
      const [row] = await suite.db.select().from(approvals).where(eq(approvals.id, approvalId));
      return row?.mailedAt;
    });
    worker.kill("SIGTERM");
    expect(await worker.exited).toBe(0);
    expect(readdirSync(suite.config.WORK_DIR)).toEqual([]);
  });

  test("profile, killed with -9 while it reads a large file: the job finishes elsewhere, once", async () => {
    await suite.work(["relay"]);
    const { uploadId } = await seedUpload(suite, { content: makeCsv(1_500_000) });
    const first = runScript(suite, mainScript, ["profile"]);
    await eventually(
      async () => (await readUpload(suite.db, uploadId)).progress?.phase === "read",
      { timeoutMs: 30_000 },
    );
    first.kill("SIGKILL");
    await first.exited;
    expect(await readUpload(suite.db, uploadId)).toMatchObject({ state: "attached", attempts: 1 });

    const second = runScript(suite, mainScript, ["profile"]);
    const ended = await eventually(() => endedUpload(suite.db, uploadId), { timeoutMs: 60_000 });
    expect(ended).toMatchObject({ state: "generated", attempts: 1, serviceFailures: 1 });
    expect(await countProfiles(suite.db, uploadId)).toBe(1);
    expect(await countAudits(suite.db, uploadId, "profile.recorded")).toBe(1);
    // The second worker removed the files left by the first one.
    expect(readdirSync(suite.config.WORK_DIR).length).toBe(1);
    second.kill("SIGTERM");
    expect(await second.exited).toBe(0);
  });

  test("SIGTERM while NATS is away ends it cleanly, and the list of workers forgets it", async () => {
    const away = { METRICS_PORT: String(await freePort()), NATS_URL: "nats://127.0.0.1:9" };
    const worker = runScript(suite, mainScript, ["relay"], away);
    const row = () => suite.db.$count(workerHeartbeats, eq(workerHeartbeats.pid, worker.pid));
    await eventually(async () => (await row()) === 1);
    worker.kill("SIGTERM");
    expect(await worker.exited).toBe(0);
    expect(await row()).toBe(0);
  });

  test("an unknown role and a missing variable are refused with a plain message", async () => {
    const unknown = await runToExit(["everything"], suite.env);
    expect(unknown.exitCode).toBe(2);
    expect(unknown.errors).toStartWith(
      "Unknown argument: everything\n\nUsage: bun workers/main.ts [all|",
    );
    const { NATS_URL: _, ...incomplete } = suite.env;
    const refused = await runToExit(["relay"], incomplete);
    expect(refused.exitCode).toBe(2);
    expect(refused.errors).toStartWith(
      "The worker cannot start. The configuration has 1 fault(s):",
    );
    expect(refused.errors).toContain("NATS_URL");
    expect(refused.errors).not.toContain("    at ");
  });
});
