/**
 * The acts that a step can draw. Buyers and sellers act through the contracts: a new operation of money or auctions
 * does not compile until it has an act here, or a reason why it has none.
 */
import { eq } from "drizzle-orm";
import type Stripe from "stripe";
import type { PurseRow } from "../../db/queries/purchases/charged.ts";
import type { PurchaseRow } from "../../db/queries/purchases/purchases.ts";
import { purchases as purchasesTable, purses as pursesTable } from "../../db/schema/index.ts";
import { resolveDispute } from "../../market/administration/resolve-dispute.ts";
import { auctions } from "../../market/auction/contract.ts";
import type { Context } from "../../market/context.ts";
import { coupons } from "../../market/coupon/contract.ts";
import { earnings } from "../../market/earnings/contract.ts";
import { MarketError } from "../../market/errors.ts";
import { SETTLE_LEASE_SECONDS } from "../../market/limits.ts";
import { decideStep } from "../../market/purchase/chargeback/decide-step.ts";
import { saveEvidence } from "../../market/purchase/chargeback/save-evidence.ts";
import { purchases } from "../../market/purchase/contract.ts";
import { type purchaseDisputes, saleDisputes } from "../../market/purchase/dispute/contract.ts";
import { payRefundOtherwise } from "../../market/purchase/settlement/pay-refund-otherwise.ts";
import { retryRefund } from "../../market/purchase/settlement/retry-refund.ts";
import {
  type PurseSettlement,
  purseSettlementOf,
  type Settlement,
  settlementOf,
} from "../../market/purchase/settlement/rules.ts";
import { settleAftermath } from "../../market/purchase/settlement/settle-aftermath.ts";
import { settleEscrow } from "../../market/purchase/settlement/settle-escrow.ts";
import { settlePayment } from "../../market/purchase/settlement/settle-payment.ts";
import { settleRefund } from "../../market/purchase/settlement/settle-refund.ts";
import { settleStray } from "../../market/purchase/settlement/settle-stray.ts";
import { settleTransfer } from "../../market/purchase/settlement/settle-transfer.ts";
import { visitBank, visitBankForPurse } from "../../market/purchase/settlement/visit-bank.ts";
import { waitingPurchases } from "../../market/purchase/waiting/contract.ts";
import { evaluateDueDeliveries } from "../../market/query/acceptance/evaluate-deliveries.ts";
import { evaluateDueAcceptances } from "../../market/query/acceptance/evaluate-due.ts";
import { expireDueDataRequests } from "../../market/request/expire-due-data-requests.ts";
import { subscriptions } from "../../market/subscription/contract.ts";
import { dayMs, hourMs, minuteMs } from "../../platform/time.ts";
import { waitingUseCases } from "../../site/account/waiting/use-cases.ts";
import { auctionClockTasks } from "../../workers/clock/auctions.ts";
import { purchaseClockTasks } from "../../workers/clock/purchases.ts";
import { subscriptionClockTasks } from "../../workers/clock/subscriptions.ts";
import type { ClockTask, TaskDeps } from "../../workers/clock/task.ts";
import { monthly, publishVersion, setPlans } from "../market/subscription/support.ts";
import { giveTrialFile } from "../market/trial/rows.ts";
import { silentLog } from "../support/log-lines.ts";
import { expectExactSums } from "../support/money.ts";
import {
  type Act,
  type ActsOf,
  anyBuyer,
  asBuyer,
  asSeller,
  outcome,
  ownerOf,
  pathOf,
  paying,
  purchaseIn,
  reads,
  sellerReads,
  type Target,
  type Weighted,
} from "./acting.ts";
import { dealings, ofAccess, ofBundles, ofPrivateOffers } from "./deals.ts";
import { drawContract } from "./inspector.ts";
import type { Random } from "./random.ts";
import type { Award, Snapshot } from "./snapshot.ts";
import { enablePayouts, makeQueryable, ProcessDied, putOnSale, type World } from "./world.ts";

function awardIn(...states: Award["state"][]) {
  return (world: World, seen: Snapshot): (Target & { award: Award }) | null => {
    const isWild = world.random.happens(20);
    const award = world.random.pick(
      seen.awards.filter(({ state }) => isWild || states.includes(state)),
    );
    const buyer = award === undefined ? undefined : ownerOf(world, award.account);
    return award === undefined || buyer === undefined
      ? null
      : { award, buyer, params: { id: award.id } };
  };
}

