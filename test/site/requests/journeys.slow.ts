/**
 * Data requests on the website, over the whole service: a browser without scripts, real services.
 */
import { expect, setDefaultTimeout, test } from "bun:test";
import type { AdminActor } from "../../../db/vocabulary/actor.ts";
import { removeDataRequest } from "../../../market/request/remove-data-request.ts";
import { newBuyer } from "../../support/market.ts";
import { answered, answersTo, mailsAbout, postedRequest } from "../../support/requests.ts";
import {
  ADMIN_EMAIL,
  expectNotice,
  newEmail,
  press,
  testJourneys,
  textOf,
} from "../journeys-support.ts";

/** A browser is slow next to other tests on two cores. */
setDefaultTimeout(60_000);

const admin: AdminActor = { kind: "admin", accountId: crypto.randomUUID(), email: ADMIN_EMAIL };
const { world, visit } = await testJourneys();

test("an administrator removes an answer, then its request, each for a reason", async () => {
  const { api, seller } = world;
  const buyer = await newBuyer(api);
  const requestId = await postedRequest(api, buyer.token, { title: "Walrus <i>diaries</i>" });
  await answered(api, seller.token, requestId, await world.offer());

  const { page } = await visit(ADMIN_EMAIL, "/admin");
  await page.getByRole("link", { name: "Data requests and the answers to them" }).click();
  await page.getByRole("link", { name: "Walrus <i>diaries</i>" }).click();
  await page.getByRole("link", { name: "Remove this answer" }).click();
  await page.getByLabel("Reason").fill(" ");
  await press(page, "Remove the answer");
  await page.getByRole("alert").waitFor();
  await page.getByLabel("Reason").fill("It is an advertisement.");
  await press(page, "Remove the answer");
  await expectNotice(page, "The answer is removed");
  await page.getByText("It is an advertisement.").waitFor();
  const { items } = await answersTo(api, buyer.token, requestId);
  expect(items).toMatchObject([{ status: "removed", removed_reason: "It is an advertisement." }]);

  await page.getByLabel("Reason").fill("It asks for personal data.");
  await press(page, "Remove the request");
  await expectNotice(page, "The request is removed");
  expect((await api.send("GET", `/requests/${requestId}`)).status).toBe(404);
  expect(await page.getByRole("button", { name: "Remove the request" }).count()).toBe(0);
  expect(await mailsAbout(api, requestId)).toContain("request_removed");

  const other = await visit(newEmail("ada"), `/admin/requests/${requestId}`);
  expect(await other.page.content()).not.toContain("Walrus");
});

test("a person posts a request, changes it, decides about answers, and it is fulfilled", async () => {
  const { api, seller } = world;
  const { page } = await visit(newEmail("ada"), "/account/keys/new");
  await page.getByLabel("Name").fill("research-agent");
  await page.locator('input[name="scopes"][value="message"]').check();
  await press(page, "Create the key");
  const token = await textOf(page.locator(".secret"));
  await page.goto("/account/requests");
  await page.getByRole("link", { name: "Post a request" }).click();
  await page.getByLabel("What are you looking for?").fill("Iris <i>flowers</i>");
  await page.getByLabel("Description").fill("Petals and sepals.");
  await page.getByLabel("Budget (USD)").fill("a lot");
  await page.getByLabel("Columns").fill("lat:latitude\nspecies");
  await page.getByLabel("File formats").fill("csv, Parquet");
  await page.getByLabel("Open until").fill("2020-01-01");
  await press(page, "Post the request");
  await page.getByRole("alert").getByText("Enter an amount").waitFor();
  await page.getByLabel("Budget (USD)").fill("1,250.50");
  await press(page, "Post the request");
  await page.getByRole("alert").getByText("A request must stay open").waitFor();
  await page.getByLabel("Open until").fill("");
  await press(page, "Post the request");
  await expectNotice(page, "The request is posted");
  const requestId = new URL(page.url()).pathname.split("/").at(-1) ?? "";
  const seen = () => api.send("GET", `/requests/${requestId}`);
  expect((await seen()).body).toMatchObject({
    title: "Iris <i>flowers</i>",
    columns: ["lat:latitude", "species"],
    formats: ["csv", "parquet"],
    budget_cents: 125_050,
    min_rows: null,
  });

  const before = (await seen()).body.expires_at;
  await page.getByRole("link", { name: "Change or extend" }).click();
  await page.getByLabel("Rows, at least").fill("100");
  await press(page, "Save");
  await expectNotice(page, "The request is changed");
  expect((await seen()).body).toMatchObject({ min_rows: 100, expires_at: before });

  await page.getByText("Close the request").first().click();
  await press(page, "Close the request");
  await expectNotice(page, "The request is closed");
  await press(page, "Open it again");
  await expectNotice(page, "The request is open again");

  await answered(api, seller.token, requestId, await world.offer());
  await answered(api, seller.token, requestId, await world.offer());
  await page.reload();
  await page.getByRole("button", { name: "Reject" }).first().click();
  await expectNotice(page, "The answer is rejected");
  await page.getByRole("button", { name: "Accept" }).click();
  await expectNotice(page, "The answer is accepted");
  const { items } = await answersTo(api, token, requestId);
  expect(items.map(({ status }) => status)).toEqual(["rejected", "accepted"]);
  expect((await seen()).body.status).toBe("fulfilled");

  await page.getByRole("link", { name: "See what is on sale" }).click();
  await page.getByRole("link", { name: "Iris flowers" }).first().waitFor();
  await page.goto(`/account/requests/new?again=${requestId}`);
  expect(await page.getByLabel("Rows, at least").inputValue()).toBe("100");

  const owner = await visit(seller.email, "/account/answers?status=accepted");
  await owner.page.getByText("Iris <i>flowers</i>").first().waitFor();
  const stranger = await visit(newEmail("ben"), `/account/requests/${requestId}`);
  expect(await stranger.page.content()).not.toContain("Petals");
});

