/** Everybody acts on the same few rows at once, and no deadlock occurs. */
import { expect, setDefaultTimeout, test } from "bun:test";
import { and, eq, isNotNull, isNull } from "drizzle-orm";
import { v7 } from "uuid";
import { lockPurchase } from "../../../db/queries/purchases/purchases.ts";
import {
  accessRequests,
  accounts,
  agents,
  bountyDeliveries,
  bundles,
  connections,
  listings,
  privateOffers,
  purchases,
  purses,
  reportDecisions,
  reviews,
  subscriptions,
  waitingPurchases,
} from "../../../db/schema/index.ts";
import type { AdminActor } from "../../../db/vocabulary/actor.ts";
import type { PurchaseState } from "../../../db/vocabulary/purchase.ts";
import { decideAccess } from "../../../market/access/decide-access.ts";
import { requestAccess } from "../../../market/access/request-access.ts";
import { setGate } from "../../../market/access/set-gate.ts";
import { createApiKey } from "../../../market/account/create-api-key.ts";
import { refreshPayoutAccount } from "../../../market/account/payouts/refresh-payout-account.ts";
import { removePaymentMethod } from "../../../market/account/remove-payment-method.ts";
import { revokeApiKey } from "../../../market/account/revoke-api-key.ts";
import { resolveDispute } from "../../../market/administration/resolve-dispute.ts";
import { restoreAccount } from "../../../market/administration/restore-account.ts";
import { restoreAgent } from "../../../market/administration/restore-agent.ts";
import { restoreListing } from "../../../market/administration/restore-listing.ts";
import { suspendAccount } from "../../../market/administration/suspend-account.ts";
import { suspendAgent } from "../../../market/administration/suspend-agent.ts";
import { suspendListing } from "../../../market/administration/suspend-listing.ts";
import { renameAgent } from "../../../market/agent/rename-agent.ts";
import { revokeAgent } from "../../../market/agent/revoke-agent.ts";
import { chargeWinners } from "../../../market/auction/closing/charge-winners.ts";
import { closeDueAuctions } from "../../../market/auction/closing/close-due-auctions.ts";
import { followCharges } from "../../../market/auction/closing/follow-awards.ts";
import { endBundle } from "../../../market/bundle/end-bundle.ts";
import { authenticateConnection } from "../../../market/connection/authenticate-connection.ts";
import { editConnection } from "../../../market/connection/edit-connection.ts";
import { endConnection } from "../../../market/connection/end-connection.ts";
import { renewConnection } from "../../../market/connection/renew-connection.ts";
import { createCoupon } from "../../../market/coupon/create-coupon.ts";
import { revokeCoupon } from "../../../market/coupon/revoke-coupon.ts";
import { MarketError } from "../../../market/errors.ts";
import { deleteAgent } from "../../../market/leaving/delete-agent.ts";
import { changeListing } from "../../../market/listing/changes/change-listing.ts";
import { movePrivateOffer } from "../../../market/private-offer/move-private-offer.ts";
import { openPurchase } from "../../../market/purchase/open-purchase.ts";
import { approveWaitingPurchase } from "../../../market/purchase/waiting/approve-waiting-purchase.ts";
import { cancelWaitingPurchase } from "../../../market/purchase/waiting/cancel-waiting-purchase.ts";
import { expireDueWaitingPurchases } from "../../../market/purchase/waiting/expire-due-waiting-purchases.ts";
import { refuseWaitingPurchase } from "../../../market/purchase/waiting/refuse-waiting-purchase.ts";
import { answerReview } from "../../../market/review/answer-review.ts";
import { removeReview, restoreReview } from "../../../market/review/moderate-review.ts";
import { reportReview } from "../../../market/review/report-review.ts";
import { dayMs } from "../../../platform/time.ts";
import { writeBundle } from "../../market/bundle/support.ts";
import { connectedBuyer } from "../../market/purchase/waiting/support.ts";
import { reconcile } from "../../market/reconciliation/books.ts";
import type { Answer } from "../../support/api.ts";
import { bid, newAuction, setDefaultCard } from "../../support/auctions.ts";
import {
  addCard,
  buy,
  expectExactSums,
  type MoneyBuyer,
  type MoneySeller,
  newPaidSeller,
  newPayingBuyer,
  offer,
  runClock,
  testMoney,
} from "../../support/money.ts";
import { newDraft, newSellerAgent } from "../../support/operators.ts";
import { bountyActs } from "./lock-order-bounties.ts";
import { reportingActs } from "./lock-order-leaving.ts";
import { subscriptionActs } from "./lock-order-subscriptions.ts";
import { hasEndedTransfers, transferActs } from "./lock-order-transfers.ts";
import { trialActs } from "./lock-order-trials.ts";

