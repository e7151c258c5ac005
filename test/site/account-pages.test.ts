/** Each page of the account area and the administration, in a browser, over a made-up account. */
import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  expect,
  setDefaultTimeout,
  test,
} from "bun:test";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { expectToSuitEverybody } from "./accessibility.ts";
import { emptyAccount, sampleAccount } from "./account-samples.ts";
import { BROWSER_START_TIMEOUT_MS, launchChromium, openTab } from "./chromium.ts";
import { sampleId } from "./purchase-samples.ts";
import { type Site, sessionOf, startSite } from "./site.ts";

/** A browser beside other tests on two cores is slow. */
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
    admin: { kind: "admin" as const, accountId: sampleId(99), email: "ada@example.com" },
    pendingAgents: 1,
  });
  const suspended = async () => ({
    suspendedReason: "Sold what is not its own.",
    admin: null,
    pendingAgents: 1,
  });
  const [one, two, three, four] = await Promise.all([
    launchChromium(),
    startSite({ ...full, account: { ...full.account, standing } }),
    startSite({ account: emptyAccount() }),
    startSite({ account: { ...full.account, standing: suspended } }),
  ]);
  browser = one;
  sites = { full: two, empty: three, suspended: four };
}, BROWSER_START_TIMEOUT_MS);

afterAll(async () => {
  await browser.close();
  await Promise.all(Object.values(sites).map((site) => site.stop()));
});

beforeEach(async () => {
  ({ context, page, complaints } = await openTab(browser));
});

afterEach(() => context.close());

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
    prepare: () => page.evaluate("document.querySelector('.menu').open = true"),
  },
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
    },
  },
  { name: "key secret gone", path: `/account/keys/${sampleId(2)}/secret` },
  { name: "key", path: `/account/keys/${sampleId(1)}` },
  { name: "key revoked", path: `/account/keys/${sampleId(3)}` },
  { name: "payment methods", path: "/account/payment-methods" },
  { name: "payment methods empty", world: "empty", path: "/account/payment-methods" },
  { name: "purchases", path: "/account/purchases" },
  { name: "purchases empty", world: "empty", path: "/account/purchases" },
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
  { name: "purchase message", path: `/account/purchases/${sampleId(2)}/message` },
  { name: "auctions", path: "/account/auctions" },
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
  { name: "agent revoke", path: `/account/agents/${sampleId(2)}/revoke` },
  { name: "listings", path: "/account/listings" },
  { name: "listings empty", world: "empty", path: "/account/listings" },
  { name: "sales", path: "/account/sales" },
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
  { name: "admin refunds", path: "/admin/refunds" },
  { name: "admin refund", path: `/admin/refunds/${sampleId(3)}` },
  { name: "admin chargebacks", path: "/admin/chargebacks" },
  { name: "admin chargeback", path: "/admin/chargebacks/dp_1Sample0" },
  { name: "admin chargeback lost", path: "/admin/chargebacks/dp_1Sample2" },
  { name: "admin evidence", path: "/admin/chargebacks/dp_1Sample0/evidence" },
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
