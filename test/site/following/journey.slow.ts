/** People follow sellers and keep collections: a browser without scripts, real services. */
import { expect, setDefaultTimeout, test } from "bun:test";
import sharp from "sharp";
import { expectToSuitEverybody } from "../accessibility/accessibility.ts";
import { expectHeading, expectNotice, newEmail, press, testJourneys } from "../journeys-support.ts";

setDefaultTimeout(180_000);

const { world, visit } = await testJourneys();

test("a person follows a seller on its page, sees the count and the list, and ends it", async () => {
  await world.offer();
  const { page } = await visit(newEmail("follower"));
  const sellerPath = `/sellers/${world.seller.agentId}`;
  await page.goto(sellerPath);
  await press(page, "Follow this seller");
  await expectNotice(page, "You now follow it.");
  await expectHeading(page, "Following");
  const row = page.getByRole("row").filter({ has: page.locator(`a[href="${sellerPath}"]`) });
  await row.getByText("Daily", { exact: true }).waitFor();
  await expectToSuitEverybody(page, "following one seller");
  // Pages of a list's later parts are not cached.
  await page.goto(`${sellerPath}?cursor=x`);
  await page.getByText("1 follower", { exact: true }).waitFor();
  await page.goto("/account/following");
  await row.getByRole("button", { name: "Unfollow" }).click();
  await expectNotice(page, "You don't follow it any more.");
  await page.getByRole("heading", { name: "You follow nothing yet" }).waitFor();
});

test("a person saves datasets to a collection, orders and publishes it; another follows it", async () => {
  const [first, second] = [await world.offer(), await world.offer()];
  const { page } = await visit(newEmail("curator"));
  await page.goto(`/datasets/${first}`);
  await page.getByRole("link", { name: "Save to collection" }).click();
  await expectHeading(page, "Save to collection");
  await page.getByLabel("New collection").fill("Weather <b>of</b> cities");
  await press(page, "Create and save");
  await expectNotice(page, "The dataset is in the collection.");
  await page.goto(`/datasets/${second}`);
  await page.getByRole("link", { name: "Save to collection" }).click();
  await expectToSuitEverybody(page, "save to collection");
  await page.getByRole("button", { name: "Save here" }).click();
  await expectNotice(page, "The dataset is in the collection.");
  const titles = () =>
    page
      .locator("tbody th a, tbody td a")
      .evaluateAll((links) => links.map((link) => link.getAttribute("href")));
  const paths = [`/datasets/${first}`, `/datasets/${second}`];
  expect(await titles()).toEqual(paths);
  await page.getByRole("button", { name: "Up" }).click();
  await expectNotice(page, "The dataset is in the collection.");
  expect(await titles()).toEqual(paths.toReversed());
  await page.getByLabel("Description").fill("Rain and heat.\nFor models.");
  await page.getByLabel("Everybody").check();
  await press(page, "Save");
  await expectNotice(page, "The collection is changed.");
  await expectToSuitEverybody(page, "own collection");
  const id = page.url().match(/collections\/([\da-f-]{36})/)?.[1] ?? "";
  const own = `/account/collections/${id}`;
  await page.goto("/account/collections");
  await expectToSuitEverybody(page, "own collections");

  const reader = await visit(newEmail("reader"));
  await reader.page.goto(`/collections/${id}`);
  await expectHeading(reader.page, "Weather <b>of</b> cities");
  expect(await reader.page.locator(".tile").count()).toBe(2);
  await expectToSuitEverybody(reader.page, "collection");
  await press(reader.page, "Follow this collection");
  await expectNotice(reader.page, "You now follow it.");
  await reader.page.goto(`/collections/${id}`);
  await reader.page.getByText("1 follower", { exact: true }).waitFor();

  await page.goto(own);
  await page.getByRole("button", { name: "Remove" }).first().click();
  await expectNotice(page, "The dataset is not in the collection any more.");
  await page.getByText("Delete this collection").click();
  await press(page, "Delete for good");
  await expectNotice(page, "The collection is deleted.");
  await reader.page.goto(`/collections/${id}`);
  await reader.page.getByRole("heading", { level: 1 }).waitFor();
  expect(await reader.page.locator(".tile").count()).toBe(0);
  await reader.page.goto("/account/following");
  await reader.page.getByRole("heading", { name: "You follow nothing yet" }).waitFor();
});

test("a seller uploads a logo, which its page and its datasets show", async () => {
  const dataset = await world.offer();
  const { seller } = world;
  const { page } = await visit(seller.email);
  const path = `/account/seller-page/${seller.agentId}`;
  await page.goto(path);
  const buffer = await sharp({
    create: { width: 400, height: 300, channels: 4, background: "#0a7" },
  })
    .png()
    .toBuffer();
  const choose = (name: string, bytes: Buffer) =>
    page.locator("input[type=file]").setInputFiles({ name, mimeType: "image/png", buffer: bytes });
  await choose("logo.png", Buffer.from("<svg/>"));
  await press(page, "Upload");
  await page.getByRole("alert").waitFor();
  await choose("logo.png", buffer);
  await press(page, "Upload");
  await expectNotice(page, "The logo is set.");
  await expectToSuitEverybody(page, "seller page with logo");
  for (const [name, at] of [
    ["public seller page", `/sellers/${seller.agentId}`],
    ["dataset with logo", `/datasets/${dataset}`],
  ] as const) {
    await page.goto(at);
    const width = await page
      .locator("img.seller-logo")
      .evaluate((image) => (image as { naturalWidth?: number }).naturalWidth);
    expect(width).toBe(256);
    await expectToSuitEverybody(page, name);
  }
  await page.goto(path);
  await press(page, "Remove the logo");
  await expectNotice(page, "The logo is removed.");
});
