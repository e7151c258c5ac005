/** A marketplace in which every kind of mail is pending, with fixed ids and times. */
import { eq } from "drizzle-orm";
import type { Database } from "../../../db/client.ts";
import {
  accessRequests,
  accounts,
  agents,
  apiKeys,
  approvals,
  auctionAwards,
  auctions,
  bids,
  bounties,
  bountyDeliveries,
  bundles,
  chargebacks,
  connections,
  dataRequestAnswers,
  dataRequests,
  disputeStatements,
  draftWarnings,
  followDigests,
  followMailItems,
  followNews,
  follows,
  listings,
  messages,
  paymentMethods,
  payoutReminders,
  privateOfferMoves,
  privateOffers,
  purchases,
  purses,
  reconciliationFindings,
  reconciliationRuns,
  reviews,
  savedSearches,
  savedSearchMatches,
  searchDigests,
  subscriptions,
  threadSides,
  threads,
  uploads,
  waitingPurchases,
  webhookEndpoints,
} from "../../../db/schema/index.ts";
import { accessStates } from "../../../db/vocabulary/access.ts";
import { purchaseRow, uploadRow } from "../../support/rows.ts";
import { seedReports } from "./seed-reports.ts";

/** The time of sending; everything in the mails happened one hour before. */
export const mailedAt = new Date("2026-11-02T01:00:00.000Z");
export const at = new Date("2026-11-02T00:00:00.000Z");
const later = new Date("2026-11-05T00:00:00.000Z");

export const administrators = ["first.admin@example.com", "second.admin@example.com"];

const idOf = (number: number) => `00000000-0000-7000-8000-${number.toString(16).padStart(12, "0")}`;

export const ids = {
  buyer: idOf(1),
  seller: idOf(2),
  bidder: idOf(3),
  newAgent: idOf(4),
  approval: idOf(5),
  agent: idOf(6),
  apiKey: idOf(7),
  listing: idOf(8),
  uploads: [idOf(9), idOf(20), idOf(21), idOf(32)],
  disputed: idOf(10),
  released: idOf(11),
  refunded: idOf(12),
  auction: idOf(13),
  thread: idOf(14),
  access: [idOf(61), idOf(62), idOf(63), idOf(64)],
  privateOffer: idOf(51),
  privateSale: idOf(52),
  webhook: idOf(15),
  run: idOf(22),
  savedSearch: idOf(23),
  digest: idOf(24),
  follow: idOf(43),
  followNews: idOf(44),
  followDigest: idOf(45),
  request: idOf(23),
  goneRequests: [idOf(24), idOf(25)],
  purse: idOf(90),
  askedPurse: idOf(91),
  refundedPurse: idOf(92),
  bundle: idOf(93),
  soldPurse: idOf(94),
  bundled: idOf(95),
  answering: idOf(29),
  requestAnswers: [idOf(26), idOf(27), idOf(28)],
  bids: [idOf(16), idOf(17)],
  cards: [idOf(18), idOf(19)],
  connection: idOf(30),
  waiting: idOf(31),
  subscriptions: [idOf(46), idOf(47)],
  closed: idOf(40),
  asked: idOf(33),
  decision: idOf(36),
  report: idOf(37),
  visitorReports: [idOf(41), idOf(42)],
  statement: idOf(34),
  review: idOf(35),
} as const;

const times = { createdAt: at, updatedAt: at };
const words = { title: "Rain", description: "Rain.", category: "other", tags: [], columnNames: [] };

