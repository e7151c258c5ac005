/** A key that is bound to one card: it charges no other card and cannot see any. */
import { expect, test } from "bun:test";
import { v7 } from "uuid";
import { updateApiKey } from "../../../db/queries/accounts/api-keys.ts";
import { cardOfKey } from "../../../market/account/rules.ts";
import { viewOperator } from "../../../market/account/view-operator.ts";
import { openPurchase } from "../../../market/purchase/open-purchase.ts";
import { paidListing, testMarket } from "../../support/market.ts";
import { newCard, refusalOf } from "../../support/operators.ts";

const market = await testMarket();
const { api, buyer } = market;

test("it buys only with that card", async () => {
  const other = await newCard(api, buyer.owner);
  await updateApiKey(api.db, buyer.operator.apiKeyId, { paymentMethodId: buyer.cardId });
  const listingId = await paidListing(market);
  const buy = (payment_method_id: string) =>
    openPurchase(api.ctx, buyer.operator, listingId, { payment_method_id });
  expect((await refusalOf(buy(other))).code).toBe("payment_method_unknown");
  expect((await refusalOf(buy(v7()))).code).toBe("payment_method_unknown");
  const { payment_methods } = await viewOperator(api.ctx, buyer.operator);
  expect(payment_methods.map(({ id, is_default }) => [id, is_default])).toEqual([
    [buyer.cardId, true],
  ]);
  const purchase = { paymentMethodId: buyer.cardId };
  expect(await buy(buyer.cardId)).toMatchObject({ kind: "purchase", purchase });
});

test("a key that is bound to none may charge each", () => {
  expect(cardOfKey({ paymentMethodId: null }, "a")).toBe("a");
  expect(cardOfKey({ paymentMethodId: null }, null)).toBeNull();
  expect(cardOfKey({ paymentMethodId: "b" }, "a")).toBeNull();
  expect(cardOfKey({ paymentMethodId: "b" }, "b")).toBe("b");
});
