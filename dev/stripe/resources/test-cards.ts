/**
 * Stripe's test payment methods (https://docs.stripe.com/testing) and their behaviour. Declining
 * cards also decline when they are attached, as documented; `pm_card_chargeCustomerFail` attaches
 * and declines later.
 */
import type { StripeError } from "../http/failure.ts";

export type Decline = Pick<
  StripeError,
  "code" | "decline_code" | "advice_code" | "message" | "param"
>;

export type TestCard = {
  id: string;
  /** Its label on the hosted page. */
  label: string;
  brand: string;
  funding: "credit" | "debit" | "prepaid";
  last4: string;
  attachDecline?: Decline;
  chargeDecline?: Decline;
  /**
   * When the bank asks for authentication; with `unless_set_up` a saved card that was set up
   * passes.
   */
  authentication?: "always" | "unless_set_up" | "on_session";
  dispute?: { reason: "fraudulent" | "product_not_received"; isInquiry: boolean };
  /** Charges add to the available balance at once, not after two days. */
  bypassesPending?: boolean;
  refund?: "pending" | "failed";
  /** Another id for a card that is already listed. */
  isAlias?: boolean;
};

const declined = (decline_code: string, message: string, advice_code?: string): Decline => ({
  code: "card_declined",
  decline_code,
  message,
  ...(advice_code === undefined ? {} : { advice_code }),
});

export const genericDecline = declined(
  "generic_decline",
  "Your card was declined.",
  "try_again_later",
);
export const authenticationDecline: Decline = {
  code: "authentication_required",
  decline_code: "authentication_required",
  message: "Your card was declined. This transaction requires authentication.",
};
const insufficientFunds = declined(
  "insufficient_funds",
  "Your card has insufficient funds.",
  "try_again_later",
);

const visa = { brand: "visa", funding: "credit" } as const;
/** A card that Stripe declines at once, even when it is attached. */
const declining = (id: string, label: string, last4: string, decline: Decline): TestCard => ({
  ...visa,
  id,
  label,
  last4,
  attachDecline: decline,
  chargeDecline: decline,
});
const brandCard = (
  id: string,
  label: string,
  last4: string,
  brand: string,
  funding: TestCard["funding"] = "credit",
): TestCard => ({ id, label, last4, brand, funding });

const cards: TestCard[] = [
  brandCard("pm_card_visa", "Visa", "4242", "visa"),
  brandCard("pm_card_visa_debit", "Visa (debit)", "5556", "visa", "debit"),
  brandCard("pm_card_mastercard", "Mastercard", "4444", "mastercard"),
  brandCard("pm_card_mastercard_debit", "Mastercard (debit)", "8210", "mastercard", "debit"),
  brandCard("pm_card_mastercard_prepaid", "Mastercard (prepaid)", "5100", "mastercard", "prepaid"),
  brandCard("pm_card_amex", "American Express", "0005", "amex"),
  brandCard("pm_card_discover", "Discover", "1117", "discover"),
  brandCard("pm_card_diners", "Diners Club", "0004", "diners"),
  brandCard("pm_card_jcb", "JCB", "0505", "jcb"),
  brandCard("pm_card_unionpay", "UnionPay", "0005", "unionpay"),
  {
    ...brandCard("pm_card_bypassPending", "Visa, funds available at once", "0077", "visa"),
    bypassesPending: true,
  },
  {
    ...brandCard("pm_card_chargeCustomerFail", "Saves, then every charge declines", "0341", "visa"),
    chargeDecline: genericDecline,
  },
  declining("pm_card_visa_chargeDeclined", "Declined", "0002", genericDecline),
  {
    ...declining("pm_card_chargeDeclined", "Declined", "0002", genericDecline),
    isAlias: true,
  },
  declining(
    "pm_card_visa_chargeDeclinedInsufficientFunds",
    "Declined: insufficient funds",
    "9995",
    insufficientFunds,
  ),
  {
    ...declining(
      "pm_card_chargeDeclinedInsufficientFunds",
      "Declined: insufficient funds",
      "9995",
      insufficientFunds,
    ),
    isAlias: true,
  },
  declining(
    "pm_card_visa_chargeDeclinedLostCard",
    "Declined: lost card",
    "9987",
    declined("lost_card", "Your card was declined.", "do_not_try_again"),
  ),
  declining(
    "pm_card_visa_chargeDeclinedStolenCard",
    "Declined: stolen card",
    "9979",
    declined("stolen_card", "Your card was declined.", "do_not_try_again"),
  ),
  declining("pm_card_chargeDeclinedExpiredCard", "Declined: expired card", "0069", {
    code: "expired_card",
    message: "Your card has expired.",
    param: "exp_month",
    advice_code: "do_not_try_again",
  }),
  declining("pm_card_chargeDeclinedIncorrectCvc", "Declined: incorrect CVC", "0127", {
    code: "incorrect_cvc",
    message: "Your card's security code is incorrect.",
    param: "cvc",
    advice_code: "confirm_card_data",
  }),
  declining("pm_card_chargeDeclinedProcessingError", "Declined: processing error", "0119", {
    code: "processing_error",
    message: "An error occurred while processing your card. Try again in a little bit.",
    advice_code: "try_again_later",
  }),
  declining(
    "pm_card_visa_chargeDeclinedVelocityLimitExceeded",
    "Declined: used too often",
    "6975",
    declined(
      "card_velocity_exceeded",
      "Your card was declined for making repeated attempts too frequently or exceeding its " +
        "amount limit.",
      "try_again_later",
    ),
  ),
  declining(
    "pm_card_radarBlock",
    "Blocked as fraudulent",
    "0019",
    declined("fraudulent", "Your card was declined.", "do_not_try_again"),
  ),
  {
    ...brandCard("pm_card_authenticationRequired", "Always asks to authenticate", "3184", "visa"),
    authentication: "always",
  },
  {
    ...brandCard(
      "pm_card_authenticationRequiredOnSetup",
      "Asks to authenticate unless set up",
      "3155",
      "visa",
    ),
    authentication: "unless_set_up",
  },
  {
    ...brandCard(
      "pm_card_authenticationRequiredSetupForOffSession",
      "Set up already; asks on session",
      "0446",
      "visa",
    ),
    authentication: "on_session",
  },
  {
    ...brandCard(
      "pm_card_authenticationRequiredChargeDeclinedInsufficientFunds",
      "Authenticates, then insufficient funds",
      "3178",
      "visa",
    ),
    authentication: "unless_set_up",
    chargeDecline: insufficientFunds,
  },
  {
    ...brandCard("pm_card_createDispute", "Disputed as fraudulent", "0259", "visa"),
    dispute: { reason: "fraudulent", isInquiry: false },
  },
  {
    ...brandCard(
      "pm_card_createDisputeProductNotReceived",
      "Disputed as not received",
      "2685",
      "visa",
    ),
    dispute: { reason: "product_not_received", isInquiry: false },
  },
  {
    ...brandCard("pm_card_createDisputeInquiry", "Disputed as an inquiry", "1976", "visa"),
    dispute: { reason: "fraudulent", isInquiry: true },
  },
  {
    ...brandCard("pm_card_pendingRefund", "Refunds stay pending first", "7726", "visa"),
    refund: "pending",
  },
  {
    ...brandCard("pm_card_refundFail", "Refunds fail later", "5126", "visa"),
    refund: "failed",
  },
];

/** Keyed by the id that Stripe documents. */
export const testCards: ReadonlyMap<string, TestCard> = new Map(
  cards.map((card) => [card.id, card]),
);
