/**
 * The checks claimed for a seller: only its approval, until the payout provider has verified its
 * identity.
 */
import { describe, expect, test } from "bun:test";
import type Stripe from "stripe";
import { newAccount, requirements } from "../../../dev/stripe/shapes/connect.ts";
import { refreshPayoutAccount } from "../../../market/account/payouts/refresh-payout-account.ts";
import { startPayoutOnboarding } from "../../../market/account/payouts/start-payout-onboarding.ts";
import { toPayoutAccount } from "../../../platform/payments/stripe-answers.ts";
import { paidListing, testMarket } from "../../support/market.ts";
import { auditOfAccount, readAccount, sharedProvider } from "../../support/operators.ts";
import { eventually } from "../../support/stack.ts";
import { control, submit } from "../../support/stripe.ts";

const market = await testMarket();
const { api, seller } = market;
const provider = await sharedProvider();
const { owner } = seller;

const paidOut: Stripe.Account = {
  ...newAccount(
    {
      ...{ type: "express", country: "US", default_currency: "usd", email: null, metadata: {} },
      capabilities: { transfers: "active" },
    },
    { created: 0 },
  ),
  details_submitted: true,
  payouts_enabled: true,
  requirements: requirements([], null),
};

describe("an identity is checked", () => {
  test("once the provider pays the account out and wants nothing more", () => {
    expect(toPayoutAccount(paidOut)).toMatchObject({
      transfersEnabled: true,
      identityChecked: true,
    });
  });

  test.each(["currently_due", "eventually_due", "past_due", "pending_verification"] as const)(
    "not while something is %s, though small sums are paid out",
    (list) => {
      const wanted = { ...requirements([], null), [list]: ["individual.id_number"] };
      expect(toPayoutAccount({ ...paidOut, requirements: wanted })).toMatchObject({
        transfersEnabled: true,
        identityChecked: false,
      });
    },
  );

  test("not while the account is not paid out, or was never filled in", () => {
    for (const change of [
      { payouts_enabled: false },
      { capabilities: { transfers: "pending" as const } },
      { details_submitted: false },
    ]) {
      expect(toPayoutAccount({ ...paidOut, ...change }).identityChecked).toBe(false);
    }
    const { requirements: _unknown, ...unsaid } = paidOut;
    expect(toPayoutAccount(unsaid).identityChecked).toBe(false);
  });
});

test("a seller with an e-mail address has no badge, and has one once the provider has checked it", async () => {
  const id = await paidListing(market);
  const html = { headers: { accept: "text/html" } };
  const shown = async () => {
    const pages = [`/datasets/${id}`, `/sellers/${seller.agentId}`];
    const texts = await Promise.all(pages.map((path) => api.send("GET", path, html)));
    const [dataset, own] = await Promise.all(pages.map((path) => api.send("GET", path)));
    return {
      badges: texts.map(({ text }) => /class="badge good"[^>]*>([^<]*)/.exec(text)?.[1] ?? null),
      dataset: dataset?.body.seller,
      seller: own?.body.identity_checked,
    };
  };
  expect(await shown()).toMatchObject({
    badges: [null, null],
    dataset: { verified: true, identity_checked: false },
    seller: false,
  });

  const addresses = { returnUrl: "http://localhost/a", refreshUrl: "http://localhost/b" };
  const { url } = await startPayoutOnboarding(api.ctx, owner, addresses);
  await refreshPayoutAccount(api.ctx, owner, owner.accountId);
  expect((await shown()).dataset).toMatchObject({ identity_checked: false });
  await submit(url, { action: "complete" });
  await refreshPayoutAccount(api.ctx, owner, owner.accountId);
  const checked = {
    badges: ["Identity verified", "Identity verified"],
    dataset: { verified: true, identity_checked: true },
    seller: true,
  };
  // A seller's figures are cached for one minute; a notice drops a dataset's page a moment after
  // the change.
  api.clock.skewMs = 61_000;
  await eventually(async () => {
    expect(await shown()).toMatchObject(checked);
    return true;
  });

  const { payoutAccountId } = await readAccount(api, owner);
  await control(provider.url, "_accounts", { account: payoutAccountId, transfers: "inactive" });
  await refreshPayoutAccount(api.ctx, owner, owner.accountId);
  await eventually(async () => {
    expect((await shown()).dataset).toMatchObject({ identity_checked: false });
    return true;
  });
  expect(await auditOfAccount(api, owner)).toEqual([
    "owner account.payout_account_created",
    "owner account.payouts_enabled",
    "owner account.identity_checked",
    "owner account.payouts_disabled",
    "owner account.identity_unchecked",
  ]);
});
