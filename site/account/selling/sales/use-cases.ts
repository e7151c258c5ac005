import { findAccount } from "../../../../db/queries/accounts/accounts.ts";
import type { OwnerActor } from "../../../../db/vocabulary/actor.ts";
import { refreshPayoutAccount } from "../../../../market/account/payouts/refresh-payout-account.ts";
import { startPayoutOnboarding } from "../../../../market/account/payouts/start-payout-onboarding.ts";
import type { Context } from "../../../../market/context.ts";
import { answerDispute } from "../../../../market/purchase/dispute/answer-dispute.ts";
import type { GivenAttachment } from "../../../../market/purchase/dispute/attachment-rules.ts";
import { keepAttachments } from "../../../../market/purchase/dispute/keep-attachments.ts";
import { attachmentUrl, getSaleDispute } from "../../../../market/purchase/dispute/read.ts";
import { disputeAnswerBody } from "../../../../market/purchase/dispute/schemas.ts";
import {
  listDebts,
  listSales,
  type Sale,
  summarizeSales,
} from "../../../../market/purchase/read.ts";
import { findSaleAcceptance } from "../../../../market/query/acceptance/read.ts";
import { parseForm } from "../../../kit/form.ts";
import type { PageOf, PageWanted } from "../../../kit/paging.ts";

/** none: no account at the provider yet. open: started, but the provider needs more information. */
export type PayoutState = { state: "none" | "open" | "ready"; enabledAt: Date | null };

export type AnswerTyped = { text: string; attachments: GivenAttachment[] };

export function saleUseCases(ctx: Context) {
  const salesPage = `${ctx.config.PUBLIC_BASE_URL}/account/sales`;
  return {
    listSales: (owner: OwnerActor, page: PageWanted): Promise<PageOf<Sale>> =>
      listSales(ctx, owner, page),
    summarizeSales: (owner: OwnerActor) => summarizeSales(ctx, owner),
    listDebts: (owner: OwnerActor) => listDebts(ctx, owner),
    findSaleAcceptance: (owner: OwnerActor, purchaseId: string) =>
      findSaleAcceptance(ctx, owner, purchaseId),
    getSaleDispute: (owner: OwnerActor, purchaseId: string) =>
      getSaleDispute(ctx, owner, purchaseId),
    getSaleDisputeFile: async (owner: OwnerActor, purchaseId: string, fileId: string) => ({
      url: attachmentUrl(await getSaleDispute(ctx, owner, purchaseId), fileId),
    }),
    answerDispute: async (
      owner: OwnerActor,
      purchaseId: string,
      { text, attachments: files }: AnswerTyped,
    ): Promise<void> => {
      const said = parseForm(disputeAnswerBody, { text });
      if (files.length > 0) await getSaleDispute(ctx, owner, purchaseId);
      const keeping = {
        purchaseId,
        files,
        isUsed: (answered: { changed: boolean }) => answered.changed,
      };
      await keepAttachments(ctx, keeping, (attachments) =>
        answerDispute(ctx, owner, purchaseId, { text: said.text, attachments }),
      );
    },
    readPayouts: (owner: OwnerActor) => readPayouts(ctx, owner),
    beginPayoutSetup: (owner: OwnerActor): Promise<{ url: string }> =>
      startPayoutOnboarding(ctx, owner, {
        returnUrl: `${salesPage}/payout-return`,
        refreshUrl: `${salesPage}/payout-return`,
      }),
    /** Asks the provider for the payout account's state after its page sent the person back. */
    finishPayoutSetup: async (owner: OwnerActor): Promise<PayoutState> => {
      await refreshPayoutAccount(ctx, owner, owner.accountId);
      return readPayouts(ctx, owner);
    },
  };
}

async function readPayouts(ctx: Context, owner: OwnerActor): Promise<PayoutState> {
  const account = await findAccount(ctx.db, owner.accountId);
  const enabledAt = account?.payoutsEnabledAt ?? null;
  if (enabledAt !== null) return { state: "ready", enabledAt };
  return { state: account?.payoutAccountId ? "open" : "none", enabledAt };
}
