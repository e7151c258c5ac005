import type { OwnerActor } from "../../../db/vocabulary/actor.ts";
import {
  forgetShownSecret,
  keepShownSecret,
  readShownSecret,
  type SecretPlace,
} from "../../../market/account/session/shown-secret.ts";
import type { Context } from "../../../market/context.ts";

export function secretUseCases(ctx: Context) {
  return {
    keepSecret: (place: SecretPlace, secret: string): Promise<void> =>
      keepShownSecret(ctx, place, secret),
    /** Null: another session made it, it was copied, or it has expired. */
    readSecret: (place: SecretPlace): Promise<string | null> => readShownSecret(ctx, place),
    forgetSecret: (owner: OwnerActor, subjectId: string): Promise<void> =>
      forgetShownSecret(ctx, owner, subjectId),
  };
}