setDefaultTimeout(180_000);

const stormMs = 5000;
const stormMsMax = 120_000;
const purchasesMin = 10;
const admin: AdminActor = {
  kind: "admin",
  accountId: "0192f0c1-2f5e-7c3a-9d1b-5a4c3e2f1a0b",
  email: "admin@example.com",
};
const reason = "Under inspection.";

/** Failures that no rule permits. */
const failures: string[] = [];

const money = await testMoney();
const { api, provider } = money;
const sellers: MoneySeller[] = [money.seller, await newPaidSeller(api, provider)];
const buyers: MoneyBuyer[] = [
  money.buyer,
  await newPayingBuyer(api, provider),
  await newPayingBuyer(api, provider),
];
for (const { owner, cardId } of buyers) await setDefaultCard(api, owner.accountId, cardId);
/** Four of the files have the same bytes, so an account's purchases of them take turns. */
const sameBytes = { sha256: "a".repeat(64) };
const offers = await Promise.all(
  Array.from({ length: 12 }, (_, index) =>
    offer(api, sellerAt(index), index % 3 === 0 ? sameBytes : {}),
  ),
);
const auctions = await Promise.all(
  Array.from({ length: 4 }, (_, index) => {
    const endsAt = new Date(Date.now() + 1000 + index * 1000);
    return newAuction(api, sellerAt(index), { endsAt });
  }),
);

function sellerAt(index: number): MoneySeller {
  return index % 2 === 0 ? money.seller : pick(sellers.slice(1));
}

function pick<T>(items: readonly T[]): T {
  const item = items[Math.floor(Math.random() * items.length)];
  if (item === undefined) throw new MarketError("dataset_not_found", "There is nothing left.");
  return item;
}

function note(error: unknown): void {
  if (error instanceof MarketError) return;
  failures.push(String(error instanceof Error ? (error.cause ?? error) : error));
}

async function answered(call: Promise<Answer>): Promise<void> {
  const { status, text } = await call;
  if (status >= 500) failures.push(text);
}

/** A random purchase in this state, with its buyer's token. */
async function some(state: PurchaseState): Promise<{ id: string; token: string }> {
  const rows = await money.api.db.select().from(purchases).where(eq(purchases.state, state));
  const { id, accountId } = pick(rows);
  return { id, token: pick(buyers.filter(({ owner }) => owner.accountId === accountId)).token };
}

async function useNewCard(): Promise<void> {
  const { api, provider } = money;
  const { owner, customerId, token } = pick(buyers);
  const { accountId } = owner;
  const given = { accountId, customerId, card: "pm_card_visa" };
  const cardId = await addCard(api, provider.stripe, given);
  const buying = answered(buy(api, { token, cardId }, pick(offers)));
  await removePaymentMethod(api.ctx, owner, cardId).catch(note);
  await buying;
}

async function useNewKey(): Promise<void> {
  const { api } = money;
  const { owner, cardId } = pick(buyers);
  const made = await createApiKey(api.ctx, owner, { name: "new", scopes: ["purchase", "bid"] });
  const token = made.secret;
  const using = [
    buy(api, { token, cardId }, pick(offers)),
    bid(api, { token }, pick(auctions), 2000),
  ];
  await revokeApiKey(api.ctx, owner, made.key.id);
  await Promise.all(using.map(answered));
}

/**
 * A seller agent that its owner deletes while others buy its listings, bid on them, stop and rename
 * it.
 */
