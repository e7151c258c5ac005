/** Sellers, collections, bundles and requests: reported, hidden from everybody, and shown again. */
import { expect, setDefaultTimeout, test } from "bun:test";
import { and, eq, sql } from "drizzle-orm";
import sharp from "sharp";
import { numberCommitted } from "../../../db/notices/notifier.ts";
import {
  agents,
  auditLog,
  auditReaders,
  events,
  listings,
  outbox,
} from "../../../db/schema/index.ts";
import type { ReportedKind } from "../../../db/vocabulary/report.ts";
import { renameAgent } from "../../../market/agent/rename-agent.ts";
import { appealDecision } from "../../../market/report/appeal-decision.ts";
import { decideAppeal } from "../../../market/report/decide-appeal.ts";
import { decideReports } from "../../../market/report/decide-reports.ts";
import { restoreSubject } from "../../../market/report/restore-subject.ts";
import type { DecideBody } from "../../../market/report/schemas.ts";
import { adminEmail, administrator } from "../../support/administrators.ts";
import { sellerAgent } from "../../support/agents.ts";
import { newBuyer, paidListing, sha256Of, testMarket } from "../../support/market.ts";
import { refusalOf } from "../../support/operators.ts";
import { eventually } from "../../support/stack.ts";
import { decisionsOf, ownReports, report } from "./support.ts";

setDefaultTimeout(120_000);

const market = await testMarket({ ADMIN_EMAILS: adminEmail });
const { api, seller, buyer } = market;
const admin = await administrator(api);
const statement = "The words insult a person.";
const html = { headers: { accept: "text/html" } };

const postRequest = async () => {
  const body = {
    title: "Rude request",
    description: "Rude words about a person.",
    category: "text",
  };
  const made = await api.send("POST", "/requests", { token: buyer.token, body });
  expect(made.status).toBe(201);
  return String(made.body.id);
};

const makeCollection = async () => {
  const body = { title: "Rude collection", visibility: "public", seller_id: undefined };
  const made = await api.send("POST", "/collections", { token: seller.token, body });
  expect(made.status).toBe(201);
  return String(made.body.id);
};

async function makeBundle() {
  const datasets = [await paidListing(market), await paidListing(market)];
  const sha256 = sha256Of(crypto.randomUUID());
  await api.db
    .update(listings)
    .set({ sha256 })
    .where(eq(listings.id, datasets[1] ?? ""));
  const body = { title: "Rude bundle", price_cents: 1500, dataset_ids: datasets };
  const made = await api.send("POST", "/bundles", { token: seller.token, body });
  expect(made.status).toBe(201);
  return { id: String(made.body.id), datasets };
}

const decide = (key: { kind: ReportedKind; id: string }, given: Partial<DecideBody> = {}) =>
  decideReports(api.ctx, admin, key, { wish: "suspend", statement, seen: 1, parts: [], ...given });

const decisionOf = async (id: string) => (await decisionsOf(api, id))[0]?.id ?? "";

/** The types of events about a thing that somebody got. */
async function eventsAbout(id: string, principalId: string) {
  await numberCommitted(api.db);
  const rows = await api.db
    .select()
    .from(events)
    .where(and(eq(events.principalId, principalId), sql`${events.data} ->> 'subject_id' = ${id}`))
    .orderBy(events.position);
  return rows.map(({ type }) => type);
}

const made: Record<Exclude<ReportedKind, "dataset">, () => Promise<string>> = {
  seller: async () => (await sellerAgent(api)).agentId,
  collection: makeCollection,
  bundle: async () => (await makeBundle()).id,
  request: postRequest,
};

const missing = {
  seller: "seller_not_found",
  collection: "collection_not_found",
  bundle: "bundle_not_found",
  request: "data_request_not_found",
};

test.each(Object.entries(made).map(([kind, make]) => [kind as keyof typeof made, make] as const))(
  "a %s is reported once by an account, under its own kind only",
  async (kind, make) => {
    const id = await make();
    const { token } = await newBuyer(api);
    const first = await report(api, token, { kind, id });
    expect([first.status, first.body.subject]).toMatchObject([200, { kind, id, status: "shown" }]);
    expect((await report(api, token, { kind, id })).body.id).toBe(first.body.id);
    expect(await ownReports(api, token)).toHaveLength(1);
    const unknown = await report(api, token, { kind, id: crypto.randomUUID() });
    expect([unknown.status, unknown.body.code]).toEqual([404, missing[kind]]);
    expect((await report(api, token, { kind: "dataset", id })).body.code).toBe("dataset_not_found");
    expect((await report(api, token, { kind: "message", id })).status).toBe(400);
  },
);

