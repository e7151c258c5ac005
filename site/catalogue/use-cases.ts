import { readLogo } from "../../market/agent/logo/read-logo.ts";
import { getBundle, listBundles } from "../../market/bundle/read.ts";
import { getDataset } from "../../market/catalogue/read.ts";
import { getCharts, listThumbnails } from "../../market/catalogue/read-charts.ts";
import {
  type ColumnRange,
  getProfilePart,
  getSampleRows,
  listPublicVersions,
} from "../../market/catalogue/read-for-page.ts";
import type { DatasetDetail } from "../../market/catalogue/schemas.ts";
import {
  getCollection,
  listCollectionDatasets,
  listSellerCollections,
} from "../../market/collection/read.ts";
import type { Context } from "../../market/context.ts";
import type { Asker } from "../../market/query/find-readable-file.ts";
import {
  type DatasetQuery,
  findQueriedVersion,
  queryDataset,
} from "../../market/query/query-dataset.ts";
import { listReviews } from "../../market/review/read.ts";
import type { ReviewsQuery } from "../../market/review/schemas.ts";
import { findNear } from "../../market/search/embed/find-near.ts";
import { listRelated } from "../../market/search/joinable/list-related.ts";
import type { SearchQuery, SearchView } from "../../market/search/schemas.ts";
import { searchDatasets } from "../../market/search/search-datasets.ts";
import { getSeller } from "../../market/seller/read.ts";
import type { Queries } from "../../platform/query/port.ts";
import type { PageWanted } from "../kit/paging.ts";
import type { HeldPages } from "../kit/respond.ts";

export type RowQueries = {
  /** Null if no query process is configured. */
  queries: Queries | null;
  /** The key under which a caller's queries are counted together. */
  callerOf(request: Request): string;
};

/** Counts a search of the catalogue's page for sellers. */
export type CountSearch = (request: Request, query: SearchQuery, found: SearchView) => void;

export function catalogueUseCases(ctx: Context, held: HeldPages, rows: RowQueries) {
  return {
    askRows: (asked: Omit<DatasetQuery, "caller">, request: Request) => {
      const { asker } = asked;
      const caller =
        asker?.kind === "owner" ? `account:${asker.accountId}` : rows.callerOf(request);
      return queryDataset(ctx, rows.queries, { ...asked, caller }, request.signal);
    },
    findQueriedVersion: (id: string, asker: Asker) => findQueriedVersion(ctx, id, asker),
    held,
    searchDatasets: (query: SearchQuery) => searchDatasets(ctx, query, findNear),
    getDataset: (id: string) => getDataset(ctx, id),
    getSeller: (id: string) => getSeller(ctx, id),
    readLogo: (id: string) => readLogo(ctx, id),
    getBundle: (id: string) => getBundle(ctx, id),
    getCollection: (id: string) => getCollection(ctx, null, id),
    listCollectionDatasets: (id: string, page: PageWanted) =>
      listCollectionDatasets(ctx, null, id, page),
    listSellerCollections: (id: string, page: PageWanted) => listSellerCollections(ctx, id, page),
    listSellerBundles: (agentId: string, page: PageWanted) =>
      listBundles(ctx, { ...page, status: "open", agentId }),
    listRelated: (dataset: DatasetDetail) => listRelated(ctx, dataset),
    listReviews: (id: string, page: ReviewsQuery) => listReviews(ctx, id, page),
    listPublicVersions: (id: string, until?: number) => listPublicVersions(ctx, id, until),
    getProfilePart: (id: string, range: ColumnRange, table?: string) =>
      getProfilePart(ctx, { listingId: id }, range, table),
    /** What pages draw of a table, by default of the largest. */
    getCharts: (id: string, table?: string) => getCharts(ctx, { listingId: id }, table),
    listThumbnails: (ids: readonly string[]) => listThumbnails(ctx, ids),
    getSampleRows: (id: string, table?: string) => getSampleRows(ctx, { listingId: id }, table),
  };
}