const drawAcceptance = ({ random }: World) =>
  random.happens(35) ? { acceptance: drawContract(random) } : {};

const drawCoupon = ({ random }: World, { coupons }: Snapshot) => {
  const drawn = random.happens(30) ? random.pick(coupons) : undefined;
  return drawn === undefined ? {} : { coupon: drawn.code };
};

const ofPurchases: ActsOf<typeof purchases> = {
  buyDataset: {
    weight: 22,
    act: asBuyer(purchases.buyDataset, (world, seen) => {
      const buyer = anyBuyer(world);
      const id = world.random.pick(world.listings);
      if (id === undefined) return null;
      const plan = world.random.happens(35) ? { plan: "month" } : drawCoupon(world, seen);
      const wishes = { ...drawAcceptance(world), ...plan };
      const body = { ...paying(world, buyer), ...wishes };
      return { buyer, params: { id }, body };
    }),
  },
  listPurchases: reads(purchases.listPurchases),
  getPurchase: {
    weight: 1,
    act: asBuyer(purchases.getPurchase, purchaseIn("payment_pending", "in_escrow", "refunded")),
  },
  getPurchaseDownloadUrl: {
    weight: 2,
    act: asBuyer(purchases.getPurchaseDownloadUrl, purchaseIn("in_escrow", "released")),
  },
  listPurchaseFiles: { leftOut: "reads the files of a folder, which moves nothing" },
  getPurchaseManifest: { leftOut: "reads the manifest of a folder, which moves nothing" },
  getPurchaseReceipt: {
    weight: 1,
    act: asBuyer(purchases.getPurchaseReceipt, purchaseIn("in_escrow", "released", "refunded")),
  },
  confirmPurchase: {
    weight: 8,
    act: asBuyer(purchases.confirmPurchase, purchaseIn("in_escrow")),
  },
  disputePurchase: {
    weight: 6,
    act: asBuyer(purchases.disputePurchase, (world, seen) => {
      const target = purchaseIn("in_escrow")(world, seen);
      return target && { ...target, body: { reason: "other", detail: "It is not what it says." } };
    }),
  },
  cancelPurchase: {
    weight: 5,
    act: asBuyer(purchases.cancelPurchase, purchaseIn("payment_pending")),
  },
};

const ofAuctions: ActsOf<typeof auctions> = {
  listIncrements: { leftOut: "is a table of constants" },
  placeBid: {
    weight: 26,
    act: asBuyer(auctions.placeBid, (world, seen) => {
      const { random } = world;
      const auction = random.pick(
        seen.auctions.filter(({ closed }) => closed === null || random.happens(5)),
      );
      if (auction === undefined) return null;
      const cents = auction.price + random.between(-20, random.happens(30) ? 4_000 : 600);
      const amount = { max_amount_cents: cents, confirm_max_amount_cents: cents };
      const body = { ...amount, ...drawAcceptance(world) };
      return { buyer: anyBuyer(world), params: { id: auction.id }, body };
    }),
  },
  listBids: {
    weight: 1,
    act: asBuyer(auctions.listBids, (world, seen) => {
      const auction = world.random.pick(seen.auctions);
      return auction === undefined ? null : { buyer: anyBuyer(world), params: { id: auction.id } };
    }),
  },
  retractBid: {
    weight: 3,
    act: asBuyer(auctions.retractBid, (world, seen) => {
      const bid = world.random.pick(seen.bids.filter(({ isCurrent }) => isCurrent));
      const buyer = bid === undefined ? undefined : ownerOf(world, bid.account);
      if (bid === undefined || buyer === undefined) return null;
      const params = { id: bid.listing, bid_id: bid.id };
      return { buyer, params, query: "?reason=amount_mistyped" };
    }),
  },
  releaseBid: {
    weight: 2,
    act: asSeller(auctions.releaseBid, (world, seen) => {
      const open = new Set(
        seen.auctions.filter(({ closed }) => closed === null).map(({ id }) => id),
      );
      const bid = world.random.pick(
        seen.bids.filter(({ isCurrent, listing }) => isCurrent && open.has(listing)),
      );
      if (bid === undefined) return null;
      const agentId = world.random.pick(world.sellers)?.agentId ?? "";
      return { agentId, params: { id: bid.listing, bid_id: bid.id } };
    }),
  },
  listOwnBids: reads(auctions.listOwnBids),
  listOffers: reads(auctions.listOffers),
  acceptOffer: {
    weight: 5,
    act: asBuyer(auctions.acceptOffer, (world, seen) => {
      const target = awardIn("unpaid", "offered")(world, seen);
      return target && { ...target, body: paying(world, target.buyer) };
    }),
  },
  declineOffer: { weight: 2, act: asBuyer(auctions.declineOffer, awardIn("offered")) },
  payPurchase: {
    weight: 3,
    act: asBuyer(auctions.payPurchase, (world, seen) => {
      const target = awardIn("unpaid", "charging")(world, seen);
      const id = target?.award.purchase ?? null;
      return id === null || target === null
        ? null
        : { buyer: target.buyer, params: { id }, body: paying(world, target.buyer) };
    }),
  },
};