export async function seedMailWorld(db: Database): Promise<void> {
  await seedPeople(db);
  await seedListings(db);
  await seedPurchases(db);
  await seedAuction(db);
  await seedThread(db);
  await seedRequests(db);
  await seedReports(db, ids, at);
  await db.insert(chargebacks).values({
    ...{ id: "dp_mail", purchaseId: ids.disputed, sellerAccountId: ids.seller, state: "open" },
    ...{ providerStatus: "needs_response", reason: "general", amountCents: 1250, currency: "usd" },
    ...{ openedAt: at, evidenceDueAt: later },
  });
  await db.insert(draftWarnings).values({ agentId: ids.agent, warnedAt: at });
  await db.insert(payoutReminders).values({ accountId: ids.seller, remindedAt: at });
  await db.insert(reconciliationRuns).values({
    id: ids.run,
    day: "2026-11-01",
    state: "done",
    dueAt: at,
    endedAt: at,
  });
  await db.insert(reconciliationFindings).values({
    key: "charge_unknown/txn_1/0/700",
    kind: "charge_unknown",
    category: "charge",
    day: "2026-11-01",
    reference: "txn_1",
    currency: "usd",
    expectedCents: 0,
    foundCents: 700,
    firstSeenAt: at,
    lastSeenAt: at,
  });
  await db.insert(savedSearches).values({
    ...{ id: ids.savedSearch, principalKind: "account", principalId: ids.buyer },
    ...{ accountId: ids.buyer, name: "Rain", parameters: { query: "rain" }, mail: "daily" },
    ...{ ...times, compiledAt: at, savedSnapshot: "1:1:" },
  });
  await db.insert(searchDigests).values({ id: ids.digest, accountId: ids.buyer, createdAt: at });
  await db.insert(savedSearchMatches).values({
    ...{ searchId: ids.savedSearch, listingId: ids.listing, version: 1, matchedAt: at },
    ...{ mailOwed: false, digestId: ids.digest },
  });
  await db.insert(follows).values({
    ...{ id: ids.follow, principalKind: "account", principalId: ids.buyer, accountId: ids.buyer },
    ...{ listingId: ids.listing, mail: "daily", createdAt: at },
  });
  await db.insert(followNews).values({
    ...{ id: ids.followNews, listingId: ids.listing, version: 1, kind: "published" },
    createdAt: at,
  });
  const digest = { id: ids.followDigest, accountId: ids.buyer, createdAt: at };
  await db.insert(followDigests).values(digest);
  await db.insert(followMailItems).values({
    ...{ followId: ids.follow, newsId: ids.followNews, digestId: ids.followDigest },
  });
  await db.insert(connections).values({
    ...{ id: ids.connection, accountId: ids.buyer, apiKeyId: ids.apiKey, grantId: "g" },
    ...{ clientId: "c", clientName: "Assistant", clientHost: "assistant.example" },
    ...{ isRegisteredDynamically: false, scopes: ["purchase"], grantedScopes: ["purchase"] },
    ...{ createdAt: at, consentedAt: at },
  });
  await db.insert(waitingPurchases).values({
    ...{ id: ids.waiting, accountId: ids.buyer, apiKeyId: ids.apiKey, listingId: ids.listing },
    ...{ uploadId: ids.uploads[0], version: 1, title: "Rain", priceCents: 900, currency: "usd" },
    ...{ paymentMethodId: ids.cards[0], allowDuplicate: false, createdAt: at },
    expiresAt: later,
  });
  const period = { periodNumber: 2, periodStartsAt: at, periodEndsAt: later, anchorDay: 2 };
  const subscription = {
    ...{ accountId: ids.buyer, apiKeyId: ids.apiKey, listingId: ids.listing, title: "Rain" },
    ...{ sellerAgentId: ids.agent, sellerAccountId: ids.seller, interval: "month" as const },
    ...{ priceCents: 900, currency: "usd", paymentMethodId: ids.cards[0], ...period, ...times },
  };
  await db.insert(subscriptions).values([
    {
      ...{ ...subscription, id: ids.subscriptions[0], state: "past_due", nextStepAt: later },
      planEndingAt: at,
    },
    {
      ...{ ...subscription, id: ids.subscriptions[1], state: "ended" as const, endedAt: at },
      endCause: "unpaid",
    },
  ]);
  await db.insert(webhookEndpoints).values({
    id: ids.webhook,
    principalKind: "account",
    principalId: ids.buyer,
    apiKeyId: ids.apiKey,
    url: "https://hooks.example.com/market",
    types: [],
    ...times,
    disabledAt: at,
    disabledReason: "gone",
  });
}

