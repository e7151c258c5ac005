/**
 * People's journeys in their account, over the whole service: a browser without scripts, real
 * services.
 */
import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";
import { registerAgent } from "../support/agents.ts";
import { bid, newAuction } from "../support/auctions.ts";
import { exampleCsv } from "../support/listings.ts";
import { readPurchase } from "../support/market.ts";
import { deliverDue, startReceiver } from "../support/webhooks.ts";
import {
  ADMIN_EMAIL,
  addCard,
  createKey,
  expectHeading,
  expectNotice,
  newEmail,
  press,
  testJourneys,
  textOf,
} from "./journeys-support.ts";

/** A browser is slow next to other tests on two cores. */
setDefaultTimeout(60_000);

const { world, visit } = await testJourneys();

/** A person with a key and a card, whose agent has bought a dataset. */
async function visitAsBuyer() {
  const person = await visit(newEmail("buyer"));
  const cardId = await addCard(person);
  const secret = await createKey(person, "research-agent");
  const answer = await world.buy(secret, await world.offer(), cardId);
  expect(answer.status).toBe(201);
  return { ...person, secret, cardId, purchaseId: String(answer.body.id) };
}

describe("signing in", () => {
  test("leads back to the page that was asked for, query included", async () => {
    const { page } = await visit(newEmail("ada"), "/account/purchases?status=disputed");
    expect(page.url()).toBe(`${world.baseUrl}/account/purchases?status=disputed`);
    await expectHeading(page, "Purchases");
  });

  test("shows a new account what to do first", async () => {
    const { page } = await visit(newEmail("ben"));
    await expectHeading(page, "Overview");
    await page.getByRole("link", { name: "Add a payment method" }).click();
    await page.getByRole("heading", { name: "No card yet" }).waitFor();
  });
});

describe("the header", () => {
  const widths = [320, 360, 703, 704, 768, 1000, 1119, 1120, 1280, 1920];

  test("is one line, or two on a phone, with the search box, which needs no script", async () => {
    const { page } = await visit(newEmail("somebody-with-quite-a-long-address"));
    for (const path of ["/account", "/connect", "/", "/datasets"]) {
      await page.goto(path);
      for (const width of widths) {
        await page.setViewportSize({ width, height: 700 });
        const bar = await page.locator("header.bar").boundingBox();
        // A phone has the search below the brand, unless the page has a larger one of its own.
        const hasTwo = width < 704 && path !== "/";
        const heightMax = hasTwo ? 128 : 72;
        expect([path, width, (bar?.height ?? 0) < heightMax]).toEqual([path, width, true]);
        const boxes = page.getByRole("searchbox").filter({ visible: true });
        expect(await boxes.count()).toBeGreaterThan(0);
      }
    }
    await page.goto("/connect");
    await page.getByLabel("Search datasets").fill("weather");
    await page.getByRole("button", { name: "Search", exact: true }).click();
    await page.waitForURL("**/datasets?query=weather");
    expect(await page.getByLabel("Search datasets").inputValue()).toBe("weather");
  });
});

describe("a payment method", () => {
  test("is added on the provider's page, made the default and removed", async () => {
    const person = await visit(newEmail("finn"));
    const { page } = person;
    const first = await addCard(person);
    await press(page, "Add a card");
    await page.getByRole("button", { name: "ending in 4444" }).first().click();
    await expectNotice(page, "The card is added.");

    await press(page, "Make default Mastercard ending in 4444");
    await expectNotice(page, "This card is now the default.");
    const row = page.getByRole("row").filter({ hasText: first });
    await row.getByText("Remove", { exact: true }).click();
    await press(page, "Remove the card Visa ending in 4242");
    await expectNotice(page, "The card is removed.");
    expect(await page.content()).not.toContain(first);
    expect(await page.getByText("Default", { exact: true }).count()).toBe(1);
  });

  test("is not added when the provider's page is left, and the site says so", async () => {
    const { page } = await visit(newEmail("gwen"), "/account/payment-methods");
    await press(page, "Add a card");
    await page.getByRole("link", { name: "Cancel and go back" }).first().click();
    await expectNotice(page, "The card was not added");
    await page.getByRole("heading", { name: "No card yet" }).waitFor();
  });
});