test("what one shows oneself is not reported, and an administrator does not decide about it", async () => {
  const own = [
    [seller.token, { kind: "seller", id: seller.agentId }],
    [seller.token, { kind: "collection", id: await makeCollection() }],
    [seller.token, { kind: "bundle", id: (await makeBundle()).id }],
    [buyer.token, { kind: "request", id: await postRequest() }],
  ] as const;
  for (const [token, key] of own) {
    expect((await report(api, token, key)).body.code).toBe("own_words");
    const accountId = token === buyer.token ? buyer.owner.accountId : seller.owner.accountId;
    const wish = { wish: "suspend" as const, statement, seen: 0, parts: ["text" as const] };
    const refusal = await refusalOf(decideReports(api.ctx, { ...admin, accountId }, key, wish));
    expect(refusal.code).toBe("party_to_dispute");
  }
});

test("a hidden collection is only its keeper's, until the appeal is upheld", async () => {
  const id = await makeCollection();
  const datasetId = await paidListing(market);
  const place = `/collections/${id}/datasets/${datasetId}`;
  expect((await api.send("PUT", place, { token: seller.token, body: {} })).status).toBe(200);
  const reader = await newBuyer(api);
  await report(api, reader.token, { kind: "collection", id });
  const isShown = async () => {
    const { body } = await api.send("GET", `/datasets?collection=${id}`);
    const page = await api.send("GET", `/sellers/${seller.agentId}`, html);
    const list = await api.send("GET", `/sellers/${seller.agentId}/collections`);
    return [
      (await api.send("GET", `/collections/${id}`)).status,
      (await api.send("GET", `/collections/${id}`, html)).status,
      (await api.send("GET", `/collections/${id}/datasets`)).status,
      (body.items as unknown[]).length,
      JSON.stringify(list.body).includes(id),
      page.text.includes(`/collections/${id}`),
    ];
  };
  const shown = [200, 200, 200, 1, true, true];
  await eventually(async () => Bun.deepEquals(await isShown(), shown));
  await decide({ kind: "collection", id });
  await eventually(async () => Bun.deepEquals(await isShown(), [404, 404, 404, 0, false, false]));
  const kept = await api.send("GET", `/collections/${id}`, { token: seller.token });
  expect(kept.body.title).toBe("Rude collection");
  const rename = { title: "Kind collection" };
  const renamed = await api.send("PATCH", `/collections/${id}`, {
    token: seller.token,
    body: rename,
  });
  expect(renamed.status).toBe(200);
  expect((await api.send("GET", `/collections/${id}`)).status).toBe(404);
  expect(await eventsAbout(id, seller.agentId)).toEqual(["moderation.decided"]);
  expect(await eventsAbout(id, reader.owner.accountId)).toEqual(["moderation.decided"]);

  const decisionId = await decisionOf(id);
  const stranger = await refusalOf(
    appealDecision(api.ctx, reader.owner, decisionId, { text: "I." }),
  );
  expect(stranger.code).toBe("decision_not_found");
  await appealDecision(api.ctx, seller.owner, decisionId, { text: "It has kind words now." });
  const upheld = { outcome: "upheld" as const, statement: "It does." };
  expect(await decideAppeal(api.ctx, admin, decisionId, upheld)).toEqual({ restored: true });
  await eventually(async () => Bun.deepEquals(await isShown(), shown));
  const readers = await api.db
    .select({ action: auditLog.action, reader: auditReaders.accountId })
    .from(auditLog)
    .innerJoin(auditReaders, eq(auditReaders.auditId, auditLog.id))
    .where(eq(auditLog.subjectId, id));
  const actions = readers
    .filter(({ reader: by }) => by === seller.owner.accountId)
    .map(({ action }) => action);
  for (const action of ["collection.suspended", "report.decided", "collection.restored"]) {
    expect(actions).toContain(action);
  }
});

test("a deleted collection's reports are only dismissed, and its reporter reads no title", async () => {
  const id = await makeCollection();
  const reader = await newBuyer(api);
  await report(api, reader.token, { kind: "collection", id });
  expect((await api.send("DELETE", `/collections/${id}`, { token: seller.token })).status).toBe(
    200,
  );
  const key = { kind: "collection", id } as const;
  expect((await refusalOf(decide(key))).code).toBe("reports_changed");
  expect(await decide(key, { wish: "dismiss" })).toEqual({ decision: "gone" });
  const [own] = await ownReports(api, reader.token);
  expect(own?.subject).toEqual({ kind: "collection", id, title: null, status: "gone" });
});

