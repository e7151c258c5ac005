/**
 * Stripe's error object (https://docs.stripe.com/api/errors) and refusals used by several
 * operations.
 */

export type StripeError = {
  type: "api_error" | "card_error" | "idempotency_error" | "invalid_request_error";
  message: string;
  code?: string;
  decline_code?: string;
  advice_code?: string;
  network_decline_code?: string;
  param?: string;
  charge?: string;
  payment_intent?: unknown;
  payment_method?: unknown;
  setup_intent?: unknown;
};

/** A refusal. The call's writes are kept only with status 402, as at Stripe. */
export class StripeFailure extends Error {
  readonly status: number;
  readonly error: StripeError;
  readonly headers: Record<string, string>;

  constructor(status: number, error: StripeError, headers: Record<string, string> = {}) {
    super(error.message);
    this.status = status;
    this.error = error;
    this.headers = headers;
  }
}

/** The parameters themselves are invalid: Stripe does not store this response under a key. */
export class InvalidParameters extends StripeFailure {}

/** A 400 caused by the current state; it is stored under an idempotency key. */
export function invalidRequest(error: Omit<StripeError, "type">, status = 400): StripeFailure {
  return new StripeFailure(status, { type: "invalid_request_error", ...error });
}

/** `status` is 404 if the id is part of the path, 400 if it is a parameter. */
export function noSuch(name: string, id: string, param: string, status = 404): StripeFailure {
  const message = `No such ${name}: '${id}'`;
  return invalidRequest({ code: "resource_missing", message, param }, status);
}

/** A method that does not belong to the customer. */
export function notAttached(methodId: string, param: string): StripeFailure {
  const message =
    `The customer does not have a payment method with the ID ${methodId}. The payment method ` +
    "must be attached to the customer.";
  return invalidRequest({ message, param });
}

/** Error codes link to their documentation. */
export function documented({ code }: StripeError): { doc_url?: string } {
  if (code === undefined) return {};
  return { doc_url: `https://stripe.com/docs/error-codes/${code.replaceAll("_", "-")}` };
}

/** The JSON of an error response. */
export function errorBody(error: StripeError, requestId: string): { error: object } {
  const logUrl = `https://dashboard.stripe.com/test/logs/${requestId}`;
  return { error: { ...error, ...documented(error), request_log_url: logUrl } };
}