async function deleteSellingAgent(): Promise<void> {
  const { owner } = pick(sellers);
  const agentId = await newSellerAgent(api, owner);
  const [offered, auction] = await Promise.all([
    offer(api, { agentId }),
    newAuction(api, { agentId }),
    newDraft(api, agentId),
  ]);
  const uses = [
    () => answered(buy(api, pick(buyers), offered)),
    () => answered(bid(api, pick(buyers), auction, 2000)),
    () => suspendListing(api.ctx, admin, offered, { reason }).catch(note),
    () => suspendAgent(api.ctx, admin, agentId, { reason }).catch(note),
    () => renameAgent(api.ctx, owner, agentId, `seller ${v7()}`).catch(note),
    () => revokeAgent(api.ctx, owner, agentId, { withdraw_listings: true }).catch(note),
  ];
  // Only some take part each time: whoever buys or bids first prevents the deletion.
  const using = uses.filter(() => Math.random() < 0.3).map((use) => use());
  await deleteAgent(api.ctx, owner, agentId).catch(note);
  await Promise.all(using);
}

/**
 * Programs that people connect, use, change and disconnect, while others act on the same
 * connections.
 */
async function connect(): Promise<void> {
  const { owner, cardId } = pick(buyers);
  const { operator, connection } = await connectedBuyer(money, { ...pick(buyers), owner });
  const body = { payment_method_id: cardId };
  await openPurchase(api.ctx, operator, pick(offers), body).catch(note);
  if (connection.agentId !== null) offers.push(await offer(api, { agentId: connection.agentId }));
}

const confirmAbove = [0, 500, null] as const;

/** A connected program, with its owner. */
async function someConnection() {
  const live = await api.db.select().from(connections).where(isNull(connections.endedAt));
  const connection = pick(live);
  return { connection, owner: pick(buyers.filter(isOwnerOf(connection))).owner };
}

const isOwnerOf =
  ({ accountId }: { accountId: string }) =>
  ({ owner }: MoneyBuyer) =>
    owner.accountId === accountId;

async function renew(): Promise<void> {
  const { connection, owner } = await someConnection();
  await renewConnection(api.ctx, owner, connection.id, {
    client: { ...connection, scopesAsked: ["purchase", "sell"] },
    terms: { scopes: ["purchase", "sell"], limits: null },
    makeGrant: async () => v7(),
  });
}

/** An approval request from a key that is revoked while its owner answers. */
async function askByNewKey(): Promise<void> {
  const { owner, cardId } = pick(buyers);
  const wish = { name: "asks", scopes: ["purchase" as const], confirm_above_cents: 0 };
  const { key, secret } = await createApiKey(api.ctx, owner, wish);
  await answered(buy(api, { token: secret, cardId }, pick(offers)));
  if (Math.random() < 0.5) await revokeApiKey(api.ctx, owner, key.id);
}

/** A pending approval request, with the person who may answer it. */
async function someWaiting() {
  const { state } = waitingPurchases;
  const row = pick(await api.db.select().from(waitingPurchases).where(eq(state, "waiting")));
  return { id: row.id, ...pick(buyers.filter(isOwnerOf(row))) };
}

/** A private offer that its seller answers while its buyer withdraws it or buys by it. */
async function negotiate(): Promise<void> {
  const { owner, cardId, token } = pick(buyers);
  const datasetId = pick(offers);
  const path = `/datasets/${datasetId}`;
  const terms = { price_cents: 700 };
  await answered(api.send("POST", `${path}/private-offers`, { token, body: terms }));
  const isOwn = eq(privateOffers.buyerAccountId, owner.accountId);
  const { id, listingId, sellerAgentId } = pick(
    await api.db.select().from(privateOffers).where(isOwn),
  );
  const seller = { kind: "agent", agentId: sellerAgentId, verified: true } as const;
  const move = pick(["accept", "accept", "counter", "decline"] as const);
  const body = { payment_method_id: cardId, private_offer_id: id };
  await Promise.all([
    movePrivateOffer(api.ctx, seller, { id, move }, terms).catch(note),
    answered(api.send("POST", `/datasets/${listingId}/buy`, { token, body })),
    answered(api.send("POST", `/private-offers/${id}/withdraw`, { token, body: {} })),
  ]);
}

