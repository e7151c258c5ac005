import type { RefundFilter } from "../../../db/queries/purchases/refunds.ts";
import type { AdminActor } from "../../../db/vocabulary/actor.ts";
import { listRefunds, viewRefund } from "../../../market/administration/read-refunds.ts";
import type { Context } from "../../../market/context.ts";
import { payRefundOtherwise } from "../../../market/purchase/settlement/pay-refund-otherwise.ts";
import { retryRefund } from "../../../market/purchase/settlement/retry-refund.ts";
import { paidOtherwiseBody, retryRefundBody } from "../../../market/purchase/settlement/schemas.ts";
import { parseForm } from "../../kit/form.ts";
import type { PageWanted } from "../../kit/paging.ts";

type RefundListQuery = PageWanted & { filter: RefundFilter };

export function refundUseCases(ctx: Context) {
  return {
    listRefunds: (admin: AdminActor, wanted: RefundListQuery) => listRefunds(ctx, admin, wanted),
    getRefund: (admin: AdminActor, purchaseId: string) => viewRefund(ctx, admin, purchaseId),
    retryRefund: async (
      admin: AdminActor,
      purchaseId: string,
      form: { reason: string },
    ): Promise<void> => {
      await retryRefund(ctx, admin, purchaseId, parseForm(retryRefundBody, form));
    },
    payRefundOtherwise: async (
      admin: AdminActor,
      purchaseId: string,
      form: { reference: string; reason: string },
    ): Promise<void> => {
      await payRefundOtherwise(ctx, admin, purchaseId, parseForm(paidOtherwiseBody, form));
    },
  };
}
