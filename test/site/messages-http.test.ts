/** Messages on the website: access, the effect of each form, and the text kept after a refusal. */
import { describe, expect, test } from "bun:test";
import { eq } from "drizzle-orm";
import { apiKeys, listings } from "../../db/schema/index.ts";
import { MarketError, type ProblemCode } from "../../market/errors.ts";
import { MESSAGE_CHARS_MAX } from "../../market/message/limits.ts";
import { sellerAgent } from "../support/agents.ts";
import { type Market, newBuyer, paidListing, purchaseOf, testMarket } from "../support/market.ts";
import { listThreads, readThread, reply, threadAbout, write } from "../support/messages.ts";
import { newKey, newOwner } from "../support/operators.ts";
import { sampleAccount } from "./account-samples.ts";
import { sampleId } from "./purchase-samples.ts";
import { sessionOf, startSite } from "./site.ts";
import { visitorOf } from "./visitor.ts";

const market = await testMarket();

async function datasetOf(of: Market, title: string): Promise<string> {
  const id = await paidListing(of);
  await of.api.db.update(listings).set({ title }).where(eq(listings.id, id));
  return id;
}

describe("the list of threads", () => {
  test("holds those of the buyer and of the own agents, the latest first, and nobody else's", async () => {
    const { api, seller } = market;
    const { secret } = await newKey(api, seller.owner);
    const other = { ...market, seller: await sellerAgent(api) };
    const sold = await threadAbout(market, await datasetOf(market, "Sold by my agent"));
    await write(api, secret, await datasetOf(other, "Bought by myself"));
    await threadAbout(other, await datasetOf(other, "Of two others"));

    const person = await visitorOf(api, seller.owner);
    const inOrder = /Bought by myself.*sells it.*Sold by my agent.*writes to your agent/s;
    const list = await person.open("/account/messages");
    expect(list.text).toMatch(inOrder);
    expect(list.text).not.toContain("Of two others");
    expect(list.text).toContain("1 new");
    await reply(api, market.buyer.token, sold, "And another question.");
    const later = await person.open("/account/messages");
    expect(later.text).toMatch(/Sold by my agent.*And another question\..*Bought by myself/s);
    expect((await person.open("/account/messages?offset=40")).text).toContain("there are 2");
    expect((await person.open("/account")).text).toContain("A buyer wrote to you");
  });
});

describe("a thread", () => {
  test("of others is 404 to read and to answer, and stays as it was", async () => {
    const { api, buyer } = market;
    const threadId = await threadAbout(market, await datasetOf(market, "Not for strangers"));
    const stranger = await visitorOf(api, (await newBuyer(api)).owner);
    const path = `/account/messages/${threadId}`;
    const seen = [await stranger.open(path), await stranger.submit(path, { message: "Mine." })];
    for (const { status, text } of seen) {
      expect(status).toBe(404);
      expect(text).not.toContain("Not for strangers");
    }
    expect((await stranger.open("/account/messages/not-an-id")).status).toBe(404);
    expect((await readThread(api, buyer.token, threadId)).items).toHaveLength(1);
  });

  test("is answered by the agent's owner as the agent, and by the buyer, each by their page", async () => {
    const { api, buyer, seller } = market;
    const threadId = await threadAbout(market, await datasetOf(market, "Levels"));
    const path = `/account/messages/${threadId}`;
    const owner = await visitorOf(api, seller.owner);
    const operator = await visitorOf(api, buyer.owner);
    expect((await listThreads(api, seller.token)).items[0]).toMatchObject({ unread_count: 1 });
    expect((await owner.open(path)).text).toContain("Hello.");
    expect((await listThreads(api, seller.token)).items[0]).toMatchObject({ unread_count: 0 });

    const sent = await owner.submit(path, { message: "Two lines:\r\nthis is the second." });
    expect([sent.status, sent.headers.get("location")]).toEqual([303, `${path}?done=message_sent`]);
    expect((await operator.open("/account/messages")).text).toContain("1 new");
    await operator.submit(path, { message: "Thank you." });
    const { items } = await readThread(api, buyer.token, threadId);
    expect(items.map(({ from, body }) => [from, body.content])).toEqual([
      ["buyer", "Thank you."],
      ["seller", "Two lines:\nthis is the second."],
      ["buyer", "Hello."],
    ]);
    const shown = await operator.open(path);
    expect(shown.text).not.toContain(seller.email);
    expect((await owner.open(path)).text).not.toContain(buyer.owner.email);
  });

  test("is answered by a person whose API keys may not write", async () => {
    const { api } = market;
    const buyer = await newBuyer(api);
    const threadId = await threadAbout({ ...market, buyer }, await paidListing(market));
    const ofBuyer = eq(apiKeys.accountId, buyer.owner.accountId);
    await api.db
      .update(apiKeys)
      .set({ scopes: ["read"] })
      .where(ofBuyer);
    const person = await visitorOf(api, buyer.owner);
    const path = `/account/messages/${threadId}`;
    const { text } = await person.open(path);
    expect(text).toContain("<textarea");
    expect((await person.submit(path, { message: "Nevertheless." })).status).toBe(303);
    expect((await readThread(api, buyer.token, threadId)).items).toHaveLength(2);
  });
});