const ofEarnings: ActsOf<typeof earnings> = {
  listSales: sellerReads(earnings.listSales),
  readEarnings: {
    weight: 2,
    act: async (world, seen) => {
      const seller = world.random.pick(world.sellers);
      if (seller === undefined) return null;
      await expectExactSums(world.api, seller.owner);
      return asSeller(earnings.readEarnings, () => ({ agentId: seller.agentId }))(world, seen);
    },
  },
  listPayouts: sellerReads(earnings.listPayouts),
};

const ofCoupons: ActsOf<typeof coupons> = {
  createCoupon: {
    weight: 2,
    act: asSeller(coupons.createCoupon, ({ random, sellers }) => ({
      agentId: random.pick(sellers)?.agentId ?? "",
      body: {
        code: `SIM-${random.between(1000, 9999)}`,
        once_per_buyer: random.happens(50),
        max_uses: random.between(1, 3),
        ...(random.happens(50)
          ? { percent_off: random.between(1, 99) }
          : { amount_off_cents: random.between(1, 3000) }),
      },
    })),
  },
  listCoupons: sellerReads(coupons.listCoupons),
  revokeCoupon: {
    weight: 1,
    act: asSeller(coupons.revokeCoupon, ({ random }, seen) => {
      const drawn = random.pick(seen.coupons);
      return drawn === undefined ? null : { agentId: drawn.agent, params: { id: drawn.id } };
    }),
  },
};

/** A subscription that has not ended, sometimes an ended one, with its subscriber. */
const subscriptionOf = (world: World, seen: Snapshot) => {
  const isWild = world.random.happens(5);
  const found = world.random.pick(
    seen.subscriptions.filter(({ state }) => isWild || state !== "ended"),
  );
  const buyer = found === undefined ? undefined : ownerOf(world, found.account);
  return found === undefined || buyer === undefined ? null : { buyer, params: { id: found.id } };
};

const ofSubscriptions: ActsOf<typeof subscriptions> = {
  listSubscriptions: reads(subscriptions.listSubscriptions),
  getSubscription: { weight: 1, act: asBuyer(subscriptions.getSubscription, subscriptionOf) },
  updateSubscription: {
    weight: 6,
    act: asBuyer(subscriptions.updateSubscription, (world, seen) => {
      const target = subscriptionOf(world, seen);
      if (target === null) return null;
      const { change } = world.random.weighted([
        { weight: 3, change: { renewal: "on" } },
        { weight: 2, change: { renewal: "paused" } },
        { weight: 1, change: { renewal: "off" } },
        { weight: 3, change: paying(world, target.buyer) },
      ]);
      return { ...target, body: change };
    }),
  },
};

/** The listings that are sold at a price, and may have plans. */
const planned = (world: World, seen: Snapshot) =>
  seen.plans.filter(({ listing }) => world.listings.includes(listing));

const ofWaiting: ActsOf<typeof waitingPurchases> = {
  listWaitingPurchases: reads(waitingPurchases.listWaitingPurchases),
  getWaitingPurchase: { leftOut: "reads what the list shows" },
  cancelWaitingPurchase: {
    weight: 1,
    act: asBuyer(waitingPurchases.cancelWaitingPurchase, (world, seen) => {
      const waiting = world.random.pick(seen.waiting.filter(({ state }) => state === "waiting"));
      const buyer = waiting === undefined ? undefined : ownerOf(world, waiting.account);
      return waiting === undefined || buyer === undefined
        ? null
        : { buyer, params: { id: waiting.id } };
    }),
  },
};

