/** Properties of every mail of the marketplace. */
import { describe, expect, test } from "bun:test";
import { mailExamples } from "../../../dev/mail-examples.ts";
import { sendPreviews } from "../../../dev/send-previews.ts";
import { API_KEY_NAME_CHARS_MAX } from "../../../market/account/limits.ts";
import { auctionNotices } from "../../../market/auction/notices.ts";
import { AGENT_NAME_CHARS_MAX, TITLE_CHARS_MAX } from "../../../market/limits.ts";
import {
  composeTemplate,
  type MailFacts,
  type MailName,
  mailNames,
  mailPayload,
  mailTemplates,
} from "../../../market/mail/templates.ts";
import { isOptionalTopic, whyMailed } from "../../../market/mail/topics.ts";
import { purchaseNotices } from "../../../market/purchase/notices.ts";
import { purseNotices } from "../../../market/purchase/purse/notices.ts";
import { reportNotices } from "../../../market/report/notices.ts";
import { requestNotices } from "../../../market/request/notices.ts";
import { SAVED_SEARCH_NAME_CHARS_MAX } from "../../../market/saved-search/limits.ts";
import { subscriptionNotices } from "../../../market/subscription/notices.ts";
import { getStack } from "../../support/stack.ts";

const site = "https://market.example";
const mailBytesMax = 100_000;
const idChars = 36;

/** The facts with each of their texts replaced. */
function withTexts<Name extends MailName>(
  name: Name,
  change: (text: string, field: string) => string,
): MailFacts<Name> {
  const changed = (value: unknown, field: string): unknown => {
    if (typeof value === "string") return change(value, field);
    if (value === null || typeof value !== "object" || value instanceof Date) return value;
    if (Array.isArray(value)) return value.map((part) => changed(part, field));
    return Object.fromEntries(
      Object.entries(value).map(([key, part]) => [key, changed(part, key)]),
    );
  };
  return changed(mailExamples[name], name) as MailFacts<Name>;
}

/** Codes rather than people's texts. */
const codes = new Set([
  "move",
  "disputeReason",
  "refundCause",
  "reason",
  "currency",
  "decision",
  "outcome",
  "kind",
]);

/** The text of an HTML part, with quotations marked as in the text part. */
const asMarked = (html: string) =>
  html
    .replaceAll(/<blockquote>(.*?)<\/blockquote>/gs, (_, quote: string) =>
      quote.replaceAll(/^/gm, "&gt; "),
    )
    .replaceAll(/<[^>]*>/g, "")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&#39;", "'");

