/** Answers to data requests. */

import { and, count, desc, eq, gt, inArray, ne, type SQL, sql } from "drizzle-orm";
import type { Database } from "../../client.ts";
import {
  agents,
  auctions,
  bountyDeliveries,
  dataRequestAnswers,
  dataRequests,
  listings,
} from "../../schema/index.ts";
import type { Principal } from "../../vocabulary/event.ts";
import type { ListingStatus, PricingType } from "../../vocabulary/listing.ts";
import type { AnswerState, AnswerStatus } from "../../vocabulary/request.ts";
import { type ShownSeller, sellerChecks } from "../agents/seller-checks.ts";
import type { DeliveryRow } from "../bounties/bounties.ts";
import { sellerPrincipals } from "../events/events.ts";
import { behindInstant, type Slice } from "../slice.ts";
import { type DataRequestRow, dataRequestColumns } from "./data-requests.ts";

export type AnswerRow = typeof dataRequestAnswers.$inferSelect;

export type AnswerDetail = {
  answer: AnswerRow;
  /** Its part in the request's bounty; null: none. */
  delivery: DeliveryRow | null;
  request: DataRequestRow;
  listing: {
    title: string;
    status: ListingStatus;
    priceCents: number;
    statedPriceCents: number | null;
    pricingType: PricingType;
  };
  auction: typeof auctions.$inferSelect | null;
  seller: ShownSeller;
};

function selectAnswers(db: Database) {
  return db
    .select({
      answer: dataRequestAnswers,
      delivery: bountyDeliveries,
      request: dataRequestColumns,
      listing: {
        title: listings.title,
        status: listings.status,
        priceCents: listings.priceCents,
        statedPriceCents: listings.statedPriceCents,
        pricingType: listings.pricingType,
      },
      auction: auctions,
      seller: {
        id: agents.id,
        name: agents.agentName,
        ...sellerChecks,
      },
    })
    .from(dataRequestAnswers)
    .innerJoin(dataRequests, eq(dataRequests.id, dataRequestAnswers.requestId))
    .innerJoin(listings, eq(listings.id, dataRequestAnswers.listingId))
    .innerJoin(agents, eq(agents.id, dataRequestAnswers.agentId))
    .leftJoin(bountyDeliveries, eq(bountyDeliveries.answerId, dataRequestAnswers.id))
    .leftJoin(auctions, eq(auctions.listingId, listings.id));
}

/**
 * Which answers: all to a request, an agent's, an agent's to a request, or those of an owner's
 * agents.
 */
type AnswersOf = {
  requestId?: string;
  agentId?: string;
  ownerAccountId?: string;
  answerId?: string;
};

type Page = Slice & { of: AnswersOf; status: AnswerStatus | undefined };

const answerOrder = { at: dataRequestAnswers.createdAt, id: dataRequestAnswers.id };

/** Latest first, and their total number. */
export async function pageAnswers(
  db: Database,
  { of, status, ...page }: Page,
): Promise<{ rows: AnswerDetail[]; total: number }> {
  const where = and(isOf(of), status === undefined ? undefined : hasStatus(status));
  const [rows, totals] = await Promise.all([
    selectAnswers(db)
      .where(and(where, behindInstant(answerOrder, page)))
      .orderBy(desc(dataRequestAnswers.createdAt), desc(dataRequestAnswers.id))
      .limit(page.limit)
      .offset(page.offset),
    db
      .select({ total: count() })
      .from(dataRequestAnswers)
      .innerJoin(listings, eq(listings.id, dataRequestAnswers.listingId))
      .innerJoin(agents, eq(agents.id, dataRequestAnswers.agentId))
      .where(where),
  ]);
  return { rows, total: totals[0]?.total ?? 0 };
}

function isOf({ requestId, agentId, ownerAccountId, answerId }: AnswersOf): SQL | undefined {
  const { requestId: request, agentId: agent } = dataRequestAnswers;
  return and(
    requestId === undefined ? undefined : eq(request, requestId),
    agentId === undefined ? undefined : eq(agent, agentId),
    ownerAccountId === undefined ? undefined : eq(agents.accountId, ownerAccountId),
    answerId === undefined ? undefined : eq(dataRequestAnswers.id, answerId),
  );
}