/** Two orders with one coupon, which its seller revokes. */
async function redeem(): Promise<void> {
  const [datasetId, first, second] = [pick(offers), pick(buyers), pick(buyers)];
  const [row] = await api.db.select().from(listings).where(eq(listings.id, datasetId));
  const seller = { kind: "agent", agentId: row?.agentId ?? "", verified: true } as const;
  const terms = { percent_off: 10, once_per_buyer: false };
  const { id, code } = await createCoupon(api.ctx, seller, terms);
  const order = ({ cardId, token }: (typeof buyers)[number]) => {
    const body = { payment_method_id: cardId, coupon: code };
    return answered(api.send("POST", `/datasets/${datasetId}/buy`, { token, body }));
  };
  const revoking = revokeCoupon(api.ctx, seller, id).catch(note);
  await Promise.all([order(first), order(second), revoking]);
}

/** Two orders of one bundle or of two that share datasets, which its seller ends. */
async function bundle(): Promise<void> {
  const { agentId } = pick(sellers);
  const own = await api.db
    .select({ id: listings.id })
    .from(listings)
    .where(and(eq(listings.agentId, agentId), eq(listings.pricingType, "buy_it_now")));
  const some = () => own.map(({ id }) => id).toSorted(() => Math.random() - 0.5);
  const write = () => writeBundle(api, { agentId, priceCents: 150, datasets: some().slice(0, 3) });
  const [one, two] = [await write(), await write()];
  const order = (id: string, { cardId, token }: MoneyBuyer) => {
    const body = { payment_method_id: cardId, allow_duplicate: true };
    return answered(api.send("POST", `/bundles/${id}/buy`, { token, body }));
  };
  const seller = { kind: "agent", agentId, verified: true } as const;
  const ending = endBundle(api.ctx, seller, one).catch(note);
  await Promise.all([order(one, pick(buyers)), order(two, pick(buyers)), ending]);
}

/** A buyer asks, the seller approves and withdraws, while the buyer orders. */
async function enter(): Promise<void> {
  const { owner, operator, cardId, token } = pick(buyers);
  const datasetId = pick(offers);
  const [row] = await api.db.select().from(listings).where(eq(listings.id, datasetId));
  const seller = { kind: "agent", agentId: row?.agentId ?? "", verified: true } as const;
  const questions = Math.random() < 0.5 ? ["What for?"] : null;
  const asking = { answers: ["A study."] };
  await setGate(api.ctx, seller, datasetId, { questions, hide_sample: false }).catch(note);
  await requestAccess(api.ctx, operator, datasetId, asking).catch(note);
  const ofBuyer = eq(accessRequests.buyerAccountId, owner.accountId);
  const [request] = await api.db.select().from(accessRequests).where(ofBuyer);
  if (request === undefined) return;
  const { id, sellerAgentId: agentId } = request;
  const decide = (decision: "approve" | "withdraw") =>
    decideAccess(api.ctx, { ...seller, agentId }, id, { decision, reason: "No." }).catch(note);
  const body = { payment_method_id: cardId };
  await Promise.all([
    decide("approve"),
    decide("withdraw"),
    answered(api.send("POST", `/datasets/${request.listingId}/buy`, { token, body })),
    setGate(api.ctx, seller, datasetId, { questions: null, hide_sample: false }).catch(note),
  ]);
}

const connected: (() => Promise<unknown>)[] = [
  connect,
  negotiate,
  redeem,
  bundle,
  enter,
  renew,
  async () => {
    const { connection, owner } = await someConnection();
    const patch = { confirm_above_cents: pick(confirmAbove), budget_cents: null };
    await editConnection(api.ctx, owner, connection.id, patch);
  },
  async () => {
    const { connection } = await someConnection();
    await authenticateConnection(api.ctx, connection.grantId);
  },
  async () => {
    const { connection, owner } = await someConnection();
    const options = { withdraw_listings: Math.random() < 0.5 };
    await endConnection(api.ctx, owner, connection.id, options);
  },
  async () => {
    const { connection, owner } = await someConnection();
    await revokeApiKey(api.ctx, owner, connection.apiKeyId ?? "");
  },
  async () => {
    const { connection, owner } = await someConnection();
    await revokeAgent(api.ctx, owner, connection.agentId ?? "", { withdraw_listings: true });
  },
  async () => {
    const { connection, owner } = await someConnection();
    await deleteAgent(api.ctx, owner, connection.agentId ?? "");
  },
];

