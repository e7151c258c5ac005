/** Purchases with a card that needs authentication, and the holder's actions at the bank. */
import { and, eq, sql } from "drizzle-orm";
import { auditLog, events, outbox } from "../../../../db/schema/index.ts";
import { visitBank, visitBankForPurse } from "../../../../market/purchase/settlement/visit-bank.ts";
import type { Payments } from "../../../../platform/payments/port.ts";
import {
  buy,
  type Money,
  type MoneyBuyer,
  newPayingBuyer,
  offer,
  readRow,
} from "../../../support/money.ts";

/** A card that needs authentication for every charge. */
const askingCard = "pm_card_authenticationRequired";

export function newAskedBuyer({ api, provider }: Money, card = askingCard): Promise<MoneyBuyer> {
  return newPayingBuyer(api, provider, { card });
}

/**
 * Buys a new dataset with a card that needs authentication; returns the answer and the purchase's
 * id.
 */
export async function buyAsked(money: Money, buyer: MoneyBuyer) {
  const answer = await buy(money.api, buyer, await offer(money.api, money.seller));
  if (answer.status !== 201) throw new Error(answer.text);
  return { answer, purchaseId: String(answer.body.id) };
}

/**
 * Sends the holder to the bank; returns the bank's page or null. `payments` is another process's
 * port.
 */
export async function goToBank(
  { api }: Money,
  buyer: MoneyBuyer,
  purchaseId: string,
  payments: Payments = api.ctx.payments,
) {
  const back = `${api.config.PUBLIC_BASE_URL}/account/purchases/${purchaseId}/bank`;
  const { url } = await visitBank({ ...api.ctx, payments }, buyer.owner, purchaseId, back);
  return url;
}

/** The same for a shared charge. */
export async function goToBankForPurse({ api }: Money, buyer: MoneyBuyer, purseId: string) {
  const back = `${api.config.PUBLIC_BASE_URL}/account/payments/${purseId}/bank`;
  return (await visitBankForPurse(api.ctx, buyer.owner, purseId, back)).url;
}

/**
 * The holder's answer on the bank's page; returns the next address, or null if the bank no longer
 * asks.
 */
export async function answerBank(url: string, authentication: "complete" | "fail") {
  const body = new URLSearchParams({ authentication });
  const answer = await fetch(url, { method: "POST", body, redirect: "manual" });
  return answer.headers.get("location");
}

/** How often each party was notified of a purchase that needs authentication. */
export async function timesTold({ api }: Money, purchaseId: string) {
  const audited = (action: string) =>
    api.db.$count(auditLog, and(eq(auditLog.subjectId, purchaseId), eq(auditLog.action, action)));
  return {
    asked: await audited("purchase.action_required"),
    paid: await audited("purchase.paid"),
    mails: await api.db.$count(
      outbox,
      sql`payload->>'purchase_id' = ${purchaseId} and payload->>'notice' = 'action_required_buyer'`,
    ),
    events: await api.db.$count(
      events,
      and(eq(events.subjectId, purchaseId), eq(events.type, "purchase.action_required")),
    ),
  };
}

/** The provider's status of the purchase's only intent. */
export async function intentStatus({ api, provider }: Money, purchaseId: string) {
  const { paymentIntentId } = await readRow(api, purchaseId);
  return (await provider.stripe.paymentIntents.retrieve(String(paymentIntentId))).status;
}
