/** Each page of the account area and the administration, in a browser, with sample data. */

import { afterAll, beforeAll, beforeEach, expect, setDefaultTimeout, test } from "bun:test";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { waitingStates } from "../../db/vocabulary/purchase.ts";
import { expectToSuitEverybody } from "./accessibility/accessibility.ts";
import { emptyAccount, nothingWaits, sampleAccount } from "./account-samples.ts";
import { saleNumbers } from "./buy/samples.ts";
import { BROWSER_START_TIMEOUT_MS, DESKTOP, launchChromium, openTab } from "./chromium.ts";
import { sampleId } from "./purchase-samples.ts";
import { type Site, sessionOf, startSite } from "./site.ts";

/** A browser is slow next to other tests on two cores. */
setDefaultTimeout(60_000);

const longName = "a-name-without-any-place-to-break-it-".repeat(2);

type World = "full" | "empty" | "suspended";

let browser: Browser;
let sites: Record<World, Site>;
let context: BrowserContext;
let page: Page;
let complaints: string[];

beforeAll(async () => {
  const full = sampleAccount(longName);
  const standing = async () => ({
    suspendedReason: null,
    termsDue: null,
    admin: { kind: "admin" as const, accountId: sampleId(99), email: "ada@example.com" },
    pendingAgents: 1,
    waitingPurchases: 1,
    ...nothingWaits,
  });
  const suspended = async () => ({
    suspendedReason: "Sold what is not its own.",
    termsDue: "2026-11",
    admin: null,
    pendingAgents: 1,
    waitingPurchases: 1,
    ...nothingWaits,
  });
  const [one, two, three, four] = await Promise.all([
    launchChromium(),
    startSite({ ...full, account: { ...full.account, standing } }),
    startSite({ account: emptyAccount() }),
    startSite({ account: { ...full.account, standing: suspended } }),
  ]);
  browser = one;
  sites = { full: two, empty: three, suspended: four };
  ({ context, page, complaints } = await openTab(browser));
}, BROWSER_START_TIMEOUT_MS);

afterAll(async () => {
  await browser.close();
  await Promise.all(Object.values(sites).map((site) => site.stop()));
});

// A tab for each visit would take a third of the time, so all share one, signed out before each
// test.
beforeEach(async () => {
  complaints.length = 0;
  await context.clearCookies();
  await page.emulateMedia({ colorScheme: "light" });
  await page.setViewportSize(DESKTOP);
});

async function signIn(site: Site): Promise<void> {
  const { value } = await sessionOf("ada@example.com", site);
  await context.addCookies([{ name: "dm_session", value, url: site.baseUrl }]);
}

type Visit = { name: string; world?: World; path: string; prepare?: () => Promise<unknown> };

const press = (name: string) => page.getByRole("button", { name, exact: true }).click();