const waits: (() => Promise<unknown>)[] = [
  askByNewKey,
  async () => {
    const { id, owner } = await someWaiting();
    await approveWaitingPurchase(api.ctx, owner, id);
  },
  async () => {
    const { id, owner } = await someWaiting();
    await refuseWaitingPurchase(api.ctx, owner, id);
  },
  async () => {
    const { id, operator } = await someWaiting();
    await cancelWaitingPurchase(api.ctx, operator, id);
  },
  () => {
    const now = () => new Date(Date.now() + 2 * dayMs);
    return expireDueWaitingPurchases({ ...api.ctx, now }, { rowsMax: 1 });
  },
];

/** A confirmed purchase, with the operator who may review it. */
async function someReviewable() {
  const { id, token } = await some("released");
  const [purchase] = await api.db.select().from(purchases).where(eq(purchases.id, id));
  return { id, token, datasetId: purchase?.listingId ?? "" };
}

const reviewed: (() => Promise<unknown>)[] = [
  async () => {
    const { token, datasetId } = await someReviewable();
    const body = { stars: pick([1, 2, 3, 4, 5]) };
    await answered(api.send("PUT", `/datasets/${datasetId}/review`, { token, body }));
  },
  async () => {
    const { token, datasetId } = await someReviewable();
    await answered(api.send("DELETE", `/datasets/${datasetId}/review`, { token }));
  },
  async () => {
    const { id } = await someReviewable();
    const chargeback = pick(["open", "won"] as const);
    await api.db.transaction(async (tx) => {
      await lockPurchase(tx, id);
      await tx.update(purchases).set({ chargeback }).where(eq(purchases.id, id));
    });
  },
  async () => {
    const { id: reviewId, sellerAgentId: agentId } = pick(await api.db.select().from(reviews));
    const agent = { kind: "agent", agentId, verified: true } as const;
    await answerReview(api.ctx, agent, reviewId, { text: `Thank you ${Math.random()}.` });
  },
  async () => {
    const { id: reviewId } = pick(await api.db.select().from(reviews));
    const of = { reviewId, part: "review" } as const;
    await removeReview(api.ctx, admin, of, { reason });
    await restoreReview(api.ctx, admin, of);
  },
  async () => {
    const { id: reviewId } = pick(await api.db.select().from(reviews));
    const report = { about: "review", reason: "spam", detail: null } as const;
    await reportReview(api.ctx, pick(buyers).operator, reviewId, report);
  },
];

const reporting = reportingActs({
  ...{ api, admin, pick, note, offers },
  reporter: () => pick(buyers).operator,
  async reportable() {
    const made = await api.db.select({ id: bundles.id }).from(bundles);
    return pick([
      ...made.map(({ id }) => ({ kind: "bundle" as const, id })),
      { kind: "seller" as const, id: pick(sellers).agentId },
      { kind: "dataset" as const, id: pick(offers) },
    ]);
  },
  seller: () => pick(sellers).owner,
  use: ({ offered, auction }) => [
    () => answered(buy(api, pick(buyers), offered)),
    () => answered(bid(api, pick(buyers), auction, 2000)),
  ],
});

const storm = {
  ...{ api, pick, note, offers, buyers },
  newBuyer: () => newPayingBuyer(api, provider),
  seller: () => pick(sellers).owner,
};

