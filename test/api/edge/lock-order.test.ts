/** Everybody acts on the same few things at once: nobody waits for each other in a circle. */
import { expect, setDefaultTimeout, test } from "bun:test";
import { eq } from "drizzle-orm";
import { purchases } from "../../../db/schema/index.ts";
import { createApiKey } from "../../../market/account/create-api-key.ts";
import { refreshPayoutAccount } from "../../../market/account/refresh-payout-account.ts";
import { removePaymentMethod } from "../../../market/account/remove-payment-method.ts";
import { revokeApiKey } from "../../../market/account/revoke-api-key.ts";
import { resolveDispute } from "../../../market/administration/resolve-dispute.ts";
import { restoreAccount } from "../../../market/administration/restore-account.ts";
import { restoreAgent } from "../../../market/administration/restore-agent.ts";
import { restoreListing } from "../../../market/administration/restore-listing.ts";
import { suspendAccount } from "../../../market/administration/suspend-account.ts";
import { suspendAgent } from "../../../market/administration/suspend-agent.ts";
import { suspendListing } from "../../../market/administration/suspend-listing.ts";
import { chargeWinners } from "../../../market/auction/closing/charge-winners.ts";
import { closeDueAuctions } from "../../../market/auction/closing/close-due-auctions.ts";
import { followCharges } from "../../../market/auction/closing/follow-awards.ts";
import type { AdminActor } from "../../../market/context.ts";
import { MarketError } from "../../../market/errors.ts";
import type { PurchaseState } from "../../../market/vocabulary.ts";
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

setDefaultTimeout(60_000);

const stormMs = 5000;
const stormMsMax = 30_000;
const purchasesMin = 10;
const admin: AdminActor = {
  kind: "admin",
  accountId: "0192f0c1-2f5e-7c3a-9d1b-5a4c3e2f1a0b",
  email: "admin@example.com",
};
const reason = "Under inspection.";

/** What no rule excuses. */
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
/** Four of the files are the same, byte by byte: an account's buys of them take turns. */
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

/** One of the purchases in a state, with who bought it. */
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

const acts: (() => Promise<unknown>)[] = [
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
    const { owner } = pick(sellers);
    await refreshPayoutAccount(money.api.ctx, owner, owner.accountId);
  },
  useNewCard,
  useNewKey,
  () => runClock(money.api),
  () => runClock(money.api, 70),
  () => reconcile(money),
  ...[closeDueAuctions, chargeWinners, followCharges].map(
    (work) => () => work(money.api.ctx, { rowsMax: 10 }),
  ),
];

test("buyers, bidders, sellers, administrators and clocks: none ends another in a deadlock", async () => {
  const started = Date.now();
  // On a busy machine it lasts longer: a storm in which little is bought proves little.
  const isOn = async () => {
    const sinceMs = Date.now() - started;
    if (sinceMs < stormMs) return true;
    return sinceMs < stormMsMax && (await money.api.db.$count(purchases)) <= purchasesMin;
  };
  const storm = acts.map(async (act) => {
    while (await isOn()) {
      await act().catch(note);
      // Waits for nothing: pauses of chance let the acts meet in ever other orders.
      await Bun.sleep(Math.random() * 10);
    }
  });
  await Promise.all(storm);
  expect([...new Set(failures)]).toEqual([]);
  expect(await money.api.db.$count(purchases)).toBeGreaterThan(purchasesMin);
  for (const { owner } of sellers) await expectExactSums(money.api, owner);
});
