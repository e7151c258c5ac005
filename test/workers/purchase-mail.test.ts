/** Purchase mails: recipients, once each; and a lost message does not lose the mail. */
import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { eq, isNull, sql } from "drizzle-orm";
import { v7 } from "uuid";
import { enqueueJob } from "../../db/queries/journal/journal.ts";
import {
  accounts,
  agents,
  apiKeys,
  auditLog,
  listings,
  outbox,
  paymentMethods,
  purchases,
  uploads,
} from "../../db/schema/index.ts";
import { sendMail } from "../../market/mail/send-mail.ts";
import { composeTemplate } from "../../market/mail/templates.ts";
import { type PurchaseNotice, purchaseNotices } from "../../market/purchase/notices.ts";
import { openMailer } from "../../platform/mail/resend.ts";
import { purchaseRow, uploadRow } from "../support/rows.ts";
import { eventually } from "../support/stack.ts";
import { countStored, testSuite } from "../support/workers.ts";

setDefaultTimeout(30_000);

type StoredMail = { id: string; to: string[]; subject: string; html: string; text: string };
type Change = Partial<typeof purchases.$inferInsert>;

const admins = ["First.Admin@Example.com", "second.admin@example.com"];
const notices = Object.keys(purchaseNotices) as PurchaseNotice[];

const suite = await testSuite({ ADMIN_EMAILS: admins.join(", ") });
await suite.work(["relay", "notify"]);

async function newAccount(fields: { email?: string; emailVerified?: boolean } = {}) {
  const id = v7();
  const at = new Date();
  const email = `${id}@example.org`;
  await suite.db.insert(accounts).values({
    id,
    issuer: "https://identity.test",
    subject: id,
    email,
    emailVerified: true,
    createdAt: at,
    lastSeenAt: at,
    ...fields,
  });
  return { id, email: fields.email ?? email };
}

/** A purchase that has been through every state, so that each of its notices is pending. */
async function newPurchase(
  change: Change = {},
  buyerFields: Parameters<typeof newAccount>[0] = {},
) {
  const buyer = await newAccount(buyerFields);
  const seller = await newAccount();
  const at = new Date();
  const [agentId, listingId, uploadId, apiKeyId, paymentMethodId, id] = Array.from(
    { length: 6 },
    () => v7(),
  ) as [string, string, string, string, string, string];
  const { db } = suite;
  await db.insert(agents).values({
    id: agentId,
    agentName: agentId,
    ownerEmail: seller.email,
    state: "verified",
    accountId: seller.id,
    registeredFromHash: "0",
    registeredAt: at,
    tokenExpiresAt: at,
  });
  const times = { createdAt: at, updatedAt: at };
  const words = { title: "Rain", description: "Rain.", category: "other", tags: [] };
  const terms = { pricingType: "buy_it_now", priceCents: 1250 } as const;
  await db
    .insert(listings)
    .values({ id: listingId, agentId, ...words, ...terms, columnNames: [], ...times });
  await db.insert(uploads).values(uploadRow({ id: uploadId, listingId, issuedAt: at }));
  await db.insert(apiKeys).values({
    id: apiKeyId,
    accountId: buyer.id,
    name: "research",
    prefix: "dm_test_",
    secretHash: id,
    scopes: ["purchase"],
    categories: [],
    createdAt: at,
  });
  const card = { brand: "visa", last4: "4242", expMonth: 1, expYear: 2034, addedAt: at };
  await db.insert(paymentMethods).values({ id: paymentMethodId, accountId: buyer.id, ...card });
  await db.insert(purchases).values(
    purchaseRow({
      id,
      state: "disputed",
      accountId: buyer.id,
      apiKeyId,
      listingId,
      uploadId,
      version: 2,
      title: "Rain <script> & snow",
      sellerAgentId: agentId,
      sellerAccountId: seller.id,
      priceCents: 1250,
      feeCents: 63,
      ...times,
      paymentMethodId,
      chargeId: `ch_${id}`,
      paidAt: at,
      disputedAt: at,
      disputeReason: "not_as_described",
      disputeDetail: "The rows end\nin 2013 <b>.",
      ...change,
    }),
  );
  return { id, buyer, seller };
}

