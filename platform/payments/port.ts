/**
 * The payment port. `stripe.ts` implements it on Stripe's API (separate charges and transfers). It
 * does not decide what becomes of a purchase.
 */

/**
 * `ok`: done. `declined`: the card was declined permanently. `refused`: the provider will never do it
 * as requested. `missing`: it knows no such object. `unknown`: it may or may not have happened, so
 * ask again; `answered` means that the provider stored this failure under the idempotency key.
 */
export type Answer<T> =
  | { kind: "ok"; value: T }
  | { kind: "declined"; decline: Decline }
  | { kind: "refused"; code: string; detail: string }
  | { kind: "missing"; detail: string }
  | { kind: "unknown"; code: string; detail: string; answered: boolean };

/** `code` and `declineCode` are the provider's: https://docs.stripe.com/declines/codes */
export type Decline = { code: string; declineCode: string | null; detail: string };

type IntentStatus =
  | "requires_payment_method"
  | "requires_confirmation"
  | "requires_action"
  | "processing"
  | "succeeded"
  | "canceled";

export type Intent = {
  id: string;
  status: IntentStatus;
  amountCents: number;
  currency: string;
  /** The successful charge, or null. */
  chargeId: string | null;
  /** Why the last attempt failed, or null. */
  decline: Decline | null;
  /** Where the cardholder confirms it with the bank; null if no confirmation is pending. */
  actionUrl: string | null;
  refundedCents: number;
  /** Whether the card's bank disputes the charge or has taken it back. */
  bankDispute: "none" | "open" | "won" | "lost";
};

type NewIntent = {
  purchaseId: string;
  customerId: string;
  paymentMethodId: string;
  amountCents: number;
  currency: string;
  description: string;
};

export type Refund = {
  id: string;
  status: "pending" | "succeeded" | "failed";
  amountCents: number;
  /** Why it failed, in the provider's words; null if it did not, or the reason is unknown. */
  failureReason: string | null;
  /** The purchase or purse that it was made for; null if the provider was not told. */
  purchaseId: string | null;
};
/** A dispute of a charge by the card's bank. An inquiry moves no money. */
export type BankDispute = {
  id: string;
  state: "open" | "won" | "lost";
  /** The provider's own words; `reason` as well. */
  providerStatus: string;
  reason: string;
  amountCents: number;
  currency: string;
  createdAt: Date;
  /** Deadline for evidence; null if the provider does not state it. */
  evidenceDueAt: Date | null;
  /** Whether evidence was passed on to the bank. */
  isAnswered: boolean;
  /** Movements of the platform's balance without fees; negative amounts are withdrawals. */
  movements: { id: string; amountCents: number }[];
};
/** Evidence by the provider's field names: texts, and ids of uploaded files. */
export type EvidenceFields = Partial<Record<string, string>>;
export type Transfer = { id: string; amountCents: number };
/** The money of a transfer that came back. */
type Reversal = { id: string; amountCents: number };
export type Card = {
  id: string;
  customerId: string | null;
  brand: string;
  last4: string;
  /** Equal for one card, however often and by whomever it was added; null if unknown. */
  fingerprint: string | null;
  expMonth: number;
  expYear: number;
};

/** A visit to the provider's page for adding a card. */
export type Setup = { id: string; status: "open" | "complete" | "expired"; card: Card | null };
export type PayoutAccount = {
  id: string;
  detailsSubmitted: boolean;
  transfersEnabled: boolean;
  /**
   * The provider has verified the holder's identity, and has nothing left to request or to verify.
   */
  identityChecked: boolean;
};
/** A page at the provider, to which the browser is sent. */
type HostedPage = { id: string; url: string };

/**
 * The kind of a balance movement. `own`: the provider's bills, payouts to the platform's bank and
 * others that belong to no purchase. `other`: an unknown kind.
 */
export type BalanceMovement =
  | "charge"
  | "refund"
  | "refund_failure"
  | "dispute"
  | "transfer"
  | "transfer_reversal"
  | "own"
  | "other";

/** One movement of the platform's balance, with the provider's fee. */
export type BalanceTransaction = {
  id: string;
  movement: BalanceMovement;
  /** In the provider's words. */
  providerType: string;
  /** Before the fee; negative amounts leave the balance. */
  amountCents: number;
  feeCents: number;
  netCents: number;
  currency: string;
  createdAt: Date;
  /** The provider's object that caused it. */
  sourceId: string | null;
  /**
   * The object to compare with the ledger: the charge, refund or transfer; for a dispute, the
   * movement itself.
   */
  objectId: string;
  /** Identifies the purchase that it belongs to. */
  paymentIntentId: string | null;
  purchaseId: string | null;
  /** For a transfer: its destination. */
  payoutAccountId: string | null;
};
/** `next` identifies the following page; null after the last page. */
export type BalancePage = { items: BalanceTransaction[]; next: string | null };

/**
 * A webhook with a valid signature. `objectId` names what changed; ask the provider for its state.
 */
