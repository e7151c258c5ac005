/**
 * Mails about matches of saved searches: one for all of an account's searches, when they are due.
 */
import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { and, eq, sql } from "drizzle-orm";
import { outbox } from "../../../db/schema/index.ts";
import type { Context } from "../../../market/context.ts";
import { sendMail } from "../../../market/mail/send-mail.ts";
import { stopSearchMails, viewSearchMails } from "../../../market/mail/stop-search-mails.ts";
import type { MailPayload } from "../../../market/mail/templates.ts";
import { unsubscribeCode, unsubscribeUrl } from "../../../market/mail/unsubscribe-code.ts";
import { matchListings } from "../../../market/saved-search/match-listings.ts";
import { queueSearchDigests } from "../../../market/saved-search/queue-search-digests.ts";
import { mailDueAt } from "../../../market/saved-search/rules.ts";
import type { Mailer } from "../../../platform/mail/port.ts";
import { sellerAgent } from "../../support/agents.ts";
import { testApi } from "../../support/api.ts";
import { newSaver, newWord, onSale, saveSearch } from "./support.ts";

setDefaultTimeout(60_000);

const api = await testApi();
const seller = await sellerAgent(api);
const dayMs = 86_400_000;
const later = (days: number): Context => ({
  ...api.ctx,
  now: () => new Date(Date.now() + days * dayMs),
});

type Sent = Parameters<Mailer["send"]>[0];

/** The mails that the clock and the mail worker send at a given time to this account. */
async function mailsTo(accountId: string, ctx: Context): Promise<Sent[]> {
  await queueSearchDigests(ctx, { rowsMax: 100 });
  const owed = await api.db
    .delete(outbox)
    .where(
      and(eq(outbox.subject, "jobs.mail"), sql`${outbox.payload}->>'template' = 'search_digest'`),
    )
    .returning();
  const sent: Sent[] = [];
  const mailer: Mailer = {
    async send(mail) {
      sent.push(mail);
      return { kind: "sent", providerId: "1" };
    },
  };
  const actor = { kind: "system", name: "test" } as const;
  for (const { payload } of owed) await sendMail(ctx, mailer, actor, payload as MailPayload);
  const [account] = await api.db.execute<{ email: string }>(
    sql`select email from accounts where id = ${accountId}`,
  );
  return sent.filter(({ to }) => to === account?.email);
}

const sunday = new Date("2026-11-22T17:00:00Z");
test.each([
  ["none", sunday, null],
  ["immediately", sunday, "2026-11-22T17:00:00.000Z"],
  ["daily", sunday, "2026-11-23T08:00:00.000Z"],
  ["daily", new Date("2026-11-22T07:59:59Z"), "2026-11-22T08:00:00.000Z"],
  ["daily", new Date("2026-11-22T08:00:00Z"), "2026-11-23T08:00:00.000Z"],
  ["weekly", sunday, "2026-11-23T08:00:00.000Z"],
  ["weekly", new Date("2026-11-23T08:00:00Z"), "2026-11-30T08:00:00.000Z"],
] as const)("a mail %s of a match at %s is due", (rhythm, at, due) => {
  expect(mailDueAt(rhythm, at)?.toISOString() ?? null).toBe(due);
});

