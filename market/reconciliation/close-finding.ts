/** An administrator closes a finding that was examined and needs no further action. */
import { writeAudit } from "../../db/queries/journal/journal.ts";
import { closeFindingRow, lockFinding } from "../../db/queries/reconciliation/findings.ts";
import type { AdminActor } from "../../db/vocabulary/actor.ts";
import type { Context } from "../context.ts";
import { MarketError } from "../errors.ts";
import type { CloseFindingBody } from "./schemas.ts";

/**
 * Closes an open finding with a reason. Later runs do not reopen it as long as the difference stays
 * the same to the cent. A closed or resolved finding stays unchanged (`changed` is false). Errors:
 * route_not_found.
 */
export async function closeFinding(
  ctx: Context,
  admin: AdminActor,
  findingId: string,
  { reason }: CloseFindingBody,
): Promise<{ changed: boolean }> {
  const now = ctx.now();
  return ctx.db.transaction(async (tx) => {
    const finding = await lockFinding(tx, findingId);
    if (finding === null) throw new MarketError("route_not_found", "No finding has this id.");
    if (finding.closedAt !== null || finding.resolvedAt !== null) return { changed: false };
    const closed = { closedAt: now, closedBy: admin.accountId, closedReason: reason };
    await closeFindingRow(tx, findingId, closed);
    const subject = { subjectKind: "reconciliation", subjectId: findingId } as const;
    const detail = { kind: finding.kind, purchase_id: finding.purchaseId, reason };
    const action = "reconciliation.finding_closed";
    await writeAudit(tx, { actor: admin, action, ...subject, detail }, now);
    return { changed: true };
  });
}
