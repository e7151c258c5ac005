/** The administration's pages of refunds and chargebacks, over the real service and provider. */
import { expect, test } from "bun:test";
import { eq } from "drizzle-orm";
import { chargebackSteps } from "../../../db/schema/index.ts";
import { visitorOf } from "../../site/visitor.ts";
import { adminEmail, signedIn } from "../../support/administrators.ts";
import { readRow, testMoney } from "../../support/money.ts";
import { openAftermath } from "../purchase/aftermath-support.ts";
import { end } from "../purchase/faults.ts";

const money = await testMoney({ webhooks: true });
const { api, provider } = money;
api.ctx.config.ADMIN_EMAILS.push(adminEmail);
const world = openAftermath(money);
const admin = await visitorOf(api, await signedIn(api, adminEmail));

const stepsOf = (disputeId: string) =>
  api.db.select().from(chargebackSteps).where(eq(chargebackSteps.chargebackId, disputeId));

test("a reversal that is posted six times at once is one step, and its page tells how it ended", async () => {
  const { seller, disputeId } = await world.lost();
  const path = `/admin/chargebacks/${disputeId}`;
  expect((await admin.open("/admin")).text).toContain("left a debt");
  expect((await admin.open("/admin/chargebacks?status=owed")).text).toContain(path);
  const fields = {
    once: crypto.randomUUID(),
    step: "reverse_transfer",
    reverse_transfer_amount: "3.00",
    reverse_transfer_reason: "They have it.",
  };
  const wrong = await admin.submit(`${path}/steps`, { ...fields, reverse_transfer_amount: "99" });
  expect([wrong.status, wrong.text.includes("At most")]).toEqual([400, true]);
  const posts = Array.from({ length: 6 }, () => admin.submit(`${path}/steps`, fields));
  for (const { status } of await Promise.all(posts)) expect(status).toBe(303);
  expect(await stepsOf(disputeId)).toHaveLength(1);
  await world.runSteps();
  const shown = (await admin.open(path)).text;
  expect(shown).toContain("They have it.");
  expect(shown).toContain("$6.50");
  const own = await visitorOf(api, seller.owner);
  expect((await own.open("/account/sales")).text).toContain("You owe");
  expect((await own.open(path)).status).toBe(403);
});

test("evidence is prefilled, takes a file, and goes to the bank only after confirmation", async () => {
  const id = await world.transferred();
  const disputeId = await world.disputed(id);
  const path = `/admin/chargebacks/${disputeId}`;
  expect((await admin.open(`${path}/evidence`)).text).toContain("sold as a download");
  const texts = { uncategorized_text: "They took it.\r\nTwice." };
  expect((await admin.submit(`${path}/evidence`, texts)).status).toBe(303);
  const form = new FormData();
  form.set("form_token", admin.formToken);
  form.set("field", "receipt");
  form.set("file", new File(["%PDF-1.7 a receipt"], "receipt.pdf"));
  const encoded = new Response(form);
  const contentType = encoded.headers.get("content-type") ?? "";
  const added = await fetch(`http://localhost:${api.config.API_PORT}${path}/evidence/files`, {
    method: "POST",
    redirect: "manual",
    headers: { ...admin.headers, "content-type": contentType },
    body: await encoded.arrayBuffer(),
  });
  expect(added.status).toBe(303);
  expect((await admin.open(`${path}/evidence`)).text).toContain("receipt.pdf");
  const step = { step: "submit_evidence" };
  const unconfirmed = await admin.submit(`${path}/steps`, step);
  expect([unconfirmed.status, unconfirmed.text.includes("Tick the box")]).toEqual([400, true]);
  expect(await stepsOf(disputeId)).toEqual([]);
  const confirmed = await admin.submit(`${path}/steps`, { ...step, confirm: "yes" });
  expect(confirmed.status).toBe(303);
  await world.runSteps();
  const sent = await provider.stripe.disputes.retrieve(disputeId);
  expect(sent.evidence.uncategorized_text).toBe("They took it.\nTwice.");
  expect(String(sent.evidence.receipt)).toStartWith("file_");
  expect((await admin.open(`${path}/evidence`)).text).toContain("one submission");
});

test("a refund that failed is listed with its reason, and paid another way from its page", async () => {
  const id = await end(money, await world.bought("pm_card_refundFail"), "refunded");
  await world.until(id, ({ refundFailedAt }) => refundFailedAt !== null);
  const path = `/admin/refunds/${id}`;
  const listed = (await admin.open("/admin/refunds?status=failed")).text;
  expect(listed).toContain(path);
  expect(listed).toContain("expired or canceled card");
  const empty = await admin.submit(`${path}/paid`, { reference: "", paid_reason: "" });
  expect(empty.status).toBe(400);
  const paid = { reference: "SEPA 17", paid_reason: "The card is gone." };
  expect((await admin.submit(`${path}/paid`, paid)).status).toBe(303);
  expect((await readRow(api, id)).refundPaidReference).toBe("SEPA 17");
  expect((await admin.open(path)).text).toContain("Paid another way");
  const late = await admin.submit(`${path}/retry`, { retry_reason: "Again." });
  expect([late.status, late.text.includes("already paid another way")]).toEqual([400, true]);
});