const ofDisputes: ActsOf<typeof purchaseDisputes> & ActsOf<typeof saleDisputes> = {
  getPurchaseDispute: { leftOut: "reads what both sides said, which moves nothing" },
  getSaleDispute: { leftOut: "reads what both sides said, which moves nothing" },
  answerDispute: {
    weight: 2,
    act: asSeller(saleDisputes.answerDispute, (world, seen) => {
      const sale = world.random.pick(seen.purchases.filter(({ state }) => state === "disputed"));
      const seller = world.sellers.find(({ owner }) => owner.accountId === sale?.seller);
      return sale === undefined || seller === undefined
        ? null
        : { agentId: seller.agentId, params: { id: sale.id }, body: { text: "It is as it says." } };
    }),
  },
};

/** Runs a use case of an administrator or owner; a refusal is a valid result. */
async function tried(work: Promise<unknown>): Promise<string> {
  try {
    await work;
    return "done";
  } catch (error) {
    if (error instanceof MarketError) return error.code;
    throw error;
  }
}

/** They ask the inspector. */
const evaluations: readonly string[] = ["evaluate_acceptances", "evaluate_deliveries"];
const clockTasks: ClockTask[] = [
  ...purchaseClockTasks.filter(({ name }) => !evaluations.includes(name)),
  ...auctionClockTasks,
  ...subscriptionClockTasks,
];

/** Runs each clock task once, as a worker does; a process that dies in one runs no further task. */
export async function tick({ api, queries }: World): Promise<string> {
  const deps = { ctx: api.ctx, log: silentLog } as TaskDeps;
  let done = 0;
  for (const task of clockTasks) done += await task.run(deps);
  done += await evaluateDueAcceptances(api.ctx, queries, { rowsMax: 10 });
  done += await evaluateDueDeliveries(api.ctx, queries, { rowsMax: 10 });
  done += await expireDueDataRequests(api.ctx, { rowsMax: 10 });
  return `did ${done}`;
}

/** Lets the bank decide for either side, by evidence that the platform sent from elsewhere or without. */
export async function decideDispute(
  { bank, random }: Pick<World, "bank" | "random">,
  { id, status, evidence_details: { due_by: dueBy } }: Stripe.Dispute,
): Promise<string> {
  const verdict = random.happens(50) ? ("won" as const) : ("lost" as const);
  const isOpen = status.endsWith("needs_response") && (dueBy ?? 0) * 1000 > Date.now();
  if (isOpen && random.happens(50)) {
    const uncategorized_text = verdict === "won" ? "winning_evidence" : "losing_evidence";
    await bank.stripe.disputes.update(id, { evidence: { uncategorized_text } });
    return `${verdict} by evidence`;
  }
  await bank.control("_verdicts", { dispute: id, verdict });
  return verdict;
}

async function webhook(world: World, event: ReturnType<World["bank"]["newEvents"]>[number]) {
  const response = await world.api.fetch(await world.bank.webhook(event));
  if (response.status !== 200) throw new Error(`a webhook was answered ${response.status}`);
}

type Charge = Snapshot["charges"][number];

/** The charges of frozen drivers, sometimes any. */
function underWay({ random, frozen }: World, { charges, purchases }: Snapshot): Charge[] {
  const ids = new Set(frozen.map(({ purchase }) => purchase));
  for (const { id, purse } of purchases) if (purse !== null && ids.has(id)) ids.add(purse);
  const own = charges.filter(({ purchase }) => ids.has(purchase));
  return own.length > 0 && random.happens(60) ? own : charges;
}

const settlers: Partial<Record<Settlement, (ctx: Context, seen: PurchaseRow) => Promise<unknown>>> =
  {
    payment: settlePayment,
    escrow: settleEscrow,
    transfer: settleTransfer,
    refund: settleRefund,
    aftermath: settleAftermath,
    stray: settleStray,
  };

const purseSettlers: Partial<
  Record<PurseSettlement, (ctx: Context, seen: PurseRow) => Promise<unknown>>