describe.each(mailNames)("the mail %s", (name) => {
  const mail = composeTemplate(name, mailExamples[name], site);
  const { words, topic } = mailTemplates[name];
  const { action } = (words as (facts: unknown, siteUrl: string) => ReturnType<typeof words>)(
    mailExamples[name],
    site,
  );

  test("says the same as text and as HTML, and names where to act", () => {
    expect(mail.subject).toMatch(/^[A-Z\d][^\n]{10,150}$/);
    expect(mail.text).toContain(`\n\n${action.label}:\n${action.url}\n\n-- \n`);
    expect(mail.html).toContain(
      `<a class="button" href="${action.url.replaceAll("&", "&amp;")}">${action.label}</a>`,
    );
    expect(mail.html.split('class="button"').length).toBe(2);
    expect(action.url).toMatch(
      /^https?:\/\/[^/]+\/(account|admin|approve|datasets|reference|report)\b/,
    );
    const paragraphs = mail.text.split("\n\n").slice(0, -2);
    expect(paragraphs.length).toBeGreaterThanOrEqual(1);
    expect(asMarked(mail.html)).toContain(paragraphs.join("\n"));
    expect(`${mail.subject}${mail.text}${mail.html}`).not.toMatch(/undefined|null|NaN|\[object/);
  });

  test("takes hostile titles, names and texts as text", () => {
    const hostile = `"><script>alert('1')</script><img src=x onerror=y>&amp;`;
    const facts = withTexts(name, (text, field) => (codes.has(field) ? text : hostile));
    const { html } = composeTemplate(name, facts, site);
    const tags = new Set(
      [...html.matchAll(/<\/?([a-z!]+)/gi)].map(([, tag]) => tag?.toLowerCase()),
    );
    expect([...tags].sort()).toEqual(
      expect.arrayContaining(["!doctype", "a", "body", "head", "html", "meta", "p", "title"]),
    );
    for (const tag of ["script", "img"]) expect([tag, tags.has(tag)]).toEqual([tag, false]);
    const links = [...html.matchAll(/href="([^"]*)"/g)].map(([, link]) => link);
    expect(links.length).toBe(isOptionalTopic(topic) ? 2 : 1);
    if (isOptionalTopic(topic)) expect(links.at(-1)).toBe(`${site}/account/mails`);
  });

  test("asks nobody to call the API, and says why it came", () => {
    expect(mail.text).not.toMatch(/\b(?:GET|POST|PUT|PATCH|DELETE) \//);
    expect(mail.text).toContain(whyMailed(topic));
    expect(mail.html).toContain(whyMailed(topic));
  });

  test("stays under 100 kB however long its texts are", () => {
    const charsMax: Record<string, number> = {
      title: TITLE_CHARS_MAX,
      agentName: AGENT_NAME_CHARS_MAX,
      id: idChars,
      day: "2026-11-22".length,
      brand: 40,
      last4: 4,
      threadId: idChars,
      webhookId: idChars,
      listingId: idChars,
      name: SAVED_SEARCH_NAME_CHARS_MAX,
      keyName: API_KEY_NAME_CHARS_MAX,
      unsubscribeUrl: 300,
      unsubscribeAllUrl: 300,
      offers: 60,
      note: 1000,
      privateOfferId: idChars,
    };
    const facts = withTexts(name, (text, field) =>
      codes.has(field) ? text : '"'.repeat(charsMax[field] ?? 4000),
    );
    const { text, html } = composeTemplate(name, facts, site);
    for (const part of [text, html]) expect(Buffer.byteLength(part)).toBeLessThan(mailBytesMax);
  });

  test("is the same bytes for the same facts", () => {
    expect(composeTemplate(name, structuredClone(mailExamples[name]), site)).toEqual(mail);
  });
});

test.each([
  ["message_buyer", "/account/messages/0192f0c1-2f5e-7c3a-9d1b-5a4c3e2f1a0b"],
  ["message_seller", "/account/messages/0192f0c1-2f5e-7c3a-9d1b-5a4c3e2f1a0b"],
  ["webhook_disabled", "/account/webhooks/0192f0c1-2f5e-7c3a-9d1b-5a4c3e2f1a0b"],
  ["request_answers", "/account/requests/0192f0c1-2f5e-7c3a-9d1b-5a4c3e2f1a0b"],
  ["request_answer_accepted", "/account/answers"],
  ["request_removed", "/account/requests/0192f0c1-2f5e-7c3a-9d1b-5a4c3e2f1a0b"],
  ["report_decided", "/account/reports"],
  ["moderation_decided", "/account/reports/decisions/0192f0c1-2f5e-7c3a-9d1b-5a4c3e2f1a0b"],
  ["outbid", "/account/auctions"],
  ["auction_sold", "/account/sales"],
  ["sold", "/account/sales/0192f0c1-2f5e-7c3a-9d1b-5a4c3e2f1a0b"],
  ["refunded_seller", "/account/sales/0192f0c1-2f5e-7c3a-9d1b-5a4c3e2f1a0b"],
  ["released_seller", "/account/sales"],
  ["disputed_seller", "/account/sales/0192f0c1-2f5e-7c3a-9d1b-5a4c3e2f1a0b"],
  ["dispute_answered", "/account/purchases/0192f0c1-2f5e-7c3a-9d1b-5a4c3e2f1a0b"],
  ["review_removed", "/account/reviews"],
  ["drafts_expiring", "/account/listings"],
  ["connection_opened", "/account/connections/0192f0c1-2f5e-7c3a-9d1b-5a4c3e2f1a0b"],
  ["search_digest", "/account/saved-searches/0192f0c1-2f5e-7c3a-9d1b-5a4c3e2f1a0b"],
] as const)("the mail %s leads to %s", (name, path) => {
  expect(composeTemplate(name, mailExamples[name], site).text).toContain(
    `:\n${site}${path}\n\n-- \n`,
  );
});

test("a card is named as people write it", () => {
  const { text } = composeTemplate("waiting_purchase", mailExamples.waiting_purchase, site);
  expect(text).toContain("with your Visa card ending in 4242");
});

describe("the table of mails", () => {
  test("holds every notice of purchases, auctions and requests, under separate names", () => {
    const notices = [
      ...Object.keys(purchaseNotices),
      ...Object.keys(purseNotices),
      ...Object.keys(auctionNotices),
      ...Object.keys(requestNotices),
      ...Object.keys(reportNotices),
    ];
    const others = [
      "account_closed",
      "approval",
      "connection_opened",
      "dispute_answered",
      "drafts_expiring",
      "evidence_due",
      "message_buyer",
      "message_seller",
      "payout_missing",
      "access_requested",
      "access_approved",
      "access_declined",
      "access_withdrawn",
      "private_offer_buyer",
      "private_offer_seller",
      "reconciliation",
      "report_confirm",
      "reports_waiting",
      "review_answer_removed",
      "review_removed",
      "follow_digest",
      "search_digest",
      "request_answers",
      ...subscriptionNotices.map((notice) => `subscription_${notice}`),
      "waiting_purchase",
      "webhook_disabled",
    ];
    expect(mailNames.map(String).sort()).toEqual([...notices, ...others].sort());
    expect(new Set(notices).size).toBe(notices.length);
  });

  test("gives every mail a subject of its own", () => {
    const subjects = mailNames
      .filter((name) => !/^(message|private_offer)_/.test(name))
      .map((name) => composeTemplate(name, mailExamples[name], site).subject);
    expect(new Set(subjects).size).toBe(subjects.length);
  });

  const id = "0192f0c1-2f5e-7c3a-9d1b-5a4c3e2f1a0b";

  test("accepts only jobs' payloads", () => {
    const taken = [
      { template: "approval", approval_id: id },
      { template: "purchase", purchase_id: id, notice: "bought" },
      { template: "auction", listing_id: id, account_id: id, notice: "won", position: 0 },
      { template: "message", thread_id: id, side: "seller", position: 1 },
      { template: "drafts_expiring", agent_id: id },
      { template: "evidence_due", chargeback_id: "dp_1", day: "2026-11-22" },
      { template: "payout_missing", account_id: id },
      { template: "reconciliation", run_id: id },
      { template: "search_digest", digest_id: id },
      { template: "request_answers", data_request_id: id, position: 1 },
      {
        template: "request",
        data_request_id: id,
        answer_id: null,
        notice: "request_expired",
      },
      { template: "report", decision_id: id, report_id: id, notice: "report_decided" },
      { template: "webhook_disabled", webhook_id: id },
      { template: "connection_opened", connection_id: id, position: 1 },
      { template: "dispute_answered", statement_id: id },
      {
        template: "review_removed",
        review_id: id,
        part: "answer",
        removed_at: "2026-11-02T00:00:00.000Z",
      },
    ];
    for (const payload of taken) {
      expect(mailPayload.safeParse(payload).data as unknown).toEqual(payload);
      const takers = mailNames.filter(
        (name) => mailTemplates[name].payload.safeParse(payload).success,
      );
      expect([payload.template, takers.length]).toEqual([payload.template, 1]);
      expect(mailPayload.safeParse({ ...payload, to: "a@example.com" }).success).toBe(false);
    }
    const refused = [
      { template: "newsletter", account_id: id },
      { template: "purchase", purchase_id: id, notice: "won" },
      { template: "purchase", purchase_id: "7", notice: "bought" },
      { template: "message", thread_id: id, side: "buyer", position: 0 },
      {},
      null,
    ];
    for (const payload of refused) expect(mailPayload.safeParse(payload).success).toBe(false);
  });
});

test("a preview of each mail reaches the inbox, addressed to whom it is for", async () => {
  const { mail } = await getStack();
  const { apiKey, url: baseUrl } = mail;
  const previews = await sendPreviews({ apiKey, baseUrl, siteUrl: site });
  expect(previews.map(({ name }) => name)).toEqual(mailNames);
  expect(previews.filter(({ result }) => result.kind !== "sent")).toEqual([]);
  const answer = await fetch(`${baseUrl}/emails?limit=100`, {
    headers: { authorization: `Bearer ${apiKey}` },
  });
  const { data } = (await answer.json()) as { data: { to: string[]; subject: string }[] };
  for (const { to, subject } of previews) {
    expect(data.some((sent) => sent.to.includes(to) && sent.subject === subject)).toBe(true);
  }
});

test("a digest's datasets are links, and stand apart from their sellers' words", () => {
  const { html } = composeTemplate("search_digest", mailExamples.search_digest, site);
  const [{ matches = [] } = {}] = mailExamples.search_digest.searches;
  expect(matches.length).toBeGreaterThan(0);
  for (const { title, listingId } of matches) {
    const url = `${site}/datasets/${listingId}`;
    expect(html).toContain(`<blockquote>&quot;${title}&quot;, `);
    expect(html).toContain(`<p><a href="${url}">${url}</a></p>`);
  }
});

test("addresses in a stranger's words are text, our own ones, too", () => {
  const body = `Pay here: ${site}/account/keys\nor at https://evil.example/`;
  const { html } = composeTemplate("message_buyer", { ...mailExamples.message_buyer, body }, site);
  expect(html).not.toContain(`href="${site}/account/keys"`);
  expect(html).not.toContain('href="https://evil.example');
  expect(html).toContain("<blockquote>Pay here: ");
});

test.each(["charge_failed", "second_chance"] as const)(
  "%s leads straight to the page on which its reader pays",
  (name) => {
    const { text } = composeTemplate(name, mailExamples[name], site);
    expect(text).toContain(`\n${site}/account/offers/${mailExamples[name].award?.id}\n`);
  },
);
