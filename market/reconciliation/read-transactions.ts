/** The first part of a run: reads the provider's transactions of a day. */
import { type RunRow, wasRead } from "../../db/queries/reconciliation/runs.ts";
import { saveTransactions } from "../../db/queries/reconciliation/transactions.ts";
import type { Answer } from "../../platform/payments/port.ts";
import type { Context } from "../context.ts";
import { advance } from "./held-run.ts";
import { dayBefore, windowOf } from "./rules.ts";

/** read: complete. later: the time is up. failed: the provider did not answer correctly. */
export type ReadOutcome = { kind: "read" | "later" } | { kind: "failed"; detail: string };

/** Reads page by page until `deadline`. Each page is stored with the start of the next one. */
export async function readTransactions(
  ctx: Context,
  run: RunRow & { holder: string },
  deadline: Date,
): Promise<ReadOutcome> {
  if (run.isRead) return { kind: "read" };
  const isDayBeforeRead = await wasRead(ctx.db, dayBefore(run.day));
  const span = windowOf(run.day, { isDayBeforeRead });
  let after = run.cursor;
  let transactions = run.transactions;
  do {
    const answer = await ctx.payments.listTransactions({ ...span, after });
    if (answer.kind !== "ok") return failed(ctx, run, answer);
    const { items, next } = answer.value;
    transactions += items.length;
    const now = ctx.now();
    const progress = { cursor: next, isRead: next === null, transactions, now };
    await ctx.db.transaction(async (tx) => {
      await saveTransactions(tx, items);
      await advance(tx, run, progress);
    });
    after = next;
  } while (after !== null && ctx.now() < deadline);
  return { kind: after === null ? "read" : "later" };
}

type Failed = Exclude<Answer<never>, { kind: "ok" }>;

async function failed(
  ctx: Context,
  run: RunRow & { holder: string },
  answer: Failed,
): Promise<ReadOutcome> {
  // If the provider does not know the cursor, the run has to start again.
  const isCursorLost = run.cursor !== null && answer.kind !== "unknown";
  const now = ctx.now();
  if (isCursorLost) await advance(ctx.db, run, { cursor: null, transactions: 0, now });
  const detail = "detail" in answer ? answer.detail : answer.decline.detail;
  return { kind: "failed", detail: `reading the provider's transactions: ${detail}` };
}
