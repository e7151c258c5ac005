import { findReportable } from "../../../db/queries/reports/listing-reports.ts";
import type { OwnerActor } from "../../../db/vocabulary/actor.ts";
import type { Context } from "../../../market/context.ts";
import { MarketError } from "../../../market/errors.ts";
import { appealDecision } from "../../../market/report/appeal-decision.ts";
import {
  listDecisionsOfOwner,
  listReportsOfOwner,
  viewOwnDecision,
} from "../../../market/report/read.ts";
import { reportListing } from "../../../market/report/report-listing.ts";
import { appealBody, listingReportBody } from "../../../market/report/schemas.ts";
import { parseForm } from "../../kit/form.ts";
import type { PageWanted } from "../../kit/paging.ts";

export type ReportedDataset = { id: string; title: string };

export function reportUseCases(ctx: Context) {
  return {
    /** The dataset that the form is about. Errors: dataset_not_found. */
    getReportedDataset: async (id: string): Promise<ReportedDataset> => {
      const listing = await findReportable(ctx.db, id);
      if (listing?.status === "active") return { id, title: listing.title };
      throw new MarketError("dataset_not_found", "No active dataset has this id.");
    },
    reportListing: async (
      owner: OwnerActor,
      id: string,
      form: { reason: string; detail: string },
    ): Promise<void> => {
      await reportListing(ctx, owner, id, parseForm(listingReportBody, form));
    },
    listListingReports: (owner: OwnerActor, page: PageWanted) =>
      listReportsOfOwner(ctx, owner, page),
    listListingDecisions: (owner: OwnerActor, page: PageWanted) =>
      listDecisionsOfOwner(ctx, owner, page),
    getListingDecision: (owner: OwnerActor, id: string) => viewOwnDecision(ctx, owner, id),
    appealListingDecision: async (owner: OwnerActor, id: string, text: string): Promise<void> => {
      await appealDecision(ctx, owner, id, parseForm(appealBody, { text }));
    },
  };
}
