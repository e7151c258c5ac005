import type { SubjectKey } from "../../db/queries/reports/subjects.ts";
import type { AdminActor } from "../../db/vocabulary/actor.ts";
import type { Context } from "../context.ts";
import { throwRefusals } from "../refusal.ts";
import { lockSubject } from "./effects.ts";
import { deciderRefusal, missingRefusal } from "./rules.ts";

/**
 * Shows what administrators hold back again, a seller with all its parts; a repeat changes nothing.
 * Errors: the not-found code of its kind, party_to_dispute.
 */
export async function restoreSubject(
  ctx: Context,
  admin: AdminActor,
  key: SubjectKey,
): Promise<{ changed: boolean }> {
  const now = ctx.now();
  return ctx.db.transaction(async (tx) => {
    const locked = await lockSubject(tx, key);
    if (locked === null) {
      throwRefusals([missingRefusal(key.kind)]);
      return { changed: false };
    }
    const { subject, hold } = locked;
    throwRefusals([deciderRefusal(admin.accountId, subject.accountId)]);
    if (!subject.isHeld) return { changed: false };
    await hold.restore({ admin, parts: subject.hiddenParts, now });
    return { changed: true };
  });
}
