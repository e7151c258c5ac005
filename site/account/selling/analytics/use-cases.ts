import type { OwnerActor } from "../../../../db/vocabulary/actor.ts";
import {
  type AnalyticsReader,
  listUnmetSearches,
  readAnalytics,
  readListingFigures,
} from "../../../../market/analytics/read.ts";
import type { AnalyticsQuery, UnmetSearchesQuery } from "../../../../market/analytics/schemas.ts";
import type { Context } from "../../../../market/context.ts";

export function analyticsUseCases(ctx: Context) {
  return {
    readAnalytics: (reader: AnalyticsReader, query: AnalyticsQuery) =>
      readAnalytics(ctx, reader, query),
    listUnmetSearches: (reader: AnalyticsReader, query: UnmetSearchesQuery) =>
      listUnmetSearches(ctx, reader, query),
    readListingFigures: (owner: OwnerActor, ids: readonly string[]) =>
      readListingFigures(ctx, owner, ids),
  };
}
