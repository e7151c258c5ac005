/** Trials in the storm of test/api/edge/lock-order.slow.ts. */
import { and, eq, isNotNull } from "drizzle-orm";
import { listings, purchases } from "../../../db/schema/index.ts";
import { changeListing } from "../../../market/listing/changes/change-listing.ts";
import { purgeUnusedFiles } from "../../../market/listing/purge-unused-files.ts";
import { recordTrialFile } from "../../../market/listing/trial/record-trial-file.ts";
import { supersedeTrialFiles } from "../../../market/listing/trial/supersede-trial-files.ts";
import { takeTrialFile } from "../../../market/listing/trial/take-trial-file.ts";
import { refundUndeliverable } from "../../../market/purchase/delivery/paid-delivery.ts";
import { trial, trialListing } from "../../market/trial/rows.ts";
import type { Answer } from "../../support/api.ts";
import { buy, type Money, type MoneyBuyer, newPayingBuyer } from "../../support/money.ts";

type Storm = {
  money: Money;
  pick: <T>(items: readonly T[]) => T;
  answered: (call: Promise<Answer>) => Promise<void>;
};

/** Listings with a trial, and what buyers, their seller, workers and clocks do to them at once. */
export async function trialActs({ money, pick, answered }: Storm) {
  const { api, provider } = money;
  const offers = [await trialListing(money), await trialListing(money)];
  const buyers: MoneyBuyer[] = [await newPayingBuyer(api, provider)];
  const someTrial = async () => {
    const isPaid = and(isNotNull(purchases.trialRows), eq(purchases.state, "in_escrow"));
    const { id, accountId } = pick(await api.db.select().from(purchases).where(isPaid));
    return { id, by: pick(buyers.filter(({ owner }) => owner.accountId === accountId)) };
  };
  const complaint = { reason: "other", detail: "It is empty." };
  const acts: (() => Promise<unknown>)[] = [
    async () => {
      const by = await newPayingBuyer(api, provider);
      buyers.push(by);
      const id = await trialListing(money);
      offers.push(id);
      await answered(buy(api, by, id, { body: { trial: true } }));
      if (Math.random() < 0.5) await answered(buy(api, by, id));
    },
    () => answered(buy(api, pick(buyers), pick(offers.slice(-3)), { body: { trial: true } })),
    () => answered(buy(api, pick(buyers), pick(offers.slice(-3)))),
    async () => {
      const { id, by } = await someTrial();
      const [row] = await api.db.select().from(purchases).where(eq(purchases.id, id));
      const path = `/purchases/${id}/dispute`;
      await Promise.all([
        answered(buy(api, by, row?.listingId ?? "")),
        answered(api.send("POST", path, { token: by.token, body: complaint })),
      ]);
    },
    async () => {
      const { id, by } = await someTrial();
      const [row] = await api.db.select().from(purchases).where(eq(purchases.id, id));
      await Promise.all([
        answered(buy(api, by, row?.listingId ?? "")),
        refundUndeliverable(api.ctx, id, "file_missing"),
      ]);
    },
    async () => {
      const id = pick(offers);
      const [row] = await api.db.select().from(listings).where(eq(listings.id, id));
      const agent = { kind: "agent", agentId: row?.agentId ?? "", verified: true } as const;
      const terms = pick([null, trial, { ...trial, rows: 30 }]);
      await changeListing(api.ctx, agent, id, { trial: terms });
    },
    async () => {
      const job = await takeTrialFile(api.ctx);
      if (job === null) return;
      await recordTrialFile(api.ctx, job, {
        ...{ outcome: "none", code: "trial_failed", detail: "It is not drawn here." },
      });
    },
    () => supersedeTrialFiles(api.ctx, { rowsMax: 5 }),
    () => purgeUnusedFiles({ ...api.ctx, now: () => new Date(Date.now() + 9 * 86_400_000) }),
  ];
  return acts;
}
