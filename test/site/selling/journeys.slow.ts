/** A person sells in a browser without scripts: from a file to a sale and beyond. */
import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { and, eq } from "drizzle-orm";
import type { Page } from "playwright-core";
import { agents, auditLog, listings, uploads } from "../../../db/schema/index.ts";
import { endJob, exampleCsv } from "../../support/listings.ts";
import {
  expectHeading,
  expectNotice,
  newEmail,
  press,
  testJourneys,
  textOf,
} from "../journeys-support.ts";

/** A browser is slow next to other tests on two cores. */
setDefaultTimeout(60_000);

const { world, visit } = await testJourneys();

const csvFile = { name: "iris.csv", mimeType: "text/csv", buffer: Buffer.from(exampleCsv) };

/** A person who has named a first listing and is about to choose its file. */
async function startListing(title = "Iris by hand") {
  const email = newEmail("sel");
  const person = await visit(email, "/account/sell");
  await person.page.getByLabel("What do you sell?").fill(title);
  await person.page.getByLabel("Your name as a seller").fill(sellerNameOf(email));
  await press(person.page, "Next: upload the file");
  await expectHeading(person.page, "Upload the file");
  return { ...person, email, id: listingIdOf(person.page) };
}

/** Only letters: a counter next to a process id may look like a telephone number. */
function sellerNameOf(email: string): string {
  const [local = ""] = email.split("@");
  return `Garden ${local.replaceAll(/\d/g, (digit) => "abcdefghij"[Number(digit)] ?? "")}`;
}

function listingIdOf(page: Page): string {
  return new URL(page.url()).pathname.split("/")[3] ?? "";
}

async function upload(page: Page, file: typeof csvFile): Promise<void> {
  await page.locator("#file").setInputFiles(file);
  await press(page, "Upload the file");
  await expectHeading(page, "Check the file");
}

async function readFile(id: string): Promise<string> {
  const [row] = await world.api.db.select().from(uploads).where(eq(uploads.listingId, id));
  const path = row?.storagePath ?? "";
  const stream = await world.api.ctx.storage.read(path);
  return new Response(stream).text();
}

async function endJobOf(id: string): Promise<void> {
  const where = and(eq(uploads.listingId, id), eq(uploads.state, "attached"));
  const [row] = await world.api.db.select().from(uploads).where(where);
  await endJob(world.api, row?.storagePath ?? "");
}

async function fillTerms(page: Page): Promise<void> {
  await page.locator("#description").fill("Lengths of **sepals**, by species.");
  await page.getByLabel("Tags").fill("flowers, iris");
  await page.locator("#license").fill("CC-BY-4.0");
  await page.locator("input[value=buy_it_now]").check();
  await page.locator("#price_cents").fill("12.50");
}

