/** The last part of a run: compares both sides of a day and stores the differences. */
import type { Database } from "../../db/client.ts";
import { enqueueJob } from "../../db/queries/journal/journal.ts";
import { markPurchaseDue } from "../../db/queries/purchases/payment-events.ts";
import { markPurseDue } from "../../db/queries/purchases/purses.ts";
import {
  type ComparedRow,
  compareSides,
  findStrays,
  markJudged,
  type StrayRow,
  sumDay,
} from "../../db/queries/reconciliation/compare.ts";
import {
  type NewFinding,
  resolveUnseen,
  resolveUnseenStrays,
  saveFindings,
  sumOpenFindings,
} from "../../db/queries/reconciliation/findings.ts";
import { endRun, type HeldRun } from "../../db/queries/reconciliation/runs.ts";
import type { Context } from "../context.ts";
import { RunLostError } from "./held-run.ts";
import { movementTables } from "./movements.ts";
import { dayStart, divergenceOf, findingKey, mayHeal, nextDay, strayKinds } from "./rules.ts";

/**
 * More findings mean that the key belongs to another account, or that half of the data is missing.
 */
const findingsPerRunMax = 10_000;

/** `fresh`: found for the first time. `open`: all open findings. */
export type Judgement = { fresh: number; open: number; isCut: boolean };

type Judged = HeldRun & { day: string };

/**
 * Compares the whole day in the transaction that ends the run, so a "done" run has covered
 * everything that was read. Administrators get a mail about new findings, and purchases that
 * settling may correct are made due.
 */
export async function judgeDay(ctx: Context, run: Judged): Promise<Judgement> {
  const span = { from: dayStart(run.day), to: dayStart(nextDay(run.day)) };
  const asked = { span, tables: movementTables };
  const now = ctx.now();
  return ctx.db.transaction(async (tx) => {
    const compared = await compareSides(tx, asked, findingsPerRunMax + 1);
    const strays = await findStrays(tx, span, findingsPerRunMax + 1);
    const isCut = compared.length > findingsPerRunMax || strays.length > findingsPerRunMax;
    const found = [...ofPurchases(compared, run, now), ...ofNobody(strays, run, now)];
    const fresh = await saveInParts(tx, found, now);
    if (!isCut) await resolve(tx, compared, now);
    await heal(tx, found, now);
    await markJudged(tx, span);
    const sums = await sumDay(tx, asked);
    const { open, differences } = await sumOpenFindings(tx);
    const isHeld = await endRun(tx, run, { findings: open, differences, sums, now });
    if (!isHeld) throw new RunLostError(`the reconciliation of ${run.day} was taken over`);
    const mail = { template: "reconciliation", run_id: run.id } as const;
    if (fresh > 0) await enqueueJob(tx, "jobs.mail", mail, now);
    return { fresh, open, isCut };
  });
}

function ofPurchases(rows: ComparedRow[], { day }: Judged, now: Date): NewFinding[] {
  return rows.flatMap((row) => {
    const divergence = divergenceOf(row);
    if (divergence === null) return [];
    const { purchaseId, category, currency, reference } = row;
    const subject = `${purchaseId}/${category}`;
    const key = findingKey({ ...divergence, subject });
    const seen = { firstSeenAt: now, lastSeenAt: now };
    return [{ ...divergence, key, day, purchaseId, category, currency, reference, ...seen }];
  });
}

function ofNobody(rows: StrayRow[], { day }: Judged, now: Date): NewFinding[] {
  return rows.flatMap(({ id, movement, amountCents, currency }) => {
    const kind = strayKinds[movement];
    if (kind === null) return [];
    const amounts = { expectedCents: 0, foundCents: amountCents };
    const key = findingKey({ kind, subject: id, ...amounts });
    const seen = { firstSeenAt: now, lastSeenAt: now };
    return [{ kind, key, day, category: movement, currency, reference: id, ...amounts, ...seen }];
  });
}

const rowsPerStatement = 500;

async function saveInParts(tx: Database, found: NewFinding[], now: Date): Promise<number> {
  let fresh = 0;
  for (let at = 0; at < found.length; at += rowsPerStatement) {
    fresh += (await saveFindings(tx, found.slice(at, at + rowsPerStatement), now)).length;
  }
  return fresh;
}

async function resolve(tx: Database, compared: ComparedRow[], now: Date): Promise<void> {
  for (let at = 0; at < compared.length; at += rowsPerStatement) {
    await resolveUnseen(tx, compared.slice(at, at + rowsPerStatement), now);
  }
  await resolveUnseenStrays(tx, now);
}

async function heal(tx: Database, found: NewFinding[], now: Date): Promise<void> {
  for (const { kind, purchaseId } of found) {
    if (!purchaseId || !mayHeal(kind)) continue;
    const keys = { purchaseId, paymentIntentId: null };
    await markPurseDue(tx, keys, { now, isEnded: true, isPaid: true });
    await markPurchaseDue(tx, keys, { now, isEnded: true, isPaid: true });
  }
}
