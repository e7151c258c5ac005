/** Explains each kind of finding to administrators, with the action to take. */
import type { FindingKind } from "../../db/vocabulary/reconciliation.ts";

export const findingGuide: Record<FindingKind, { means: string; todo: string }> = {
  charge_unknown: {
    means: "The provider charged a card, and the ledger has no such payment.",
    todo: "With a purchase: wait for the next run. Otherwise find out who charged, and refund it at the provider.",
  },
  charge_missing: {
    means: "The ledger holds a payment that the provider does not have.",
    todo: "Check the payment at the provider and that STRIPE_SECRET_KEY belongs to this account. Suspend the seller's account until it is known: their money is not there.",
  },
  charge_amount: {
    means: "The provider charged another amount.",
    todo: "Refund an excess at the provider. If it is too little, decide who bears it.",
  },
  charge_twice: {
    means: "The provider charged one purchase twice.",
    todo: "Refund the named charge at the provider.",
  },
  refund_unknown: {
    means: "The provider refunded a buyer, and the ledger does not say so.",
    todo: "Before the payout: nothing. A part counts once the purchase is released or refunded; refund the rest to end it now. After the payout: reverse the transfer if the seller bears it, and close.",
  },
  refund_missing: {
    means: "The ledger holds a refund that the provider does not have.",
    todo: "Refund the buyer at the provider.",
  },
  refund_amount: {
    means: "The provider refunded another amount.",
    todo: "Refund the rest at the provider.",
  },
  refund_twice: {
    means: "The provider refunded one purchase twice.",
    todo: "Ask the buyer for it or bear it, and close.",
  },
  refund_failed: {
    means: "A refund failed at the bank after it was booked as paid.",
    todo: "Nothing: it is retried. If it stays open, pay the buyer another way at /admin/refunds.",
  },
  refund_failure_missing: {
    means: "The ledger says that a refund failed; the provider paid it.",
    todo: "Check the refund before another one is made. If there are two, treat it as refund_twice.",
  },
  dispute_unknown: {
    means: "A bank took or returned money, and the ledger does not say so.",
    todo: "Nothing: the purchase follows. If it stays open, check that the webhook endpoint receives charge.dispute events.",
  },
  dispute_missing: {
    means: "The ledger says that a bank moved money; the provider does not.",
    todo: "Check the dispute at the provider.",
  },
  dispute_amount: {
    means: "A bank moved another amount than the ledger says.",
    todo: "Check the dispute at the provider.",
  },
  transfer_unknown: {
    means: "The provider paid a seller, and the ledger does not say so.",
    todo: "With a purchase: wait for the next run. Otherwise reverse the transfer at the provider.",
  },
  transfer_missing: {
    means: "The ledger holds a payout that the provider does not have.",
    todo: "Pay the seller at the provider, with the purchase's id as transfer_group.",
  },
  transfer_amount: {
    means: "The provider paid a seller another amount.",
    todo: "Reverse the excess or transfer the rest at the provider.",
  },
  transfer_twice: {
    means: "The provider paid a seller twice for one purchase.",
    todo: "Reverse the named transfer.",
  },
  transfer_reversed: {
    means: "Somebody reversed a transfer at the provider, and the ledger does not say so.",
    todo: "Find out who and why. Transfer it again, or close.",
  },
  transfer_reversal_missing: {
    means: "The ledger holds a reversal that the provider does not have.",
    todo: "Reverse the transfer at the provider.",
  },
  transfer_destination: {
    means: "The provider paid another account than the seller's.",
    todo: "Reverse the transfer, and pay the right account.",
  },
  fee_unknown: {
    means: "The provider kept a fee that is in no posting.",
    todo: "Compare the day again. If it stays open, report a bug of this program.",
  },
  fee_missing: {
    means: "The ledger holds a fee that the provider did not keep.",
    todo: "Compare the day again. If it stays open, report a bug of this program.",
  },
  fee_amount: {
    means: "The provider kept another fee than the posted one.",
    todo: "Compare the day again. If it stays open, report a bug of this program.",
  },
  wrong_currency: {
    means: "The provider moved another currency than the purchase's.",
    todo: "Give the provider's account a balance in that currency: converted amounts cannot be compared.",
  },
  movement_unknown: {
    means: "The provider moved money in a way that this marketplace does not know.",
    todo: "Look the kind up at the provider; it belongs in platform/payments/stripe-balance.ts.",
  },
};
