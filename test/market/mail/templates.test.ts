/** What holds for every mail of the marketplace, whatever it is about. */
import { describe, expect, test } from "bun:test";
import { mailExamples } from "../../../dev/mail-examples.ts";
import { sendPreviews } from "../../../dev/send-previews.ts";
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
import { purchaseNotices } from "../../../market/purchase/notices.ts";
import { getStack } from "../../support/stack.ts";

const site = "https://market.example";
const mailBytesMax = 100_000;
const idChars = 36;

/** The facts with another text in place of each of theirs. */
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

/** Codes, not texts of people. */
const codes = new Set(["disputeReason", "refundCause", "reason", "currency"]);

describe.each(mailNames)("the mail %s", (name) => {
  const mail = composeTemplate(name, mailExamples[name], site);
  const { words } = mailTemplates[name];
  const { action } = (words as (facts: unknown, siteUrl: string) => ReturnType<typeof words>)(
    mailExamples[name],
    site,
  );

  test("says the same as text and as HTML, and names where to act", () => {
    expect(mail.subject).toMatch(/^[A-Z][^\n]{10,150}$/);
    expect(mail.text).toEndWith(`${action.label}:\n${action.url}\n`);
    expect(mail.html).toContain(`<a href="${action.url}">${action.label}</a>`);
    expect(action.url).toMatch(/^https?:\/\/[^/]+\/(account|admin|approve|reference)/);
    const shown = mail.html
      .replaceAll(/<br>\n/g, "\n")
      .replaceAll("&gt;", ">")
      .replaceAll("&quot;", '"')
      .replaceAll("&#39;", "'");
    const paragraphs = mail.text.split("\n\n").slice(0, -1);
    expect(paragraphs.length).toBeGreaterThanOrEqual(2);
    for (const paragraph of paragraphs) expect(shown).toContain(`<p>${paragraph}</p>`);
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
    expect([...html.matchAll(/href="([^"]*)"/g)].length).toBe(1);
  });

  test("stays under 100 kB however long its texts are", () => {
    const charsMax: Record<string, number> = {
      title: TITLE_CHARS_MAX,
      agentName: AGENT_NAME_CHARS_MAX,
      threadId: idChars,
      webhookId: idChars,
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
  ["outbid", "/account/auctions"],
  ["auction_sold", "/account/sales"],
  ["drafts_expiring", "/account/listings"],
] as const)("the mail %s leads to %s", (name, path) => {
  expect(composeTemplate(name, mailExamples[name], site).text).toEndWith(`:\n${site}${path}\n`);
});

describe("the table of mails", () => {
  test("holds every notice of purchases and auctions beside the others, under names of their own", () => {
    const notices = [...Object.keys(purchaseNotices), ...Object.keys(auctionNotices)];
    const others = [
      "approval",
      "drafts_expiring",
      "evidence_due",
      "message_buyer",
      "message_seller",
      "payout_missing",
      "reconciliation",
      "webhook_disabled",
    ];
    expect(mailNames.map(String).sort()).toEqual([...notices, ...others].sort());
    expect(new Set(notices).size).toBe(notices.length);
  });

  test("gives every mail a subject of its own", () => {
    const subjects = mailNames
      .filter((name) => !name.startsWith("message_"))
      .map((name) => composeTemplate(name, mailExamples[name], site).subject);
    expect(new Set(subjects).size).toBe(subjects.length);
  });

  const id = "0192f0c1-2f5e-7c3a-9d1b-5a4c3e2f1a0b";

  test("takes what jobs carry, and nothing else", () => {
    const taken = [
      { template: "approval", approval_id: id },
      { template: "purchase", purchase_id: id, notice: "bought" },
      { template: "auction", listing_id: id, account_id: id, notice: "won", position: 0 },
      { template: "message", thread_id: id, side: "seller", position: 1 },
      { template: "drafts_expiring", agent_id: id },
      { template: "evidence_due", chargeback_id: "dp_1", day: "2026-11-22" },
      { template: "payout_missing", account_id: id },
      { template: "reconciliation", run_id: id },
      { template: "webhook_disabled", webhook_id: id },
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