> = {
  payment: settlePayment,
  refund: settleRefund,
  aftermath: settleAftermath,
  stray: settleStray,
};

/** Leases the purchase, as a clock does whose turn it is. */
async function claim({ db, ctx }: World["api"], id: string): Promise<PurchaseRow> {
  const settleDueAt = new Date(ctx.now().getTime() + SETTLE_LEASE_SECONDS * 1000);
  const own = eq(purchasesTable.id, id);
  const [row] = await db.update(purchasesTable).set({ settleDueAt }).where(own).returning();
  if (row === undefined) throw new Error(`there is no purchase ${id}`);
  return row;
}

async function claimPurse({ db, ctx }: World["api"], id: string): Promise<PurseRow> {
  const settleDueAt = new Date(ctx.now().getTime() + SETTLE_LEASE_SECONDS * 1000);
  const own = eq(pursesTable.id, id);
  const [row] = await db.update(pursesTable).set({ settleDueAt }).where(own).returning();
  if (row === undefined) throw new Error(`there is no purse ${id}`);
  return row;
}

/**
 * True if the driver finishes. Mostly its process stands still after one of its next provider calls, and goes on in a
 * later step: in between others have driven the same purchase.
 */
async function orFrozen(
  { hooks, random, frozen }: World,
  purchase: string,
  go: () => Promise<unknown>,
): Promise<boolean> {
  const stop = Promise.withResolvers<false>();
  let work: Promise<unknown> = Promise.resolve();
  const freeze = {
    callsUntil: random.between(0, 2),
    when: "after" as const,
    run: () =>
      new Promise<void>((goOn) => {
        frozen.push({ purchase, goOn, work });
        stop.resolve(false);
      }),
  };
  if (random.happens(70)) hooks.splice(0, hooks.length, freeze);
  // A driver that fails leaves its purchase to the next one.
  work = go().catch(() => undefined);
  const isDone = await Promise.race([work.then(() => true), stop.promise]);
  // Left in place, it would freeze the act around this one, which nobody continues.
  if (hooks.includes(freeze)) hooks.splice(hooks.indexOf(freeze), 1);
  return isDone;
}

/** Lets every frozen driver finish. */
export async function thaw({ frozen }: World): Promise<void> {
  for (const { goOn, work } of frozen.splice(0)) {
    goOn();
    await work;
  }
}