describe("a purchase", () => {
  test("is seen, downloaded and confirmed by its buyer", async () => {
    const { page, purchaseId } = await visitAsBuyer();
    await page.goto("/account");
    await page.getByRole("link", { name: "Iris flowers", exact: true }).click();
    expect(new URL(page.url()).pathname).toBe(`/account/purchases/${purchaseId}`);
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("link", { name: "Download" }).click(),
    ]);
    expect(await readFile(await download.path(), "utf8")).toBe(exampleCsv);

    await press(page, "Confirm the delivery");
    await expectNotice(page, "The delivery is confirmed");
    expect(await readPurchase(world.api, purchaseId)).toMatchObject({
      state: "released",
      releaseCause: "buyer_confirmed",
    });
    expect(await page.getByRole("button", { name: "Confirm the delivery" }).count()).toBe(0);
  });

  test("is disputed by its buyer, and an administrator's decision reaches both sides", async () => {
    const { page, purchaseId } = await visitAsBuyer();
    await page.goto(`/account/purchases/${purchaseId}`);
    await page.getByText("Something is wrong: open a dispute").click();
    await page.getByLabel("What is wrong").fill("The rows end in 2013.");
    await press(page, "Open the dispute");
    expect(await textOf(page.locator("#reason-error"))).toContain("Choose");
    expect(await page.getByLabel("What is wrong").inputValue()).toBe("The rows end in 2013.");
    await page.getByLabel("The data is not as described").check();
    // The longest permitted text, in a script that takes nine bytes per character in a form.
    const chinese = "数".repeat(3900);
    await page.getByLabel("What is wrong").fill(`The rows end in 2013. ${chinese}`);
    const attach = (on: Page, files: { name: string; text: string }[]) =>
      on.getByLabel("Evidence files (optional)").setInputFiles(
        files.map(({ name, text }) => {
          return { name, mimeType: "text/plain", buffer: Buffer.from(text) };
        }),
      );
    await attach(page, [{ name: "run.exe", text: "MZ\u0001" }]);
    await press(page, "Open the dispute");
    expect(await textOf(page.locator("#attachments-error"))).toContain("File 1 is not a PNG");
    await attach(page, [
      { name: "rows.csv", text: "year\n2013\n" },
      { name: "note.txt", text: "Look at its end." },
    ]);
    await press(page, "Open the dispute");
    await expectNotice(page, "The dispute is open.");

    const seller = await visit(world.seller.email, "/account/sales");
    await seller.page.getByRole("link", { name: "Read it and answer" }).first().click();
    await seller.page.getByText("The rows end in 2013.").waitFor();
    expect(await seller.page.getByRole("link", { name: "rows.csv" }).count()).toBe(1);
    await seller.page.getByLabel("Your answer").fill("2014 is in the second table.");
    await attach(seller.page, [{ name: "table.csv", text: "year\n2014\n" }]);
    await press(seller.page, "Send the answer");
    await expectNotice(seller.page, "Your answer was sent");
    await page.reload();
    await page.getByText("2014 is in the second table.").waitFor();

    const admin = await visit(ADMIN_EMAIL, "/admin");
    await admin.page.locator(`a[href="/admin/disputes/${purchaseId}"]`).click();
    await admin.page.getByText("The rows end in 2013.").waitFor();
    const saving = admin.page.waitForEvent("download");
    await admin.page.getByRole("link", { name: "table.csv" }).click();
    expect((await saving).suggestedFilename()).toBe("table.csv");
    await admin.page.getByLabel("The buyer").check();
    await admin.page.getByLabel("Reason").fill("The description promises 2015.");
    await press(admin.page, "Resolve the dispute");
    await expectNotice(admin.page, "The dispute is resolved");

    expect(await readPurchase(world.api, purchaseId)).toMatchObject({
      state: "refunded",
      refundCause: "dispute_resolved",
    });
    await page.reload();
    await page.getByText("The description promises 2015.").waitFor();
    expect(await page.getByRole("link", { name: "Download" }).count()).toBe(0);
  });
});

