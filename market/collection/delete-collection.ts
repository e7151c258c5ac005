import {
  announceCollections,
  deleteCollection as deleteRow,
} from "../../db/queries/collections/collections.ts";
import { writeAudit } from "../../db/queries/journal/journal.ts";
import type { Context } from "../context.ts";
import type { Keeper } from "../event/keeper.ts";
import { holdCollection } from "./hold-collection.ts";

/** Deletes it with everybody's follows of it. Errors: collection_not_found, held_by_another_key. */
export async function deleteCollection(
  ctx: Context,
  actor: Keeper,
  id: string,
): Promise<{ id: string; deleted: true }> {
  const now = ctx.now();
  return ctx.db.transaction(async (tx) => {
    const { title, sellerId } = await holdCollection(tx, actor, { id, now });
    await deleteRow(tx, id);
    await announceCollections(tx, sellerId);
    const subject = { subjectKind: "collection", subjectId: id } as const;
    await writeAudit(
      tx,
      { actor, action: "collection.deleted", ...subject, detail: { title } },
      now,
    );
    return { id, deleted: true };
  });
}
