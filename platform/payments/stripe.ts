/**
 * The payment port on Stripe's API: https://docs.stripe.com/connect/separate-charges-and-transfers
 */
import Stripe from "stripe";
import type { Config } from "../config.ts";
import type { Attributes } from "../telemetry/port.ts";
import { traceCalls } from "../telemetry/trace-calls.ts";
import type { Answer, Intent, Payments, Setup } from "./port.ts";
import { disputesOf, reversalsOf } from "./stripe-aftermath.ts";
import {
  ask,
  isUnexpectedState,
  toCard,
  toIntent,
  toPayoutAccount,
  toRefund,
} from "./stripe-answers.ts";
import { listTransactions } from "./stripe-balance.ts";
import { readStripeWebhook } from "./stripe-webhook.ts";

type PaymentsConfig = Pick<
  Config,
  "STRIPE_SECRET_KEY" | "STRIPE_API_BASE_URL" | "STRIPE_WEBHOOK_SECRET"
>;

/** Two attempts of a call must end well within the lease of a purchase's driver. */
const callTimeoutSeconds = 8;
const networkRetries = 1;

const stripeOrigins = ["https://checkout.stripe.com", "https://connect.stripe.com"];

/** The SDK's HTTP client, for tests that reach the provider without the network. */
export type PaymentsClient = Pick<Stripe.StripeConfig, "httpClient" | "maxNetworkRetries">;

export function openPayments(config: PaymentsConfig, client: PaymentsClient = {}): Payments {
  const { STRIPE_SECRET_KEY: key, STRIPE_API_BASE_URL: baseUrl } = config;
  const stripe = new Stripe(key, {
    timeout: callTimeoutSeconds * 1000,
    maxNetworkRetries: networkRetries,
    telemetry: false,
    ...(baseUrl === undefined ? {} : address(baseUrl)),
    ...client,
  });
  const payments: Payments = {
    mode: key.includes("_live_") ? "live" : "test",
    hostedOrigins: baseUrl === undefined ? stripeOrigins : [new URL(baseUrl).origin],
    ...customersOf(stripe),
    ...chargesOf(stripe),
    ...payoutsOf(stripe),
    ...disputesOf(stripe),
    ...reversalsOf(stripe),
    listTransactions: (of) => listTransactions(stripe, of),
    readWebhook: (body, signature) =>
      readStripeWebhook(stripe, config.STRIPE_WEBHOOK_SECRET, body, signature),
  };
  return traceCalls(payments, { name: "stripe", methods: tracedCalls, describe: describeAnswer });
}

/** All methods that call the provider. */
const tracedCalls = [
  ...(["createCustomer", "createSetup", "readSetup", "detachCard", "createIntent"] as const),
  ...(["confirmIntent", "confirmWithHolder", "readIntent", "cancelIntent"] as const),
  ...(["listRefunds", "createRefund", "listBankDisputes", "readBankDispute"] as const),
  ...(["sendEvidence", "closeBankDispute", "uploadEvidence", "findTransfer"] as const),
  ...(["createTransfer", "findReversal", "createReversal", "createPayoutAccount"] as const),
  ...(["createPayoutPage", "readPayoutAccount", "listTransactions"] as const),
];

function describeAnswer(answer: unknown): Attributes {
  const { kind } = answer as Answer<unknown>;
  return { "market.provider.answer": kind };
}

function address(baseUrl: string) {
  const { protocol, hostname, port } = new URL(baseUrl);
  const scheme = protocol === "https:" ? ("https" as const) : ("http" as const);
  return { protocol: scheme, host: hostname, port: port === "" ? undefined : Number(port) };
}

const setupStatuses: Record<string, Setup["status"]> = {
  complete: "complete",
  expired: "expired",
};

type CustomerCalls = Pick<Payments, "createCustomer" | "createSetup" | "readSetup" | "detachCard">;

function customersOf(stripe: Stripe): CustomerCalls {
  return {
    createCustomer: ({ accountId, email }, idempotencyKey) =>
      ask(async () => {
        const metadata = { account_id: accountId };
        const { id } = await stripe.customers.create({ email, metadata }, { idempotencyKey });
        return { id };
      }),
    createSetup: ({ customerId, currency, successUrl, cancelUrl }) =>
      ask(async () => {
        const { id, url } = await stripe.checkout.sessions.create({
          mode: "setup",
          customer: customerId,
          currency,
          allowed_payment_method_types: ["card"],
          success_url: successUrl,
          cancel_url: cancelUrl,
        });
        if (url === null) throw new Error(`the checkout session ${id} has no address`);
        return { id, url };
      }),
    readSetup: (setupId) =>
      ask(async () => {
        const expand = ["setup_intent.payment_method"];
        const session = await stripe.checkout.sessions.retrieve(setupId, { expand });
        const intent = typeof session.setup_intent === "object" ? session.setup_intent : null;
        const method = intent?.payment_method;
        const card = method === null || typeof method !== "object" ? null : toCard(method);
        return { id: session.id, status: setupStatuses[session.status ?? ""] ?? "open", card };
      }),
    detachCard: (cardId) =>
      ask(async () => {
        await stripe.paymentMethods.detach(cardId);
        return null;
      }),
  };
}