async function seedPeople(db: Database): Promise<void> {
  const person = (id: string, name: string) => ({
    id,
    issuer: "https://identity.test",
    subject: id,
    email: `${name}@example.org`,
    emailVerified: true,
    createdAt: at,
    lastSeenAt: at,
  });
  await db.insert(accounts).values([
    person(ids.buyer, "buyer"),
    person(ids.seller, "seller"),
    person(ids.bidder, "bidder"),
    {
      ...person(ids.closed, "former"),
      ...{ emailVerified: false, closedAt: at, closingMailTo: "closed@example.org" },
    },
  ]);
  const agent = {
    ownerEmail: "seller@example.org",
    registeredFromHash: "0",
    registeredAt: at,
    tokenExpiresAt: later,
  };
  await db.insert(agents).values([
    { ...agent, id: ids.newAgent, agentName: "newcomer" },
    { ...agent, id: ids.agent, agentName: "weather", state: "verified", accountId: ids.seller },
  ]);
  await db.insert(approvals).values({
    id: ids.approval,
    agentId: ids.newAgent,
    codeHash: "0",
    createdAt: at,
    expiresAt: later,
  });
  await db.insert(apiKeys).values({
    id: ids.apiKey,
    accountId: ids.buyer,
    name: "research",
    prefix: "dm_test_",
    secretHash: ids.apiKey,
    scopes: ["purchase", "bid", "message"],
    categories: [],
    createdAt: at,
  });
  const card = { brand: "visa", last4: "4242", expMonth: 1, expYear: 2034, addedAt: at };
  const [own, bidders] = ids.cards;
  await db.insert(paymentMethods).values([
    { ...card, id: own, accountId: ids.buyer },
    { ...card, id: bidders, accountId: ids.bidder },
  ]);
}

async function seedListings(db: Database): Promise<void> {
  const listing = { agentId: ids.agent, ...words, ...times, priceCents: 1250 };
  await db.insert(listings).values([
    { ...listing, id: ids.listing, pricingType: "buy_it_now" },
    { ...listing, id: ids.auction, pricingType: "auction", draftWarnedAt: at },
  ]);
  const files = ids.uploads.map((id) => uploadRow({ id, listingId: ids.listing, issuedAt: at }));
  await db.insert(uploads).values(files);
  // On sale, because saved searches report a listing only while it is.
  await db
    .update(listings)
    .set({ status: "active", publishedAt: at, currentUploadId: ids.uploads[0], version: 1 })
    .where(eq(listings.id, ids.listing));
}

async function seedPurchases(db: Database): Promise<void> {
  const [first, second, third, fourth] = ids.uploads;
  const purchase = (id: string, uploadId: string) =>
    purchaseRow({
      id,
      uploadId,
      accountId: ids.buyer,
      apiKeyId: ids.apiKey,
      listingId: ids.listing,
      sellerAgentId: ids.agent,
      sellerAccountId: ids.seller,
      feeCents: 63,
      ...times,
      paymentMethodId: ids.cards[0],
      chargeId: `ch_${id}`,
      paidAt: at,
      disputedAt: at,
      disputeReason: "not_as_described" as const,
    });
  const bankSays = <State extends string>(chargeback: State) => ({ chargeback, chargebackAt: at });
  const released = {
    releasedAt: at,
    releaseCause: "dispute_resolved",
    acceptance: "passed",
    ...bankSays("won"),
  } as const;
  const refunded = {
    refundedAt: at,
    refundCause: "dispute_resolved",
    refundFailedAt: at,
    refundPaidAt: at,
    refundPaidReference: "SEPA 17",
    ...bankSays("lost"),
  } as const;
  await db.insert(purchases).values({
    ...purchase(ids.disputed, first),
    state: "disputed",
    acceptance: "undecided",
    ...bankSays("open"),
  });
  await db
    .insert(purchases)
    .values({ ...purchase(ids.released, second), state: "released", ...released });
  await db
    .insert(purchases)
    .values({ ...purchase(ids.refunded, third), state: "refunded", ...refunded });
  await db.insert(disputeStatements).values({
    ...{ id: ids.statement, purchaseId: ids.disputed, side: "seller", text: "It is there." },
    ...{ attachments: [], createdAt: at },
  });
  await seedReview(db);
  const unpaid = { chargeId: null, paidAt: null, disputedAt: null, disputeReason: null };
  const asked = { ...unpaid, actionAskedAt: at, actionDueAt: later, settleDueAt: later };
  await db
    .insert(purchases)
    .values({ ...purchase(ids.asked, fourth), ...asked, state: "payment_pending" });
}

/** A review released by a decision; both of its parts were removed since. */
async function seedReview(db: Database): Promise<void> {
  await db.insert(reviews).values({
    ...{ id: ids.review, purchaseId: ids.released, listingId: ids.listing, version: 1 },
    ...{ accountId: ids.buyer, sellerAgentId: ids.agent, stars: 1, postedAt: at },
    ...{ state: "removed", removedAt: at, removedReason: "It names a person." },
    ...{ answer: "No.", answerRevision: 1, answeredAt: at },
    ...{ answerRemovedAt: at, answerRemovedReason: "It is an advertisement." },
  });
}

