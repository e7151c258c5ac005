/** Recipients and contents of the mails about data requests. */
import { and, asc, count, eq, gt, inArray, lte, max, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Database } from "../../client.ts";
import {
  accounts,
  agents,
  auctions,
  bounties,
  bountyDeliveries,
  dataRequestAnswers,
  dataRequests,
  listings,
  purses,
} from "../../schema/index.ts";
import type { PricingType } from "../../vocabulary/listing.ts";
import type { AnswerState } from "../../vocabulary/request.ts";
import { type DataRequestRow, dataRequestColumns } from "./data-requests.ts";

type Person = { accountId: string; email: string; emailVerified: boolean };

const person = {
  accountId: accounts.id,
  email: accounts.email,
  emailVerified: accounts.emailVerified,
};

export type AnswersMailRow = {
  request: DataRequestRow;
  poster: Person;
  answers: {
    title: string;
    agentName: string;
    listing: { priceCents: number; pricingType: PricingType };
    auction: typeof auctions.$inferSelect | null;
  }[];
  /** Number of answers in the mail that are still pending and have a dataset on sale. */
  answerCount: number;
  latestAt: Date | null;
};

/** Answers since the last mail, up to a position; null if that mail is not due (any more). */
export async function findAnswersMail(
  db: Database,
  key: { requestId: string; position: number; rowsMax: number },
): Promise<AnswersMailRow | null> {
  const [found] = await db
    .select({ request: dataRequestColumns, poster: person })
    .from(dataRequests)
    .innerJoin(accounts, eq(accounts.id, dataRequests.accountId))
    .where(and(eq(dataRequests.id, key.requestId), eq(dataRequests.mailPosition, key.position)));
  if (found === undefined) return null;
  const { requestId, position, state } = dataRequestAnswers;
  const where = and(
    eq(requestId, key.requestId),
    gt(position, found.request.mailedPosition),
    lte(position, key.position),
    eq(state, "pending"),
    eq(listings.status, "active"),
  );
  const answers = await db
    .select({
      title: listings.title,
      agentName: agents.agentName,
      listing: { priceCents: listings.priceCents, pricingType: listings.pricingType },
      auction: auctions,
    })
    .from(dataRequestAnswers)
    .innerJoin(listings, eq(listings.id, dataRequestAnswers.listingId))
    .innerJoin(agents, eq(agents.id, dataRequestAnswers.agentId))
    .leftJoin(auctions, eq(auctions.listingId, listings.id))
    .where(where)
    .orderBy(asc(position))
    .limit(key.rowsMax);
  const [all] = await db
    .select({ total: count(), latestAt: max(dataRequestAnswers.createdAt) })
    .from(dataRequestAnswers)
    .innerJoin(listings, eq(listings.id, dataRequestAnswers.listingId))
    .where(where);
  const { total: answerCount = 0, latestAt = null } = all ?? {};
  return { ...found, answers, answerCount, latestAt };
}

export type RequestMailRow = {
  request: DataRequestRow;
  buyer: Person;
  answerCount: number;
  answer: {
    title: string;
    agentId: string;
    agentName: string;
    state: AnswerState;
    decidedAt: Date | null;
    removedReason: string | null;
    /** When its delivery to a bounty failed; null: it did not. */
    failedAt: Date | null;
  } | null;
  /** Null if the request has none that has ended. */
  bounty: {
    endedAt: Date;
    awarded: number;
    winners: number;
    refundCents: number;
    currency: string;
    failure: string | null;
  } | null;
  /** Null if it concerns no answer, or its agent has no owner any more. */
  seller: Person | null;
};

/**
 * Recipient and contents of a notice about a request or about one answer; null if it is not due.
 */
export async function findRequestMail(
  db: Database,
  { requestId, answerId }: { requestId: string; answerId: string | null },
): Promise<RequestMailRow | null> {
  const standing = and(
    eq(dataRequestAnswers.requestId, requestId),
    inArray(dataRequestAnswers.state, ["pending", "accepted"]),
  );
  const [row] = await db
    .select({ request: dataRequestColumns, buyer: person })
    .from(dataRequests)
    .innerJoin(accounts, eq(accounts.id, dataRequests.accountId))
    .where(eq(dataRequests.id, requestId));
  if (row === undefined) return null;
  const answerCount = await db.$count(dataRequestAnswers, standing);
  const bounty = await findEndedBounty(db, requestId);
  if (answerId === null) return { ...row, answerCount, bounty, answer: null, seller: null };
  const found = await findAnswerOf(db, { requestId, answerId });
  return found === null ? null : { ...row, answerCount, bounty, ...found };
}

async function findEndedBounty(db: Database, requestId: string): Promise<RequestMailRow["bounty"]> {
  const [row] = await db
    .select({
      endedAt: bounties.endedAt,
      awarded: bounties.awarded,
      winners: bounties.winners,
      refundCents: purses.refundCents,
      currency: purses.currency,
      failure: purses.failureDetail,
    })
    .from(bounties)
    .innerJoin(purses, eq(purses.id, bounties.purseId))
    .where(eq(bounties.requestId, requestId));
  return row === undefined || row.endedAt === null ? null : { ...row, endedAt: row.endedAt };
}

async function findAnswerOf(
  db: Database,
  { requestId, answerId }: { requestId: string; answerId: string },
): Promise<Pick<RequestMailRow, "answer" | "seller"> | null> {
  const sellers = alias(accounts, "sellers");
  const [row] = await db
    .select({
      answer: {
        title: listings.title,
        agentId: agents.id,
        agentName: agents.agentName,
        state: dataRequestAnswers.state,
        decidedAt: dataRequestAnswers.decidedAt,
        removedReason: dataRequestAnswers.removedReason,
        failedAt: sql<Date | null>`case when ${bountyDeliveries.state} = 'failed'
          then ${bountyDeliveries.evaluatedAt} end`.mapWith(bountyDeliveries.evaluatedAt),
      },
      seller: {
        accountId: sellers.id,
        email: sellers.email,
        emailVerified: sellers.emailVerified,
      },
    })
    .from(dataRequestAnswers)
    .innerJoin(listings, eq(listings.id, dataRequestAnswers.listingId))
    .innerJoin(agents, eq(agents.id, dataRequestAnswers.agentId))
    .leftJoin(sellers, eq(sellers.id, agents.accountId))
    .leftJoin(bountyDeliveries, eq(bountyDeliveries.answerId, dataRequestAnswers.id))
    .where(and(eq(dataRequestAnswers.id, answerId), eq(dataRequestAnswers.requestId, requestId)));
  return row ?? null;
}