describe("a seller", () => {
  test("approves an agent that waits, sees its listing, and revokes it with what it sells", async () => {
    const agent = await registerAgent(world.api);
    const { page } = await visit(agent.email);
    const waits = page.getByRole("listitem").filter({ hasText: "1 seller agent waits" });
    await waits.getByRole("link").click();
    await page.getByRole("button", { name: /^Approve / }).click();
    await expectNotice(page, "The agent is approved.");
    const draft = await world.api.send("POST", "/listings/draft", {
      token: agent.token,
      body: { title: "Bird counts", description: "Of gardens." },
    });
    expect(draft.status).toBe(201);
    await page.goto("/account/listings");
    await page.getByRole("rowheader", { name: "Bird counts" }).waitFor();

    await page.goto("/account/agents");
    await page.getByRole("link", { name: /^Revoke/ }).click();
    await press(page, "Revoke the agent");
    await expectNotice(page, "The agent is revoked.");
    const refused = await world.api.send("GET", "/agent/me", { token: agent.token });
    expect([refused.status, refused.body.code]).toEqual([401, "token_revoked"]);
  });

  test("sets up payouts on the provider's page; stopping half-way is no loss", async () => {
    const { page } = await visit(newEmail("hana"), "/account/sales");
    await press(page, "Set up payouts");
    await press(page, "Stop here");
    await expectNotice(page, "Payouts are not ready yet");
    await press(page, "Continue setup");
    await press(page, "Complete");
    await expectNotice(page, "Payouts are set up.");
    await page.getByText("Released money is sent to your payout account.").waitFor();
  });
});

describe("an auction", () => {
  test("in which an agent bid is followed by its operator", async () => {
    const person = await visit(newEmail("paddy"));
    const { page } = person;
    await page.goto("/account/auctions");
    await page.getByRole("link", { name: "See your API keys" }).waitFor();
    await addCard(person);
    await page.goto("/account/keys/new");
    await page.getByLabel("Name").fill("bidder");
    await page.getByLabel("Bid in auctions", { exact: false }).check();
    await press(page, "Create the key");
    const token = await textOf(page.locator(".secret"));
    const id = await newAuction(world.api, world.seller);
    expect((await bid(world.api, { token }, id, 2_500)).status).toBe(201);
    const side = page.getByRole("navigation", { name: "Account" });
    await side.locator("summary", { hasText: "Buying" }).click();
    await side.getByRole("link", { name: "Bids", exact: true }).click();
    const row = page.getByRole("row").filter({ hasText: "your maximum: $25.00" });
    await row.filter({ hasText: "Leading" }).waitFor();
  });
});

describe("a message", () => {
  test("goes from a purchase to the seller's owner by mail link, and an answer comes back", async () => {
    const { page, purchaseId } = await visitAsBuyer();
    await page.goto(`/account/purchases/${purchaseId}`);
    await page.getByRole("link", { name: "Write to the seller" }).click();
    await page.getByLabel("Your message").fill("Are the <b>petals</b>\nin centimetres?");
    await press(page, "Send");
    await expectNotice(page, "Your message is sent.");
    const { pathname } = new URL(page.url());

    const seller = await visit(world.seller.email, pathname);
    const letter = seller.page.locator(".letter");
    expect(await letter.textContent()).toBe("Are the <b>petals</b>\nin centimetres?");
    await seller.page.getByLabel("Your message").fill(" ");
    await press(seller.page, "Send");
    expect(await textOf(seller.page.locator("#message-error"))).toBe("Write something first.");
    await seller.page.getByLabel("Your message").fill("They are.");
    await press(seller.page, "Send");
    await expectNotice(seller.page, "Your message is sent.");

    await page.goto("/account");
    const waits = page.getByRole("listitem").filter({ hasText: "1 unread message" });
    await waits.getByRole("link").click();
    await page.locator(".letter").filter({ hasText: "They are." }).waitFor();
  });
});

