/** The life of a report on the website, over the real service: made, decided, appealed, undone. */
import { expect, test } from "bun:test";
import { eq } from "drizzle-orm";
import sharp from "sharp";
import { agents, listings, reports } from "../../../db/schema/index.ts";
import { decisionsOf, ownReports, reportListing } from "../../api/reports/support.ts";
import { adminEmail, signedIn } from "../../support/administrators.ts";
import { sellerAgent } from "../../support/agents.ts";
import type { Json } from "../../support/api.ts";
import { newBuyer, paidListing, sha256Of, testMarket } from "../../support/market.ts";
import { eventually } from "../../support/stack.ts";
import { visitorOf } from "../visitor.ts";

const market = await testMarket({ ADMIN_EMAILS: adminEmail });
const { api, seller } = market;
const html = { headers: { accept: "text/html" } };

const admin = await visitorOf(api, await signedIn(api, adminEmail));
const owner = await visitorOf(api, seller.owner);

test("a reader reports, an administrator suspends, the seller appeals, and it is on sale again", async () => {
  const datasetId = await paidListing(market);
  const path = `/account/reports/of/dataset/${datasetId}`;
  const linked = `/report/dataset/${datasetId}`;
  expect((await api.send("GET", `/datasets/${datasetId}`, html)).text).toContain(linked);
  const reader = await visitorOf(api, await signedIn(api, "reader@example.com"));
  expect((await reader.open(path)).text).toContain("Details");
  const blank = await reader.submit(path, { reason: "malware", detail: " " });
  expect([blank.status, blank.text.includes("Please check")]).toEqual([400, false]);
  const fields = { reason: "malware", detail: "Row 7 <b>runs</b>\r\na program." };
  expect((await reader.submit(path, fields)).headers.get("location")).toContain("report_sent");
  expect((await reader.open("/account/reports")).text).toContain("Pending");

  expect((await reader.open("/admin/reports")).status).toBe(403);
  const queued = `/admin/reports/dataset/${datasetId}`;
  expect((await admin.open("/admin/reports")).text).toContain(queued);
  expect((await admin.open(queued)).text).toContain("Row 7 &lt;b&gt;runs&lt;/b&gt;\na program.");
  const missing = await admin.submit(`${queued}/decide`, { seen: "1", statement: "Malware." });
  expect([missing.status, missing.text.includes("Choose a decision.")]).toEqual([400, true]);
  const wish = { wish: "suspend", statement: "Row 7 is a program.", seen: "1" };
  expect((await admin.submit(`${queued}/decide`, wish)).status).toBe(303);
  const again = await admin.submit(`${queued}/decide`, wish);
  expect([again.status, again.text.includes("has already decided")]).toEqual([400, true]);
  await eventually(
    async () => (await api.send("GET", `/datasets/${datasetId}`, html)).status !== 200,
  );
  expect((await reader.open("/account/reports")).text).toContain("Row 7 is a program.");

  const [decision] = await decisionsOf(api, datasetId);
  const page = `/account/reports/decisions/${decision?.id}`;
  expect((await owner.open("/account/reports?of=own")).text).toContain(page);
  expect((await reader.open(page)).status).toBe(404);
  expect((await owner.submit(page, { text: "It is a text about programs." })).status).toBe(303);
  const twice = await owner.submit(page, { text: "Once more." });
  expect([twice.status, twice.text.includes("that is done once")]).toEqual([409, true]);
  expect((await admin.open("/admin/reports?of=appeals")).text).toContain(queued);
  const appeals = `${queued}/appeals/${decision?.id}`;
  const none = await admin.submit(appeals, { outcome: "upheld" });
  expect([none.status, none.text.includes("both sides get them")]).toEqual([400, true]);
  const upheld = { outcome: "upheld", appeal_statement: "So it is." };
  expect((await admin.submit(appeals, upheld)).status).toBe(303);
  await eventually(
    async () => (await api.send("GET", `/datasets/${datasetId}`, html)).status === 200,
  );
  expect((await owner.open(page)).text).toContain("So it is.");
});