describe("a dataset is sold by hand", () => {
  test("from the file to the catalogue, and a buyer finds and buys it", async () => {
    const { page, id, email } = await startListing();
    await upload(page, csvFile);
    expect(await readFile(id)).toBe(exampleCsv);
    await page.getByText("Waiting for a worker.").waitFor();
    await endJobOf(id);
    await page.getByRole("link", { name: "Reload" }).click();
    await page.getByRole("link", { name: "Next: describe and price" }).click();
    await expectHeading(page, "Describe and price");
    await fillTerms(page);
    await press(page, "Update the preview");
    await page.locator(".prose strong", { hasText: "sepals" }).waitFor();
    expect(await page.getByLabel("Tags").inputValue()).toBe("flowers, iris");
    await press(page, "Save");
    await expectNotice(page, "The terms are saved.");
    // It has a price now. A paid file's sample shows less, so its job runs again.
    await endJobOf(id);
    await page.getByRole("link", { name: /^Preview/ }).click();
    await expectHeading(page, "Iris by hand");
    await page.getByText("Only you see this page").waitFor();
    await page.getByRole("link", { name: "Next: publish" }).click();
    await page.getByText("It costs $12.50.").waitFor();
    await press(page, "Publish");
    await expectNotice(page, "The dataset is on sale.");

    const found = await world.api.send("GET", `/datasets/${id}`);
    expect(found.body).toMatchObject({
      title: "Iris by hand",
      price_cents: 1250,
      license_id: "CC-BY-4.0",
      tags: ["flowers", "iris"],
    });
    expect(found.text).not.toContain(email);
    const bought = await world.buy(world.buyer.token, id, world.buyer.cardId);
    expect(bought.status).toBe(201);
  });

  test("as a built-in agent that is listed like the others, and the audit log says so", async () => {
    const { page, email } = await startListing("Bees by hand");
    const [agent] = await world.api.db.select().from(agents).where(eq(agents.ownerEmail, email));
    expect(agent).toMatchObject({ state: "verified", registeredFromHash: "website" });
    await page.goto("/account/agents");
    await page.getByText("You, on this website").waitFor();
    await page.goto("/account/audit");
    await page
      .getByText(/you on the website, as "Garden/i)
      .first()
      .waitFor();
    const rows = await world.api.db
      .select()
      .from(auditLog)
      .where(and(eq(auditLog.actorId, agent?.id ?? ""), eq(auditLog.action, "listing.created")));
    expect(rows[0]?.detail).toMatchObject({ through: "website" });
    // The second listing asks for no name, and creates no second agent.
    await page.goto("/account/sell");
    expect(await page.getByLabel("Your name as a seller").count()).toBe(0);
    await page.getByLabel("What do you sell?").fill("Wasps by hand");
    await press(page, "Next: upload the file");
    await expectHeading(page, "Upload the file");
    const all = await world.api.db.select().from(agents).where(eq(agents.ownerEmail, email));
    expect(all).toHaveLength(1);
  });
});

describe("a form that is refused", () => {
  test("states the fault next to the field, and keeps the input", async () => {
    const { page, id } = await startListing("Moths by hand");
    await page.goto(`/account/listings/${id}/terms`);
    await fillTerms(page);
    await page.locator("#price_cents").fill("0.10");
    await press(page, "Save");
    expect(await textOf(page.locator("#price_cents-error"))).toContain("from 0.50");
    expect(await page.locator("#description").inputValue()).toContain("**sepals**");
    await page.locator("input[value=auction]").check();
    await page.getByLabel("Starting bid (USD)").fill("5");
    await page.getByLabel("Reserve price (USD)").fill("4");
    await page.getByLabel("Ends").fill("2020-01-01T10:00");
    await press(page, "Save");
    expect(await textOf(page.locator("#reserve_price_cents-error"))).toContain("exceed the start");
    expect(await textOf(page.locator("#ends_at-error"))).toContain("An auction must run");
    expect(await page.getByLabel("Ends").inputValue()).toBe("2020-01-01T10:00");
    await page.goto(`/account/listings/${id}/publish`);
    await page.getByText("The file is missing.").waitFor();
  });

  test("keeps the typed source and columns, and names the faulty line", async () => {
    const { page, id } = await startListing("Gnats by hand");
    await page.goto(`/account/listings/${id}/terms`);
    await fillTerms(page);
    await page.locator("summary", { hasText: "Origin and meaning of columns" }).click();
    await page.getByLabel("Source").fill("garden.example");
    await page.locator("#column_descriptions").fill("length: In mm\nspecies");
    await press(page, "Save");
    expect(await textOf(page.locator("#column_descriptions-error"))).toContain("Line 2");
    const long = `length: ${"m".repeat(501)}`;
    await page.locator("#column_descriptions").fill(long);
    await press(page, "Save");
    expect(await textOf(page.locator("#source_url-error"))).toContain("http or https");
    expect(await textOf(page.locator("#column_descriptions-error"))).toContain('"length" may have');
    expect(await page.getByLabel("Source").inputValue()).toBe("garden.example");
    expect(await page.locator("#column_descriptions").inputValue()).toBe(long);
  });

  test("takes no empty file, and none of another person's draft", async () => {
    const { page, id } = await startListing("Flies by hand");
    await page.locator("#file").setInputFiles({ ...csvFile, buffer: Buffer.alloc(0) });
    await press(page, "Upload the file");
    await page.locator("#file-error").waitFor();
    const other = await startListing("Ants by hand");
    const answer = await other.page.goto(`/account/listings/${id}/file`);
    expect(answer?.status()).toBe(404);
  });
});

describe("where the data come from", () => {
  test("is said, shown as it was said, and taken back", async () => {
    const { page, id } = await startListing("Mites by hand");
    await page.goto(`/account/listings/${id}/terms`);
    await fillTerms(page);
    await page.locator("summary", { hasText: "Origin and meaning of columns" }).click();
    await page.getByLabel("Source").fill("https://garden.example/mites");
    await page.getByLabel("How to cite it").fill("Garden (2026). Mites.");
    await page.getByLabel("How it was collected").fill("Counted under a lens.");
    await page.getByLabel("How often it is collected").selectOption("weekly");
    await page.getByLabel("URL of your own terms").fill("https://garden.example/terms");
    await page.getByLabel("Meaning of columns").fill("length: In mm\ndc:species: By Linnaeus");
    await press(page, "Save");
    await expectNotice(page, "The terms are saved.");
    const said = {
      sourceUrl: "https://garden.example/mites",
      citation: "Garden (2026). Mites.",
      collectionMethod: "Counted under a lens.",
      updateFrequency: "weekly",
      licenseUrl: "https://garden.example/terms",
      columnDescriptions: { length: "In mm", "dc:species": "By Linnaeus" },
    } as const;
    const ofListing = eq(listings.id, id);
    const [row] = await world.api.db.select().from(listings).where(ofListing);
    expect(row).toMatchObject(said);
    await page.goto(`/account/listings/${id}/terms`);
    expect(await page.getByLabel("How often it is collected").inputValue()).toBe("weekly");
    expect(await page.getByLabel("Meaning of columns").inputValue()).toContain("length: In mm");
    await page.getByLabel("Source").fill("");
    await page.getByLabel("Meaning of columns").fill("");
    await press(page, "Save");
    await expectNotice(page, "The terms are saved.");
    const [after] = await world.api.db.select().from(listings).where(ofListing);
    expect(after).toMatchObject({ ...said, sourceUrl: null, columnDescriptions: null });
  });
});

describe("what is on sale", () => {
  test("gets another price, a new version, and is withdrawn", async () => {
    const { page, id } = await startListing("Beetles by hand");
    await upload(page, csvFile);
    await page.getByRole("link", { name: "Next: describe and price" }).click();
    await fillTerms(page);
    await press(page, "Save");
    await endJobOf(id);
    await page.goto(`/account/listings/${id}/publish`);
    await press(page, "Publish");
    await expectNotice(page, "The dataset is on sale.");

    await page.getByRole("link", { name: "Change texts and price" }).click();
    await page.locator("#price_cents").fill("9.99");
    await press(page, "Save");
    await expectNotice(page, "The change is saved.");
    const prices = await world.api.send("GET", `/datasets/${id}/prices`);
    expect(prices.text).toContain("1250");
    expect(prices.text).toContain("999");

    await press(page, "Start a new version");
    await expectHeading(page, "Upload the new version");
    await upload(page, { ...csvFile, buffer: Buffer.from(`${exampleCsv}4.9,setosa\n`) });
    await endJobOf(id);
    await page.goto(`/account/listings/${id}/publish`);
    await press(page, "Publish");
    await expectNotice(page, "The dataset is on sale.");
    const found = await world.api.send("GET", `/datasets/${id}`);
    expect(found.body).toMatchObject({ version: 2, price_cents: 999 });

    await page.getByText("Withdraw the dataset from sale").click();
    await press(page, "Withdraw");
    await expectNotice(page, "The dataset is off sale.");
    expect((await world.api.send("GET", `/datasets/${id}`)).status).toBe(404);
  });

  test("was a draft that can be deleted before", async () => {
    const { page, id } = await startListing("Lice by hand");
    await page.goto(`/account/listings/${id}`);
    await page.getByText("Delete the draft").first().click();
    await press(page, "Delete the draft");
    await expectNotice(page, "The draft is deleted.");
    const [row] = await world.api.db.select().from(listings).where(eq(listings.id, id));
    expect(row?.deletedAt).not.toBeNull();
  });
});
