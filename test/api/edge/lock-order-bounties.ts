/** Bounties in the storm of test/api/edge/lock-order.slow.ts. */
import { desc, eq, inArray } from "drizzle-orm";
import { markPurchaseDue } from "../../../db/queries/purchases/payment-events.ts";
import { markPurseDue } from "../../../db/queries/purchases/purses.ts";
import { lockDataRequest } from "../../../db/queries/requests/data-requests.ts";
import {
  bounties,
  bountyDeliveries,
  dataRequestAnswers,
  listings,
  purses,
} from "../../../db/schema/index.ts";
import { settleDueBounties } from "../../../market/bounty/settle-due-bounties.ts";
import { settleDuePurses } from "../../../market/purchase/settlement/settle-due-purchases.ts";
import { evaluateDueDeliveries } from "../../../market/query/acceptance/evaluate-deliveries.ts";
import { answerDataRequest } from "../../../market/request/answer-data-request.ts";
import { withdrawAnswer } from "../../../market/request/withdraw-answer.ts";
import { dayMs } from "../../../platform/time.ts";
import type { Answer } from "../../support/api.ts";
import { silentLog } from "../../support/log-lines.ts";
import { type Money, type MoneyBuyer, newPayingBuyer } from "../../support/money.ts";
import { control } from "../../support/stripe.ts";
import { postBounty } from "../requests/bounty-support.ts";

type Storm = {
  money: Money;
  /** Datasets on sale. */
  offers: readonly string[];
  pick: <T>(items: readonly T[]) => T;
  answered: (call: Promise<Answer>) => Promise<void>;
};

/** What posters, sellers, workers, clocks and banks do to the same few bounties at once. */
export function bountyActs({ money, offers, pick, answered }: Storm): (() => Promise<unknown>)[] {
  const { api, provider } = money;
  const posters: MoneyBuyer[] = [];
  const later = (days: number) => ({
    ...api.ctx,
    now: () => new Date(Date.now() + days * dayMs),
  });
  const agentOf = async (listingId: string) => {
    const [row] = await api.db.select().from(listings).where(eq(listings.id, listingId));
    return { kind: "agent", agentId: row?.agentId ?? "", verified: true } as const;
  };
  const someBounty = async () =>
    pick(await api.db.select().from(bounties).orderBy(desc(bounties.requestId)).limit(4));
  const someDelivery = async () => {
    const live = inArray(bountyDeliveries.state, ["pending", "passed", "undecided"]);
    return pick(await api.db.select().from(bountyDeliveries).where(live));
  };
  const deliver = async (requestId: string) => {
    const datasetId = pick(offers);
    const body = { dataset_id: datasetId, note: null };
    await answerDataRequest(api.ctx, await agentOf(datasetId), requestId, body);
  };
  return [
    async () => {
      const key = { scopes: ["purchase", "message", "read"] as const };
      const by = await newPayingBuyer(api, provider, { key: { scopes: [...key.scopes] } });
      posters.push(by);
      await answered(postBounty(money, by, { winners: pick([1, 2]) }));
    },
    async () => deliver((await someBounty()).requestId),
    async () => deliver((await someBounty()).requestId),
    // The verdict of a worker, which holds the request's lock.
    async () => {
      const { answerId, requestId } = await someDelivery();
      await api.db.transaction(async (tx) => {
        await lockDataRequest(tx, requestId);
        await tx
          .update(bountyDeliveries)
          .set({ state: "passed", results: [], evaluatedAt: new Date(), dueAt: null })
          .where(eq(bountyDeliveries.answerId, answerId));
      });
    },
    async () => {
      if (Math.random() < 0.1) await evaluateDueDeliveries(later(2), null, { rowsMax: 1 });
    },
    () => settleDueBounties(api.ctx, { rowsMax: 5 }),
    () => settleDueBounties(api.ctx, { rowsMax: 5 }),
    async () => {
      if (Math.random() < 0.05) await settleDueBounties(later(31), { rowsMax: 1 });
    },
    () => settleDuePurses({ ctx: api.ctx, log: silentLog }),
    () => settleDuePurses({ ctx: later(1), log: silentLog }),
    async () => {
      const { requestId } = await someBounty();
      if (Math.random() < 0.9) return;
      const { token } = pick(posters);
      await answered(api.send("POST", `/requests/${requestId}/close`, { token }));
    },
    async () => {
      const { answerId, requestId } = await someDelivery();
      const [row] = await api.db
        .select({ listingId: dataRequestAnswers.listingId })
        .from(dataRequestAnswers)
        .where(eq(dataRequestAnswers.id, answerId));
      const agent = await agentOf(row?.listingId ?? "");
      await withdrawAnswer(api.ctx, agent, { requestId, answerId });
    },
    async () => {
      const held = inArray(purses.state, ["in_escrow", "released", "refunded"]);
      const { paymentIntentId } = pick(await api.db.select().from(purses).where(held));
      const isDisputed = Math.random() < 0.1;
      if (isDisputed) {
        const body = { payment_intent: paymentIntentId, amount: 700 };
        await control(provider.url, "_disputes", body).catch(() => undefined);
      }
      const due = { now: api.ctx.now(), isEnded: true, isPaid: true };
      await api.db.transaction(async (tx) => {
        await markPurchaseDue(tx, { paymentIntentId, purchaseId: null }, due);
        await markPurseDue(tx, { paymentIntentId, purchaseId: null }, due);
      });
    },
  ];
}
