/** Facts of a purchase that nothing refuses, so that a new fact is added in one place. */
import type { BuyFacts } from "../../market/purchase/rules.ts";

export const buyFacts = (given: Partial<BuyFacts> & Pick<BuyFacts, "now">): BuyFacts => ({
  listing: {
    status: "active",
    pricingType: "buy_it_now",
    category: "text",
    accessQuestions: null,
    sha256: "a".repeat(64),
  },
  seller: { accountId: "seller", isSuspended: false },
  buyer: { accountId: "buyer", suspendedAt: null },
  key: {
    scopes: ["purchase"],
    revokedAt: null,
    expiresAt: null,
    maxPerPurchaseCents: null,
    confirmAboveCents: null,
    budgetCents: null,
    budgetPeriod: null,
    categories: [],
  },
  spentCents: 0,
  auction: null,
  ownsPaymentMethod: true,
  earlier: null,
  heldFile: null,
  allowDuplicate: false,
  hasAccess: true,
  acceptance: null,
  priceCents: 1000,
  expectedPriceCents: undefined,
  currency: "usd",
  ...given,
});
