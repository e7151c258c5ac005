/**
 * The payment port: what the marketplace asks of a payment provider. `stripe.ts` implements
 * it on Stripe's API (separate charges and transfers). Nothing here decides what a purchase becomes.
 */

/**
 * ok: it is so. declined: the card was declined, for good. refused: the provider will never do it as
 * asked. missing: it knows no such object. unknown: it may or may not have happened, ask again;
 * `answered` says that the provider stored this failure under the idempotency key.
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
  /** Why the last try failed, or null. */
  decline: Decline | null;
  /** Where the card's holder confirms it with the bank; null: nobody is asked there now. */
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
  /** Why it failed, in the provider's words; null: it did not, or nobody says. */
  failureReason: string | null;
};
/** What a card's bank asks back of a charge. An inquiry moves no money. */
export type BankDispute = {
  id: string;
  state: "open" | "won" | "lost";
  /** In the provider's words, as `reason`. */
  providerStatus: string;
  reason: string;
  amountCents: number;
  currency: string;
  createdAt: Date;
  /** Evidence that comes later is not read; null: the provider does not say. */
  evidenceDueAt: Date | null;
  /** Whether evidence was passed on to the bank. */
  isAnswered: boolean;
  /** What it moved of the platform's balance, without fees: negative is withdrawn. */
  movements: { id: string; amountCents: number }[];
};
/** Evidence by the provider's names of its fields: texts, and the ids of files that it has. */
export type EvidenceFields = Partial<Record<string, string>>;
export type Transfer = { id: string; amountCents: number };
/** Money of a transfer that came back. */
type Reversal = { id: string; amountCents: number };
export type Card = {
  id: string;
  customerId: string | null;
  brand: string;
  last4: string;
  /** Equal for one card, however often and by whomever it was added; null where unknown. */
  fingerprint: string | null;
  expMonth: number;
  expYear: number;
};

/** A visit to the provider's page that adds a card. */
export type Setup = { id: string; status: "open" | "complete" | "expired"; card: Card | null };
export type PayoutAccount = {
  id: string;
  detailsSubmitted: boolean;
  transfersEnabled: boolean;
  /** The provider has checked who its holder is, and has nothing left to ask or to check. */
  identityChecked: boolean;
};
/** An address of the provider, to which the browser is sent. */
type HostedPage = { id: string; url: string };

/**
 * What moved the platform's balance. own: the provider's bills, payouts to the platform's bank and
 * the like, which are of no purchase. other: a kind that nobody here knows.
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

/** One movement of the platform's balance, with what the provider kept of it. */
export type BalanceTransaction = {
  id: string;
  movement: BalanceMovement;
  /** In the provider's words. */
  providerType: string;
  /** Before the fee; negative: out of the balance. */
  amountCents: number;
  feeCents: number;
  netCents: number;
  currency: string;
  createdAt: Date;
  /** The provider's object that made it. */
  sourceId: string | null;
  /** What is compared with the ledger: the charge, refund or transfer; of a dispute the movement. */
  objectId: string;
  /** By which it can be found whose it is. */
  paymentIntentId: string | null;
  purchaseId: string | null;
  /** Of a transfer: where it went. */
  payoutAccountId: string | null;
};
/** `next` names the page that follows; null: that was the last one. */
export type BalancePage = { items: BalanceTransaction[]; next: string | null };

/** A webhook whose signature is good. `objectId` names what changed; ask the provider for its state. */
export type PaymentEvent = {
  id: string;
  type: string;
  createdAt: Date;
  objectId: string | null;
  /** Where the object is or belongs to one. */
  paymentIntentId: string | null;
  purchaseId: string | null;
  payoutAccountId: string | null;
};

export interface Payments {
  /** What the provider's key moves: real money or test money. */
  readonly mode: "live" | "test";
  /** Where hosted pages lie, for the site's Content-Security-Policy: `https://checkout.stripe.com`. */
  readonly hostedOrigins: readonly string[];