/** Events that no contract operation causes. */
const happenings = {
  clock: {
    weight: 26,
    act: async (world) => {
      world.advance(world.random.between(1, 90) * 1000);
      return tick(world);
    },
  },
  time: {
    weight: 14,
    act: async (world) => {
      const { ms } = world.random.weighted([
        { weight: 5, ms: 10 * minuteMs },
        { weight: 5, ms: 3 * hourMs },
        { weight: 3, ms: 25 * hourMs },
        { weight: 1, ms: 8 * dayMs },
      ]);
      world.advance(world.random.between(1, ms));
      return tick(world);
    },
  },
  webhooks: {
    weight: 14,
    act: async (world) => {
      const { random, mailbag } = world;
      mailbag.push(...world.bank.newEvents());
      let [delivered, lost] = [0, 0];
      for (let left = random.between(1, 8); left > 0 && mailbag.length > 0; left -= 1) {
        // Mostly in order.
        const at = random.happens(70) ? 0 : random.between(0, mailbag.length - 1);
        const [event] = mailbag.splice(at, 1);
        if (event === undefined) break;
        if (random.happens(15)) {
          lost += 1;
          continue;
        }
        await webhook(world, event);
        if (random.happens(15)) await webhook(world, event);
        delivered += 1;
      }
      return `${delivered} came, ${lost} got lost`;
    },
  },
  driver: {
    weight: 8,
    act: async (world, seen) => {
      const { api, random, name } = world;
      const purchase = random.pick(seen.purchases.slice(-6));
      if (purchase === undefined) return null;
      const claimed = await claim(api, purchase.id);
      const drive = settlers[settlementOf(claimed)];
      if (drive === undefined) return null;
      const isDone = await orFrozen(world, purchase.id, () => drive(api.ctx, claimed));
      return `${name("p", purchase.id)} ${isDone ? "done" : "freezes"}`;
    },
  },
  purse_driver: {
    weight: 4,
    act: async (world, seen) => {
      const { api, random, name } = world;
      const purse = random.pick(seen.purses.slice(-4));
      if (purse === undefined) return null;
      const claimed = await claimPurse(api, purse.id);
      const drive = purseSettlers[purseSettlementOf(claimed)];
      if (drive === undefined) return null;
      const isDone = await orFrozen(world, purse.id, () => drive(api.ctx, claimed));
      return `${name("k", purse.id)} ${isDone ? "done" : "freezes"}`;
    },
  },
  frozen_goes_on: {
    weight: 8,
    act: async (world) => {
      const { frozen, random, name } = world;
      if (frozen.length === 0) return null;
      const [one] = frozen.splice(random.between(0, frozen.length - 1), 1);
      if (one === undefined) return null;
      const isDone = await orFrozen(world, one.purchase, () => {
        one.goOn();
        return one.work;
      });
      return `${name("p", one.purchase)} ${isDone ? "done" : "freezes"}`;
    },
  },
  version_published: {
    weight: 8,
    act: async (world, seen) => {
      const { api, random, name } = world;
      const found = random.pick(planned(world, seen));
      if (found === undefined) return null;
      const version = await publishVersion(api, found.listing);
      await makeQueryable(world, found.listing);
      // Its rows are mostly drawn by then.
      if (found.hasTrial && random.happens(80)) await giveTrialFile(api, found.listing);
      return `${name("l", found.listing)} ${version}`;
    },
  },
  plans_changed: {
    weight: 3,
    act: async (world, seen) => {
      const { api, random, name } = world;
      const found = random.pick(planned(world, seen));
      if (found === undefined) return null;
      const isDropped = random.happens(15);
      const plans = isDropped ? [] : [{ ...monthly, price_cents: random.between(50, 3_000) }];
      await setPlans(api, found.listing, plans);
      return `${name("l", found.listing)} ${plans[0]?.price_cents ?? "none"}`;
    },
  },
  period_ends: {
    weight: 5,
    act: async (world, seen) => {
      const due = world.random.pick(
        seen.subscriptions.filter(({ nextStep }) => (nextStep ?? 0) > world.now()),
      );
      if (due === undefined || due.nextStep === null) return null;
      world.advance(due.nextStep - world.now() + world.random.between(-1_000, 3_000));
      return `${world.name("u", due.id)} ${await tick(world)}`;
    },
  },
  late_request: {
    weight: 4,
    act: async ({ bank, random }) => {
      const count = bank.countStragglers();
      if (count === 0) return null;
      await bank.letArrive(random.between(0, count - 1));
      return "arrived";
    },
  },
  bank_disputes: {
    weight: 5,
    act: async (world, seen) => {
      const { bank, random, name } = world;
      const charge = random.pick(underWay(world, seen));
      if (charge === undefined) return null;
      // At most what is left of it, often a part.
      const left = charge.cents - charge.refunded - charge.refundedByHand;
      const amount = random.happens(50) ? left : random.between(1, Math.max(1, left));
      const part = left > 0 ? { amount } : {};
      const body = { payment_intent: charge.intent, is_inquiry: random.happens(20), ...part };
      const came = await bank.control("_disputes", body);
      return `${name("p", charge.purchase)} ${part.amount ?? "all"} ${came}`;
    },
  },
  bank_decides: {
    weight: 5,
    act: async ({ bank, random }) => {
      const dispute = random.pick(bank.openDisputes());
      return dispute === undefined ? null : decideDispute({ bank, random }, dispute);
    },
  },
  refunded_by_hand: {
    weight: 1,
    act: async (world, seen) => {
      const { bank, random, name } = world;
      const leftOf = ({ cents, refunded, refundedByHand, taken }: Charge) =>
        cents - refunded - refundedByHand - taken;
      const charge = random.pick(
        underWay(world, seen).filter((one) => one.disputed !== "open" && leftOf(one) > 0),
      );
      if (charge === undefined) return null;
      const left = leftOf(charge);
      const amount = random.happens(50) ? left : random.between(1, left);
      await bank.stripe.refunds.create({ payment_intent: charge.intent, amount });
      return `${name("p", charge.purchase)} ${amount} of ${left}`;
    },
  },
  seller_is_paid_out: {
    weight: 1,
    act: async ({ bank, random, sellers }) => {
      const account = random.pick(sellers)?.payoutAccountId;
      const amount = random.between(1, 3_000);
      return String(await bank.control("_payouts", { account, amount }));
    },
  },
  seller_gets_payouts: {
    weight: 1,
    act: async (world) => {
      const seller = world.sellers.at(-1);
      if (seller === undefined) return null;
      await enablePayouts(world, seller);
      return "enabled";
    },
  },
  new_listing: {
    weight: 6,
    act: async (world) => {
      world.listings.push(await putOnSale(world));
      if (world.listings.length > 24) world.listings.shift();
      return "on sale";
    },
  },
  administrator_resolves: {
    weight: 5,
    act: async ({ api, admin, random, name }, seen) => {
      const open = random.pick(seen.purchases.filter(({ state }) => state === "disputed"));
      if (open === undefined) return null;
      const decision = random.happens(50) ? ("release" as const) : ("refund" as const);
      const body = { decision, detail: "It is decided." };
      const came = await tried(resolveDispute(api.ctx, admin, open.id, body));
      return `${name("p", open.id)} ${decision} ${came}`;
    },
  },
  administrator_steps: {
    weight: 8,
    act: async ({ api, admin, random, name }, seen) => {
      const chargeback = random.pick(seen.chargebacks);
      if (chargeback === undefined) return null;
      const { id, purchase } = chargeback;
      const { step } = random.weighted([
        { weight: 1, step: { step: "accept_loss", reason: "Right." } as const },
        { weight: 1, step: { step: "submit_evidence", reason: "" } as const },
        { weight: 2, step: { step: "reverse_transfer", reason: "All." } as const },
        {
          weight: 2,
          step: { step: "reverse_transfer", reason: "Part.", amount_cents: 30 } as const,
        },
        { weight: 1, step: { step: "write_off", reason: "Gone." } as const },
      ]);
      if (step.step === "submit_evidence") {
        await tried(saveEvidence(api.ctx, admin, id, { uncategorized_text: "Took it." }));
      }
      const came = await tried(decideStep(api.ctx, admin, id, step));
      return `${name("p", purchase)} ${step.step} ${came}`;
    },
  },
  administrator_refunds: {
    weight: 4,
    act: async ({ api, admin, random, name }, seen) => {
      const owed = random.pick(
        [...seen.purchases, ...seen.purses].filter(
          ({ state, refundPaid }) => state === "refunded" && refundPaid === null,
        ),
      );
      if (owed === undefined) return null;
      const way = random.happens(50) ? "again" : "otherwise";
      const paid = { reference: "SEPA 1", reason: "The card is gone." };
      const came = await tried(
        way === "again"
          ? retryRefund(api.ctx, admin, owed.id, { reason: "Again." })
          : payRefundOtherwise(api.ctx, admin, owed.id, paid),
      );
      return `${name("p", owed.id)} ${way} ${came}`;
    },
  },
  owner_answers: {
    weight: 4,
    act: async (world, seen) => {
      const { api, random, name } = world;
      const waiting = random.pick(seen.waiting.filter(({ state }) => state === "waiting"));
      const owner = waiting === undefined ? undefined : ownerOf(world, waiting.account)?.owner;
      if (waiting === undefined || owner === undefined) return null;
      const person = waitingUseCases(api.ctx);
      const answer = random.happens(70)
        ? person.approveWaitingPurchase
        : person.refuseWaitingPurchase;
      return `${name("w", waiting.id)} ${await tried(answer(owner, waiting.id))}`;
    },
  },
  holder_confirms: {
    weight: 4,
    act: async (world, seen) => {
      const { api, bank, random, name } = world;
      const isAsking = ({ state, holderAsked }: { state: string; holderAsked: boolean }) =>
        state === "payment_pending" && holderAsked;
      const asking = random.pick([
        ...seen.purchases
          .filter((one) => one.purse === null && isAsking(one))
          .map((one) => ({ ...one, visit: visitBank })),
        ...seen.purses.filter(isAsking).map((one) => ({ ...one, visit: visitBankForPurse })),
      ]);
      const owner = asking === undefined ? undefined : ownerOf(world, asking.account)?.owner;
      if (asking === undefined || owner === undefined) return null;
      const { url } = await asking.visit(api.ctx, owner, asking.id, "http://localhost/back");
      if (url === null) return `${name("p", asking.id)} nobody asks`;
      const authentication = random.happens(70) ? "complete" : "fail";
      await bank.submit(url, { authentication });
      return `${name("p", asking.id)} ${authentication}`;
    },
  },
} satisfies Record<string, Weighted>;