type ChargeCalls = Pick<
  Payments,
  | "createIntent"
  | "confirmIntent"
  | "confirmWithHolder"
  | "readIntent"
  | "cancelIntent"
  | "listRefunds"
  | "createRefund"
>;

function chargesOf(stripe: Stripe): ChargeCalls {
  const expand = ["latest_charge"];
  const readIntent = (intentId: string): Promise<Answer<Intent>> =>
    ask(async () => {
      const intent = await stripe.paymentIntents.retrieve(intentId, { expand });
      const charge = typeof intent.latest_charge === "object" ? intent.latest_charge : null;
      if (charge?.disputed !== true) return toIntent(intent, []);
      const disputes = await stripe.disputes.list({ payment_intent: intentId });
      return toIntent(intent, disputes.data);
    });
  /** If a call came too late, the intent's current state is the answer. */
  const orRead = async (intentId: string, answer: Answer<Intent>): Promise<Answer<Intent>> =>
    isUnexpectedState(answer) ? await readIntent(intentId) : answer;
  return {
    readIntent,
    createIntent: (intent, idempotencyKey) =>
      ask(async () => {
        const made = await stripe.paymentIntents.create(
          {
            amount: intent.amountCents,
            currency: intent.currency,
            customer: intent.customerId,
            payment_method: intent.paymentMethodId,
            allowed_payment_method_types: ["card"],
            description: intent.description,
            transfer_group: intent.purchaseId,
            metadata: { purchase_id: intent.purchaseId },
            expand,
          },
          { idempotencyKey },
        );
        return toIntent(made, []);
      }),
    confirmIntent: async (intentId, idempotencyKey) => {
      const answer = await ask(async () => {
        const params = { off_session: true, expand };
        const options = { idempotencyKey };
        return toIntent(await stripe.paymentIntents.confirm(intentId, params, options), []);
      });
      return orRead(intentId, answer);
    },
    // https://docs.stripe.com/payments/3d-secure/authentication-flow#manual-redirect
    confirmWithHolder: async ({ intentId, paymentMethodId, returnUrl }, idempotencyKey) => {
      const answer = await ask(async () => {
        const params = { payment_method: paymentMethodId, return_url: returnUrl, expand };
        const options = { idempotencyKey };
        return toIntent(await stripe.paymentIntents.confirm(intentId, params, options), []);
      });
      return orRead(intentId, answer);
    },
    cancelIntent: async (intentId) => {
      const answer = await ask(async () =>
        toIntent(await stripe.paymentIntents.cancel(intentId, { expand }), []),
      );
      return orRead(intentId, answer);
    },
    listRefunds: (intentId) =>
      ask(async () => {
        const { data } = await stripe.refunds.list({ payment_intent: intentId, limit: 100 });
        return data.map(toRefund);
      }),
    createRefund: ({ purchaseId, intentId, amountCents }, idempotencyKey) =>
      ask(async () => {
        const part = amountCents === undefined ? {} : { amount: amountCents };
        const metadata = { purchase_id: purchaseId };
        const params = { payment_intent: intentId, metadata, ...part };
        return toRefund(await stripe.refunds.create(params, { idempotencyKey }));
      }),
  };
}

type PayoutCalls = Pick<
  Payments,
  | "findTransfer"
  | "createTransfer"
  | "createPayoutAccount"
  | "createPayoutPage"
  | "readPayoutAccount"
>;

function payoutsOf(stripe: Stripe): PayoutCalls {
  return {
    findTransfer: ({ purchaseId, groupId }) =>
      ask(async () => {
        const { data } = await stripe.transfers.list({ transfer_group: groupId, limit: 100 });
        const made = data.find(
          ({ reversed, metadata }) => !reversed && metadata.purchase_id === purchaseId,
        );
        return made === undefined ? null : { id: made.id, amountCents: made.amount };
      }),
    createTransfer: (of, idempotencyKey) =>
      ask(async () => {
        const transfer = await stripe.transfers.create(
          {
            amount: of.amountCents,
            currency: of.currency,
            destination: of.payoutAccountId,
            // Stripe limits transfers of a charge to its amount, so a second one would be refused.
            source_transaction: of.chargeId,
            transfer_group: of.groupId,
            metadata: { purchase_id: of.purchaseId },
          },
          { idempotencyKey },
        );
        return { id: transfer.id, amountCents: transfer.amount };
      }),
    createPayoutAccount: ({ accountId, email }, idempotencyKey) =>
      ask(async () => {
        const account = await stripe.accounts.create(
          {
            type: "express",
            email,
            capabilities: { transfers: { requested: true } },
            metadata: { account_id: accountId },
          },
          { idempotencyKey },
        );
        return toPayoutAccount(account);
      }),
    createPayoutPage: ({ payoutAccountId, returnUrl, refreshUrl }) =>
      ask(async () => {
        const { url } = await stripe.accountLinks.create({
          account: payoutAccountId,
          type: "account_onboarding",
          return_url: returnUrl,
          refresh_url: refreshUrl,
        });
        return { id: payoutAccountId, url };
      }),
    readPayoutAccount: (payoutAccountId) =>
      ask(async () => toPayoutAccount(await stripe.accounts.retrieve(payoutAccountId))),
  };
}