/** An auction that is still open, because the outbid mail is sent only until the end. */
async function seedAuction(db: Database): Promise<void> {
  await db.insert(auctions).values({
    listingId: ids.auction,
    startsAt: at,
    announcedEndsAt: later,
    endsAt: later,
    hardEndsAt: later,
    startPriceCents: 1000,
    licenses: 2,
    currentPriceCents: 2000,
    nextMinimumCents: 2100,
  });
  const bid = {
    listingId: ids.auction,
    apiKeyId: ids.apiKey,
    maxCents: 5000,
    priceAfterCents: 2000,
    isCurrent: true,
    placedAt: at,
  };
  const [first, second] = ids.bids;
  const [own, bidders] = ids.cards;
  const place = (number: number) => ({ bidderNumber: number, position: number });
  await db.insert(bids).values([
    { ...bid, ...place(1), id: first, accountId: ids.buyer, paymentMethodId: own },
    { ...bid, ...place(2), id: second, accountId: ids.bidder, paymentMethodId: bidders },
  ]);
  const award = { listingId: ids.auction, priceCents: 2000, dueAt: later, ...times };
  await db.insert(auctionAwards).values([
    { ...award, accountId: ids.buyer, bidId: first, rank: 1, state: "unpaid" },
    { ...award, accountId: ids.bidder, bidId: second, rank: 2, state: "offered" },
  ]);
}

/** A request with answers that need a mail, one that was removed and one that expired. */
async function seedRequests(db: Database): Promise<void> {
  const wish = { title: "Rain by the hour", description: "Rain.", expiresAt: later, ...times };
  const posted = { ...wish, accountId: ids.buyer, apiKeyId: ids.apiKey };
  const owed = { answersReceived: 3, mailPosition: 3, mailDueAt: at, mailQueuedAt: at };
  const [removed, expired] = ids.goneRequests;
  const removal = { state: "removed", removedReason: "It is an advertisement." } as const;
  const ended = { ...posted, endedAt: at };
  await db.insert(dataRequests).values({ ...ended, ...owed, id: ids.request, state: "fulfilled" });
  await db.insert(dataRequests).values({ ...ended, ...removal, id: removed });
  await db.insert(dataRequests).values({ ...ended, id: expired, state: "expired" });
  await db.insert(listings).values({
    ...{ id: ids.answering, agentId: ids.agent, ...words, ...times, priceCents: 1250 },
    pricingType: "buy_it_now",
    status: "active",
    publishedAt: at,
    currentUploadId: ids.uploads[0],
  });
  const answer = { requestId: ids.request, agentId: ids.agent, createdAt: at };
  const [first, second, third] = ids.requestAnswers;
  const accepted = { state: "accepted", decidedAt: at } as const;
  await db.insert(dataRequestAnswers).values([
    { ...answer, ...accepted, id: first, listingId: ids.listing, position: 1 },
    { ...answer, ...removal, decidedAt: at, id: second, listingId: ids.auction, position: 2 },
    { ...answer, id: third, listingId: ids.answering, position: 3 },
  ]);
  const prize = { priceCents: 2000, currency: "usd", paymentMethodId: ids.cards[0] };
  await db.insert(purses).values({
    ...{ id: ids.purse, kind: "bounty", state: "released", title: "Rain by the hour" },
    ...{ accountId: ids.buyer, apiKeyId: ids.apiKey, paidAt: at, chargeId: "ch_bounty" },
    ...{ allottedCents: 2000, ...prize, ...times },
  });
  await db.insert(purses).values({
    ...{ id: ids.refundedPurse, kind: "bounty", state: "refunded", title: "Rain by the hour" },
    ...{ accountId: ids.buyer, apiKeyId: ids.apiKey, paidAt: at, chargeId: "ch_refunded" },
    ...{ refundCents: 2000, refundedAt: at, refundCause: "ended", refundFailedAt: at },
    ...{ refundPaidAt: at, refundPaidReference: "SEPA 18", ...prize, ...times },
  });
  const bundle = { id: ids.bundle, agentId: ids.agent, title: "Rain by the hour" };
  await db.insert(bundles).values({ ...bundle, priceCents: 2000, createdAt: at });
  await db.insert(purses).values({
    ...{ id: ids.askedPurse, kind: "bundle", state: "payment_pending", title: "Rain by the hour" },
    bundleId: ids.bundle,
    ...{ accountId: ids.buyer, apiKeyId: ids.apiKey, actionAskedAt: at, actionDueAt: later },
    ...{ ...prize, ...times },
  });
  await db.insert(purses).values({
    ...{ id: ids.soldPurse, kind: "bundle", state: "released", title: "Rain by the hour" },
    ...{ bundleId: ids.bundle, accountId: ids.bidder, apiKeyId: ids.apiKey, paidAt: at },
    ...{ chargeId: "ch_bundle", allottedCents: 2000, ...prize, ...times },
  });
  await db.insert(purchases).values(
    purchaseRow({
      ...{ id: ids.bundled, uploadId: ids.uploads[0], accountId: ids.bidder, apiKeyId: ids.apiKey },
      ...{ listingId: ids.listing, sellerAgentId: ids.agent, sellerAccountId: ids.seller },
      ...{ purseId: ids.soldPurse, chargedCents: 2000, paidAt: at, chargeId: "ch_bundle" },
      ...{ paymentMethodId: ids.cards[0], ...times },
    }),
  );
  await db.insert(bounties).values({
    ...{ requestId: ids.request, purseId: ids.purse, mode: "first_to_pass", prizeCents: 1000 },
    ...{ winners: 2, awarded: 2, terms: { schema: [] }, probes: 0, createdAt: at },
    ...{ endedAt: at, endCause: "awarded" },
  });
  await db.insert(bountyDeliveries).values({
    ...{ answerId: second, requestId: ids.request, position: 2, uploadId: ids.uploads[0] },
    ...{ version: 1, sha256: "0".repeat(64), priceCents: 1000, createdAt: at },
    ...{ state: "failed", results: [], evaluatedAt: at },
  });
}