/** Repeats a call with its key: it must have one effect. */
const repeat: Act = async (world) => {
  const { random, sent } = world;
  const first = random.pick(sent.slice(-20));
  if (first === undefined) return null;
  const reply = await world.call(first.request);
  return `${first.request.operation.id} ${outcome(reply)}`;
};

const plain: Record<string, Weighted> = {
  ...Object.fromEntries(
    Object.entries({
      ...ofPurchases,
      ...ofAuctions,
      ...ofWaiting,
      ...ofSubscriptions,
      ...ofCoupons,
      ...ofDisputes,
      ...ofEarnings,
      ...ofBundles,
      ...ofPrivateOffers,
      ...ofAccess,
    }).flatMap(([name, one]) => ("act" in one ? [[name, one]] : [])),
  ),
  ...happenings,
  ...dealings,
  repeat: { weight: 6, act: repeat },
};

export type Menu = ReturnType<typeof drawMenu>;

/**
 * The acts with weights of this seed: some histories have many disputes, others many bids. Acts named in `often`
 * happen ten times as often.
 */
export function drawMenu(random: Random, often: readonly string[] = []) {
  return Object.entries(plain).map(([name, { weight, act }]) => ({
    name,
    act,
    weight: weight * (random.pick([1, 1, 1, 4]) ?? 1) * (often.includes(name) ? 10 : 1),
  }));
}

