/**
 * Shared by the tests of failed refunds and chargebacks: purchases in those states, and the
 * notified parties.
 */
import { and, eq } from "drizzle-orm";
import { auditLog, chargebacks, events, outbox } from "../../../db/schema/index.ts";
import type { AdminActor } from "../../../db/vocabulary/actor.ts";
import { driveDueSteps } from "../../../market/purchase/chargeback/drive-steps.ts";
import { silentLog } from "../../support/log-lines.ts";
import {
  buy,
  type Money,
  type MoneySeller,
  newPaidSeller,
  newPayingBuyer,
  offer,
  readRow,
  runClock,
} from "../../support/money.ts";
import { newOwner } from "../../support/operators.ts";
import { eventually } from "../../support/stack.ts";
import { control } from "../../support/stripe.ts";
import { end } from "./faults.ts";

export function openAftermath(money: Money) {
  const { api, provider } = money;

  async function bought(card = "pm_card_visa", seller = money.seller): Promise<string> {
    const buyer = await newPayingBuyer(api, provider, { card });
    const answer = await buy(api, buyer, await offer(api, seller));
    if (answer.status !== 201) throw new Error(answer.text);
    return String(answer.body.id);
  }

  /** Runs the clock until the purchase meets a condition. */
  async function until(
    id: string,
    isSo: (row: Awaited<ReturnType<typeof readRow>>) => boolean,
    seconds = 0,
  ): Promise<void> {
    await eventually(async () => {
      await runClock(api, seconds);
      return isSo(await readRow(api, id));
    });
  }

  async function transferred(seller = money.seller): Promise<string> {
    const id = await end(money, await bought("pm_card_visa", seller), "released");
    await until(id, ({ transferredAt }) => transferredAt !== null, 3600);
    return id;
  }

  /** The bank disputes the charge; returns the dispute's id. */
  async function disputed(id: string, given: object = {}): Promise<string> {
    const { paymentIntentId } = await readRow(api, id);
    await control(provider.url, "_disputes", { payment_intent: paymentIntentId, ...given });
    await until(id, ({ chargeback }) => chargeback === "open");
    const payment_intent = String(paymentIntentId);
    const { data } = await provider.stripe.disputes.list({ payment_intent });
    return String(data[0]?.id);
  }

  async function decided(id: string, verdict: "won" | "lost"): Promise<void> {
    const { paymentIntentId } = await readRow(api, id);
    const { stripe } = provider;
    const { data } = await stripe.disputes.list({ payment_intent: String(paymentIntentId) });
    const uncategorized_text = verdict === "won" ? "winning_evidence" : "losing_evidence";
    await stripe.disputes.update(String(data[0]?.id), { evidence: { uncategorized_text } });
    await until(id, ({ chargeback }) => chargeback === verdict);
  }

  return {
    bought,
    until,
    transferred,
    disputed,
    decided,

    /** A new seller's sale that was paid out and then charged back: 950 cents are owed. */
    async lost(): Promise<{ seller: MoneySeller; id: string; disputeId: string }> {
      const seller = await newPaidSeller(api, provider);
      const id = await transferred(seller);
      const disputeId = await disputed(id);
      await decided(id, "lost");
      return { seller, id, disputeId };
    },

    async newAdmin(): Promise<AdminActor> {
      const { accountId, email } = await newOwner(api);
      return { kind: "admin", accountId, email };
    },

    async chargebackOf(disputeId: string) {
      const [row] = await api.db.select().from(chargebacks).where(eq(chargebacks.id, disputeId));
      if (row === undefined) throw new Error(`no chargeback ${disputeId}`);
      return row;
    },

    /** Runs the steps that are due `seconds` from now; returns how many. */
    runSteps(seconds = 0): Promise<number> {
      const now = () => new Date(Date.now() + api.clock.skewMs + seconds * 1000);
      return driveDueSteps({ ctx: { ...api.ctx, now }, log: silentLog });
    },

    async noticesOf(id: string): Promise<string[]> {
      const rows = await api.db.select().from(outbox).where(eq(outbox.subject, "jobs.mail"));
      const payloads = rows.map(
        ({ payload }) => payload as { purchase_id?: string; notice?: string },
      );
      return payloads.filter((one) => one.purchase_id === id).map((one) => String(one.notice));
    },

    async eventsOf(id: string): Promise<string[]> {
      const rows = await api.db.select().from(events).where(eq(events.subjectId, id));
      return [...new Set(rows.map(({ type }) => type))];
    },

    auditsOf(id: string) {
      return api.db
        .select()
        .from(auditLog)
        .where(and(eq(auditLog.subjectKind, "purchase"), eq(auditLog.subjectId, id)))
        .orderBy(auditLog.id);
    },
  };
}
