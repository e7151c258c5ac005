/** A marketplace, and people who use its website without scripts. */
import { afterEach } from "bun:test";
import type { Browser, BrowserContext, Locator, Page } from "playwright-core";
import type { Answer } from "../support/api.ts";
import { forFile } from "../support/for-file.ts";
import { openMarket, paidListing } from "../support/market.ts";
import { launchChromium } from "./chromium.ts";

export const ADMIN_EMAIL = "admin@example.com";

type Person = { page: Page; context: BrowserContext; close(): Promise<void> };

let personCount = 0;

/** An address that nobody else in this run has. */
export function newEmail(name: string): string {
  personCount += 1;
  return `${name}${personCount}-${process.pid}@example.com`;
}

/**
 * For the top of a test file: a marketplace, and `visit`, which opens its website as a person whose
 * browser closes after the test.
 */
export async function testJourneys() {
  const browser = await forFile(launchChromium());
  const world = await forFile(openWorld(browser));
  const people: Person[] = [];
  afterEach(async () => {
    await Promise.all(people.splice(0).map((person) => person.close()));
  });
  async function visit(email: string, path = "/account"): Promise<Person> {
    const person = await world.visit(email, path);
    people.push(person);
    return person;
  }
  return { world, visit };
}

async function openWorld(browser: Browser) {
  const market = await openMarket({ ADMIN_EMAILS: ADMIN_EMAIL });
  const { api } = market;
  const baseUrl = api.config.PUBLIC_BASE_URL;

  /** Opens `path` as a person who has to sign in first, with scripts switched off. */
  async function visit(email: string, path: string): Promise<Person> {
    const context = await browser.newContext({ baseURL: baseUrl, javaScriptEnabled: false });
    const page = await context.newPage();
    page.setDefaultTimeout(10_000);
    await page.goto(path);
    await page.getByLabel("E-mail address").fill(email);
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.waitForURL(`${baseUrl}/**`);
    return { page, context, close: () => context.close() };
  }

  return {
    ...market,
    baseUrl,
    visit,
    /** A dataset on sale for 10 dollars; returns its id. */
    offer: () => paidListing(market),
    buy: (token: string, datasetId: string, paymentMethodId: string): Promise<Answer> =>
      api.send("POST", `/datasets/${datasetId}/buy`, {
        token,
        body: { payment_method_id: paymentMethodId },
      }),
    close: () => api.close(),
  };
}

/**
 * Opens `path` in a scripting browser of the same person; `complaints` collects console messages.
 */
export async function openScripted({ page: plain, context }: Person, path: string) {
  const browser = context.browser();
  if (browser === null) throw new Error("the page has no browser");
  const scripted = await browser.newContext({ baseURL: new URL(plain.url()).origin });
  await scripted.addCookies(await context.cookies());
  const page = await scripted.newPage();
  page.setDefaultTimeout(30_000);
  const complaints: string[] = [];
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("console", (message) => complaints.push(message.text()));
  await page.goto(path);
  return { page, complaints, close: () => scripted.close() };
}

/** Creates a key on the website and returns its secret, which stays on the page. */
export async function createKey({ page }: Person, name: string): Promise<string> {
  await page.goto("/account/keys/new");
  await page.getByLabel("Name").fill(name);
  await press(page, "Create the key");
  return textOf(page.locator(".secret"));
}

/** Adds the provider's Visa test card on the provider's page; returns its identifier. */
export async function addCard({ page }: Person): Promise<string> {
  await page.goto("/account/payment-methods");
  await press(page, "Add a card");
  await page.getByRole("button", { name: "ending in 4242" }).first().click();
  await expectNotice(page, "The card is added.");
  return textOf(page.locator("td code").first());
}

export async function textOf(locator: Locator): Promise<string> {
  return ((await locator.textContent()) ?? "").trim();
}

export function press(page: Page, name: string): Promise<void> {
  return page.getByRole("button", { name, exact: true }).click();
}

/** Waits for the page's notice after a form was accepted. */
export function expectNotice(page: Page, text: string): Promise<void> {
  return page.getByRole("status").filter({ hasText: text }).waitFor();
}

/** Waits, since a click returns before the next page has loaded. */
export function expectHeading(page: Page, name: string): Promise<void> {
  return page.getByRole("heading", { level: 1, name, exact: true }).waitFor();
}