/** Runs an act and writes its result, or the death of its process, into the trace. */
async function run(
  world: World,
  seen: Snapshot,
  { name, act }: { name: string; act: Act },
): Promise<boolean> {
  let came: string | null;
  try {
    came = await act(world, seen);
  } catch (error) {
    if (!hasDied(error)) throw error;
    came = "died";
  }
  if (came === null) return false;
  world.note(`${name}: ${came}`);
  return true;
}

function hasDied(error: unknown): boolean {
  if (error instanceof ProcessDied) return true;
  if (error instanceof AggregateError) return error.errors.some(hasDied);
  return error instanceof Error && error.cause !== undefined && hasDied(error.cause);
}

/** Lets the process die before or after one of its next provider calls. */
function die(world: World): void {
  const { hooks, random } = world;
  const dead = async () => {
    world.hasDied = true;
    throw new ProcessDied();
  };
  const when = random.happens(50) ? ("before" as const) : ("after" as const);
  hooks.push({ callsUntil: random.between(0, 3), when, run: dead });
}

/** Runs a whole second act while the first one waits for the provider. */
function overtake(world: World, seen: Snapshot, menu: Menu): void {
  const { hooks, random } = world;
  const other = random.weighted(menu);
  const when = random.happens(50) ? ("before" as const) : ("after" as const);
  hooks.push({
    callsUntil: random.between(0, 3),
    when,
    run: async () => {
      world.note("  meanwhile:");
      await run(world, seen, other);
    },
  });
}

/** Cancels every subscription, so that no further period is charged. */
export async function cancelSubscriptions(world: World, seen: Snapshot): Promise<void> {
  for (const { id, account, state } of seen.subscriptions) {
    const buyer = ownerOf(world, account);
    if (state === "ended" || buyer === undefined) continue;
    const operation = subscriptions.updateSubscription;
    const path = pathOf(operation, { id });
    await world.call({ operation, path, token: buyer.token, body: { renewal: "off" } });
  }
}

/** Runs one step and returns its name; draws again if the act has nothing to act on. */
export async function act(world: World, seen: Snapshot, menu: Menu): Promise<void> {
  const { random, hooks } = world;
  for (;;) {
    const chosen = random.weighted(menu);
    if (random.happens(12)) overtake(world, seen, menu);
    else if (random.happens(6)) die(world);
    world.hasDied = false;
    const isDone = await run(world, seen, chosen);
    hooks.length = 0;
    if (isDone) return;
  }
}
