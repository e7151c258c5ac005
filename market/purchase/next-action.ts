/** What the buyer has to do before a payment goes on. */
import { z } from "zod";
import type { PurchaseState } from "../../db/vocabulary/purchase.ts";
import { instantSchema } from "../text.ts";
import { waitsForHolder } from "./rules.ts";

export const nextActionView = z
  .object({
    type: z.literal("confirm_with_bank"),
    url: z.url().meta({ description: "A page for the account's person: give it to them." }),
    expires_at: instantSchema.meta({ description: "Then the payment is abandoned." }),
  })
  .meta({
    id: "NextAction",
    description:
      "Set while the card's bank requires its holder to confirm the payment. Nothing is charged before that, " +
      "and no agent can confirm it.",
  });
export type NextActionView = z.infer<typeof nextActionView>;

type Payment = {
  id: string;
  /** The shared charge that pays it. */
  purseId?: string | null;
  state: PurchaseState;
  actionAskedAt: Date | null;
  actionDueAt: Date | null;
  failureCode: string | null;
};

/** The page from which the person goes to the bank: of the purchase, or of the charge that pays several. */
export function viewNextAction(baseUrl: string, payment: Payment): NextActionView | null {
  const { id, purseId = null, actionDueAt } = payment;
  if (!waitsForHolder(payment) || actionDueAt === null) return null;
  const page = purseId === null ? `purchases/${id}` : `payments/${purseId}`;
  const url = `${baseUrl}/account/${page}`;
  return { type: "confirm_with_bank", url, expires_at: actionDueAt.toISOString() };
}
