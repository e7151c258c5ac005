/**
 * A card whose bank authenticates its holder, over the whole service: a browser without scripts.
 */
import { expect, setDefaultTimeout, test } from "bun:test";
import { eq } from "drizzle-orm";
import type { Page } from "playwright-core";
import { purchases } from "../../../db/schema/index.ts";
import { bid, newAuction } from "../../support/auctions.ts";
import { runOut } from "../../support/paid-auctions.ts";
import { expectToSuitEverybody } from "../accessibility/accessibility.ts";
import {
  expectHeading,
  expectNotice,
  newEmail,
  openScripted,
  press,
  testJourneys,
} from "../journeys-support.ts";

setDefaultTimeout(60_000);

const { world, visit } = await testJourneys();

/** Adds a card on the provider's page, with authentication there if the card asks for it. */
async function addCardThatEndsIn(page: Page, last4: string, asks = false): Promise<void> {
  await press(page, "Add a card");
  await page
    .getByRole("button", { name: `ending in ${last4}` })
    .first()
    .click();
  if (asks) await press(page, "Complete authentication");
  await expectNotice(page, "The card is added.");
}

async function orderByAskingCard(name: string) {
  const datasetId = await world.offer();
  const person = await visit(newEmail(name), `/datasets/${datasetId}/buy`);
  const { page } = person;
  await addCardThatEndsIn(page, "3184", true);
  await press(page, "Pay $10.00");
  await page.getByRole("heading", { name: "Your bank asks you to confirm" }).waitFor();
  return { person, page, datasetId };
}

const stateOf = async (datasetId: string) => {
  const rows = await world.api.db
    .select()
    .from(purchases)
    .where(eq(purchases.listingId, datasetId));
  return rows.map(({ state }) => state);
};

test("is led to the bank and back, and has bought", async () => {
  const { page, datasetId } = await orderByAskingCard("ada");
  expect(await stateOf(datasetId)).toEqual(["payment_pending"]);
  await press(page, "Go to your bank");
  await press(page, "Complete authentication");
  await page.getByRole("button", { name: "Confirm the delivery" }).waitFor();
  expect(new URL(page.url()).search).toBe("");
  expect(await stateOf(datasetId)).toEqual(["in_escrow"]);
});

test("refuses at the bank, and nothing is bought", async () => {
  const { page, datasetId } = await orderByAskingCard("ben");
  await press(page, "Go to your bank");
  await press(page, "Fail authentication");
  await page.getByText("did not confirm the payment with the bank").waitFor();
  expect(await stateOf(datasetId)).toEqual(["payment_failed"]);
});

test("cancels instead of going to the bank", async () => {
  const { page, datasetId } = await orderByAskingCard("cleo");
  await press(page, "Cancel the purchase");
  await expectNotice(page, "The purchase is being cancelled.");
  expect(await stateOf(datasetId)).toEqual(["cancelled"]);
});

test("the purchase that waits, and the page that leads to the bank, suit everybody", async () => {
  const { person, page: plain } = await orderByAskingCard("eve");
  const { page, close } = await openScripted(person, plain.url());
  await expectToSuitEverybody(page, "purchase that waits");
  // The bank's address does not answer, so the page that leads to it stays open for the checks.
  const isElsewhere = ({ origin }: URL) => origin !== world.baseUrl;
  await page.route(isElsewhere, (route) => route.fulfill({ status: 204 }));
  await press(page, "Go to your bank");
  await expectHeading(page, "Continue to your bank");
  await expectToSuitEverybody(page, "on to the bank");
  await close();
});

test("posts a bounty, is led to the bank and back, and the bounty opens", async () => {
  const { page } = await visit(newEmail("finn"), "/account/payment-methods");
  await addCardThatEndsIn(page, "3184", true);
  await page.goto("/account/requests/new");
  await page.getByLabel("What are you looking for?").fill("Tides");
  await page.getByLabel("Description").fill("By station and hour.");
  await page.getByText("Put a bounty on it").click();
  await page.getByLabel("Prize (USD)").fill("20");
  await page.getByText("Conditions that a delivery has to meet").click();
  await page.locator('input[name="acceptance_rows"]').fill("200");
  await press(page, "Post the request");
  await page.getByRole("heading", { name: "Your bank asks you to confirm" }).waitFor();
  await press(page, "Go to your bank");
  await press(page, "Complete authentication");
  await page.getByRole("link", { name: "The data request" }).click();
  await page.getByText("The marketplace holds the money.").waitFor();
});

test("bids, raises, wins by a card that declines, and pays what was won by another", async () => {
  const { api, seller } = world;
  const datasetId = await newAuction(api, seller);
  const { page } = await visit(newEmail("dora"), `/datasets/${datasetId}/bid`);
  await addCardThatEndsIn(page, "0341");
  await page.getByLabel("Your maximum (USD)").fill("20");
  await press(page, "Bid");
  await expectNotice(page, "Your bid is placed.");
  await page.getByText("You are the highest bidder").waitFor();
  await page.getByLabel("Your maximum (USD)").fill("0.01");
  await press(page, "Raise my maximum");
  await page.getByRole("alert").waitFor();
  await page.getByLabel("Your maximum (USD)").fill("30.50");
  await press(page, "Raise my maximum");
  await expectNotice(page, "Your bid is placed.");
  await bid(api, world.buyer, datasetId, 2500);

  await runOut(api, 24 * 30);
  await page.goto("/account/auctions");
  await page.getByRole("link", { name: "Pay now" }).click();
  await page.getByRole("heading", { name: "Pay for" }).waitFor();
  await press(page, "Use another card");
  await page.getByRole("button", { name: "ending in 4242" }).first().click();
  await expectNotice(page, "The card is added.");
  await page.getByLabel("Visa ending in 4242").check();
  await page.getByRole("button", { name: /^Pay \$/ }).click();
  await page.getByRole("button", { name: "Confirm the delivery" }).waitFor();
  expect(await stateOf(datasetId)).toEqual(expect.arrayContaining(["payment_failed", "in_escrow"]));
});