test("a hidden bundle is not shown or sold anywhere, and its datasets stay on sale", async () => {
  const { id, datasets } = await makeBundle();
  const [datasetId = ""] = datasets;
  const isShown = async () => {
    const list = await api.send("GET", `/bundles?dataset_id=${datasetId}`);
    const dataset = await api.send("GET", `/datasets/${datasetId}`);
    const page = await api.send("GET", `/datasets/${datasetId}`, html);
    const sellers = await api.send("GET", `/sellers/${seller.agentId}`, html);
    return [
      (await api.send("GET", `/bundles/${id}`)).status,
      (await api.send("GET", `/bundles/${id}`, html)).status,
      dataset.status,
      JSON.stringify(list.body).includes(id),
      JSON.stringify(dataset.body).includes(id),
      page.text.includes(id),
      sellers.text.includes(id),
    ];
  };
  const shown = [200, 200, 200, true, true, true, true];
  const hidden = [404, 404, 200, false, false, false, false];
  await eventually(async () => Bun.deepEquals(await isShown(), shown));
  // Without a report, on the administrator's own initiative.
  expect(await decide({ kind: "bundle", id }, { seen: 0 })).toEqual({ decision: "suspended" });
  await eventually(async () => Bun.deepEquals(await isShown(), hidden));
  const again = await refusalOf(decide({ kind: "bundle", id }, { seen: 0 }));
  expect(again.code).toBe("reports_changed");
  const order = { payment_method_id: buyer.cardId };
  const bought = await api.send("POST", `/bundles/${id}/buy`, { token: buyer.token, body: order });
  expect([bought.status, bought.body.code]).toEqual([404, "bundle_not_found"]);
  expect((await report(api, buyer.token, { kind: "bundle", id })).body.code).toBe(
    "bundle_not_found",
  );
  const [mail] = await api.db
    .select({ notice: sql<string>`payload ->> 'notice'` })
    .from(outbox)
    .where(sql`payload ->> 'decision_id' = ${await decisionOf(id)}`);
  expect(mail?.notice).toBe("moderation_decided");

  expect(await restoreSubject(api.ctx, admin, { kind: "bundle", id })).toEqual({ changed: true });
  expect(await restoreSubject(api.ctx, admin, { kind: "bundle", id })).toEqual({ changed: false });
  await eventually(async () => Bun.deepEquals(await isShown(), shown));
});

test("a seller's name, text and logo are hidden one by one, everywhere, and shown again", async () => {
  const { agentId: id, token, owner } = await sellerAgent(api);
  const key = { kind: "seller", id } as const;
  const page = { about: "Rude text.", websites: ["https://rude.example/"], agentName: "Rude name" };
  await api.db.update(agents).set(page).where(eq(agents.id, id));
  const picture = await sharp({
    create: { width: 9, height: 9, channels: 3, background: "#c00" },
  })
    .png()
    .toBuffer();
  const content = picture.toString("base64");
  expect((await api.send("PUT", "/agent/logo", { token, body: { content } })).status).toBe(200);
  const datasetId = await paidListing({ api, seller: { token } });
  const look = async () => {
    const { body } = await api.send("GET", `/sellers/${id}`);
    const dataset = await api.send("GET", `/datasets/${datasetId}`);
    const search = await api.send("GET", `/datasets?seller=${id}`);
    const feed = await api.send("GET", `/datasets.atom?seller=${id}`);
    const suggested = await api.send("GET", "/datasets/suggestions?query=rude");
    const croissant = await api.send("GET", `/datasets/${datasetId}/croissant`);
    const web = await api.send("GET", `/sellers/${id}`, html);
    const logo = await fetch(`${api.config.PUBLIC_BASE_URL}/sellers/${id}/logo`);
    const everything = [dataset, search, feed, suggested, croissant, web].map(
      (answer) => answer.text ?? JSON.stringify(answer.body),
    );
    return {
      name: everything.join("").includes("Rude name") || body.name === "Rude name",
      text: web.text.includes("Rude text.") || body.about !== null,
      links: web.text.includes("rude.example") || (body.websites as string[]).length > 0,
      logo: logo.headers.get("content-type") === "image/webp",
      dataset: dataset.status,
    };
  };
  const all = { name: true, text: true, links: true, logo: true, dataset: 200 };
  await eventually(async () => Bun.deepEquals(await look(), all));
  const none = await refusalOf(decide(key, { seen: 0, parts: [] }));
  expect([none.code, none.faults[0]?.pointer]).toEqual(["invalid_request", "/parts"]);

  await report(api, buyer.token, { kind: "seller", id });
  await decide(key, { parts: ["logo", "text"] });
  const withoutPage = { ...all, text: false, links: false, logo: false };
  await eventually(async () => Bun.deepEquals(await look(), withoutPage));
  await report(api, buyer.token, { kind: "seller", id });
  await decide(key, { parts: ["name"] });
  await eventually(async () => Bun.deepEquals(await look(), { ...withoutPage, name: false }));
  const { body } = await api.send("GET", `/sellers/${id}`);
  expect(body.name).toBe(`Seller ${id.slice(-8)}`);

  const same = await refusalOf(renameAgent(api.ctx, owner, id, "RUDE name"));
  expect([same.code, same.message]).toEqual([
    "invalid_request",
    "An administrator hid it. Choose another.",
  ]);
  const [nameDecision, pageDecision] = (await decisionsOf(api, id))
    .toSorted((one, other) => (one.id < other.id ? 1 : -1))
    .map(({ id: decisionId }) => decisionId);
  await appealDecision(api.ctx, owner, pageDecision ?? "", { text: "The logo is a mark." });
  const upheld = { outcome: "upheld" as const, statement: "It is." };
  await decideAppeal(api.ctx, admin, pageDecision ?? "", upheld);
  await eventually(async () => Bun.deepEquals(await look(), { ...all, name: false }));
  await renameAgent(api.ctx, owner, id, "Kind name");
  const replaced = await refusalOf(
    appealDecision(api.ctx, owner, nameDecision ?? "", { text: "." }),
  );
  expect(replaced.code).toBe("appeal_not_possible");
  expect(await restoreSubject(api.ctx, admin, key)).toEqual({ changed: false });
  expect((await api.send("GET", `/sellers/${id}`)).body.name).toBe("Kind name");
});

