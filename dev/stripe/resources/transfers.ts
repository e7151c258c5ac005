/** `/v1/transfers`: money from the platform to connected accounts, and back. */
import type Stripe from "stripe";
import { z } from "zod";
import { formatAmount } from "../currencies.ts";
import { type Call, operation } from "../http/call.ts";
import { invalidRequest, noSuch } from "../http/failure.ts";
import { inPath, isInRange, page } from "../http/lists.ts";
import * as param from "../http/params.ts";
import { newReversal, newTransfer } from "../shapes/connect.ts";
import { availableOnOf, balanceOf, move } from "./balance.ts";

const createSchema = z.strictObject({
  amount: param.positive,
  currency: param.currency,
  destination: param.id,
  description: param.text.optional(),
  metadata: param.metadata.optional(),
  source_transaction: param.id.optional(),
  source_type: z.enum(["bank_account", "card", "fpx"]).optional(),
  transfer_group: param.text.optional(),
  expand: param.expand,
} satisfies param.FieldsOf<Stripe.TransferCreateParams>);
type CreateInput = z.output<typeof createSchema>;

function checkDestination(call: Call, destination: string): void {
  const account = call.store.find("account", destination);
  if (account === undefined) throw noSuch("destination", destination, "destination", 400);
  if (account.capabilities?.transfers === "active") return;
  const message =
    "Your destination account needs to have at least one of the following capabilities enabled: " +
    "transfers, crypto_transfers, legacy_payments";
  throw invalidRequest({
    code: "insufficient_capabilities_for_transfer",
    message,
    param: "destination",
  });
}

function findSource(call: Call, input: CreateInput): Stripe.Charge | undefined {
  const { source_transaction: sourceId, currency } = input;
  if (sourceId === undefined) return undefined;
  const param = "source_transaction";
  const source = call.store.find("charge", sourceId);
  if (source === undefined) throw noSuch("charge", sourceId, param, 400);
  if (source.status !== "succeeded" || !source.captured) {
    const message = `Cannot use charge ${source.id} as a source_transaction: it has not succeeded.`;
    throw invalidRequest({ message, param });
  }
  if (source.currency !== currency) {
    const message =
      "The currency of source_transaction's balance transaction " +
      `(${source.currency}) must be the same as the transfer currency (${currency})`;
    throw invalidRequest({ message, param });
  }
  const { transfer_group: group } = source;
  if (input.transfer_group && group !== null && group !== input.transfer_group) {
    const message =
      "The `transfer_group` of the transfer must be that of the source_transaction " +
      `(${group}).`;
    throw invalidRequest({ message, param: "transfer_group" });
  }
  return source;
}

/** Checks what was taken out of a charge: unreversed transfers, and refunds. */
function checkRemaining(call: Call, source: Stripe.Charge, amount: number): void {
  const taken = call.store
    .list("transfer", { source_transaction: source.id })
    .reduce((sum, transfer) => sum + transfer.amount - transfer.amount_reversed, 0);
  const remaining = source.amount_captured - source.amount_refunded - taken;
  if (amount <= remaining) return;
  const money = (cents: number) => formatAmount(cents, source.currency);
  const message =
    "Transfers using this transaction as a source must not exceed the source amount of " +
    `${money(source.amount_captured)}.${taken === 0 ? "" : ` (There is already a transfer using this source, amounting to ${money(taken)}.)`}`;
  throw invalidRequest({ message, param: "amount" });
}

function checkBalance(call: Call, input: CreateInput): void {
  if (balanceOf(call, input.currency).available >= input.amount) return;
  const message =
    "You have insufficient available funds in your Stripe account. Try adding funds directly to " +
    "your available balance by creating Charges using the 4000000000000077 test card. See: " +
    "https://stripe.com/docs/testing#available-balance";
  throw invalidRequest({ code: "balance_insufficient", message });
}

function create(call: Call, input: CreateInput): Stripe.Transfer {
  checkDestination(call, input.destination);
  const source = findSource(call, input);
  if (source === undefined) checkBalance(call, input);
  else checkRemaining(call, source, input.amount);
  const transfer = newTransfer(
    {
      amount: input.amount,
      currency: input.currency,
      destination: input.destination,
      description: input.description ?? null,
      metadata: param.mergeMetadata({}, input.metadata),
      source_transaction: source?.id ?? null,
      transfer_group: input.transfer_group ?? source?.transfer_group ?? defaultGroup(source),
    },
    { created: call.now },
  );
  transfer.balance_transaction = move(call, {
    amount: -input.amount,
    currency: input.currency,
    fee: 0,
    type: "transfer",
    available_on: source === undefined ? call.now : availableOnOf(call, source),
    source: transfer.id,
  });
  call.store.save(transfer);
  call.emit("transfer.created", transfer);
  return transfer;
}