const endings = {
  released: { state: "released", releasedAt: new Date(), releaseCause: "dispute_resolved" },
  refunded: { state: "refunded", refundedAt: new Date(), refundCause: "file_changed" },
} as const satisfies Record<string, Change>;

const queue = (purchaseId: string, ...owed: PurchaseNotice[]) =>
  suite.db.transaction(async (tx) => {
    for (const notice of owed) {
      const payload = { template: "purchase", purchase_id: purchaseId, notice } as const;
      await enqueueJob(tx, "jobs.mail", payload, new Date());
    }
  });

async function ask(path: string): Promise<unknown> {
  const { RESEND_API_KEY: key, RESEND_BASE_URL: base } = suite.config;
  const headers = { authorization: `Bearer ${key}` };
  return (await fetch(`${base}/emails${path}`, { headers })).json();
}

async function mailsTo(address: string): Promise<StoredMail[]> {
  const { data } = (await ask("?limit=100")) as { data: StoredMail[] };
  return data.filter((mail) => mail.to.includes(address.toLowerCase()));
}

const readMail = async (id: string) => (await ask(`/${id}`)) as StoredMail;

/** The audit actions that ended the attempts, with their notice, sorted. */
async function endingsOf(purchaseId: string): Promise<string[]> {
  const rows = await suite.db
    .select({
      ending: sql<string>`${auditLog.action} || ' ' || (${auditLog.detail}->>'notice')`,
    })
    .from(auditLog)
    .where(eq(auditLog.subjectId, purchaseId));
  return rows.map((row) => row.ending).sort();
}

const isDrained = () =>
  eventually(async () => {
    const owed = await suite.db.$count(outbox, isNull(outbox.publishedAt));
    return owed === 0 && (await countStored(suite.config)) === 0;
  });

describe("the mails of a purchase", () => {
  test("reach the buyer and the seller, once each however often the job runs", async () => {
    const { id, buyer, seller } = await newPurchase();
    await queue(id, "bought", "sold", "disputed_seller", "bought");
    await isDrained();
    await queue(id, "bought", "sold", "disputed_seller");
    await isDrained();
    expect((await mailsTo(buyer.email)).map((mail) => mail.subject)).toEqual([
      "Bought: Rain <script> & snow",
    ]);
    expect((await mailsTo(seller.email)).map((mail) => mail.subject).sort()).toEqual([
      "Disputed: Rain <script> & snow",
      "Sold: Rain <script> & snow",
    ]);
    expect(await endingsOf(id)).toEqual([
      "purchase_mail.sent bought",
      "purchase_mail.sent disputed_seller",
      "purchase_mail.sent sold",
    ]);
  });

  test("go to each administrator, one mail each", async () => {
    const { id } = await newPurchase();
    await queue(id, "disputed_administrators");
    await isDrained();
    for (const address of admins) {
      const texts = await Promise.all(
        (await mailsTo(address)).map(async (mail) => (await readMail(mail.id)).text),
      );
      expect(texts.filter((text) => text.includes(id)).length).toBe(1);
    }
    expect(await endingsOf(id)).toEqual(["purchase_mail.sent disputed_administrators"]);
  });

  test("never show one side the other's address, take every word as text, and link to the site", async () => {
    const site = suite.config.PUBLIC_BASE_URL;
    for (const ending of [{}, endings.released, endings.refunded]) {
      const { id, buyer, seller } = await newPurchase(ending);
      await queue(id, ...notices);
      await isDrained();
      const mails = [...(await mailsTo(buyer.email)), ...(await mailsTo(seller.email))];
      expect(mails.length).toBeGreaterThanOrEqual(3);
      for (const { id: mailId } of mails) {
        const mail = await readMail(mailId);
        const other = mail.to.includes(buyer.email) ? seller.email : buyer.email;
        for (const body of [mail.text, mail.html]) {
          expect(body).not.toContain(other);
          expect(body).toContain(`${site}/account/`);
        }
        expect(mail.html).not.toContain("<script>");
        expect(mail.html).not.toContain("<b>");
        expect(mail.html).toContain("Rain &lt;script&gt; &amp; snow");
      }
    }
  });

  test("of what did not happen, or happened long ago, are not sent", async () => {
    const { id, buyer, seller } = await newPurchase();
    await queue(id, "released_seller", "refunded_buyer", "refunded_seller");
    const old = await newPurchase({ paidAt: new Date(Date.now() - 8 * 86_400_000) });
    await queue(old.id, "bought", "sold");
    await isDrained();
    for (const { email } of [buyer, seller, old.buyer, old.seller]) {
      expect(await mailsTo(email)).toEqual([]);
    }
    expect(await endingsOf(id)).toEqual([
      "purchase_mail.skipped refunded_buyer",
      "purchase_mail.skipped refunded_seller",
      "purchase_mail.skipped released_seller",
    ]);
    expect((await endingsOf(old.id)).length).toBe(2);
  });

  test("are not sent to an address that is not known to be the account's", async () => {
    const { id, buyer } = await newPurchase({}, { emailVerified: false });
    await queue(id, "bought");
    await isDrained();
    expect(await mailsTo(buyer.email)).toEqual([]);
    expect(await endingsOf(id)).toEqual(["purchase_mail.skipped bought"]);
  });

  test("of an unknown purchase, and messages of no known form, are dropped", async () => {
    await queue(v7(), "bought");
    const payload = { template: "purchase", purchase_id: v7(), notice: "thanked" };
    await suite.db.insert(outbox).values({ subject: "jobs.mail", payload, createdAt: new Date() });
    await isDrained();
  });
});