export type PaymentEvent = {
  id: string;
  type: string;
  createdAt: Date;
  objectId: string | null;
  /** Set if the object is a payment intent or belongs to one. */
  paymentIntentId: string | null;
  purchaseId: string | null;
  payoutAccountId: string | null;
};

export interface Payments {
  /** Whether the provider's key moves real or test money. */
  readonly mode: "live" | "test";
  /**
   * Origins of hosted pages, for the site's Content-Security-Policy: `https://checkout.stripe.com`.
   */
  readonly hostedOrigins: readonly string[];

  createCustomer(
    of: { accountId: string; email: string },
    idempotencyKey: string,
  ): Promise<Answer<{ id: string }>>;
  /** The page on which a person adds a card to the customer, for later charges. */
  createSetup(of: {
    customerId: string;
    currency: string;
    /** The provider replaces `{CHECKOUT_SESSION_ID}` in it by the visit's id. */
    successUrl: string;
    cancelUrl: string;
  }): Promise<Answer<HostedPage>>;
  readSetup(setupId: string): Promise<Answer<Setup>>;
  detachCard(cardId: string): Promise<Answer<null>>;

  /** Creates the intent without charging: only confirming moves money. */
  createIntent(intent: NewIntent, idempotencyKey: string): Promise<Answer<Intent>>;
  confirmIntent(intentId: string, idempotencyKey: string): Promise<Answer<Intent>>;
  /**
   * Confirms an intent whose bank requires the cardholder, who is present: charges it, or sends the
   * holder to `actionUrl`, from which the provider returns to `returnUrl`.
   */
  confirmWithHolder(
    of: { intentId: string; paymentMethodId: string; returnUrl: string },
    idempotencyKey: string,
  ): Promise<Answer<Intent>>;
  readIntent(intentId: string): Promise<Answer<Intent>>;
  /** If the intent was paid in the meantime, the answer is ok with status `succeeded`. */
  cancelIntent(intentId: string): Promise<Answer<Intent>>;

  /** All refunds of the intent's charge, newest first. */
  listRefunds(intentId: string): Promise<Answer<Refund[]>>;
  /** Without `amountCents` everything that is left of the charge. */
  createRefund(
    of: { purchaseId: string; intentId: string; amountCents?: number },
    idempotencyKey: string,
  ): Promise<Answer<Refund>>;

  /** All disputes of the intent's charge by the card's bank, newest first. */
  listBankDisputes(intentId: string): Promise<Answer<BankDispute[]>>;
  readBankDispute(disputeId: string): Promise<Answer<BankDispute>>;
  /**
   * With `isSubmitted` the bank receives it, once and irrevocably; otherwise the provider stores it as
   * a draft.
   */
  sendEvidence(
    of: { disputeId: string; fields: EvidenceFields; isSubmitted: boolean },
    idempotencyKey: string,
  ): Promise<Answer<BankDispute>>;
  /** Accepts the loss irrevocably. */
  closeBankDispute(disputeId: string, idempotencyKey: string): Promise<Answer<BankDispute>>;
  /** Uploads a file for evidence; its bytes determine its type, and `name` is for people. */
  uploadEvidence(
    file: { name: string; mediaType: string; bytes: Uint8Array },
    idempotencyKey: string,
  ): Promise<Answer<{ id: string }>>;

  /**
   * The purchase's existing transfer, or null. `groupId`: the purchase, or the purse whose charge
   * pays it.
   */
  findTransfer(of: { purchaseId: string; groupId: string }): Promise<Answer<Transfer | null>>;
  createTransfer(
    of: {
      purchaseId: string;
      groupId: string;
      chargeId: string;
      payoutAccountId: string;
      amountCents: number;
      currency: string;
    },
    idempotencyKey: string,
  ): Promise<Answer<Transfer>>;

  /** The existing reversal for this step, or null. */
  findReversal(of: { transferId: string; stepId: string }): Promise<Answer<Reversal | null>>;
  /** Refused if the seller's account no longer has the money. */
  createReversal(
    of: { transferId: string; stepId: string; amountCents: number },
    idempotencyKey: string,
  ): Promise<Answer<Reversal>>;

  createPayoutAccount(
    of: { accountId: string; email: string },
    idempotencyKey: string,
  ): Promise<Answer<PayoutAccount>>;
  /** The page on which a person enters their bank account. */
  createPayoutPage(of: {
    payoutAccountId: string;
    returnUrl: string;
    refreshUrl: string;
  }): Promise<Answer<HostedPage>>;
  readPayoutAccount(payoutAccountId: string): Promise<Answer<PayoutAccount>>;

  /** A page of balance movements created in `[from, to)`, newest first. */
  listTransactions(of: {
    from: Date;
    to: Date;
    /** `next` of the previous page. */
    after: string | null;
  }): Promise<Answer<BalancePage>>;

  /** Null if the signature is missing, forged or older than five minutes. */
  readWebhook(body: string, signature: string | null): Promise<PaymentEvent | null>;
}
