/** What the account bought: read, downloaded, confirmed and disputed. */
import type { Context, OwnerActor } from "../../../market/context.ts";
import { confirmPurchase } from "../../../market/purchase/confirm-purchase.ts";
import { disputePurchase } from "../../../market/purchase/dispute-purchase.ts";
import { getPurchaseDownload } from "../../../market/purchase/get-purchase-download.ts";
import { getPurchase, listPurchases } from "../../../market/purchase/read.ts";
import { disputeBody } from "../../../market/purchase/schemas.ts";
import type { PurchaseState } from "../../../market/vocabulary.ts";
import { parseForm } from "../../kit/form.ts";
import { type PageWanted, pageOf } from "../../kit/paging.ts";

export type PurchasesWanted = PageWanted & { status: PurchaseState | undefined };
export type DisputeTyped = { reason: string; detail: string };

export function purchaseUseCases(ctx: Context) {
  return {
    listPurchases: async (owner: OwnerActor, wanted: PurchasesWanted) =>
      pageOf(await listPurchases(ctx, owner, wanted)),
    getPurchase: (owner: OwnerActor, purchaseId: string) => getPurchase(ctx, owner, purchaseId),
    getDownloadUrl: async (owner: OwnerActor, purchaseId: string): Promise<{ url: string }> => {
      const { download_url } = await getPurchaseDownload(ctx, owner, purchaseId);
      return { url: download_url };
    },
    confirmPurchase: async (owner: OwnerActor, purchaseId: string): Promise<void> => {
      await confirmPurchase(ctx, owner, purchaseId);
    },
    disputePurchase: async (
      owner: OwnerActor,
      purchaseId: string,
      form: DisputeTyped,
    ): Promise<void> => {
      await disputePurchase(ctx, owner, purchaseId, parseForm(disputeBody, form));
    },
  };
}
