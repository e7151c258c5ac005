/** Ends the mails about saved searches, by the link in each of them. */
import { writeAudit } from "../../db/queries/journal/journal.ts";
import { findMailedSearches, lockMailedSearches } from "../../db/queries/saved-searches/digests.ts";
import { disownMails, updateSavedSearch } from "../../db/queries/saved-searches/saved-searches.ts";
import type { SystemActor } from "../../db/vocabulary/actor.ts";
import type { MailSource } from "../../db/vocabulary/saved-search.ts";
import type { Context } from "../context.ts";
import { isUnsubscribeCode } from "./unsubscribe-code.ts";

const actor: SystemActor = { kind: "system", name: "unsubscribe-link" };

/** The names of the searches that the link affects; null for a link that we did not issue. */
export async function viewSearchMails(
  ctx: Context,
  source: MailSource,
  code: string,
): Promise<{ names: string[] } | null> {
  if (!isUnsubscribeCode(ctx.config.APPROVAL_SECRET, source, code)) return null;
  const searches = await findMailedSearches(ctx.db, source);
  return { names: searches.map(({ name }) => name) };
}

/** Needs no sign-in, because the link came by mail. Null for a link that we did not issue. Repeats change nothing. */
export async function stopSearchMails(
  ctx: Context,
  source: MailSource,
  code: string,
): Promise<{ stopped: number } | null> {
  if (!isUnsubscribeCode(ctx.config.APPROVAL_SECRET, source, code)) return null;
  const now = ctx.now();
  return ctx.db.transaction(async (tx) => {
    const searches = await lockMailedSearches(tx, source);
    for (const { id, name } of searches) {
      await updateSavedSearch(tx, id, { mail: "none", mailDueAt: null, updatedAt: now });
      const subject = { subjectKind: "saved_search", subjectId: id } as const;
      const detail = { name, fields: ["mail"] };
      await writeAudit(tx, { actor, action: "saved_search.unsubscribed", ...subject, detail }, now);
    }
    await disownMails(
      tx,
      searches.map(({ id }) => id),
    );
    return { stopped: searches.length };
  });
}
