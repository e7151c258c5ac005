/**
 * An auction winner whose card needs authentication: the service waits for them, and charges once.
 */
import { expect, setDefaultTimeout, test } from "bun:test";
import { acceptOffer } from "../../../../market/auction/accept-offer.ts";
import { hourMs, newAuction } from "../../../support/auctions.ts";
import {
  addCard,
  heldFor,
  type Money,
  type MoneyBuyer,
  readRow,
  testMoney,
} from "../../../support/money.ts";
import {
  bidOrThrow,
  newPayingBidder,
  purchasesOf,
  readAwards,
  runOut,
} from "../../../support/paid-auctions.ts";
import { answerBank, goToBank, intentStatus, timesTold } from "./support.ts";

setDefaultTimeout(60_000);

const money = await testMoney({ webhooks: false });
const { api, provider } = money;
const other = await newPayingBidder(api, provider);
const askingCard = "pm_card_authenticationRequired";
const afterEnd = 24.1;
const wonCents = 3_100;

/** An auction that has ended, won by `winner` for `wonCents`; returns its id. */
async function wonBy(winner: MoneyBuyer): Promise<string> {
  const id = await newAuction(api, money.seller);
  await bidOrThrow(api, winner, id, 5_000);
  await bidOrThrow(api, other, id, 3_000);
  await runOut(api, afterEnd);
  return id;
}

async function onlyAward(id: string) {
  const [award] = await readAwards(api, id);
  if (award === undefined) throw new Error("nobody has won");
  return award;
}

async function goTo(bidder: MoneyBuyer, purchaseId: string, of: Money = money): Promise<string> {
  const url = await goToBank(of, bidder, purchaseId);
  if (url === null) throw new Error("nobody is asked at the bank");
  return url;
}

const hoursUntil = (at: Date) => (at.getTime() - Date.now()) / hourMs;

test("the winner gets the address to continue, goes there, and has paid once", async () => {
  const winner = await newPayingBidder(api, provider, { card: askingCard });
  const id = await wonBy(winner);
  const [purchase] = await purchasesOf(api, id);
  const purchaseId = String(purchase?.id);
  const seen = await api.send("GET", `/purchases/${purchaseId}`, { token: winner.token });
  expect(seen.body).toMatchObject({
    status: "payment_pending",
    price_cents: wonCents,
    next_action: {
      type: "confirm_with_bank",
      url: `${api.config.PUBLIC_BASE_URL}/account/purchases/${purchaseId}`,
    },
  });
  expect(await onlyAward(id)).toMatchObject({ state: "charging", purchaseId });
  await answerBank(await goTo(winner, purchaseId), "complete");
  await runOut(api, afterEnd + 1);
  expect(await readRow(api, purchaseId)).toMatchObject({ state: "in_escrow", failureCode: null });
  expect(await heldFor(provider, purchaseId)).toMatchObject({ charges: [wonCents] });
  expect(await onlyAward(id)).toMatchObject({ state: "paid" });
  expect(await purchasesOf(api, id)).toHaveLength(1);
  expect(await timesTold(money, purchaseId)).toEqual({ asked: 1, paid: 1, mails: 1, events: 1 });
});

test("a late payment by such a card is not awaited beyond its deadline", async () => {
  const winner = await newPayingBidder(api, provider, { card: "pm_card_chargeCustomerFail" });
  const id = await wonBy(winner);
  const unpaid = await onlyAward(id);
  const { dueAt } = unpaid;
  if (unpaid.state !== "unpaid" || dueAt === null) throw new Error(`it is ${unpaid.state}`);
  const { customerId } = winner;
  const { accountId } = winner.owner;
  const card = { accountId, customerId, card: askingCard };
  const cardId = await addCard(api, provider.stripe, card);
  const late = new Date(dueAt.getTime() - 3 * hourMs);
  const body = { payment_method_id: cardId };
  const ctx = { ...api.ctx, now: () => late };
  const { id: purchaseId } = await acceptOffer(ctx, winner.operator, unpaid.id, body);
  await runOut(api, hoursUntil(late) + 0.1);
  expect(await readRow(api, purchaseId)).toMatchObject({
    state: "payment_pending",
    actionDueAt: dueAt,
  });
  await runOut(api, hoursUntil(dueAt) + 1);
  expect(await readRow(api, purchaseId)).toMatchObject({
    state: "expired",
    failureCode: "authentication_expired",
  });
  expect(await intentStatus(money, purchaseId)).toBe("canceled");
  expect(await heldFor(provider, purchaseId)).toMatchObject({ charges: [] });
  const [lapsed] = await readAwards(api, id);
  expect(lapsed).toMatchObject({ id: unpaid.id, state: "lapsed" });
});