/** Stripe creates a group for the transfers of a charge without one. */
function defaultGroup(source: Stripe.Charge | undefined): string | null {
  if (source === undefined) return null;
  return `group_${source.payment_intent ?? source.id}`;
}

/** A connected account's balance: transfers minus reversals and payouts. */
function checkAccountHas(call: Call, transfer: Stripe.Transfer, amount: number): void {
  const destination = String(transfer.destination);
  const held = call.store
    .list("transfer", { destination, currency: transfer.currency })
    .reduce((sum, one) => sum + one.amount - one.amount_reversed, 0);
  const { paidOut = 0 } = call.store.hidden(destination) as { paidOut?: number };
  if (amount <= held - paidOut) return;
  const message =
    `The connected account ${destination} does not have sufficient funds to cover this ` +
    `transfer reversal of ${formatAmount(amount, transfer.currency)}.`;
  throw invalidRequest({ code: "balance_insufficient", message });
}

const reversalSchema = z.strictObject({
  amount: param.positive.optional(),
  description: param.text.optional(),
  metadata: param.metadata.optional(),
  refund_application_fee: param.bool.optional(),
  expand: param.expand,
});

function reverse(call: Call, input: z.output<typeof reversalSchema>): Stripe.TransferReversal {
  const transfer = inPath(call, "transfer", "transfer", "transfer");
  const remaining = transfer.amount - transfer.amount_reversed;
  if (remaining === 0) {
    const message = `Transfer ${transfer.id} is already fully reversed.`;
    throw invalidRequest({ message });
  }
  const amount = input.amount ?? remaining;
  if (amount > remaining) {
    const money = (cents: number) => formatAmount(cents, transfer.currency);
    const message =
      `The reversal amount (${money(amount)}) is greater than the unreversed amount of the ` +
      `transfer (${money(remaining)})`;
    throw invalidRequest({ message, param: "amount" });
  }
  checkAccountHas(call, transfer, amount);
  const reversal = newReversal(
    transfer,
    { amount, metadata: param.mergeMetadata({}, input.metadata) },
    { created: call.now },
  );
  const source =
    transfer.source_transaction === null
      ? undefined
      : call.store.find("charge", String(transfer.source_transaction));
  reversal.balance_transaction = move(call, {
    amount,
    currency: transfer.currency,
    fee: 0,
    type: "transfer_refund",
    available_on: source === undefined ? call.now : availableOnOf(call, source),
    source: transfer.id,
  });
  transfer.amount_reversed += amount;
  transfer.reversed = transfer.amount_reversed === transfer.amount;
  transfer.reversals.data.unshift(reversal);
  call.store.save(reversal);
  call.store.save(transfer);
  call.emit("transfer.reversed", transfer);
  return reversal;
}

export const transferOperations = [
  operation("POST /v1/transfers", createSchema, create),
  operation("GET /v1/transfers/:id", z.strictObject({ expand: param.expand }), (call) =>
    inPath(call, "transfer", "transfer", "transfer"),
  ),
  operation(
    "GET /v1/transfers",
    z.strictObject({
      ...param.paging,
      destination: param.id.optional(),
      transfer_group: param.id.optional(),
    }),
    (call, { destination, transfer_group, ...rest }) =>
      page(call.store.list("transfer", { destination, transfer_group }), rest, "/v1/transfers"),
  ),
  operation("POST /v1/transfers/:id/reversals", reversalSchema, reverse),
  operation("GET /v1/transfers/:id/reversals", z.strictObject(param.paging), (call, input) => {
    const transfer = inPath(call, "transfer", "transfer", "transfer");
    const reversals = call.store.list("transfer_reversal", { transfer: transfer.id });
    return page(reversals, input, `/v1/transfers/${transfer.id}/reversals`);
  }),
  operation("GET /v1/balance", z.strictObject({ expand: param.expand }), (call) => {
    const used = new Set(call.store.list("balance_transaction").map(({ currency }) => currency));
    const currencies = used.size === 0 ? ["usd"] : [...used];
    const amounts = (kind: "available" | "pending") =>
      currencies.map((currency) => {
        const amount = balanceOf(call, currency)[kind];
        return { amount, currency, source_types: { card: amount } };
      });
    return {
      object: "balance",
      available: amounts("available"),
      livemode: false,
      pending: amounts("pending"),
    };
  }),
  operation(
    "GET /v1/balance_transactions",
    z.strictObject({
      ...param.paging,
      created: param.range.optional(),
      currency: param.currency.optional(),
      source: param.id.optional(),
      type: param.id.optional(),
    }),
    (call, { created, currency, source, type, ...rest }) => {
      const made = call.store.list("balance_transaction", { currency, source, type });
      const wanted = made.filter((one) => isInRange(one.created, created));
      return page(wanted, rest, "/v1/balance_transactions");
    },
  ),
  operation("GET /v1/balance_transactions/:id", z.strictObject({ expand: param.expand }), (call) =>
    inPath(call, "balance_transaction"),
  ),
];
