import {
  announceCollections,
  countCollections,
  insertCollection,
  lockCollecting,
} from "../../db/queries/collections/collections.ts";
import { writeAudit } from "../../db/queries/journal/journal.ts";
import { findAgentAccount } from "../../db/queries/saved-searches/saved-searches.ts";
import type { Context } from "../context.ts";
import { MarketError } from "../errors.ts";
import { type Keeper, keepingPrincipal, scopeOf } from "../event/keeper.ts";
import { viewOwn } from "./collection-view.ts";
import { COLLECTIONS_PER_ACCOUNT_MAX } from "./limits.ts";
import { requireOwnSeller } from "./own-seller.ts";
import type { CollectionBody, CollectionView } from "./schemas.ts";

/** Makes an empty collection. Errors: seller_not_found, limit_reached. */
export async function createCollection(
  ctx: Context,
  actor: Keeper,
  { title, description, visibility, seller_id }: CollectionBody,
): Promise<CollectionView> {
  const now = ctx.now();
  const principal = keepingPrincipal(actor);
  return ctx.db.transaction(async (tx) => {
    const accountId =
      actor.kind === "agent" ? await findAgentAccount(tx, actor.agentId) : actor.accountId;
    if (accountId === null) throw new Error(`agent ${principal.id} collects without an owner`);
    await lockCollecting(tx, accountId);
    if ((await countCollections(tx, accountId)) >= COLLECTIONS_PER_ACCOUNT_MAX) {
      const detail = `Your account has ${COLLECTIONS_PER_ACCOUNT_MAX} collections: delete one first.`;
      throw new MarketError("limit_reached", detail);
    }
    const sellerId = await requireOwnSeller(tx, actor, { accountId, sellerId: seller_id });
    const isPublic = visibility === "public";
    const { id } = await insertCollection(tx, {
      principalKind: principal.kind,
      principalId: principal.id,
      accountId,
      apiKeyId: actor.kind === "operator" ? actor.apiKeyId : null,
      ...{ sellerId, title, description, isPublic },
      createdAt: now,
      updatedAt: now,
    });
    await announceCollections(tx, sellerId);
    const subject = { subjectKind: "collection", subjectId: id } as const;
    const detail = { title, visibility };
    await writeAudit(tx, { actor, action: "collection.created", ...subject, detail }, now);
    return viewOwn(ctx, tx, { scope: scopeOf(actor), id });
  });
}
