/** A dispute's view, the same for both sides and for administrators. */
import {
  readStatements,
  type StatementRow,
} from "../../../db/queries/purchases/dispute-statements.ts";
import type { PurchaseRow } from "../../../db/queries/purchases/purchases.ts";
import type { KeptAttachment } from "../../../db/vocabulary/purchase.ts";
import type { Context } from "../../context.ts";
import { MarketError } from "../../errors.ts";
import { DISPUTE_ANSWERS_MAX, PURCHASE_DOWNLOAD_TTL_SECONDS } from "../limits.ts";
import { viewDispute } from "../purchase-view.ts";
import { attachmentKey } from "./keep-attachments.ts";
import { answerRefusal } from "./rules.ts";
import type { DisputeFileView, StatementView } from "./schemas.ts";

type ViewContext = Pick<Context, "db" | "storage">;

/** Errors: purchase_not_disputed. */
export async function loadDisputeFile(
  ctx: ViewContext,
  purchase: PurchaseRow,
): Promise<DisputeFileView> {
  const dispute = viewDispute(purchase);
  if (dispute === null) {
    throw new MarketError("purchase_not_disputed", "The purchase was never disputed.");
  }
  const rows = await readStatements(ctx.db, purchase.id);
  const { detail: _detail, ...facts } = dispute;
  const answers = rows.filter(({ side }) => side === "seller").length;
  const isOpen = answerRefusal(purchase, answers) === null;
  return {
    purchase_id: purchase.id,
    dataset_id: purchase.listingId,
    status: purchase.state,
    ...facts,
    statements: await Promise.all(rows.map((row) => viewStatement(ctx, row))),
    answers_left: isOpen ? DISPUTE_ANSWERS_MAX - answers : 0,
  };
}

async function viewStatement(ctx: ViewContext, row: StatementRow): Promise<StatementView> {
  const { side, text, createdAt, attachments, purchaseId } = row;
  const signed = attachments.map((kept) => viewAttachment(ctx, purchaseId, kept));
  return {
    from: side,
    text,
    written_at: createdAt.toISOString(),
    attachments: await Promise.all(signed),
  };
}

/** The URL saves the file with a media type that no browser displays or runs. */
async function viewAttachment(ctx: ViewContext, purchaseId: string, kept: KeptAttachment) {
  const { id, name, mediaType, byteSize, sha256 } = kept;
  const download = {
    ttlSeconds: PURCHASE_DOWNLOAD_TTL_SECONDS,
    downloadName: name,
    contentType: "application/octet-stream",
  };
  return {
    id,
    name,
    media_type: mediaType,
    byte_size: byteSize,
    sha256,
    download_url: await ctx.storage.signGet(attachmentKey(purchaseId, id), download),
    expires_in: PURCHASE_DOWNLOAD_TTL_SECONDS,
  };
}