test("an account's download has its reports and what was decided about its datasets", async () => {
  const datasetId = await paidListing(market);
  const { owner: person, token } = await newBuyer(api);
  await reportListing(api, token, datasetId);
  const wish = { wish: "dismiss", statement: "We see nothing of it.", seen: "1" };
  await admin.submit(`/admin/reports/dataset/${datasetId}/decide`, wish);
  const reporter = await visitorOf(api, person);
  const download = JSON.parse((await reporter.submit("/account/leave/export")).text);
  expect(download.reports).toMatchObject([
    { subject_id: datasetId, reason: "personal_data", detail: "Column phone." },
  ]);
  expect(download.report_decisions).toEqual([]);
  const { text } = await owner.submit("/account/leave/export");
  const decisions: { subject_id: string }[] = JSON.parse(text).report_decisions;
  expect(decisions.map(({ subject_id }) => subject_id)).toContain(datasetId);
  expect(text).not.toContain(person.accountId);
});

test("a closed account's report is decided without its person, and its words go then", async () => {
  const [open, decided] = [await paidListing(market), await paidListing(market)];
  const person = await signedIn(api, "leaving@example.com");
  const visitor = await visitorOf(api, person);
  for (const id of [open, decided]) {
    const fields = { reason: "other", detail: "I, Ada, know the seller." };
    expect((await visitor.submit(`/account/reports/of/dataset/${id}`, fields)).status).toBe(303);
  }
  const wish = { wish: "dismiss", statement: "We see nothing of it.", seen: "1" };
  await admin.submit(`/admin/reports/dataset/${decided}/decide`, wish);
  const closed = await visitor.submit("/account/leave/close", { confirmation: person.email });
  expect(closed.status).toBe(200);
  const isTheirs = eq(reports.accountId, person.accountId);
  const words = async () =>
    Object.fromEntries(
      (await api.db.select().from(reports).where(isTheirs)).map((row) => [
        row.subjectId,
        row.detail,
      ]),
    );
  expect(await words()).toEqual({ [open]: "I, Ada, know the seller.", [decided]: null });
  expect((await admin.submit(`/admin/reports/dataset/${open}/decide`, wish)).status).toBe(303);
  expect(await words()).toEqual({ [open]: null, [decided]: null });
});

test("a report's words are read by administrators and their writer, by nobody else", async () => {
  const datasetId = await paidListing(market);
  const { token } = await newBuyer(api);
  const detail = "Nobody else reads this.";
  await reportListing(api, token, datasetId, { reason: "other", detail });
  const wish = { wish: "dismiss", statement: "No.", seen: "1" };
  await admin.submit(`/admin/reports/dataset/${datasetId}/decide`, wish);
  expect((await ownReports(api, token))[0]?.detail).toBe(detail);
  for (const path of ["/account/reports?of=own", "/account/audit", "/account/reports"]) {
    expect((await owner.open(path)).text).not.toContain(detail);
  }
});

/** Something of each kind that a seller shows, with its public page. */
async function shownBySeller() {
  const datasets = [await paidListing(market), await paidListing(market)];
  const sha256 = sha256Of(crypto.randomUUID());
  await api.db
    .update(listings)
    .set({ sha256 })
    .where(eq(listings.id, datasets[1] ?? ""));
  const { token } = seller;
  const bundle = { title: "Two <b>", price_cents: 1500, dataset_ids: datasets };
  const collection = { title: "Rain <b>", visibility: "public" };
  const idOf = async (path: string, body: Json) =>
    String((await api.send("POST", path, { token, body })).body.id);
  return {
    seller: seller.agentId,
    bundle: await idOf("/bundles", bundle),
    collection: await idOf("/collections", collection),
  };
}

