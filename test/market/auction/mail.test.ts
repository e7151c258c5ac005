/** Auction mails: recipients, texts, and when a mail is out of date. */
import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { eq } from "drizzle-orm";
import { accounts, auctions } from "../../../db/schema/index.ts";
import { type AuctionNotice, auctionNotices } from "../../../market/auction/notices.ts";
import { sendMail } from "../../../market/mail/send-mail.ts";
import { composeTemplate, type MailPayload } from "../../../market/mail/templates.ts";
import { openMailer } from "../../../platform/mail/resend.ts";
import { testApi } from "../../support/api.ts";
import { bid, newAuction, newBidder } from "../../support/auctions.ts";
import { newSeller } from "../../support/operators.ts";
import { noticesTo } from "../../support/paid-auctions.ts";

import { getStack } from "../../support/stack.ts";

setDefaultTimeout(30_000);

const notices = Object.keys(auctionNotices) as AuctionNotice[];

let mails: { url: string; apiKey: string };

const api = await testApi();
mails = (await getStack()).mail;
const mailer = openMailer({
  apiKey: mails.apiKey,
  baseUrl: mails.url,
  from: "Market <m@example.com>",
});

async function subjectsTo(address: string): Promise<string[]> {
  const headers = { authorization: `Bearer ${mails.apiKey}` };
  const answer = await (await fetch(`${mails.url}/emails?limit=100`, { headers })).json();
  const { data } = answer as { data: { to: string[]; subject: string }[] };
  return data.filter(({ to }) => to.includes(address)).map(({ subject }) => subject);
}

const send = (payload: MailPayload) =>
  sendMail(api.ctx, mailer, { kind: "system", name: "test" }, payload);

describe("the words", () => {
  const facts = {
    listingId: "0192f0c1-2f5e-7c3a-9d1b-5a4c3e2f1a0b",
    title: "Rain <script> & snow",
    currency: "usd",
    priceCents: 3_100,
    nextMinimumCents: 3_200,
    endsAt: new Date("2026-12-01T12:00:00Z"),
    award: { id: "award-7", priceCents: 2_950, dueAt: new Date("2026-12-02T12:00:00Z") },
  };
  const told: Record<AuctionNotice, string[]> = {
    outbid: ["$31.00", "$32.00", "2026-12-01 12:00 UTC"],
    won: ["$29.50"],
    lost: ["free again"],
    charge_failed: ["$29.50", "2026-12-02 12:00 UTC", "on the page below"],
    second_chance: ["$29.50", "2026-12-02 12:00 UTC", "on the page below"],
    auction_sold: ["$31.00"],
    auction_bought: ["no bidder has won"],
    auction_not_sold: ["withdrawn"],
    auction_unpaid: ["withdrawn"],
  };
  for (const notice of notices) {
    test(`of ${notice} state their subject, as text and as HTML, and link to the account`, () => {
      const mail = composeTemplate(notice, facts, "https://market.test");
      expect(mail.subject).toContain(facts.title);
      for (const fact of told[notice]) expect(mail.text).toContain(fact);
      expect(mail.text).toContain("https://market.test/account");
      expect(mail.html).toContain("Rain &lt;script&gt; &amp; snow");
      expect(mail.html).not.toContain("<script>");
      expect(`${mail.text}${mail.html}`).not.toMatch(/undefined|null|NaN/);
    });
  }
});

describe("an outbid mail", () => {
  test("is sent once per bid, to the former leader, and never for raising one's own maximum", async () => {
    const [ada, bob] = [await newBidder(api), await newBidder(api)];
    const id = await newAuction(api, await newSeller(api));
    await bid(api, ada, id, 2_000);
    await bid(api, ada, id, 3_000);
    await bid(api, bob, id, 2_500);
    expect(await noticesTo(api, id, ada.accountId)).toEqual([]);
    await bid(api, bob, id, 9_000);
    expect(await noticesTo(api, id, ada.accountId)).toEqual(["outbid"]);
    expect(await noticesTo(api, id, bob.accountId)).toEqual([]);
  });

  test("is sent once however often the job runs, and not after the end", async () => {
    const ada = await newBidder(api);
    const id = await newAuction(api, await newSeller(api));
    const wanted = {
      template: "auction",
      listing_id: id,
      account_id: ada.accountId,
      notice: "outbid",
      position: 2,
    } as const;
    for (let run = 0; run < 3; run += 1) {
      expect((await send(wanted)).kind).toBe("sent");
    }
    expect(await subjectsTo(ada.owner.email)).toEqual(["Outbid: Prices"]);
    await api.db.update(auctions).set({ closedAt: new Date() }).where(eq(auctions.listingId, id));
    const late = await send({ ...wanted, position: 3 });
    expect(late.kind).toBe("not_owed");
  });

  test("is sent to nobody whose address the identity provider does not vouch for", async () => {
    const ada = await newBidder(api);
    const id = await newAuction(api, await newSeller(api));
    const unknown = { emailVerified: false };
    await api.db.update(accounts).set(unknown).where(eq(accounts.id, ada.accountId));
    const wanted = {
      template: "auction",
      listing_id: id,
      account_id: ada.accountId,
      notice: "lost",
      position: 0,
    } as const;
    expect((await send(wanted)).kind).toBe("not_owed");
    expect(await subjectsTo(ada.owner.email)).toEqual([]);
  });

  test("says nothing of an award that the reader does not have any more", async () => {
    const ada = await newBidder(api);
    const id = await newAuction(api, await newSeller(api));
    for (const notice of ["won", "charge_failed", "second_chance"] as const) {
      const reader = { listing_id: id, account_id: ada.accountId };
      const wanted = { template: "auction", ...reader, notice, position: 0 } as const;
      expect((await send(wanted)).kind).toBe("not_owed");
    }
  });
});
