/** A card added from the consent page while the authorisation request expires. */
import { expect, test } from "bun:test";
import { eq } from "drizzle-orm";
import { paymentMethods, paymentSetups } from "../../../db/schema/index.ts";
import { testApi } from "../../support/api.ts";
import { forFile } from "../../support/for-file.ts";
import { newOwner } from "../../support/operators.ts";
import { submit } from "../../support/stripe.ts";
import { openConsentSite } from "./support.ts";

const api = await testApi();
const site = await forFile(openConsentSite(api));

async function begin() {
  const owner = await newOwner(api);
  const asked = site.ask();
  const end = () => {
    const waiting = site.waiting.get(asked.uid);
    if (waiting !== undefined) waiting.ended = true;
  };
  return { owner, end, ...asked, visitor: await site.visit(owner, asked.cookie) };
}

test("is kept and told, where the page of a request that has ended says that nothing was changed", async () => {
  const { owner, end, path, visitor } = await begin();
  const started = await visitor.submit(`${path}/card`, []);
  const page = started.headers.get("location") ?? "";
  const chosen = await submit(page, { payment_method: "pm_card_visa" });
  end();
  const back = new URL(chosen.headers.get("location") ?? "");
  expect(back.pathname).toBe(`${path}/card`);
  const returned = await visitor.open(back.pathname + back.search);
  const told = "/account/payment-methods?done=card_added";
  expect([returned.status, returned.headers.get("location")]).toEqual([303, told]);
  const { accountId } = owner;
  expect(await api.db.$count(paymentMethods, eq(paymentMethods.accountId, accountId))).toBe(1);
  const again = await visitor.open(back.pathname + back.search);
  expect(again.headers.get("location")).toBe("/account/payment-methods?done=card_finished");
});

test("is not asked for any more once the request has ended", async () => {
  const { owner, end, path, visitor } = await begin();
  end();
  const { status, text } = await visitor.submit(`${path}/card`, []);
  expect([status, text.includes("This request has ended")]).toEqual([404, true]);
  const { accountId } = owner;
  expect(await api.db.$count(paymentSetups, eq(paymentSetups.accountId, accountId))).toBe(0);
});
