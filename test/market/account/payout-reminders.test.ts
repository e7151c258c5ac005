/** Sellers with released money and no payout account get a reminder once a week. */
import { expect, test } from "bun:test";
import { and, eq, sql } from "drizzle-orm";
import { accounts, auditLog, outbox, payoutReminders } from "../../../db/schema/index.ts";
import type { PurchaseState } from "../../../db/vocabulary/purchase.ts";
import { remindMissingPayouts } from "../../../market/account/payouts/remind-missing-payouts.ts";
import { sendMail } from "../../../market/mail/send-mail.ts";
import type { Mailer, MailResult } from "../../../platform/mail/port.ts";
import { testApi } from "../../support/api.ts";
import { newBuyer } from "../../support/market.ts";
import { insertPurchase, newSeller, type Seller } from "../../support/operators.ts";

const api = await testApi();
const buyer = await newBuyer(api);

const actor = { kind: "system", name: "test" } as const;
const at = (days: number) => new Date(Date.now() + days * 86_400_000);
const remind = (days: number) =>
  remindMissingPayouts({ ...api.ctx, now: () => at(days) }, { rowsMax: 100 });

async function sale(from: Seller, state: PurchaseState, released: Date) {
  const { owner, operator, cardId } = buyer;
  const by = { by: owner, apiKeyId: operator.apiKeyId, paymentMethodId: cardId };
  return insertPurchase(api, { ...by, from, priceCents: 1250, state, at: released });
}

const jobsOf = ({ owner }: Seller) =>
  api.db.$count(
    outbox,
    sql`${outbox.payload}->>'template' = 'payout_missing' and ${outbox.payload}->>'account_id' = ${owner.accountId}`,
  );

type Sent = { to: string; subject: string; key: string };

/** Records each mail once per idempotency key, as the provider would. */
function openInbox(result: MailResult = { kind: "sent", providerId: "1" }) {
  const sent: Sent[] = [];
  const mailer: Mailer = {
    async send({ to, subject }, { idempotencyKey: key }) {
      if (!sent.some((mail) => mail.key === key)) sent.push({ to, subject, key });
      return result;
    },
  };
  return { sent, mailer };
}

function sendTo({ owner }: Seller, mailer: Mailer, days = 0) {
  const payload = { template: "payout_missing", account_id: owner.accountId } as const;
  return sendMail({ ...api.ctx, now: () => at(days) }, mailer, actor, payload);
}

test("money that has waited a day is mailed once, with its sum, and again a week later", async () => {
  const seller = await newSeller(api);
  await sale(seller, "released", at(-0.5));
  await sale(seller, "released", at(-0.4));
  await remind(0);
  expect(await jobsOf(seller)).toBe(0);

  const counts = await Promise.all([1, 2, 3].map(() => remind(0.7)));
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(1);
  expect(await jobsOf(seller)).toBe(1);
  const { sent, mailer } = openInbox();
  const results = await Promise.all([1, 2].map(() => sendTo(seller, mailer, 0.7)));
  expect(results.map(({ kind }) => kind)).toContain("sent");
  expect(sent.map(({ to, subject }) => [to, subject])).toEqual([
    [seller.owner.email, "Set up payouts: $25.00 is waiting for you"],
  ]);
  expect((await sendTo(seller, mailer, 0.8)).kind).toBe("not_owed");

  await remind(7.6);
  expect(await jobsOf(seller)).toBe(1);
  await remind(7.8);
  expect(await jobsOf(seller)).toBe(2);
  expect((await sendTo(seller, mailer, 7.8)).kind).toBe("sent");
  expect(sent.length).toBe(2);
});

test("sellers without waiting money, and suspended or unknown ones, get no reminder", async () => {
  const sellers = await Promise.all(Array.from({ length: 5 }, () => newSeller(api)));
  const [held, paidOut, suspended, unknown, transferred] = sellers as [
    Seller,
    Seller,
    Seller,
    Seller,
    Seller,
  ];
  const change = ({ owner }: Seller, values: Partial<typeof accounts.$inferInsert>) =>
    api.db.update(accounts).set(values).where(eq(accounts.id, owner.accountId));
  for (const state of ["in_escrow", "disputed", "refunded", "expired"] as const) {
    await sale(held, state, at(-3));
  }
  for (const seller of [paidOut, suspended, unknown]) await sale(seller, "released", at(-3));
  const id = await sale(transferred, "released", at(-3));
  await api.db.execute(
    sql`update purchases set transfer_id = ${id}, transferred_at = now() where id = ${id}`,
  );
  await change(paidOut, { payoutAccountId: paidOut.agentId, payoutsEnabledAt: at(-1) });
  await change(suspended, { suspendedAt: at(-1), suspendedReason: "test" });
  await change(unknown, { emailVerified: false });
  await remind(0);
  for (const seller of sellers) expect(await jobsOf(seller)).toBe(0);
});

test("a reminder is not sent once payouts are enabled, and is kept while the provider is away", async () => {
  const seller = await newSeller(api);
  await sale(seller, "released", at(-2));
  await remind(0);
  const away = openInbox({ kind: "failed", code: "timeout", detail: "no" });
  expect((await sendTo(seller, away.mailer)).kind).toBe("failed");
  const isOwed = async () => {
    const [row] = await api.db
      .select()
      .from(payoutReminders)
      .where(eq(payoutReminders.accountId, seller.owner.accountId));
    return row?.mailedAt === null;
  };
  expect(await isOwed()).toBe(true);
  await api.db
    .update(accounts)
    .set({ payoutAccountId: seller.agentId, payoutsEnabledAt: at(0) })
    .where(eq(accounts.id, seller.owner.accountId));
  const { sent, mailer } = openInbox();
  expect((await sendTo(seller, mailer)).kind).toBe("not_owed");
  expect(sent).toEqual([]);
});

test("a reminder that the provider refuses for good ends with an audit row", async () => {
  const seller = await newSeller(api);
  await sale(seller, "released", at(-2));
  await remind(0);
  const { mailer } = openInbox({ kind: "refused", code: "validation_error", detail: "no" });
  expect((await sendTo(seller, mailer)).kind).toBe("refused");
  expect((await sendTo(seller, mailer)).kind).toBe("not_owed");
  const ofAccount = eq(auditLog.subjectId, seller.owner.accountId);
  const refused = and(ofAccount, eq(auditLog.action, "payout_mail.refused"));
  expect(await api.db.$count(auditLog, refused)).toBe(1);
});