describe("the form to a seller", () => {
  test("of one's own purchase writes in the thread of the two about it", async () => {
    const { api, buyer } = market;
    const listingId = await datasetOf(market, "Rain of a year");
    const path = `/account/purchases/${await purchaseOf(market, listingId)}/message`;
    const person = await visitorOf(api, buyer.owner);
    expect((await person.open(path)).text).toContain("Rain of a year");
    const first = await person.submit(path, { message: "Is the last day whole?" });
    const second = await person.submit(path, { message: "And the first one?" });
    const thread = first.headers.get("location") ?? "";
    expect(thread).toMatch(/^\/account\/messages\/[0-9a-f-]{36}\?done=message_sent$/);
    expect(second.headers.get("location")).toBe(thread);
    const { text } = await person.open(thread);
    expect(text).toMatch(/And the first one\?.*Is the last day whole\?/s);

    const stranger = await visitorOf(api, await newOwner(api));
    expect((await stranger.open(path)).status).toBe(403);
    expect((await stranger.submit(path, { message: "Me too." })).status).toBe(403);
  });
});

describe("a message that is refused", () => {
  const text = `</textarea><b data-hostile>&amp; "kept"`;
  const kept = `&lt;/textarea&gt;&lt;b data-hostile&gt;&amp;amp; &quot;kept&quot;`;
  const refusals: [code: ProblemCode, status: number, said: string][] = [
    ["rate_limited", 429, "You can write again in 12 minutes"],
    ["recipient_unavailable", 409, "The other side is away."],
    ["agent_suspended", 403, "The other side is away."],
    ["token_revoked", 403, "The other side is away."],
    ["dataset_not_available", 400, "The other side is away."],
  ];

  test.each(refusals)("as %s is %d, says why, and comes back as it was typed", async (...row) => {
    const [code, status, said] = row;
    const refuse = () =>
      Promise.reject(new MarketError(code, "The other side is away.", { retryAfterSeconds: 700 }));
    const { account } = sampleAccount();
    const site = await startSite({ account: { ...account, reply: refuse, contactSeller: refuse } });
    try {
      const { cookie, token } = await sessionOf("ada@example.com", site);
      for (const path of [`messages/${sampleId(1)}`, `purchases/${sampleId(1)}/message`]) {
        const answer = await fetch(`${site.baseUrl}/account/${path}`, {
          method: "POST",
          headers: { cookie, "sec-fetch-site": "same-origin" },
          body: new URLSearchParams({ form_token: token, message: text }),
        });
        expect(answer.status).toBe(status);
        expect(answer.headers.get("retry-after")).toBe(status === 429 ? "700" : null);
        const page = await answer.text();
        expect(page).toContain(said);
        expect(page).toContain(`${kept}</textarea>`);
        expect(page).not.toContain("<b data-hostile");
      }
    } finally {
      await site.stop();
    }
  });

  test("since it is empty, too long or holds what no message may is 400, with the reason", async () => {
    const { api, buyer } = market;
    const threadId = await threadAbout(market, await paidListing(market));
    const person = await visitorOf(api, buyer.owner);
    const faults = [
      [" \r\n ", "Write something first."],
      ["x".repeat(MESSAGE_CHARS_MAX + 1), "4,001 characters"],
      ["a bell: \u0007", "control character"],
    ] as const;
    for (const [message, said] of faults) {
      const answer = await person.submit(`/account/messages/${threadId}`, { message });
      expect(answer.status).toBe(400);
      expect(answer.text).toContain(said);
    }
    expect((await readThread(api, buyer.token, threadId)).items).toHaveLength(1);
  });
});