const acts: (() => Promise<unknown>)[] = [
  ...transferActs(storm),
  ...(await subscriptionActs({ money, buyers, pick, answered })),
  ...(await trialActs({ money, pick, answered })),
  ...bountyActs({ money, offers, pick, answered }),
  ...connected,
  ...waits,
  ...reviewed,
  ...reporting,
  () => answered(buy(money.api, pick(buyers), pick(offers))),
  () => answered(buy(money.api, pick(buyers), pick(offers))),
  () =>
    answered(bid(money.api, pick(buyers), pick(auctions), 1000 + Math.floor(Math.random() * 9000))),
  () =>
    answered(bid(money.api, pick(buyers), pick(auctions), 1000 + Math.floor(Math.random() * 9000))),
  async () => {
    const { id, token } = await some("in_escrow");
    await answered(money.api.send("POST", `/purchases/${id}/confirm`, { token }));
  },
  async () => {
    const { id, token } = await some("in_escrow");
    const body = { reason: "other", detail: "It is empty." };
    await answered(money.api.send("POST", `/purchases/${id}/dispute`, { token, body }));
  },
  async () => {
    const { id } = await some("disputed");
    const resolution = { decision: pick(["release", "refund"] as const), detail: "So be it." };
    await resolveDispute(money.api.ctx, admin, id, resolution);
  },
  async () => {
    const { accountId } = pick([...sellers, ...buyers]).owner;
    await suspendAccount(money.api.ctx, admin, accountId, { reason });
    await restoreAccount(money.api.ctx, admin, accountId);
  },
  async () => {
    const { agentId } = pick(sellers);
    await suspendAgent(money.api.ctx, admin, agentId, { reason });
    await restoreAgent(money.api.ctx, admin, agentId);
  },
  async () => {
    const listingId = pick([...offers, ...auctions]);
    await suspendListing(money.api.ctx, admin, listingId, { reason });
    await restoreListing(money.api.ctx, admin, listingId);
  },
  async () => {
    const { agentId } = pick(sellers);
    const title = `Irises ${Math.random()}`;
    const agent = { kind: "agent", agentId, verified: true } as const;
    await changeListing(money.api.ctx, agent, pick([...offers, ...auctions]), { title });
  },
  async () => {
    const { owner } = pick(sellers);
    await refreshPayoutAccount(money.api.ctx, owner, owner.accountId);
  },
  deleteSellingAgent,
  useNewCard,
  useNewKey,
  () => runClock(money.api),
  () => runClock(money.api, 70),
  () => reconcile(money),
  ...[closeDueAuctions, chargeWinners, followCharges].map(
    (work) => () => work(money.api.ctx, { rowsMax: 10 }),
  ),
];

async function provesMuch(): Promise<boolean> {
  const [bought, credited, closed, decided, delivered, bundled] = await Promise.all([
    api.db.$count(purchases),
    api.db.$count(purchases, isNotNull(purchases.creditedTrialId)),
    api.db.$count(accounts, isNotNull(accounts.closedAt)),
    api.db.$count(reportDecisions),
    api.db.$count(bountyDeliveries),
    api.db.$count(purses, isNotNull(purses.bundleId)),
  ]);
  const some = [credited, closed, decided, delivered, bundled];
  const hasMany = bought > purchasesMin && some.every((rows) => rows > 0);
  return hasMany && (await hasEndedTransfers(storm));
}

test("buyers, bidders, sellers, connected programs, administrators and clocks: none ends another in a deadlock", async () => {
  const started = Date.now();
  // Runs longer on a busy machine: a run with few operations proves little.
  const isOn = async () => {
    const sinceMs = Date.now() - started;
    if (sinceMs < stormMs) return true;
    return sinceMs < stormMsMax && !(await provesMuch());
  };
  const running = acts.map(async (act) => {
    while (await isOn()) {
      await act().catch(note);
      // Waits for nothing in particular: random pauses vary the order in which operations meet.
      await Bun.sleep(Math.random() * 10);
    }
  });
  await Promise.all(running);
  expect([...new Set(failures)]).toEqual([]);
  expect(await provesMuch()).toBe(true);
  expect(await api.db.$count(connections)).toBeGreaterThan(0);
  expect(await api.db.$count(subscriptions)).toBeGreaterThan(0);
  expect(await api.db.$count(waitingPurchases)).toBeGreaterThan(0);
  expect(await api.db.$count(agents, isNotNull(agents.deletedAt))).toBeGreaterThan(0);
  for (const { owner } of sellers) await expectExactSums(money.api, owner);
});
