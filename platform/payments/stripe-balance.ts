/** Movements of the platform's balance at Stripe, with the payment or purchase of each. */
import type Stripe from "stripe";
import type { Answer, BalanceMovement, BalancePage, BalanceTransaction } from "./port.ts";
import { ask, idOf } from "./stripe-answers.ts";

/** Stripe's maximum. */
const pageRowsMax = 100;

/** https://docs.stripe.com/reports/balance-transaction-types; other types become `other`. */
const movements: Record<string, BalanceMovement> = {
  charge: "charge",
  payment: "charge",
  refund: "refund",
  payment_refund: "refund",
  refund_failure: "refund_failure",
  payment_failure_refund: "refund_failure",
  transfer: "transfer",
  transfer_refund: "transfer_reversal",
  transfer_cancel: "transfer_reversal",
  transfer_failure: "transfer_reversal",
  stripe_fee: "own",
  stripe_fx_fee: "own",
  tax_fee: "own",
  contribution: "own",
  payout: "own",
  payout_cancel: "own",
  payout_failure: "own",
  topup: "own",
  topup_reversal: "own",
  reserve_transaction: "own",
  reserved_funds: "own",
  payout_minimum_balance_hold: "own",
  payout_minimum_balance_release: "own",
};

type TransactionQuery = { from: Date; to: Date; after: string | null };

/** A page of movements created in `[from, to)`, newest first. */
export async function listTransactions(
  stripe: Stripe,
  { from, to, after }: TransactionQuery,
): Promise<Answer<BalancePage>> {
  const answer = await ask(() =>
    stripe.balanceTransactions.list({
      created: { gte: seconds(from), lt: seconds(to) },
      limit: pageRowsMax,
      expand: ["data.source"],
      ...(after === null ? {} : { starting_after: after }),
    }),
  );
  if (answer.kind !== "ok") return answer;
  const { data, has_more: hasMore } = answer.value;
  const last = data.at(-1);
  if (hasMore && last === undefined) {
    // Missing rows must not be taken for the end of the list.
    const detail = "an empty page says that more follows";
    return { kind: "unknown", code: "incomplete_list", detail, answered: false };
  }
  const next = hasMore && last !== undefined ? last.id : null;
  return { kind: "ok", value: { items: data.map(toTransaction), next } };
}

const seconds = (at: Date) => Math.floor(at.getTime() / 1000);

/** The fields of a source that identify our objects. */
type Source = {
  id: string;
  object: string;
  payment_intent?: string | { id: string } | null;
  charge?: string | { id: string } | null;
  /** For a reversal. */
  transfer?: string | { id: string } | null;
  destination?: string | { id: string } | null;
  metadata?: Record<string, string> | null;
};

function toTransaction(made: Stripe.BalanceTransaction): BalanceTransaction {
  const source = made.source as Source | string | null;
  const expanded = typeof source === "object" ? source : null;
  const movement = movementOf(made.type, expanded);
  return {
    id: made.id,
    movement,
    providerType: made.type,
    amountCents: made.amount,
    feeCents: made.fee,
    netCents: made.net,
    currency: made.currency,
    createdAt: new Date(made.created * 1000),
    sourceId: idOf(source),
    objectId: objectOf(made, movement, expanded),
    paymentIntentId: idOf(expanded?.payment_intent),
    purchaseId: expanded?.metadata?.purchase_id ?? null,
    payoutAccountId: idOf(expanded?.destination),
  };
}

/** There are many kinds of adjustments: only the source identifies a dispute's. */
function movementOf(type: string, source: Source | null): BalanceMovement {
  if (type === "adjustment" && source?.object === "dispute") return "dispute";
  return movements[type] ?? "other";
}

/** A bank's movement is compared on its own; a reversal belongs to its transfer. */
function objectOf(
  made: Stripe.BalanceTransaction,
  movement: BalanceMovement,
  source: Source | null,
): string {
  if (movement === "dispute") return made.id;
  const isReversal = movement === "transfer_reversal" && source?.object === "transfer_reversal";
  const of = isReversal ? idOf(source.transfer) : idOf(made.source as Source | string | null);
  return of ?? made.id;
}
