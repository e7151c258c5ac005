import type { OwnerActor } from "../../../db/vocabulary/actor.ts";
import type { Context } from "../../../market/context.ts";
import { type OwnerOverview, viewOverview } from "../../../market/overview/view-overview.ts";

export type Overview = OwnerOverview;

export function overviewUseCases(ctx: Context) {
  return {
    overview: (owner: OwnerActor): Promise<Overview> => viewOverview(ctx, owner),
  };
}
