import { createHash } from "node:crypto";
import {
  findPurchaseMail,
  isMailEnded,
  mailEndings,
  type PurchaseMailRow,
} from "../../db/queries/purchases/purchase-mails.ts";
import { lockPurchase, type PurchaseRow } from "../../db/queries/purchases/purchases.ts";
import type { Mailer, MailResult } from "../../platform/mail/port.ts";
import type { Context, SystemActor } from "../context.ts";
import { composeTemplate } from "../mail/templates.ts";
import { auditPurchase } from "./audit-purchase.ts";
import { type MailSide, type PurchaseNotice, purchaseNotices } from "./notices.ts";

/** not_owed: sent before, or there is nothing to tell. The others are the provider's answer. */
export type SendPurchaseMailResult = { kind: "not_owed" } | MailResult;

/** For so long after what it tells of a notice is news. */
const newsDays = 7;
const dayMs = 86_400_000;

/**
 * Mails one notice of a purchase to its side, once: the provider drops a repeat by the notice's key,
 * and an audit row ends the job. Who has no address that is known to be theirs gets no mail.
 */
export async function sendPurchaseMail(
  ctx: Context,
  mailer: Mailer,
  actor: SystemActor,
  { purchaseId, notice }: { purchaseId: string; notice: PurchaseNotice },
): Promise<SendPurchaseMailResult> {
  const row = await findPurchaseMail(ctx.db, purchaseId);
  if (row === null || (await isMailEnded(ctx.db, purchaseId, notice))) return { kind: "not_owed" };
  const end = (ending: keyof typeof mailEndings, detail: Record<string, unknown>) =>
    recordEnding(ctx, { actor, purchaseId, notice, ending, detail });
  const happenedAt = momentOf[notice](row.purchase);
  if (happenedAt === null || ctx.now().getTime() - happenedAt.getTime() > newsDays * dayMs) {
    await end("skipped", { reason: happenedAt === null ? "not_so" : "too_late" });
    return { kind: "not_owed" };
  }
  const addresses = addressesOf[purchaseNotices[notice]](row, ctx.config.ADMIN_EMAILS);
  if (addresses.length === 0) {
    await end("skipped", { reason: "address_unknown" });
    return { kind: "not_owed" };
  }
  const result = await sendToAll(ctx, mailer, { purchase: row.purchase, notice, addresses });
  if (result.kind === "sent") await end("sent", { provider_id: result.providerId });
  if (result.kind === "refused") await end("refused", { code: result.code, detail: result.detail });
  return result;
}

/** When what a notice tells of happened; null: it did not. */
const momentOf: Record<PurchaseNotice, (purchase: PurchaseRow) => Date | null> = {
  bought: ({ paidAt }) => paidAt,
  sold: ({ paidAt }) => paidAt,
  disputed_seller: ({ disputedAt }) => disputedAt,
  disputed_administrators: ({ disputedAt }) => disputedAt,
  released_seller: ({ releasedAt }) => releasedAt,
  dispute_rejected_buyer: ({ releasedAt }) => releasedAt,
  refunded_buyer: ({ refundedAt }) => refundedAt,
  refunded_seller: ({ refundedAt }) => refundedAt,
};

const known = ({ email, emailVerified }: PurchaseMailRow["buyer"]) =>
  emailVerified && email !== "" ? [email] : [];

const addressesOf: Record<MailSide, (row: PurchaseMailRow, admins: string[]) => string[]> = {
  buyer: ({ buyer }) => known(buyer),
  seller: ({ seller }) => known(seller),
  administrators: (_row, admins) => [...new Set(admins)],
};

type Sending = { purchase: PurchaseRow; notice: PurchaseNotice; addresses: string[] };

/** A mail each. A failure is the answer for all: the repeat sends nothing twice. */
async function sendToAll(
  ctx: Context,
  mailer: Mailer,
  { purchase, notice, addresses }: Sending,
): Promise<MailResult> {
  const words = composeTemplate(notice, purchase, ctx.config.PUBLIC_BASE_URL);
  let outcome: MailResult | undefined;
  for (const to of addresses) {
    const idempotencyKey = keyOf(purchase.id, notice, to);
    const result = await mailer.send({ to, ...words }, { idempotencyKey });
    if (result.kind === "failed") return result;
    // One administrator's broken address does not make the notice unsent.
    if (outcome?.kind !== "sent") outcome = result;
  }
  if (outcome === undefined) throw new Error("a mail was sent to nobody");
  return outcome;
}

/** `purchase/<id>/<notice>`; an administrator's mail has a key of its own. */
function keyOf(purchaseId: string, notice: PurchaseNotice, to: string): string {
  const key = `purchase/${purchaseId}/${notice}`;
  if (purchaseNotices[notice] !== "administrators") return key;
  return `${key}/${createHash("sha256").update(to).digest("hex").slice(0, 16)}`;
}

type Ending = {
  actor: SystemActor;
  purchaseId: string;
  notice: PurchaseNotice;
  ending: keyof typeof mailEndings;
  detail: Record<string, unknown>;
};

/** Of two jobs that sent the same notice at once, one writes. */
async function recordEnding(
  ctx: Context,
  { actor, purchaseId, notice, ending, detail }: Ending,
): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    await lockPurchase(tx, purchaseId);
    if (await isMailEnded(tx, purchaseId, notice)) return;
    const step = { actor, action: mailEndings[ending], detail: { notice, ...detail } };
    await auditPurchase(tx, purchaseId, step, ctx.now());
  });
}