test("everybody reads the board, filters it and goes through its pages, signed in or not", async () => {
  const { api } = world;
  const buyer = await newBuyer(api);
  const requestId = await postedRequest(api, buyer.token, {
    title: "Quokka <i>smiles</i>",
    budget_cents: 2_500,
    columns: ["smile:image"],
  });
  const get = async (path: string) => {
    const response = await fetch(world.baseUrl + path, { headers: { accept: "text/html" } });
    return { status: response.status, headers: response.headers, html: await response.text() };
  };
  expect((await get("/")).html).toContain('href="/requests"');
  const found = await get("/requests?query=quokka&columns=smile&min_budget=25.00&sort=budget");
  expect(found.html).toContain(`href="/requests/${requestId}"`);
  expect(found.html).toContain("Quokka &lt;i&gt;smiles&lt;/i&gt;");
  expect(found.headers.get("content-security-policy")).toContain("default-src 'none'");
  for (const filter of [
    "min_budget=25.01",
    "min_budget_cents=2501",
    "posted_since=2999-01-01T12:00:00Z",
    "status=closed",
    "posted_since=2999-01-01",
    "expires_before=2020-01-01",
  ]) {
    const other = await get(`/requests?query=quokka&${filter}`);
    expect([other.status, other.html.includes("smiles")]).toEqual([200, false]);
  }
  const former = "/board?query=quokka&min_budget_cents=25.00";
  expect((await get(former)).html).toContain(`href="/requests/${requestId}"`);
  const other = await fetch(`${world.baseUrl}/requests?query=quokka&min_budget_cents=2500`);
  expect([found, other].map(({ headers }) => headers.get("vary"))).toEqual([
    expect.stringContaining("accept"),
    expect.stringContaining("accept"),
  ]);
  expect(await other.json()).toMatchObject({ items: [{ id: requestId }] });
  expect((await get(`/board/${requestId}`)).html).toContain("$25.00");
  const form = await fetch(`${world.baseUrl}/requests?query=quokka&category=&columns=%20`, {
    headers: { accept: "text/html" },
    redirect: "manual",
  });
  expect([form.status, form.headers.get("location")]).toEqual([303, "/requests?query=quokka"]);
  const folded = await get("/requests?query=quokka&status=open&sort=newest");
  expect(folded.html).toContain("<details><summary>More filters</summary>");
  for (const used of ["columns=open", "status=closed", "min_budget=cheap"]) {
    const unfolded = await get(`/requests?query=quokka&${used}`);
    expect([used, unfolded.html]).toEqual([used, expect.stringContaining("<details open>")]);
  }
  const faulty = await get("/requests?sort=best&query=%3Cb%3E");
  expect([faulty.status, faulty.html.includes("<b>")]).toEqual([400, false]);
  expect((await get("/requests?posted_since=yesterday")).status).toBe(400);
  expect((await get("/requests?offset=99999")).html).toContain("Nothing here");

  const shown = await get(`/requests/${requestId}`);
  expect(shown.html).toContain("$25.00");
  expect(shown.html).not.toContain("<i>");
  await removeDataRequest(api.ctx, admin, requestId, { reason: "A test." });
  expect((await get(`/requests/${requestId}`)).status).toBe(404);
  expect((await get("/requests/7")).status).toBe(400);
});
