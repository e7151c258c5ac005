import { countReported } from "../../../db/queries/reviews/reports.ts";
import type { AdminActor } from "../../../db/vocabulary/actor.ts";
import type { ReviewPart } from "../../../db/vocabulary/review.ts";
import type { Context } from "../../../market/context.ts";
import {
  dismissReports,
  removeReview,
  restoreReview,
} from "../../../market/review/moderate-review.ts";
import { listReportedReviews, viewReviewForAdmin } from "../../../market/review/read.ts";
import { removalBody } from "../../../market/review/schemas.ts";
import { parseForm } from "../../kit/form.ts";
import type { PageWanted } from "../../kit/paging.ts";

type Part = { reviewId: string; part: ReviewPart };

export function reviewUseCases(ctx: Context) {
  return {
    /** Ordered by the first report; decided reports are left out. */
    listReported: (admin: AdminActor, page: PageWanted) => listReportedReviews(ctx, admin, page),
    countReported: (_admin: AdminActor) => countReported(ctx.db),
    getReviewToModerate: (admin: AdminActor, id: string) => viewReviewForAdmin(ctx, admin, id),
    removeReview: async (admin: AdminActor, of: Part, form: { reason: string }): Promise<void> => {
      await removeReview(ctx, admin, of, parseForm(removalBody, form));
    },
    restoreReview: async (admin: AdminActor, of: Part): Promise<void> => {
      await restoreReview(ctx, admin, of);
    },
    dismissReports: async (admin: AdminActor, of: Part): Promise<void> => {
      await dismissReports(ctx, admin, of);
    },
  };
}
