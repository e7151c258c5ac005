/**
 * Reconciling processes killed with SIGKILL at any moment: each fee is posted once, and each day is
 * compared.
 */
import { expect, setDefaultTimeout, test } from "bun:test";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import { restartRun } from "../../../db/queries/reconciliation/runs.ts";
import { ledgerEntries, providerTransactions } from "../../../db/schema/index.ts";
import { reconcileDueDays } from "../../../market/reconciliation/reconcile-due-days.ts";
import { hourMs, minuteMs } from "../../../platform/time.ts";
import { silentLog } from "../../support/log-lines.ts";
import { testMoney } from "../../support/money.ts";
import { eventually } from "../../support/stack.ts";
import { bought, later, openFindings, runsOf } from "./books.ts";

setDefaultTimeout(60_000);

const money = await testMoney({ webhooks: false });
const { api, provider } = money;
const kills = Number(process.env.RECONCILIATION_KILLS ?? 5);
const program = join(import.meta.dir, "../../support/programs/reconciler.ts");

/** Each start is late enough that the killed process's lease has ended. */
const aheadOf = (round: number) => 27 * hourMs + round * 5 * minuteMs;

async function holders(): Promise<(string | null)[]> {
  return (await runsOf(money)).map(({ holder }) => holder).filter((holder) => holder !== null);
}

async function killOneAtWork(round: number): Promise<void> {
  const before = await holders();
  const ahead = String(aheadOf(round));
  const args = [api.databaseUrl, provider.url, provider.secretKey, ahead];
  const child = Bun.spawn([process.execPath, program, ...args], {
    env: { PATH: process.env.PATH, HOME: process.env.HOME },
    stdout: "ignore",
    stderr: "inherit",
  });
  // Waits for its own run, not the one that the killed process left behind.
  await eventually(async () => (await holders()).some((holder) => !before.includes(holder)), {
    timeoutMs: 20_000,
    everyMs: 1,
  });
  // A random moment: during the call, between two transactions, or inside one.
  await Bun.sleep(Math.random() * 60);
  child.kill("SIGKILL");
  await child.exited;
}

test("a process killed while reconciling omits nothing and posts nothing twice", async () => {
  for (let round = 0; round < kills; round += 1) {
    await bought(money);
    for (const { day } of await runsOf(money)) await restartRun(api.db, day, api.ctx.now());
    await money.fault({
      operation: "GET /v1/balance_transactions",
      kind: "late_answer",
      times: 1,
      delay_ms: 30,
    });
    await killOneAtWork(round);
  }
  await money.clearFaults();
  const aheadMs = aheadOf(kills + 1);
  const ctx = { ...later(money), now: () => new Date(Date.now() + aheadMs) };
  await reconcileDueDays({ ctx, log: silentLog });
  for (const { day } of await runsOf(money)) await restartRun(api.db, day, ctx.now());
  await reconcileDueDays({ ctx, log: silentLog });
  expect((await runsOf(money)).every(({ state }) => state === "done")).toBe(true);
  expect(await openFindings(money)).toEqual([]);
  const posted = await api.db
    .select({ reference: ledgerEntries.reference })
    .from(ledgerEntries)
    .where(eq(ledgerEntries.posting, "provider_fee"));
  const charged = await api.db.$count(providerTransactions);
  expect(charged).toBe(kills);
  expect(posted).toHaveLength(2 * kills);
  expect(new Set(posted.map(({ reference }) => reference)).size).toBe(kills);
});