test("a hidden name comes back under the same agent, and its program still registers by it", async () => {
  const { agentId: id, token, email } = await sellerAgent(api);
  const [before] = await api.db.select().from(agents).where(eq(agents.id, id));
  const name = before?.agentName ?? "";
  await decide({ kind: "seller", id }, { seen: 0, parts: ["name"] });
  const registration = { owner_email: email, agent_name: name };
  const again = await api.send("POST", "/agent/register", { token, body: registration });
  expect(again.body.token).toBe(token);
  expect(await restoreSubject(api.ctx, admin, { kind: "seller", id })).toEqual({ changed: true });
  expect((await api.send("GET", `/sellers/${id}`)).body.name).toBe(name);
});

test("a reported request is removed for good; its poster reads why and cannot appeal", async () => {
  const id = await postRequest();
  const reader = await newBuyer(api);
  await report(api, reader.token, { kind: "request", id });
  await decide({ kind: "request", id });
  expect((await api.send("GET", `/requests/${id}`)).status).toBe(404);
  const own = await api.send("GET", "/requests/mine", { token: buyer.token });
  expect(JSON.stringify(own.body)).toContain(statement);
  const [decided] = await ownReports(api, reader.token);
  expect(decided).toMatchObject({
    subject: { title: null, status: "gone" },
    decision: { decision: "suspended", statement },
  });
  const decisionId = await decisionOf(id);
  const appeal = await refusalOf(appealDecision(api.ctx, buyer.owner, decisionId, { text: "No." }));
  expect(appeal.code).toBe("appeal_not_possible");
  const mails = await api.db
    .select({ notice: sql<string>`payload ->> 'notice'` })
    .from(outbox)
    .where(sql`payload ->> 'decision_id' = ${decisionId} or payload ->> 'data_request_id' = ${id}`);
  expect(mails.map(({ notice }) => notice).sort()).toEqual(["report_decided", "request_removed"]);
});

test("two administrators who decide about one bundle at once decide once", async () => {
  const { id } = await makeBundle();
  await report(api, buyer.token, { kind: "bundle", id });
  const both = await Promise.allSettled([
    decide({ kind: "bundle", id }),
    decide({ kind: "bundle", id }, { wish: "dismiss" }),
  ]);
  expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  expect(await decisionsOf(api, id)).toHaveLength(1);
});

test("an order that holds a bundle comes before its suspension, and none comes after", async () => {
  const { id, datasets } = await makeBundle();
  const order = () =>
    api.send("POST", `/bundles/${id}/buy`, {
      token: buyer.token,
      body: { payment_method_id: buyer.cardId },
    });
  const [bought] = await Promise.all([order(), decide({ kind: "bundle", id }, { seen: 0 })]);
  expect([201, 202, 402, 404]).toContain(bought.status);
  expect((await order()).body.code).toBe("bundle_not_found");
  const rows = await api.db
    .select()
    .from(listings)
    .where(eq(listings.id, datasets[0] ?? ""));
  expect(rows[0]?.status).toBe("active");
});
