/** Subscriptions in the storm of test/api/edge/lock-order.slow.ts. */
import { ne } from "drizzle-orm";
import { subscriptions } from "../../../db/schema/index.ts";
import type { SubscriptionRenewal } from "../../../db/vocabulary/subscription.ts";
import { evaluateDueAcceptances } from "../../../market/query/acceptance/evaluate-due.ts";
import { checkSubscribers } from "../../../market/subscription/check-subscribers.ts";
import { followPeriodCharges } from "../../../market/subscription/follow-charges.ts";
import { remindOfRenewals } from "../../../market/subscription/remind-of-renewals.ts";
import { renewDueSubscriptions } from "../../../market/subscription/renew-due-subscriptions.ts";
import { changeSubscription } from "../../../market/subscription/update-subscription.ts";
import { dayMs } from "../../../platform/time.ts";
import {
  monthly,
  planned,
  publishVersion,
  setPlans,
  subscribe,
} from "../../market/subscription/support.ts";
import type { Answer } from "../../support/api.ts";
import type { Money, MoneyBuyer } from "../../support/money.ts";

type Storm = {
  money: Money;
  buyers: MoneyBuyer[];
  pick: <T>(items: readonly T[]) => T;
  answered: (call: Promise<Answer>) => Promise<void>;
};

const renewals: SubscriptionRenewal[] = ["on", "on", "paused", "off"];

/** Two listings with a plan, and what buyers, sellers and clocks do to their subscriptions at once. */
export async function subscriptionActs({ money, buyers, pick, answered }: Storm) {
  const { api } = money;
  const listings = [await planned(money), await planned(money)];
  const batch = { rowsMax: 20 };
  /** Each clock is another one's months later, so that every period is over. */
  const later = () => ({
    ...api.ctx,
    now: () => new Date(Date.now() + pick([0, 31, 62, 93]) * dayMs),
  });
  const acts: (() => Promise<unknown>)[] = [
    () => answered(subscribe(api, pick(buyers), pick(listings))),
    async () => {
      const live = await api.db
        .select()
        .from(subscriptions)
        .where(ne(subscriptions.state, "ended"));
      const { id, accountId } = pick(live);
      const buyer = pick(buyers.filter(({ owner }) => owner.accountId === accountId));
      await changeSubscription(later(), buyer.operator, id, { renewal: pick(renewals) });
    },
    () => renewDueSubscriptions(later(), batch),
    () => followPeriodCharges(later(), batch),
    () => checkSubscribers(later()),
    () => remindOfRenewals(later(), batch),
    () => evaluateDueAcceptances(later(), null, batch),
    () => publishVersion(api, pick(listings)),
    () => setPlans(api, pick(listings), pick([[monthly], [{ ...monthly, price_cents: 900 }], []])),
  ];
  return acts;
}