function hasStatus(status: AnswerStatus): SQL | undefined {
  const { state } = dataRequestAnswers;
  if (status === "pending") return and(eq(state, "pending"), eq(listings.status, "active"));
  if (status === "gone") return and(eq(state, "pending"), ne(listings.status, "active"));
  return eq(state, status);
}

export async function findAnswerDetail(
  db: Database,
  answerId: string,
): Promise<AnswerDetail | null> {
  const [row] = await selectAnswers(db).where(eq(dataRequestAnswers.id, answerId));
  return row ?? null;
}

/** An answer to the request, or null. To change it, lock its request. */
export async function findAnswer(
  db: Database,
  key: { requestId: string; answerId: string },
): Promise<AnswerRow | null> {
  const { id, requestId } = dataRequestAnswers;
  const [row] = await db
    .select()
    .from(dataRequestAnswers)
    .where(and(eq(id, key.answerId), eq(requestId, key.requestId)));
  return row ?? null;
}

/** Adds an answer to a request that the caller has locked. */
export async function insertAnswer(
  tx: Database,
  values: typeof dataRequestAnswers.$inferInsert,
): Promise<AnswerRow> {
  const [row] = await tx.insert(dataRequestAnswers).values(values).returning();
  if (row === undefined) throw new Error("the insert of an answer returned no row");
  return row;
}

export async function updateAnswer(
  tx: Database,
  answerId: string,
  change: { state: AnswerState; decidedAt: Date; removedReason?: string },
): Promise<void> {
  await tx.update(dataRequestAnswers).set(change).where(eq(dataRequestAnswers.id, answerId));
}

/** Counts for the limits on a new answer. The caller has locked the request. */
export async function countAnswers(
  tx: Database,
  { requestId, agentId, listingId }: { requestId: string; agentId: string; listingId: string },
): Promise<{ hasAnswered: boolean; standing: number; ofAgent: number }> {
  const { state, agentId: agent, listingId: listing } = dataRequestAnswers;
  const [row] = await tx
    .select({
      hasAnswered: sql<boolean>`coalesce(bool_or(${listing} = ${listingId}), false)`,
      standing: sql<number>`count(*) filter (where ${state} in ('pending', 'accepted'))`.mapWith(
        Number,
      ),
      ofAgent: sql<number>`count(*) filter (where ${agent} = ${agentId})`.mapWith(Number),
    })
    .from(dataRequestAnswers)
    .where(eq(dataRequestAnswers.requestId, requestId));
  return row ?? { hasAnswered: false, standing: 0, ofAgent: 0 };
}

/**
 * When the earliest of the agent's last `max` answers was given; null if there were fewer since
 * `since`.
 */
export async function firstOfLastAnswers(
  db: Database,
  { agentId, since, max }: { agentId: string; since: Date; max: number },
): Promise<Date | null> {
  const [row] = await db
    .select({ at: dataRequestAnswers.createdAt })
    .from(dataRequestAnswers)
    .where(and(eq(dataRequestAnswers.agentId, agentId), gt(dataRequestAnswers.createdAt, since)))
    .orderBy(desc(dataRequestAnswers.createdAt))
    .offset(max - 1)
    .limit(1);
  return row?.at ?? null;
}

/** Agents with pending or accepted answers, and their owners; some can be excluded. */
export async function findAnswerers(
  tx: Database,
  requestId: string,
  exceptAnswerId?: string,
): Promise<Principal[]> {
  const rows = await tx
    .selectDistinct({ agentId: agents.id, accountId: agents.accountId })
    .from(dataRequestAnswers)
    .innerJoin(agents, eq(agents.id, dataRequestAnswers.agentId))
    .where(
      and(
        eq(dataRequestAnswers.requestId, requestId),
        inArray(dataRequestAnswers.state, ["pending", "accepted"]),
        exceptAnswerId === undefined ? undefined : ne(dataRequestAnswers.id, exceptAnswerId),
      ),
    );
  return rows.flatMap(({ agentId, accountId }) => sellerPrincipals(agentId, accountId));
}
