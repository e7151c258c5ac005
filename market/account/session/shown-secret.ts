/** Shows a new secret after a redirect, only to the session that made it, for some minutes. */
import {
  deleteShownSecret,
  findShownSecret,
  putShownSecret,
} from "../../../db/queries/accounts/shown-secrets.ts";
import type { OwnerActor } from "../../../db/vocabulary/actor.ts";
import { openShownSecret, sealShownSecret } from "../../../platform/sealed/shown-secret.ts";
import type { Context } from "../../context.ts";
import { SHOWN_SECRET_TTL_SECONDS } from "../limits.ts";

/** The session that made the secret, and its API key or webhook. */
export type SecretPlace = {
  owner: OwnerActor;
  sessionCookieValue: string;
  subjectId: string;
};

/** Stores the secret, encrypted, for {@link SHOWN_SECRET_TTL_SECONDS}. */
export async function keepShownSecret(
  ctx: Context,
  place: SecretPlace,
  secret: string,
): Promise<void> {
  await putShownSecret(ctx.db, {
    subjectId: place.subjectId,
    accountId: place.owner.accountId,
    sealed: await sealShownSecret(sealedFor(ctx, place), secret),
    expiresAt: new Date(ctx.now().getTime() + SHOWN_SECRET_TTL_SECONDS * 1000),
  });
}

/** The secret; null if another session made it, it was already copied, or it has expired. */
export async function readShownSecret(ctx: Context, place: SecretPlace): Promise<string | null> {
  const sealed = await findShownSecret(ctx.db, ownOf(place), ctx.now());
  return sealed === null ? null : openShownSecret(sealedFor(ctx, place), sealed);
}

/** Deletes the secret; a missing one changes nothing. */
export async function forgetShownSecret(
  ctx: Context,
  owner: OwnerActor,
  subjectId: string,
): Promise<void> {
  await deleteShownSecret(ctx.db, { accountId: owner.accountId, subjectId });
}

const ownOf = ({ owner, subjectId }: SecretPlace) => ({ accountId: owner.accountId, subjectId });

const sealedFor = (ctx: Context, { sessionCookieValue, subjectId }: SecretPlace) => ({
  secrets: ctx.config.SESSION_SECRET,
  sessionCookieValue,
  subjectId,
});
