import type { OwnerActor } from "../../../db/vocabulary/actor.ts";
import type { Context } from "../../../market/context.ts";
import { acceptTerms } from "../../../market/terms/accept-terms.ts";

export function termsUseCases(ctx: Context) {
  return {
    acceptTerms: async (owner: OwnerActor, version: string): Promise<void> => {
      await acceptTerms(ctx, owner, version);
    },
  };
}
