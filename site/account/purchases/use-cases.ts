import type { OwnerActor } from "../../../db/vocabulary/actor.ts";
import type { PurchaseState } from "../../../db/vocabulary/purchase.ts";
import type { Context } from "../../../market/context.ts";
import { askToCancelPurchase, requireCancelled } from "../../../market/purchase/cancel-purchase.ts";
import { confirmPurchase } from "../../../market/purchase/confirm-purchase.ts";
import type { GivenAttachment } from "../../../market/purchase/dispute/attachment-rules.ts";
import { keepAttachments } from "../../../market/purchase/dispute/keep-attachments.ts";
import { attachmentUrl, getOwnDispute } from "../../../market/purchase/dispute/read.ts";
import { disputePurchase } from "../../../market/purchase/dispute-purchase.ts";
import { getPurchaseDownload } from "../../../market/purchase/get-purchase-download.ts";
import { findOwnPurchase, getPurchase, listBought } from "../../../market/purchase/read.ts";
import { getReceipt } from "../../../market/purchase/receipt/get-receipt.ts";
import { renderReceipt } from "../../../market/purchase/receipt/render-receipt.ts";
import { waitsForHolder } from "../../../market/purchase/rules.ts";
import { disputeBody } from "../../../market/purchase/schemas.ts";
import { settlePayment } from "../../../market/purchase/settlement/settle-payment.ts";
import { visitBank } from "../../../market/purchase/settlement/visit-bank.ts";
import { getPurchaseAcceptance } from "../../../market/query/acceptance/read.ts";
import { parseForm } from "../../kit/form.ts";
import { type PageWanted, pageOf } from "../../kit/paging.ts";
import { chargeNow } from "../charge-now.ts";

export type PurchasesWanted = PageWanted & {
  status: PurchaseState | undefined;
  titlePart: string | undefined;
};
export type DisputeTyped = { reason: string; detail: string; attachments: GivenAttachment[] };

export function purchaseUseCases(ctx: Context) {
  return {
    listPurchases: (owner: OwnerActor, wanted: PurchasesWanted) => readBought(ctx, owner, wanted),
    /** The same list without pages; `cursor` continues it. */
    walkPurchases: (
      owner: OwnerActor,
      query: Omit<PurchasesWanted, "offset"> & { cursor?: string | undefined },
    ) => listBought(ctx, owner, { ...query, offset: 0 }),
    getPurchase: (owner: OwnerActor, purchaseId: string) => getPurchase(ctx, owner, purchaseId),
    getDownloadUrl: async (
      owner: OwnerActor,
      purchaseId: string,
      version?: number,
    ): Promise<{ url: string }> => {
      const wanted = version === undefined ? {} : { version };
      const { download_url } = await getPurchaseDownload(ctx, owner, purchaseId, wanted);
      return { url: download_url };
    },
    getReceipt: (owner: OwnerActor, purchaseId: string) => getReceipt(ctx, owner, purchaseId),
    renderReceipt,
    /**
     * Records the request first, then cancels at the provider. If the provider does not answer, the
     * clock continues.
     */
    cancelPurchase: async (owner: OwnerActor, purchaseId: string): Promise<void> => {
      const noted = await askToCancelPurchase(ctx, owner, purchaseId);
      const { purchase } = await settlePayment(ctx, noted);
      requireCancelled(purchase);
    },
    /**
     * The bank's page for a payment that waits for the card holder; null: see the purchase's state.
     */
    visitBank: async (owner: OwnerActor, purchaseId: string): Promise<{ url: string | null }> => {
      const back = `${ctx.config.PUBLIC_BASE_URL}/account/purchases/${purchaseId}/bank`;
      const { purchase, url } = await visitBank(ctx, owner, purchaseId, back);
      if (url === null) await chargeNow(ctx, purchase);
      return { url };
    },
    /** The browser is back from the bank. Only the provider's own answer counts. Safe to repeat. */
    returnFromBank: async (owner: OwnerActor, purchaseId: string): Promise<void> => {
      const purchase = await findOwnPurchase(ctx, owner, purchaseId);
      if (waitsForHolder(purchase)) await chargeNow(ctx, purchase);
    },
    confirmPurchase: async (owner: OwnerActor, purchaseId: string): Promise<void> => {
      await confirmPurchase(ctx, owner, purchaseId);
    },
    disputePurchase: async (
      owner: OwnerActor,
      purchaseId: string,
      { attachments: files, ...form }: DisputeTyped,
    ): Promise<void> => {
      const said = parseForm(disputeBody, form);
      if (files.length > 0) await findOwnPurchase(ctx, owner, purchaseId);
      await keepAttachments(ctx, { purchaseId, files }, (kept) =>
        disputePurchase(ctx, owner, purchaseId, said, kept),
      );
    },
    getAcceptance: (owner: OwnerActor, purchaseId: string) =>
      getPurchaseAcceptance(ctx, owner, purchaseId),
    getDispute: (owner: OwnerActor, purchaseId: string) => getOwnDispute(ctx, owner, purchaseId),
    /** The signed URL of a file that either side attached. */
    getDisputeFile: async (owner: OwnerActor, purchaseId: string, fileId: string) => ({
      url: attachmentUrl(await getOwnDispute(ctx, owner, purchaseId), fileId),
    }),
  };
}

async function readBought(ctx: Context, owner: OwnerActor, wanted: PurchasesWanted) {
  const page = await listBought(ctx, owner, wanted);
  return { ...pageOf(page), totalCents: page.totalCents };
}