async function seedThread(db: Database): Promise<void> {
  const people = { buyerAccountId: ids.buyer, sellerAgentId: ids.agent };
  await db.insert(threads).values({
    id: ids.thread,
    listingId: ids.listing,
    ...people,
    createdAt: at,
    lastMessageAt: at,
    messageCount: 2,
  });
  const message = { threadId: ids.thread, body: "Hello.", createdAt: at };
  const asked = { side: "buyer", position: 1, accountId: ids.buyer, apiKeyId: ids.apiKey } as const;
  const answered = {
    side: "seller",
    position: 2,
    accountId: ids.seller,
    agentId: ids.agent,
  } as const;
  await db.insert(messages).values([
    { ...message, ...asked },
    { ...message, ...answered },
  ]);
  const asking = { ...people, questions: ["What for?"], answers: ["A study."] };
  await db.insert(accessRequests).values(
    accessStates.map((state, index) => ({
      ...asking,
      id: ids.access[index] ?? "",
      state,
      listingId: state === "approved" ? ids.auction : ids.listing,
      reason: index < 2 ? null : "The licence forbids resale.",
      createdAt: at,
      decidedAt: state === "pending" ? null : at,
    })),
  );
  const terms = { priceCents: 3900, expiresAt: new Date(at.getTime() + 86_400_000) };
  const offer = { listingId: ids.listing, ...people, ...terms, createdAt: at, updatedAt: at };
  await db.insert(privateOffers).values([
    { ...offer, id: ids.privateOffer, startedByAccountId: ids.buyer, turn: "buyer", moveCount: 2 },
    { ...offer, id: ids.privateSale, startedByAccountId: ids.buyer, turn: "seller", moveCount: 1 },
  ]);
  const move = { ...terms, note: "For one team.", createdAt: at };
  const ofBuyer = { ...move, side: "buyer", accountId: ids.buyer, move: "offer" } as const;
  const ofSeller = { ...move, side: "seller", accountId: ids.seller, move: "counter" } as const;
  await db.insert(privateOfferMoves).values([
    { ...ofBuyer, privateOfferId: ids.privateOffer, position: 1 },
    { ...ofSeller, privateOfferId: ids.privateOffer, position: 2 },
    { ...ofBuyer, privateOfferId: ids.privateSale, position: 1 },
  ]);
  const side = { threadId: ids.thread, mailDueAt: at, mailQueuedAt: at };
  await db.insert(threadSides).values([
    { ...side, side: "buyer", mailPosition: 2 },
    { ...side, side: "seller", mailPosition: 1 },
  ]);
}
