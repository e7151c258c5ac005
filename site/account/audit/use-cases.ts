/** The account's audit log. */
import type { AuditItem } from "../../../market/audit/audit-view.ts";
import { listAuditLog } from "../../../market/audit/list-audit-log.ts";
import type { Context, OwnerActor } from "../../../market/context.ts";

export type AuditLog = { items: AuditItem[]; next_before: string | null };

export function auditUseCases(ctx: Context) {
  return {
    /** `before` is the `next_before` of the page before. */
    listAudit: (owner: OwnerActor, before: string | undefined): Promise<AuditLog> =>
      listAuditLog(ctx, owner, { before }),
  };
}