describe("the mail of new matches", () => {
  test("is one for all searches that are due, with titles as text, once", async () => {
    const saver = await newSaver(api);
    const [word, other] = [newWord(), newWord()];
    await saveSearch(api, saver, { query: word }, { name: "First & best", mail: "daily" });
    await saveSearch(api, saver, { query: other }, { name: "Second", mail: "daily" });
    // Matches the same dataset as the first search, so still only two datasets are new.
    await saveSearch(api, saver, { query: word }, { name: "Third", mail: "daily" });
    await saveSearch(api, saver, { query: word }, { name: "Silent" });
    const ids = [
      await onSale(api, seller.token, `<b>${word}</b>`),
      await onSale(api, seller.token, `Of ${other}`, { price_cents: 500 }),
    ];
    await matchListings(api.ctx);
    expect(await mailsTo(saver.accountId, api.ctx)).toEqual([]);
    const [mail, ...more] = await mailsTo(saver.accountId, later(1.1));
    expect(more).toEqual([]);
    expect(mail?.subject).toBe("New datasets for your saved searches: 2");
    const address = `${api.config.PUBLIC_BASE_URL}/datasets/`;
    const first = `Your search "First & best":\n> "<b>${word}</b>", free\n${address}`;
    expect(mail?.text).toContain(first);
    expect(mail?.text).toContain(`"Of ${other}", $5.00\n${address}`);
    expect(mail?.text).toContain('Your search "Third"');
    for (const id of ids) expect(mail?.text).toContain(`/datasets/${id}`);
    expect(mail?.html).not.toContain("<b>");
    expect(mail?.text).not.toContain("Silent");
    expect(mail?.headers?.["List-Unsubscribe-Post"]).toBe("List-Unsubscribe=One-Click");
    expect(mail?.headers?.["List-Unsubscribe"]).toMatch(/^<http.*\/unsubscribe\/account\/.+>$/);
    // Nothing is new any more.
    expect(await mailsTo(saver.accountId, later(3))).toEqual([]);
  });

  test("names twenty and counts the others", async () => {
    const saver = await newSaver(api);
    const search = await saveSearch(api, saver, { query: newWord() }, { mail: "immediately" });
    const id = await onSale(api, seller.token, "Any");
    await api.db.execute(sql`insert into saved_search_matches
      (id, search_id, listing_id, version, matched_at, mail_owed)
      select gen_random_uuid(), ${search}, ${id}, n, now(), true from generate_series(1, 23) as n`);
    await api.db.execute(sql`update saved_searches set mail_due_at = now() where id = ${search}`);
    const [mail] = await mailsTo(saver.accountId, later(0.1));
    expect(mail?.text.match(/^> /gm)).toHaveLength(20);
    expect(mail?.text).toContain("and 3 more");
  });

  test("comes at once where that is wanted, then after a pause with all that came meanwhile", async () => {
    const saver = await newSaver(api);
    const word = newWord();
    await saveSearch(api, saver, { query: word }, { mail: "immediately" });
    const round = async () => {
      await onSale(api, seller.token, `Of ${word}`);
      await matchListings(api.ctx);
    };
    await round();
    expect(await mailsTo(saver.accountId, api.ctx)).toHaveLength(1);
    await round();
    await round();
    expect(await mailsTo(saver.accountId, api.ctx)).toEqual([]);
    const [mail, ...more] = await mailsTo(saver.accountId, later(0.011));
    expect(more).toEqual([]);
    expect(mail?.subject).toEndWith(": 2");
  });

  test("reports no dataset off sale, and nothing to unverified addresses", async () => {
    const saver = await newSaver(api);
    const word = newWord();
    await saveSearch(api, saver, { query: word }, { mail: "immediately" });
    const id = await onSale(api, seller.token, `Of ${word}`);
    await matchListings(api.ctx);
    await api.send("POST", `/listings/${id}/withdraw`, { token: seller.token });
    expect(await mailsTo(saver.accountId, later(0.1))).toEqual([]);
    await onSale(api, seller.token, `More of ${word}`);
    await matchListings(api.ctx);
    await api.db.execute(
      sql`update accounts set email_verified = false where id = ${saver.accountId}`,
    );
    expect(await mailsTo(saver.accountId, later(0.2))).toEqual([]);
  });

  test("ends by its link, of one search or of all, and by no other code", async () => {
    const saver = await newSaver(api);
    const word = newWord();
    const [one, other] = [
      await saveSearch(api, saver, { query: word }, { name: "One", mail: "daily" }),
      await saveSearch(api, saver, { query: word }, { name: "Other", mail: "weekly" }),
    ];
    const secret = api.config.APPROVAL_SECRET;
    const source = { kind: "search", id: one } as const;
    const code = unsubscribeCode(secret, source);
    expect(await stopSearchMails(api.ctx, { kind: "search", id: other }, code)).toBeNull();
    expect(await stopSearchMails(api.ctx, { kind: "account", id: one }, code)).toBeNull();
    expect(await viewSearchMails(api.ctx, source, code)).toEqual({ names: ["One"] });
    await onSale(api, seller.token, `Of ${word}`);
    await matchListings(api.ctx);
    expect(await stopSearchMails(api.ctx, source, code)).toEqual({ stopped: 1 });
    expect(await stopSearchMails(api.ctx, source, code)).toEqual({ stopped: 0 });
    const [mail] = await mailsTo(saver.accountId, later(8));
    expect(mail?.text).toContain('Your search "Other"');
    expect(mail?.text).not.toContain('"One"');
    const all = { kind: "account", id: saver.accountId } as const;
    expect(await stopSearchMails(api.ctx, all, unsubscribeCode(secret, all))).toEqual({
      stopped: 1,
    });
    const { body } = await api.send("GET", "/saved-searches", saver);
    expect((body.items as { mail: string }[]).map((item) => item.mail)).toEqual(["none", "none"]);
  });

  test("ends by one POST of a mail program, without a session, and by no look at the link", async () => {
    const saver = await newSaver(api);
    await saveSearch(api, saver, { query: newWord() }, { mail: "daily" });
    const all = { kind: "account", id: saver.accountId } as const;
    const code = unsubscribeCode(api.config.APPROVAL_SECRET, all);
    const url = `${api.config.PUBLIC_BASE_URL}/unsubscribe/account/${all.id}/${code}`;
    const mails = async () => {
      const { body } = await api.send("GET", "/saved-searches", saver);
      return (body.items as { mail: string }[]).map((item) => item.mail);
    };
    expect((await fetch(url)).status).toBe(200);
    expect(await mails()).toEqual(["daily"]);
    const body = new URLSearchParams({ "List-Unsubscribe": "One-Click" });
    expect((await fetch(`${url}x`, { method: "POST", body })).status).toBe(404);
    expect((await fetch(url, { method: "POST", body })).status).toBe(200);
    expect(await mails()).toEqual(["none"]);
  });

  test("of one kind has a link that asks, says afterwards that they have ended, and is whole or none", async () => {
    const { accountId: id } = await newSaver(api);
    const { PUBLIC_BASE_URL: site, APPROVAL_SECRET: secrets } = api.config;
    const url = unsubscribeUrl(site, secrets, { kind: "messages", id });
    const titleOf = async (address: string, method = "GET") =>
      /<title>([^·]*) ·/.exec(await (await fetch(address, { method })).text())?.[1];
    expect(await titleOf(url)).toBe("Stop these e-mails");
    expect(await titleOf(url, "POST")).toBe("You are unsubscribed");
    expect(await titleOf(url)).toBe("You are unsubscribed");
    const cut = await fetch(url.slice(0, -1));
    expect([cut.status, (await cut.text()).includes('href="/account/mails"')]).toEqual([404, true]);
  });
});
