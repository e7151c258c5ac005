import type { Upload } from "../../kit/form.ts";
import { readOwnUpload } from "../../kit/handle.ts";
import type { AccountContext } from "../context.ts";
import type { AccountRequest, Show } from "../handle.tsx";
import { disputePurchase, downloadDisputeFile } from "../purchases/handlers.tsx";
import { answerDispute, downloadSaleFile, showSale } from "../selling/sales/dispute-handlers.tsx";
import { DISPUTE_FORM_BYTES_MAX } from "./attachments-field.tsx";

export const disputePages: [path: string, show: Show][] = [
  ["/account/purchases/:id/dispute/:file", downloadDisputeFile],
  ["/account/sales/:id", showSale],
  ["/account/sales/:id/dispute/:file", downloadSaleFile],
];

type TakeStatement = (
  ctx: AccountContext,
  page: AccountRequest,
  upload: Upload,
) => Promise<Response>;

/** Forms that carry the files of one statement. */
export const disputeForms: [path: string, act: TakeStatement][] = [
  ["/account/purchases/:id/dispute", disputePurchase],
  ["/account/sales/:id/dispute", answerDispute],
];

export const readStatement = (ctx: AccountContext) => (request: Request) =>
  readOwnUpload(ctx, request, DISPUTE_FORM_BYTES_MAX);
