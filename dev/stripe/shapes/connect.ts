/** New accounts, transfers, reversals and balance transactions, with Stripe's keys. */
import type Stripe from "stripe";
import { newId } from "../http/ids.ts";

type Base = { created: number };

/** Requirements of a new account; the hosted onboarding page fulfils all of them. */
const onboardingNeeds = [
  "business_profile.url",
  "external_account",
  "tos_acceptance.date",
  "tos_acceptance.ip",
];

const settings = {
  bacs_debit_payments: { display_name: null, service_user_number: null },
  branding: { icon: null, logo: null, primary_color: null, secondary_color: null },
  card_issuing: { tos_acceptance: { date: null, ip: null } },
  card_payments: {
    decline_on: { avs_failure: false, cvc_failure: false },
    statement_descriptor_prefix: null,
    statement_descriptor_prefix_kana: null,
    statement_descriptor_prefix_kanji: null,
  },
  dashboard: { display_name: null, timezone: "Etc/UTC" },
  invoices: { default_account_tax_ids: null, hosted_payment_method_save: "offer" },
  payments: {
    statement_descriptor: null,
    statement_descriptor_kana: null,
    statement_descriptor_kanji: null,
    statement_descriptor_prefix_kana: null,
    statement_descriptor_prefix_kanji: null,
  },
  payouts: {
    debit_negative_balances: true,
    schedule: { delay_days: 2, interval: "daily" },
    statement_descriptor: null,
  },
  sepa_debit_payments: {},
} satisfies Stripe.Account["settings"];

export type AccountGiven = Pick<Stripe.Account, "type" | "capabilities" | "controller"> & {
  country: string;
  default_currency: string;
  email: string | null;
  metadata: Record<string, string>;
};

/** A connected account before onboarding. */
export function newAccount(given: AccountGiven, { created }: Base): Stripe.Account {
  const id = newId("acct");
  return {
    id,
    object: "account",
    business_profile: {
      annual_revenue: null,
      estimated_worker_count: null,
      mcc: null,
      minority_owned_business_designation: null,
      name: null,
      product_description: null,
      specified_commercial_transactions_act_url: null,
      support_address: null,
      support_email: null,
      support_phone: null,
      support_url: null,
      url: null,
    },
    business_type: null,
    charges_enabled: false,
    created,
    details_submitted: false,
    external_accounts: {
      object: "list",
      data: [],
      has_more: false,
      url: `/v1/accounts/${id}/external_accounts`,
    },
    future_requirements: requirements([], null),
    payouts_enabled: false,
    requirements: requirements(onboardingNeeds, "requirements.past_due"),
    settings,
    tos_acceptance: { date: null, ip: null, user_agent: null },
    ...given,
  };
}

/** An account's open requirements; without any, the account can be paid. */
export function requirements(due: string[], disabledReason: "requirements.past_due" | null) {
  return {
    alternatives: [],
    current_deadline: null,
    currently_due: due,
    disabled_reason: disabledReason,
    errors: [],
    eventually_due: due,
    past_due: due,
    pending_verification: [],
  } satisfies Stripe.Account["requirements"];
}

export function newTransfer(
  given: Pick<
    Stripe.Transfer,
    "amount" | "currency" | "destination" | "metadata" | "source_transaction" | "transfer_group"
  > & { description: string | null },
  { created }: Base,
): Stripe.Transfer {
  const id = newId("tr");
  return {
    id,
    object: "transfer",
    amount_reversed: 0,
    balance_transaction: null,
    created,
    destination_payment: newId("py"),
    livemode: false,
    reversals: {
      object: "list",
      data: [],
      has_more: false,
      url: `/v1/transfers/${id}/reversals`,
    },
    reversed: false,
    source_type: "card",
    ...given,
  };
}

export function newReversal(
  transfer: Stripe.Transfer,
  given: { amount: number; metadata: Record<string, string> },
  { created }: Base,
): Stripe.TransferReversal {
  return {
    id: newId("trr"),
    object: "transfer_reversal",
    balance_transaction: null,
    created,
    currency: transfer.currency,
    destination_payment_refund: null,
    source_refund: null,
    transfer: transfer.id,
    ...given,
  };
}

export type MovementGiven = Pick<
  Stripe.BalanceTransaction,
  "amount" | "currency" | "fee" | "type" | "available_on"
> & { source: string; description: string | null };

const reportingCategories: Partial<Record<Stripe.BalanceTransaction.Type, string>> = {
  adjustment: "dispute",
};

/** A movement of the platform's balance; `available_on` is when it becomes available. */
export function newMovement(given: MovementGiven, { created }: Base): Stripe.BalanceTransaction {
  const fees = [
    {
      amount: given.fee,
      application: null,
      currency: given.currency,
      description: "Stripe processing fees",
      type: "stripe_fee",
    },
  ];
  return {
    id: newId("txn"),
    object: "balance_transaction",
    balance_type: "payments",
    created,
    exchange_rate: null,
    fee_details: given.fee === 0 ? [] : fees,
    net: given.amount - given.fee,
    reporting_category: reportingCategories[given.type] ?? given.type,
    status: given.available_on <= created ? "available" : "pending",
    ...given,
  };
}
