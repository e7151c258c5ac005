import type { Database } from "../../db/client.ts";
import {
  announceFollowers,
  countFollows,
  type FollowRow,
  findFollowTarget,
  insertFollow,
  lockFollowing,
  lockFollowOf,
  setFollowMail,
  withTargets,
} from "../../db/queries/follows/follows.ts";
import { writeAudit } from "../../db/queries/journal/journal.ts";
import { findAgentAccount } from "../../db/queries/saved-searches/saved-searches.ts";
import { type FollowTarget, followTargets } from "../../db/vocabulary/follow.ts";
import { requireHoldingKey } from "../account/holding-key.ts";
import type { Context } from "../context.ts";
import { MarketError } from "../errors.ts";
import { type Keeper, keepingPrincipal } from "../event/keeper.ts";
import { viewFollow } from "./follow-view.ts";
import { FOLLOWS_PER_PRINCIPAL_MAX } from "./limits.ts";
import { type FollowBody, type FollowView, oneTarget } from "./schemas.ts";

/**
 * Follows a seller, a dataset or a collection; following again changes only the mails. Errors:
 * seller_not_found, dataset_not_found, collection_not_found, own_seller, limit_reached,
 * held_by_another_key.
 */
export async function follow(ctx: Context, actor: Keeper, body: FollowBody): Promise<FollowView> {
  const now = ctx.now();
  const target = targetOf(body);
  return ctx.db.transaction(async (tx) => {
    const principal = keepingPrincipal(actor);
    await lockFollowing(tx, principal);
    const earlier = await lockFollowOf(tx, principal, target);
    if (earlier !== null) {
      const changed = await changeMail(tx, actor, earlier, { mail: body.mail, now });
      return viewOf(ctx, tx, changed);
    }
    const accountId =
      actor.kind === "agent" ? await findAgentAccount(tx, actor.agentId) : actor.accountId;
    if (accountId === null) throw new Error(`agent ${principal.id} follows without an owner`);
    const found = await requireTarget(tx, target, accountId);
    if ((await countFollows(tx, principal)) >= FOLLOWS_PER_PRINCIPAL_MAX) {
      const detail = `You have ${FOLLOWS_PER_PRINCIPAL_MAX} follows: end one first.`;
      throw new MarketError("limit_reached", detail);
    }
    const created = await insertFollow(tx, {
      principalKind: principal.kind,
      principalId: principal.id,
      accountId,
      apiKeyId: actor.kind === "operator" ? actor.apiKeyId : null,
      sellerId: target.kind === "seller" ? target.id : null,
      listingId: target.kind === "dataset" ? target.id : null,
      collectionId: target.kind === "collection" ? target.id : null,
      mail: body.mail,
      createdAt: now,
    });
    if (target.kind === "dataset") await announceFollowers(tx, target.id);
    const subject = { subjectKind: "follow", subjectId: created.id } as const;
    const entry = { actor, action: "follow.created", ...subject, detail: { name: found.name } };
    await writeAudit(tx, entry, now);
    return viewOf(ctx, tx, created);
  });
}

function targetOf(body: FollowBody): FollowTarget {
  for (const kind of followTargets) {
    const id = body[`${kind}_id`];
    if (id !== undefined) return { kind, id };
  }
  throw new MarketError("invalid_request", oneTarget);
}

function missing({ kind }: FollowTarget): MarketError {
  if (kind === "seller") return new MarketError("seller_not_found", "No seller has this id.");
  return kind === "dataset"
    ? new MarketError("dataset_not_found", "No active dataset has this id.")
    : new MarketError("collection_not_found", "No public collection has this id.");
}

async function requireTarget(
  tx: Database,
  target: FollowTarget,
  accountId: string,
): Promise<{ name: string }> {
  const found = await findFollowTarget(tx, target);
  if (found === null) throw missing(target);
  if (found.accountId !== accountId) return found;
  throw new MarketError("own_seller", "It is your own: its events reach you anyway.");
}

async function changeMail(
  tx: Database,
  actor: Keeper,
  earlier: FollowRow,
  { mail, now }: { mail: FollowRow["mail"]; now: Date },
): Promise<FollowRow> {
  if (earlier.mail === mail) return earlier;
  await requireHoldingKey(tx, actor, { holdingKeyId: earlier.apiKeyId, now });
  const changed = await setFollowMail(tx, earlier.id, mail);
  const subject = { subjectKind: "follow", subjectId: earlier.id } as const;
  const entry = { actor, action: "follow.changed", ...subject, detail: { fields: ["mail"] } };
  await writeAudit(tx, entry, now);
  return changed;
}

async function viewOf(ctx: Context, tx: Database, row: FollowRow): Promise<FollowView> {
  const [withTarget] = await withTargets(tx, [{ follow: row }]);
  if (withTarget === undefined) throw new Error("a follow has no view");
  return viewFollow(ctx, withTarget);
}
