import type { AdminActor } from "../../../db/vocabulary/actor.ts";
import { listDisputes, viewDispute } from "../../../market/administration/read.ts";
import { resolveDispute } from "../../../market/administration/resolve-dispute.ts";
import { resolveBody } from "../../../market/administration/schemas.ts";
import type { Context } from "../../../market/context.ts";
import { attachmentUrl, getDisputeForAdmin } from "../../../market/purchase/dispute/read.ts";
import { parseForm } from "../../kit/form.ts";
import { type PageWanted, pageOf } from "../../kit/paging.ts";

export function disputeUseCases(ctx: Context) {
  return {
    /** Disputes that wait for a decision, oldest first. */
    listDisputes: async (admin: AdminActor, wanted: PageWanted) =>
      pageOf(await listDisputes(ctx, admin, wanted)),
    getDispute: (admin: AdminActor, purchaseId: string) => viewDispute(ctx, admin, purchaseId),
    getDisputeStatements: (admin: AdminActor, purchaseId: string) =>
      getDisputeForAdmin(ctx, admin, purchaseId),
    getDisputeAttachment: async (admin: AdminActor, purchaseId: string, fileId: string) => ({
      url: attachmentUrl(await getDisputeForAdmin(ctx, admin, purchaseId), fileId),
    }),
    resolveDispute: async (
      admin: AdminActor,
      purchaseId: string,
      form: { decision: string; detail: string },
    ): Promise<void> => {
      await resolveDispute(ctx, admin, purchaseId, parseForm(resolveBody, form));
    },
  };
}