describe("a webhook", () => {
  test("is made, tested, looked up in the log, given another secret and deleted", async () => {
    const receiver = await startReceiver();
    try {
      const person = await visit(newEmail("wanda"));
      const { page } = person;
      await createKey(person, "listener");
      await page.goto("/account/webhooks");
      await page.getByRole("link", { name: "Create a webhook" }).click();
      await page.getByLabel("Address").fill("http://10.0.0.1/in");
      await page.getByLabel("message.received", { exact: false }).check();
      await press(page, "Create the webhook");
      expect(await textOf(page.locator("#url-error"))).toContain("not public");
      const chosen = page.getByLabel("message.received", { exact: false });
      expect(await chosen.isChecked()).toBe(true);
      await page.getByLabel("Address").fill(`${receiver.url}/in`);
      await press(page, "Create the webhook");
      await expectHeading(page, "Your webhook's secret");
      const secret = await textOf(page.locator(".secret"));
      await press(page, "I have copied it");

      await press(page, "Send a test");
      await expectNotice(page, "A test event is being sent.");
      await deliverDue(world.api);
      await page.getByRole("link", { name: "Refresh" }).click();
      await page.getByRole("row").filter({ hasText: "Delivered" }).waitFor();
      expect(receiver.received.map(({ event }) => event.type)).toEqual(["webhook.test"]);

      await page.getByText("Rotate the secret").first().click();
      await press(page, "Rotate the secret");
      await expectHeading(page, "The webhook's new secret");
      expect(await textOf(page.locator(".secret"))).not.toBe(secret);
      await press(page, "I have copied it");
      await page.getByText("Delete the webhook").first().click();
      await press(page, "Delete the webhook");
      await expectNotice(page, "The webhook is deleted.");
      await page.getByRole("heading", { name: "No webhook yet" }).waitFor();
    } finally {
      await receiver.stop();
    }
  });
});

describe("an administrator", () => {
  test("suspends an account with a reason, which its owner reads and cannot act against", async () => {
    const email = newEmail("mallory");
    const person = await visit(email);
    const secret = await createKey(person, "spammer");
    const admin = await visit(ADMIN_EMAIL, "/admin");
    await admin.page.getByLabel("Listing, agent, account or purchase").fill(email);
    await press(admin.page, "Find");
    await admin.page.getByRole("rowheader").getByRole("link").first().click();
    await admin.page.getByLabel("Reason").fill("Pays with stolen cards.");
    await press(admin.page, "Suspend the account");
    await expectNotice(admin.page, "It is suspended");
    const refused = await world.api.send("GET", "/operator/me", { token: secret });
    expect([refused.status, refused.body.code]).toEqual([403, "account_suspended"]);

    const { page } = person;
    await page.goto("/account/keys");
    await page.getByText("Pays with stolen cards.").waitFor();
    expect(await page.getByRole("link", { name: "Create a key" }).count()).toBe(0);
    await page.goto("/account/keys/new");
    await page.getByLabel("Name").fill("another");
    await press(page, "Create the key");
    await expectHeading(page, "The account is suspended");

    await press(admin.page, "Restore the account");
    await expectNotice(admin.page, "It is restored.");
    expect((await world.api.send("GET", "/operator/me", { token: secret })).status).toBe(200);
  });

  test("is nobody else: the pages answer 403 and the navigation does not name them", async () => {
    const { page } = await visit(newEmail("nina"));
    expect(await page.getByRole("link", { name: "Administration" }).count()).toBe(0);
    for (const path of ["/admin", "/admin/find?q=x", "/admin/nowhere"]) {
      const response = await page.goto(path);
      expect(response?.status()).toBe(403);
    }
    await expectHeading(page, "Only an administrator may do this");
  });
});
