/** What sellers read: visits of their listings, and searches that found nothing. */
import { findAgent } from "../../db/queries/agents/agents.ts";
import {
  type Audience,
  countSalesByDay,
  countSalesByListing,
  listUnmet,
  pageListings,
  sumVisitsByDay,
  sumVisitsByListing,
} from "../../db/queries/analytics/figures.ts";
import type { Seller } from "../../db/queries/purchases/earnings.ts";
import type { AgentActor, OwnerActor } from "../../db/vocabulary/actor.ts";
import type { Context } from "../context.ts";
import { MarketError } from "../errors.ts";
import { cutPage, decodeListCursor, idShape } from "../list-cursor.ts";
import { UNMET_SEARCH_CALLERS_MIN, UNMET_SEARCH_DAYS_MAX, VISIT_DAYS_MAX } from "./limits.ts";
import {
  conversionOf,
  dayAgo,
  type Figures,
  lastDays,
  noFigures,
  sumFigures,
  viewsOf,
} from "./rules.ts";
import {
  type AnalyticsQuery,
  type AnalyticsView,
  analyticsPeriods,
  type FiguresView,
  type UnmetSearchesQuery,
  type UnmetSearchesView,
} from "./schemas.ts";

/** An agent reads of its own listings; an owner of those of all agents, or only of `agentId`. */
export type AnalyticsReader = AgentActor | (OwnerActor & { agentId?: string | undefined });

/** Errors: agent_not_verified, invalid_request (a foreign cursor). */
export async function readAnalytics(
  ctx: Context,
  actor: AnalyticsReader,
  query: AnalyticsQuery,
): Promise<AnalyticsView> {
  const seller = await sellerOf(ctx, actor);
  const listingIds = query.dataset_id === undefined ? undefined : [query.dataset_id];
  const now = ctx.now();
  const audience = { seller, listingIds, sinceDay: dayAgo(now, VISIT_DAYS_MAX - 1) };
  const [visits, sales] = await Promise.all([
    sumVisitsByDay(ctx.db, audience),
    countSalesByDay(ctx.db, audience),
  ]);
  const byDay = new Map<string, Figures>();
  const of = (day: string) => byDay.get(day) ?? noFigures;
  for (const { day, ...counts } of visits) byDay.set(day, { ...of(day), ...counts });
  for (const { day, purchases } of sales) byDay.set(day, { ...of(day), purchases });
  const days = lastDays(now, VISIT_DAYS_MAX);
  const since = dayAgo(now, query.days - 1);
  const page =
    query.by === "day"
      ? daysPage(days.slice(0, query.days), of, query)
      : await listingsPage(ctx, { seller, listingIds, sinceDay: since }, query);
  return {
    since,
    totals: analyticsPeriods.map((period) => ({
      days: period,
      ...viewFigures(sumFigures(days.slice(0, period).map(of))),
    })),
    ...page,
  };
}

const dayShape = /^\d{4}-\d\d-\d\d$/;

function daysPage(
  days: string[],
  of: (day: string) => Figures,
  { limit, cursor }: AnalyticsQuery,
): Pick<AnalyticsView, "items" | "pagination"> {
  const list = "analytics by day";
  const after = decodeListCursor(list, cursor, dayShape);
  const rest = after === null ? days : days.filter((day) => day < after);
  const { shown, pagination } = cutPage(rest, { list, limit, keyOf: (day) => day });
  const items = shown.map((day) => ({ day, dataset: null, ...viewFigures(of(day)) }));
  return { items, pagination };
}

async function listingsPage(
  ctx: Context,
  audience: Audience,
  { limit, cursor }: AnalyticsQuery,
): Promise<Pick<AnalyticsView, "items" | "pagination">> {
  const list = "analytics by dataset";
  const after = decodeListCursor(list, cursor, idShape);
  const rows = await pageListings(ctx.db, audience, { after, rowsMax: limit + 1 });
  const { shown, pagination } = cutPage(rows, { list, limit, keyOf: ({ id }) => id });
  const figures = await figuresOf(ctx, { ...audience, listingIds: shown.map(({ id }) => id) });
  const items = shown.map(({ id, title }) => ({
    day: null,
    dataset: { id, title },
    ...viewFigures(figures.get(id) ?? noFigures),
  }));
  return { items, pagination };
}

/** The last 30 days of these listings of the owner, by id; without those that had no visit. */
export async function readListingFigures(
  ctx: Context,
  owner: OwnerActor,
  listingIds: readonly string[],
): Promise<Map<string, FiguresView>> {
  if (listingIds.length === 0) return new Map();
  const seller = { accountId: owner.accountId };
  const sinceDay = dayAgo(ctx.now(), UNMET_SEARCH_DAYS_MAX - 1);
  const figures = await figuresOf(ctx, { seller, listingIds, sinceDay });
  return new Map([...figures].map(([id, of]) => [id, viewFigures(of)]));
}

/** Searches without a good result, the same for every seller. Errors: agent_not_verified. */
export async function listUnmetSearches(
  ctx: Context,
  actor: AnalyticsReader,
  { limit }: UnmetSearchesQuery,
): Promise<UnmetSearchesView> {
  await sellerOf(ctx, actor);
  const since = dayAgo(ctx.now(), UNMET_SEARCH_DAYS_MAX - 1);
  const callersMin = UNMET_SEARCH_CALLERS_MIN;
  return {
    since,
    items: await listUnmet(ctx.db, { sinceDay: since, callersMin, rowsMax: limit }),
  };
}

async function figuresOf({ db }: Context, audience: Audience): Promise<Map<string, Figures>> {
  const [visits, sales] = await Promise.all([
    sumVisitsByListing(db, audience),
    countSalesByListing(db, audience),
  ]);
  const figures = new Map<string, Figures>();
  const of = (id: string) => figures.get(id) ?? noFigures;
  for (const { listingId, ...counts } of visits) {
    figures.set(listingId, { ...of(listingId), ...counts });
  }
  for (const { listingId, purchases } of sales) {
    figures.set(listingId, { ...of(listingId), purchases });
  }
  return figures;
}

function viewFigures(figures: Figures): FiguresView {
  const { samplesPerView, purchasesPerSample, purchasesPerView } = conversionOf(figures);
  return {
    views: viewsOf(figures),
    page_views: figures.pageViews,
    api_reads: figures.apiReads,
    samples: figures.samples,
    queries: figures.queries,
    downloads: figures.downloads,
    purchases: figures.purchases,
    samples_per_view: samplesPerView,
    purchases_per_sample: purchasesPerSample,
    purchases_per_view: purchasesPerView,
  };
}

async function sellerOf({ db }: Context, actor: AnalyticsReader): Promise<Seller> {
  if (actor.kind === "owner") return { accountId: actor.accountId, agentId: actor.agentId };
  const agent = await findAgent(db, actor.agentId);
  if (agent === null || agent.accountId === null) {
    throw new MarketError("agent_not_verified", "The owner has to approve the agent first.");
  }
  return { accountId: agent.accountId, agentId: agent.id };
}