describe("a provider that has bad days", () => {
  const actor = { kind: "system", name: "test" } as const;
  const answering = (status: number, name: string) => {
    const server = Bun.serve({
      port: 0,
      hostname: "127.0.0.1",
      fetch: () => Response.json({ statusCode: status, name, message: "no" }, { status }),
    });
    const options = { apiKey: "re_test", from: "Market <market@example.com>" };
    const baseUrl = `http://127.0.0.1:${server.port}`;
    return { mailer: openMailer({ ...options, baseUrl }), stop: () => server.stop(true) };
  };

  test("keeps the mail owed until it takes it", async () => {
    const { id } = await newPurchase();
    const { mailer, stop } = answering(500, "internal_server_error");
    const notice = { template: "purchase", purchase_id: id, notice: "bought" } as const;
    expect((await sendMail(suite.ctx, mailer, actor, notice)).kind).toBe("failed");
    await stop();
    expect(await endingsOf(id)).toEqual([]);
    await queue(id, "bought");
    await isDrained();
    expect(await endingsOf(id)).toEqual(["purchase_mail.sent bought"]);
  });

  test("ends the tries for a mail that it refuses for good", async () => {
    const { id } = await newPurchase();
    const { mailer, stop } = answering(422, "validation_error");
    const notice = { template: "purchase", purchase_id: id, notice: "bought" } as const;
    expect((await sendMail(suite.ctx, mailer, actor, notice)).kind).toBe("refused");
    await stop();
    expect(await endingsOf(id)).toEqual(["purchase_mail.refused bought"]);
    expect((await sendMail(suite.ctx, mailer, actor, notice)).kind).toBe("not_owed");
  });
});

test("every notice has words of its own that name the dataset, its version and a way to act", () => {
  const facts = {
    id: "0192f0c1-2f5e-7c3a-9d1b-5a4c3e2f1a0b",
    title: "Rain",
    version: 2,
    priceCents: 1250,
    feeCents: 63,
    currency: "usd",
    releaseDueAt: new Date("2026-11-28T10:00:00Z"),
    periodEndsAt: null,
    acceptance: null,
    disputeReason: "file_unusable",
    disputeDetail: "It is empty.",
    resolutionDetail: "It is empty indeed.",
    refundCause: "dispute_resolved",
    refundPaidReference: "transfer 17",
  } as const;
  const mails = notices.map((notice) => composeTemplate(notice, facts, "https://m.example"));
  expect(new Set(mails.map((mail) => mail.subject)).size).toBe(notices.length);
  for (const { text } of mails) {
    expect(text).toContain('"Rain" (version 2)');
    expect(text).toMatch(/https:\/\/m\.example\/(account|admin)/);
  }
  const of = (notice: (typeof notices)[number]) => mails[notices.indexOf(notice)];
  const [bought, sold] = [of("bought"), of("sold")];
  expect(bought?.text).toContain("2026-11-28 10:00 UTC");
  expect(sold?.text).toContain("$12.50, of which you receive $11.87");
});