const visits: Visit[] = [
  { name: "overview", path: "/account" },
  { name: "overview empty", world: "empty", path: "/account" },
  { name: "overview suspended", world: "suspended", path: "/account" },
  {
    name: "menu open",
    path: "/account/keys?done=key_revoked",
    prepare: () => page.locator(".side summary").first().click(),
  },
  { name: "overview, all items", path: "/account?attention=all" },
  { name: "notifications", path: "/account/notifications" },
  { name: "notifications empty", world: "empty", path: "/account/notifications?show=unread" },
  { name: "keys", path: "/account/keys" },
  { name: "keys empty", world: "empty", path: "/account/keys" },
  { name: "key new", path: "/account/keys/new" },
  {
    name: "key faulty",
    path: "/account/keys/new",
    prepare: async () => {
      await page.getByLabel("Name").fill("x");
      await page.getByLabel("Budget (USD)").fill("a lot");
      await page.getByLabel("purchase", { exact: false }).first().uncheck();
      await page.getByLabel("See your purchases", { exact: false }).uncheck();
      await press("Create the key");
      await page.getByRole("alert").waitFor();
    },
  },
  {
    name: "key secret",
    path: "/account/keys/new",
    prepare: async () => {
      await page.getByLabel("Name").fill("research-agent");
      await press("Create the key");
      await page.getByRole("heading", { name: "Your new API key" }).waitFor();
      // One client's ways of connecting are nested in that client's section.
      for (const _depth of [1, 2]) {
        const closed = page.locator("main details:not([open]) > summary:visible");
        for (const summary of (await closed.all()).toReversed()) await summary.click();
      }
    },
  },
  { name: "key secret gone", path: `/account/keys/${sampleId(2)}/secret` },
  { name: "key", path: `/account/keys/${sampleId(1)}` },
  { name: "key revoked", path: `/account/keys/${sampleId(3)}` },
  { name: "connections", path: "/account/connections" },
  { name: "connections empty", world: "empty", path: "/account/connections" },
  {
    name: "connection",
    path: `/account/connections/${sampleId(1)}?done=connection_changed`,
    prepare: () => page.getByText("Disconnect this program").click(),
  },
  { name: "connection that sells alone", path: `/account/connections/${sampleId(2)}` },
  { name: "connection ended", path: `/account/connections/${sampleId(4)}` },
  { name: "payment methods", path: "/account/payment-methods" },
  { name: "payment methods empty", world: "empty", path: "/account/payment-methods" },
  { name: "purchases", path: "/account/purchases" },
  { name: "purchases empty", world: "empty", path: "/account/purchases" },
  { name: "payment", path: `/account/payments/${sampleId(1)}` },
  { name: "receipt", path: `/account/purchases/${sampleId(4)}/receipt` },
  { name: "purchases later", path: "/account/purchases?offset=40&status=in_escrow" },
  ...["pending", "held", "disputed", "completed", "refunded", "failed", "expired"].map(
    (name, index) => ({
      name: `purchase ${name}`,
      path: `/account/purchases/${sampleId(index + 1)}`,
    }),
  ),
  {
    name: "purchase dispute faulty",
    path: `/account/purchases/${sampleId(2)}`,
    prepare: async () => {
      await page.getByText("Something is wrong: open a dispute").click();
      await page.getByLabel("What is wrong").fill(" ");
      await press("Open the dispute");
      await page.getByRole("alert").waitFor();
    },
  },
  { name: "key built in", path: `/account/keys/${sampleId(2)}` },
  ...Object.entries(saleNumbers).map(([name, number]) => ({
    name: `buy ${name}`,
    path: `/datasets/${sampleId(number)}/buy`,
  })),
  {
    name: "buy faulty",
    path: `/datasets/${sampleId(saleNumbers.changed)}/buy`,
    prepare: async () => {
      await press("Pay $249.50");
      await page.getByRole("alert").waitFor();
    },
  },
  { name: "bid first", path: `/datasets/${sampleId(saleNumbers.auction)}/bid?done=bid_placed` },
  {
    name: "bid raise faulty",
    path: `/datasets/${sampleId(saleNumbers.changed)}/bid`,
    prepare: async () => {
      await page.getByLabel("Your maximum (USD)").fill("1");
      await press("Raise my maximum");
      await page.getByRole("alert").waitFor();
    },
  },
  { name: "bid without a card", world: "empty", path: `/datasets/${sampleId(53)}/bid` },
  { name: "offer", path: `/account/offers/${sampleId(1)}` },
  { name: "offer to take over", path: `/account/offers/${sampleId(3)}` },
  { name: "offer paid", path: `/account/offers/${sampleId(2)}` },
  { name: "offer without a card", world: "empty", path: `/account/offers/${sampleId(1)}` },
  { name: "buy without a card", world: "empty", path: `/datasets/${sampleId(50)}/buy` },
  { name: "buy suspended", world: "suspended", path: `/datasets/${sampleId(50)}/buy` },
  { name: "subscriptions", path: "/account/subscriptions" },
  { name: "subscriptions empty", world: "empty", path: "/account/subscriptions" },
  { name: "subscription", path: `/account/subscriptions/${sampleId(2)}` },
  { name: "subscription past due", path: `/account/subscriptions/${sampleId(3)}` },
  { name: "subscribe", path: `/datasets/${sampleId(50)}/subscribe?plan=month` },
  { name: "approvals", path: "/account/waiting" },
  { name: "approvals empty", world: "empty", path: "/account/waiting" },
  ...waitingStates.map((state, index) => ({
    name: `approval ${state}`,
    path: `/account/waiting/${sampleId(index + 1)}`,
  })),
  { name: "approval suspended", world: "suspended", path: `/account/waiting/${sampleId(1)}` },
  { name: "purchase message", path: `/account/purchases/${sampleId(2)}/message` },
  { name: "auctions", path: "/account/auctions" },
  { name: "reviews", path: "/account/reviews?done=review_posted" },
  { name: "reviews of datasets", path: "/account/reviews?of=datasets" },
  { name: "reviews empty", world: "empty", path: "/account/reviews" },
  {
    name: "review to change",
    path: `/account/reviews/of/${sampleId(11)}`,
    prepare: () => page.getByText("Withdraw it").first().click(),
  },
  {
    name: "review without stars",
    path: `/account/reviews/of/${sampleId(13)}`,
    prepare: async () => {
      await press("Publish the review");
      await page.getByRole("alert").waitFor();
    },
  },
  { name: "review of nothing bought", path: `/account/reviews/of/${sampleId(12)}` },
  { name: "review to answer", path: `/account/reviews/${sampleId(1)}/answer` },
  { name: "review to report", path: `/account/reviews/${sampleId(1)}/report` },
  { name: "reports", path: "/account/reports?done=report_sent" },
  { name: "decisions", path: "/account/reports?of=own" },
  { name: "reports empty", world: "empty", path: "/account/reports" },
  { name: "dataset to report", path: `/account/reports/of/dataset/${sampleId(11)}` },
  { name: "seller to report", path: `/account/reports/of/seller/${sampleId(11)}` },
  { name: "decision to appeal", path: `/account/reports/decisions/${sampleId(1)}` },
  { name: "decision appealed", path: `/account/reports/decisions/${sampleId(3)}` },
  { name: "ask the seller", path: `/account/messages/to/${sampleId(11)}` },
  { name: "requests", path: "/account/requests" },
  { name: "requests empty", world: "empty", path: "/account/requests" },
  {
    name: "request new faulty",
    path: `/account/requests/new?again=${sampleId(1)}`,
    prepare: async () => {
      await page.getByLabel("Budget (USD)").fill("a lot");
      await page.getByLabel("Description").fill(" ");
      await press("Post the request");
      await page.getByRole("alert").waitFor();
    },
  },
  { name: "request new without a key", world: "empty", path: "/account/requests/new" },
  { name: "request", path: `/account/requests/${sampleId(1)}` },
  { name: "request closed", world: "empty", path: `/account/requests/${sampleId(3)}` },
  { name: "request removed", path: `/account/requests/${sampleId(5)}?done=request_posted` },
  { name: "request matches", path: `/account/requests/${sampleId(1)}/matches` },
  { name: "request edit", path: `/account/requests/${sampleId(1)}/edit` },
  { name: "answers", path: "/account/answers" },
  { name: "answer new", path: `/account/answers/new?request=${sampleId(1)}` },
  { name: "collections", path: "/account/collections" },
  { name: "collections empty", world: "empty", path: "/account/collections" },
  { name: "collection", path: `/account/collections/${sampleId(1)}` },
  { name: "collection empty", path: `/account/collections/${sampleId(2)}` },
  { name: "collection new", path: "/account/collections/new" },
  { name: "save to collection", path: `/account/collections/save/${sampleId(1)}` },
  { name: "following", path: "/account/following" },
  { name: "following empty", world: "empty", path: "/account/following" },
  { name: "searches", path: "/account/saved-searches" },
  { name: "searches empty", world: "empty", path: "/account/saved-searches" },
  {
    name: "search new, by a link",
    path: "/account/saved-searches/new?query=rain&category=sensor&bbox=5.9,47.2,15.1,55.1&mail=weekly",
  },
  {
    name: "search faulty",
    path: "/account/saved-searches/new?query=rain",
    prepare: async () => {
      await page.getByLabel("Price up to (USD)").fill("a lot");
      await press("Save the search");
      await page.getByRole("alert").waitFor();
    },
  },
  { name: "search", path: `/account/saved-searches/${sampleId(1)}` },
  { name: "search invalid", path: `/account/saved-searches/${sampleId(2)}` },
  {
    name: "search paused",
    path: `/account/saved-searches/${sampleId(4)}?done=search_paused`,
    prepare: () => page.evaluate("document.querySelector('.confirm').open = true"),
  },
  {
    name: "search suspended",
    world: "suspended",
    path: `/account/saved-searches/${sampleId(3)}?offset=20`,
  },
  { name: "search edit", path: `/account/saved-searches/${sampleId(2)}/edit` },
  { name: "access", path: "/account/access" },
  { name: "access empty", world: "empty", path: "/account/access" },
  { name: "gate", path: `/account/access/gate/${sampleId(50)}` },
  { name: "gate open", path: `/account/access/gate/${sampleId(51)}` },
  { name: "access to ask", path: `/account/access/to/${sampleId(54)}` },
  { name: "access approved", path: `/account/access/to/${sampleId(51)}` },
  { name: "access declined", path: `/account/access/to/${sampleId(52)}` },
  { name: "bundles", path: "/account/bundles" },
  { name: "bundles empty", world: "empty", path: "/account/bundles" },
  { name: "bundle new empty", world: "empty", path: "/account/bundles/new" },
  {
    name: "bundle new faulty",
    path: "/account/bundles/new",
    prepare: async () => {
      await page.getByLabel("Title").fill("x");
      await page.getByRole("checkbox").first().check();
      await press("Add up their prices");
      await page.getByRole("status").waitFor();
    },
  },
  { name: "trial", path: `/datasets/${sampleId(saleNumbers.forSale)}/trial` },
  { name: "trial in preparation", path: `/datasets/${sampleId(saleNumbers.changed)}/trial` },
  { name: "trial without a card", world: "empty", path: `/datasets/${sampleId(50)}/trial` },
  { name: "bundle to buy", path: `/bundles/${sampleId(1)}/buy?declined=${sampleId(1)}` },
  { name: "bundle not on sale", path: `/bundles/${sampleId(2)}/buy` },
  { name: "coupons", path: "/account/coupons" },
  { name: "coupons empty", world: "empty", path: "/account/coupons" },
  { name: "coupon new", path: "/account/coupons/new" },
  { name: "coupon new empty", world: "empty", path: "/account/coupons/new" },
  { name: "private offers", path: "/account/private-offers" },
  { name: "private offers empty", world: "empty", path: "/account/private-offers" },
  { name: "private sales", path: "/account/private-offers/selling" },
  { name: "private offer open", path: `/account/private-offers/${sampleId(1)}` },
  { name: "private sale open", path: `/account/private-offers/${sampleId(2)}` },
  { name: "private offer agreed", path: `/account/private-offers/${sampleId(3)}` },
  { name: "private offer used", path: `/account/private-offers/${sampleId(11)}` },
  { name: "private offer new", path: `/account/private-offers/new/${sampleId(50)}` },
  { name: "messages", path: "/account/messages" },
  {
    name: "thread of a buyer, refused",
    path: `/account/messages/${sampleId(2)}`,
    prepare: async () => {
      await page.getByLabel("Your message").fill(" ");
      await press("Send");
      await page.getByRole("alert").waitFor();
    },
  },
  { name: "thread of a seller, later", path: `/account/messages/${sampleId(3)}?offset=20` },
  { name: "thread without a key", world: "empty", path: `/account/messages/${sampleId(1)}` },
  { name: "agents", path: "/account/agents" },
  { name: "agents empty", world: "empty", path: "/account/agents" },
  { name: "seller page", path: `/account/seller-page/${sampleId(2)}` },
  { name: "agent connected", path: `/account/agents/${sampleId(2)}` },
  { name: "agent suspended", path: `/account/agents/${sampleId(3)}` },
  { name: "agent rejected", path: `/account/agents/${sampleId(4)}` },
  { name: "agent delete refused", path: `/account/agents/${sampleId(2)}/delete` },
  { name: "agent delete", path: `/account/agents/${sampleId(5)}/delete` },
  { name: "agent token gone", path: `/account/agents/${sampleId(6)}/token` },
  {
    name: "agent token",
    path: `/account/agents/${sampleId(6)}`,
    prepare: async () => {
      await press("Replace the token");
      await page.getByRole("heading", { name: "The agent's new token" }).waitFor();
    },
  },
  { name: "agent revoke", path: `/account/agents/${sampleId(2)}/revoke` },
  { name: "listings", path: "/account/listings" },
  { name: "listings empty", world: "empty", path: "/account/listings" },
  { name: "sell empty", world: "empty", path: "/account/sell" },
  { name: "sell for everybody", path: "/sell" },
  { name: "own listing on sale", path: `/account/listings/${sampleId(1)}` },
  { name: "own draft", path: `/account/listings/${sampleId(5)}` },
  { name: "own draft's file", path: `/account/listings/${sampleId(5)}/file` },
  { name: "buckets", path: "/account/buckets" },
  { name: "own draft's import", path: `/account/listings/${sampleId(5)}/import` },
  { name: "own file being read", path: `/account/listings/${sampleId(6)}/found` },
  { name: "own file read", path: `/account/listings/${sampleId(7)}/found` },
  { name: "own file not read", path: `/account/listings/${sampleId(2)}/found` },
  { name: "own terms faulty", path: `/account/listings/${sampleId(6)}/terms` },
  { name: "own publication", path: `/account/listings/${sampleId(7)}/publish` },
  { name: "own publication blocked", path: `/account/listings/${sampleId(5)}/publish` },
  { name: "sales", path: "/account/sales" },
  { name: "analytics", path: "/account/analytics" },
  { name: "analytics of a dataset", path: `/account/analytics?days=90&dataset=${sampleId(1)}` },
  { name: "analytics empty", world: "empty", path: "/account/analytics" },
  { name: "earnings", path: "/account/earnings" },
  {
    name: "earnings of an agent, later",
    path: `/account/earnings?agent=${sampleId(1)}&by=dataset&from=2026-10-01&cursor=WyJuZXh0Il0`,
  },
  { name: "earnings empty", world: "empty", path: "/account/earnings" },
  { name: "payouts", path: "/account/earnings/payouts" },
  { name: "payouts empty", world: "empty", path: "/account/earnings/payouts" },
  { name: "sale", path: `/account/sales/${sampleId(1)}` },
  { name: "sale refunded", path: `/account/sales/${sampleId(5)}` },
  {
    name: "sale dispute faulty",
    path: `/account/sales/${sampleId(2)}`,
    prepare: async () => {
      await page.getByLabel("Your answer").fill(" ");
      await press("Send the answer");
      await page.getByRole("alert").waitFor();
    },
  },
  { name: "sales empty", world: "empty", path: "/account/sales" },
  { name: "webhooks", path: "/account/webhooks" },
  {
    name: "webhook faulty",
    path: "/account/webhooks/new",
    prepare: async () => {
      await page.getByLabel("Address").fill("http://agents.example.com/events");
      await page.getByLabel("bid.outbid", { exact: false }).check();
      await press("Create the webhook");
      await page.getByRole("alert").waitFor();
    },
  },
  {
    name: "webhook secret",
    path: `/account/webhooks/${sampleId(1)}`,
    prepare: async () => {
      await page.getByText("Rotate the secret").first().click();
      await press("Rotate the secret");
      await page.getByRole("heading", { name: "The webhook's new secret" }).waitFor();
    },
  },
  { name: "webhook secret gone", path: `/account/webhooks/${sampleId(2)}/secret` },
  { name: "webhook edit", path: `/account/webhooks/${sampleId(3)}/edit` },
  {
    name: "webhook failing",
    path: `/account/webhooks/${sampleId(2)}`,
    prepare: () => page.evaluate("document.querySelector('.excerpt').open = true"),
  },
  { name: "webhook disabled", world: "empty", path: `/account/webhooks/${sampleId(3)}` },
  { name: "webhook of an ended key", path: `/account/webhooks/${sampleId(5)}?status=failed` },
  { name: "devices", path: "/account/devices" },
  { name: "leave", path: "/account/leave" },
  { name: "leave open", world: "empty", path: "/account/leave" },
  { name: "terms", path: "/account/terms" },
  { name: "terms due", world: "suspended", path: "/account/terms" },
  { name: "mails", path: "/account/mails" },
  { name: "audit", path: "/account/audit" },
  { name: "audit empty", world: "empty", path: "/account/audit" },
  { name: "nowhere", path: "/account/nowhere" },
  { name: "admin", path: "/admin" },
  { name: "admin refused", world: "empty", path: "/admin" },
  { name: "admin dispute", path: `/admin/disputes/${sampleId(2)}` },
  { name: "admin reconciliation", path: "/admin/reconciliation" },
  { name: "admin reconciliation run", path: `/admin/reconciliation/${sampleId(1)}` },
  { name: "admin reconciliation failed", path: `/admin/reconciliation/${sampleId(3)}` },
  { name: "admin finding", path: `/admin/findings/${sampleId(1)}` },
  { name: "admin finding closed", path: `/admin/findings/${sampleId(3)}` },
  { name: "admin operations", path: "/admin/operations" },
  { name: "admin runbook", path: "/admin/operations/runbook" },
  { name: "admin job", path: `/admin/operations/mail/${sampleId(1)}` },
  { name: "admin job held", path: `/admin/operations/delivery/${sampleId(2)}` },
  {
    name: "admin job faulty",
    path: `/admin/operations/upload/${sampleId(1)}#give-up`,
    prepare: async () => {
      await page.getByLabel("Reason for giving up").fill(" ");
      await press("Give it up");
      await page.getByRole("alert").waitFor();
    },
  },
  { name: "admin refunds", path: "/admin/refunds" },
  { name: "admin refund", path: `/admin/refunds/${sampleId(3)}` },
  { name: "admin chargebacks", path: "/admin/chargebacks" },
  { name: "admin chargeback", path: "/admin/chargebacks/dp_1Sample0" },
  { name: "admin chargeback lost", path: "/admin/chargebacks/dp_1Sample2" },
  { name: "admin evidence", path: "/admin/chargebacks/dp_1Sample0/evidence" },
  { name: "admin requests", path: "/admin/requests?status=removed" },
  { name: "admin reports", path: "/admin/reports" },
  { name: "admin appeals", path: "/admin/reports?of=appeals" },
  { name: "admin decisions", path: "/admin/reports?of=decided" },
  { name: "admin seller reported", path: `/admin/reports/seller/${sampleId(11)}` },
  {
    name: "admin report",
    path: `/admin/reports/dataset/${sampleId(11)}`,
    prepare: async () => {
      await page.getByLabel("Reasons").first().fill(" ");
      await press("Decide");
      await page.getByRole("alert").waitFor();
    },
  },
  { name: "admin reviews", path: "/admin/reviews" },
  {
    name: "admin review",
    path: `/admin/reviews/${sampleId(1)}?done=review_restored`,
    prepare: async () => {
      await page.getByLabel("Reason for removing: The review").fill(" ");
      await press("Remove");
      await page.getByRole("alert").waitFor();
    },
  },
  {
    name: "admin request faulty",
    path: `/admin/requests/${sampleId(1)}`,
    prepare: async () => {
      await page.getByLabel("Reason").fill(" ");
      await press("Remove the request");
      await page.getByRole("alert").waitFor();
    },
  },
  { name: "admin request removed", path: `/admin/requests/${sampleId(5)}` },
  { name: "admin answer", path: `/admin/requests/${sampleId(1)}/answers/${sampleId(1)}` },
  { name: "admin find", path: "/admin/find?q=weather" },
  { name: "admin account", path: `/admin/accounts/${sampleId(11)}` },
  { name: "admin agent", path: `/admin/agents/${sampleId(2)}` },
  { name: "admin listing", path: `/admin/listings/${sampleId(3)}` },
];

test.each(visits)(
  "$name: accessible in both colour schemes, and fits a phone",
  async ({ name, world, path, prepare }) => {
    const site = sites[world ?? "full"];
    await signIn(site);
    await page.goto(site.baseUrl + path);
    await prepare?.();
    await expectToSuitEverybody(page, name);
    expect(complaints.filter((text) => !/status of 4\d\d/.test(text))).toEqual([]);
    expect(site.reported).toEqual([]);
  },
);
