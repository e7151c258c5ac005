/** An auction's box with scripts: other people's bids appear without reloading the page. */
import { expect, setDefaultTimeout, test } from "bun:test";
import type { Page } from "playwright-core";
import { bid, newAuction, newBidder, readBids } from "../../support/auctions.ts";
import { runOut } from "../../support/paid-auctions.ts";
import {
  addCard,
  expectNotice,
  newEmail,
  openScripted,
  press,
  testJourneys,
} from "../journeys-support.ts";

setDefaultTimeout(120_000);

const { world, visit } = await testJourneys();
const { api, seller } = world;
const minuteMs = 60_000;

/** Near its end, so that the page polls every few seconds. */
const endingAuction = () =>
  newAuction(api, seller, { endsAt: new Date(Date.now() + 4 * minuteMs) });

const mark = (page: Page) => page.evaluate("globalThis.isSamePage = true");
const isSamePage = (page: Page) => page.evaluate("globalThis.isSamePage === true");
const offerText = (page: Page) => page.getByRole("region", { name: "Auction" }).textContent();

async function bidAnew(datasetId: string, maxCents: number): Promise<void> {
  const answer = await bid(api, await newBidder(api), datasetId, maxCents);
  expect(answer.status).toBe(201);
}

test("the dataset's page shows others' bids, asks by ETag, and says when it is over", async () => {
  const datasetId = await endingAuction();
  const person = await visit(newEmail("ada"));
  const path = `/datasets/${datasetId}`;
  const { page, complaints, close } = await openScripted(person, path);
  await mark(page);
  const offer = page.getByRole("region", { name: "Auction" });
  await offer.getByText("None yet").waitFor();
  await page.waitForResponse((answer) => answer.url().endsWith(path) && answer.status() === 304);
  await bidAnew(datasetId, 2_000);
  await offer.getByText("1 bid", { exact: true }).waitFor();
  await bidAnew(datasetId, 3_000);
  await offer.getByText("2 bids").waitFor();
  expect(await isSamePage(page)).toBe(true);
  const live = await offerText(page);
  expect(live).toContain("$21.00");
  await page.reload();
  expect(await offerText(page)).toBe(live);

  await runOut(api, 1);
  await offer.getByText("It is no longer on sale.").waitFor();
  expect(await offer.getByRole("link", { name: "Place a bid" }).count()).toBe(0);
  expect(complaints.filter((words) => !words.includes("404"))).toEqual([]);
  await close();
});

test("a maximum far above the next bid is asked for once more, without script", async () => {
  const datasetId = await newAuction(api, seller, { startPriceCents: 500 });
  const person = await visit(newEmail("zoe"));
  await addCard(person);
  const { page } = person;
  await page.goto(`/datasets/${datasetId}/bid`);
  const amount = page.getByLabel("Your maximum (USD)");
  await amount.fill("1500");
  await press(page, "Bid");
  await page.getByRole("alert").filter({ hasText: "far more than the next minimum bid" }).waitFor();
  expect(await amount.inputValue()).toBe("1500");
  expect(await readBids(api, datasetId)).toEqual([]);
  // An amount that differs from the displayed one needs another confirmation.
  await page.getByLabel("Yes, I bid up to $1,500.00").check();
  await amount.fill("15000");
  await press(page, "Bid");
  await page.getByLabel("Yes, I bid up to $15,000.00").waitFor();
  expect(await readBids(api, datasetId)).toEqual([]);
  await amount.fill("15.00");
  await press(page, "Bid");
  await expectNotice(page, "Your bid is placed.");
  await amount.fill("600");
  await press(page, "Raise my maximum");
  await page.getByLabel("Yes, I bid up to $600.00").check();
  await press(page, "Raise my maximum");
  await expectNotice(page, "Your bid is placed.");
  expect((await readBids(api, datasetId)).map(({ maxCents }) => maxCents)).toEqual([1_500, 60_000]);
});

test("the page of bids says that one is outbid, and leaves what is typed", async () => {
  const datasetId = await endingAuction();
  const person = await visit(newEmail("ben"));
  await addCard(person);
  const { page: plain } = person;
  const path = `/datasets/${datasetId}/bid`;
  await plain.goto(path);
  await plain.getByLabel("Your maximum (USD)").fill("20");
  await press(plain, "Bid");
  await expectNotice(plain, "Your bid is placed.");
  const { page, complaints, close } = await openScripted(person, path);
  await mark(page);
  await page.getByText("You are the highest bidder").waitFor();
  await page.getByLabel("Your maximum (USD)").fill("44.50");
  const hint = page.locator("#max_amount-hint");
  const before = String(await hint.textContent());
  await bidAnew(datasetId, 3_000);
  await page.getByText("You were outbid").waitFor();
  await hint.filter({ hasNotText: before }).waitFor();
  expect(await page.getByLabel("Your maximum (USD)").inputValue()).toBe("44.50");
  expect(await isSamePage(page)).toBe(true);
  expect(complaints).toEqual([]);
  const live = await hint.textContent();
  await page.reload();
  expect(await hint.textContent()).toBe(live);
  await close();
});
