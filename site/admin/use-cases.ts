import type { Context } from "../../market/context.ts";
import { chargebackUseCases } from "./chargebacks/use-cases.ts";
import { disputeUseCases } from "./disputes/use-cases.ts";
import { operationsUseCases } from "./operations/use-cases.ts";
import { reconciliationUseCases } from "./reconciliation/use-cases.ts";
import { refundUseCases } from "./refunds/use-cases.ts";
import { reportAdminUseCases } from "./reports/use-cases.ts";
import { requestUseCases } from "./requests/use-cases.ts";
import { reviewUseCases } from "./reviews/use-cases.ts";
import { subjectUseCases } from "./subjects/use-cases.ts";

/** Each takes an administrator's actor, which nobody else can obtain. */
export type AdministrationUseCases = ReturnType<typeof administrationUseCases>;

export function administrationUseCases(ctx: Context) {
  return {
    ...disputeUseCases(ctx),
    ...refundUseCases(ctx),
    ...chargebackUseCases(ctx),
    ...reconciliationUseCases(ctx),
    ...operationsUseCases(ctx),
    ...requestUseCases(ctx),
    ...reviewUseCases(ctx),
    ...reportAdminUseCases(ctx),
    ...subjectUseCases(ctx),
  };
}
