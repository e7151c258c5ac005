/** What the account's first page asks of the service. */
import { type OwnerOverview, viewOverview } from "../../../market/account/view-overview.ts";
import type { Context, OwnerActor } from "../../../market/context.ts";

export type Overview = OwnerOverview;

export function overviewUseCases(ctx: Context) {
  return {
    overview: (owner: OwnerActor): Promise<Overview> => viewOverview(ctx, owner),
  };
}