  createCustomer(
    of: { accountId: string; email: string },
    idempotencyKey: string,
  ): Promise<Answer<{ id: string }>>;
  /** The page on which a person adds a card to the customer, to be charged later. */
  createSetup(of: {
    customerId: string;
    currency: string;
    /** `{CHECKOUT_SESSION_ID}` in it becomes the visit's identifier. */
    successUrl: string;
    cancelUrl: string;
  }): Promise<Answer<HostedPage>>;
  readSetup(setupId: string): Promise<Answer<Setup>>;
  detachCard(cardId: string): Promise<Answer<null>>;

  /** Makes the intent without charging: only `confirmIntent` moves money. */
  createIntent(intent: NewIntent, idempotencyKey: string): Promise<Answer<Intent>>;
  confirmIntent(intentId: string, idempotencyKey: string): Promise<Answer<Intent>>;
  /**
   * Confirms an intent for whose card the bank wants its holder, who is here: charges it, or asks the
   * holder at `actionUrl`, from where the provider leads back to `returnUrl`.
   */
  confirmWithHolder(
    of: { intentId: string; paymentMethodId: string; returnUrl: string },
    idempotencyKey: string,
  ): Promise<Answer<Intent>>;
  readIntent(intentId: string): Promise<Answer<Intent>>;
  /** Of an intent that was paid meanwhile, the answer is ok with status `succeeded`. */
  cancelIntent(intentId: string): Promise<Answer<Intent>>;

  /** All refunds of the intent's charge, the newest first. */
  listRefunds(intentId: string): Promise<Answer<Refund[]>>;
  createRefund(
    of: { purchaseId: string; intentId: string },
    idempotencyKey: string,
  ): Promise<Answer<Refund>>;

  /** All disputes of the intent's charge by the card's bank, the newest first. */
  listBankDisputes(intentId: string): Promise<Answer<BankDispute[]>>;
  readBankDispute(disputeId: string): Promise<Answer<BankDispute>>;
  /** With `isSubmitted` the bank gets it, once and for good; else the provider keeps it as a draft. */
  sendEvidence(
    of: { disputeId: string; fields: EvidenceFields; isSubmitted: boolean },
    idempotencyKey: string,
  ): Promise<Answer<BankDispute>>;
  /** Accepts the loss, for good. */
  closeBankDispute(disputeId: string, idempotencyKey: string): Promise<Answer<BankDispute>>;
  /** A file for evidence; what it holds is told by its bytes, `name` is for people. */
  uploadEvidence(
    file: { name: string; mediaType: string; bytes: Uint8Array },
    idempotencyKey: string,
  ): Promise<Answer<{ id: string }>>;

  /** The purchase's transfer that exists already, or null. */
  findTransfer(purchaseId: string): Promise<Answer<Transfer | null>>;
  createTransfer(
    of: {
      purchaseId: string;
      chargeId: string;
      payoutAccountId: string;
      amountCents: number;
      currency: string;
    },
    idempotencyKey: string,
  ): Promise<Answer<Transfer>>;

  /** The reversal that was made for this step already, or null. */
  findReversal(of: { transferId: string; stepId: string }): Promise<Answer<Reversal | null>>;
  /** Refused where the seller's account has not got the money any more. */
  createReversal(
    of: { transferId: string; stepId: string; amountCents: number },
    idempotencyKey: string,
  ): Promise<Answer<Reversal>>;

  createPayoutAccount(
    of: { accountId: string; email: string },
    idempotencyKey: string,
  ): Promise<Answer<PayoutAccount>>;
  /** The page on which a person names their bank account. */
  createPayoutPage(of: {
    payoutAccountId: string;
    returnUrl: string;
    refreshUrl: string;
  }): Promise<Answer<HostedPage>>;
  readPayoutAccount(payoutAccountId: string): Promise<Answer<PayoutAccount>>;

  /** A page of the balance's movements that were created in `[from, to)`, the newest first. */
  listTransactions(of: {
    from: Date;
    to: Date;
    /** The `next` of the page before. */
    after: string | null;
  }): Promise<Answer<BalancePage>>;

  /** Null: the signature is missing, forged or older than five minutes. */
  readWebhook(body: string, signature: string | null): Promise<PaymentEvent | null>;
}