test("each public page leads to a report, an administrator hides it, and its owner reads why", async () => {
  const shown = await shownBySeller();
  const pages = { seller: "sellers", bundle: "bundles", collection: "collections" } as const;
  for (const kind of ["seller", "bundle", "collection"] as const) {
    const id = shown[kind];
    const page = await api.send("GET", `/${pages[kind]}/${id}`, html);
    expect(page.text).toContain(`href="/report/${kind}/${id}"`);
    const form = `/account/reports/of/${kind}/${id}`;
    const reader = await visitorOf(api, await signedIn(api, `${kind}.reader@example.com`));
    const led = await reader.open(`/report/${kind}/${id}`);
    expect([led.status, led.headers.get("location")]).toEqual([303, form]);
    expect((await reader.open(form)).text).not.toContain("as an administrator");
    expect((await admin.open(form)).text).toContain(`/admin/reports/${kind}/${id}`);
    expect((await reader.submit(form, { reason: "other", detail: "Rude." })).status).toBe(303);

    const queued = `/admin/reports/${kind}/${id}`;
    expect((await admin.open("/admin/reports")).text).toContain(queued);
    const statement = `It insults a person: ${kind}.`;
    const fields: [string, string][] = [
      ["seen", "1"],
      ["wish", "suspend"],
      ["statement", statement],
    ];
    if (kind === "seller") {
      const without = await admin.submit(`${queued}/decide`, fields);
      expect([without.status, without.text.includes("Choose what to hide")]).toEqual([400, true]);
      fields.push(["parts", "text"], ["parts", "logo"]);
    }
    expect((await admin.submit(`${queued}/decide`, fields)).status).toBe(303);
    expect((await admin.open("/admin/reports?of=decided")).text).toContain(queued);
    expect((await admin.open(queued)).text).toContain("Show it again");
    const [decision] = await decisionsOf(api, id);
    const own = await owner.open(`/account/reports/decisions/${decision?.id}`);
    expect([own.text.includes(statement), own.text.includes("Appeal")]).toEqual([true, true]);
  }
  expect((await owner.open("/account/bundles")).text).toContain("Hidden by an administrator");
  const collection = await owner.open(`/account/collections/${shown.collection}`);
  expect(collection.text).toContain("An administrator hides this collection");
  const edit = await owner.open(`/account/seller-page/${shown.seller}`);
  expect(edit.text).toContain("An administrator hides this from buyers: text, logo");
  for (const kind of ["bundle", "collection"] as const) {
    const path = `/${pages[kind]}/${shown[kind]}`;
    expect((await api.send("GET", path, html)).status).toBe(404);
    expect((await owner.submit(`/admin/reports/${kind}/${shown[kind]}/restore`)).status).toBe(403);
    const restored = await admin.submit(`/admin/reports/${kind}/${shown[kind]}/restore`);
    expect(restored.status).toBe(303);
    await eventually(async () => (await api.send("GET", path, html)).status === 200);
  }
});

test("an administrator judges a hidden name, text and logo that nobody else sees any more", async () => {
  const one = await sellerAgent(api);
  const page = { about: "Rude <b>text</b>.", agentName: "Rude name" };
  await api.db.update(agents).set(page).where(eq(agents.id, one.agentId));
  const picture = { width: 9, height: 9, channels: 3, background: "#c00" } as const;
  const content = (await sharp({ create: picture }).png().toBuffer()).toString("base64");
  const set = await api.send("PUT", "/agent/logo", { token: one.token, body: { content } });
  expect(set.status).toBe(200);
  const path = `/admin/reports/seller/${one.agentId}`;
  const parts = ["name", "text", "logo"].map((part): [string, string] => ["parts", part]);
  const fields: [string, string][] = [
    ["seen", "0"],
    ["wish", "suspend"],
    ["statement", "Rude."],
  ];
  expect((await admin.submit(`${path}/decide`, [...fields, ...parts])).status).toBe(303);
  const { text } = await admin.open(path);
  for (const words of [
    "Rude name",
    "Rude &lt;b&gt;text",
    "public, without its name and text and logo",
  ]) {
    expect([words, text.includes(words)]).toEqual([words, true]);
  }
  const logo = await admin.open(`${path}/logo`);
  expect([logo.status, logo.headers.get("content-type")]).toEqual([200, "image/webp"]);
  expect((await owner.open(`${path}/logo`)).status).toBe(403);
  expect((await admin.open(`/admin/reports/seller/${crypto.randomUUID()}/logo`)).status).toBe(404);
  const seen = await fetch(`${api.config.PUBLIC_BASE_URL}/sellers/${one.agentId}/logo`);
  expect(seen.headers.get("content-type")).toBe("image/svg+xml");
});

test("a page of another kind, or of nothing, has no form", async () => {
  const { bundle } = await shownBySeller();
  for (const path of [
    `/report/seller/${bundle}`,
    `/report/bundle/${crypto.randomUUID()}`,
    "/report/bundle/7",
    `/report/message/${bundle}`,
  ]) {
    expect([path, (await api.send("GET", path, html)).status]).toEqual([path, 404]);
  }
});
