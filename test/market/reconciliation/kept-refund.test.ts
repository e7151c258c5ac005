/**
 * A refund that fails after the card's bank has also taken the money: the buyer receives it once.
 */
import { expect, setDefaultTimeout, test } from "bun:test";
import { balancesOf, postingsOf, readRow, runClockOut, testMoney } from "../../support/money.ts";
import { eventually } from "../../support/stack.ts";
import { control } from "../../support/stripe.ts";
import { openFindings, owed, reconcile } from "./books.ts";

setDefaultTimeout(120_000);

const money = await testMoney({ webhooks: false });
const { api, provider } = money;

test("is found by the reconciliation, owed to nobody, and makes good the loss", async () => {
  const id = await owed(money, "pm_card_refundFail");
  await eventually(async () => {
    await runClockOut(api, { fromHour: 1 });
    return (await readRow(api, id)).refundPaidAt !== null;
  });
  const { paymentIntentId, refundId } = await readRow(api, id);
  const { refunds, disputes } = provider.stripe;
  await control(provider.url, "_disputes", { payment_intent: paymentIntentId });
  const { data } = await disputes.list({ payment_intent: String(paymentIntentId) });
  const evidence = { uncategorized_text: "losing_evidence" };
  await disputes.update(String(data[0]?.id), { evidence });
  await eventually(async () => (await refunds.retrieve(String(refundId))).status === "failed");

  // The refund was made up to twelve hours ahead, which is tomorrow if the tests run in the
  // evening.
  await reconcile(money, 2);
  expect((await openFindings(money)).map(({ kind }) => kind)).toContain("refund_failed");
  // Later than that comparison, which was up to 52 hours ahead.
  await runClockOut(api, { fromHour: 60 });
  await reconcile(money, 5);

  expect(await openFindings(money)).toEqual([]);
  // The platform has lost only the provider's fees.
  const { provider_fees = 0, ...balances } = await balancesOf(api, id);
  expect(balances).toEqual({ platform_funds: -provider_fees });
  const postings = await postingsOf(api, id);
  expect(postings.filter((one) => one === "refund_kept")).toHaveLength(1);
  expect(postings).toContain("chargeback_lost");
  const { chargeback, refundPaidAt, refundFailedAt } = await readRow(api, id);
  expect({ chargeback, isPaid: refundPaidAt !== null, refundFailedAt }).toEqual({
    chargeback: "lost",
    isPaid: true,
    refundFailedAt: null,
  });
});
