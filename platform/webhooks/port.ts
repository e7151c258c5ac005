/** The webhook port: what the marketplace asks of whoever calls a subscriber's address. */

/**
 * answered: with any status, and how long the receiver wants to be left alone, if it says so.
 * failed: there was no answer, for the reason of the code.
 */
export type SendResult =
  | { kind: "answered"; status: number; excerpt: string; retryAfterSeconds?: number }
  | { kind: "failed"; code: SendFailure; detail: string };

export type SendFailure =
  | "url_not_allowed"
  | "name_not_found"
  | "address_not_allowed"
  | "timeout"
  | "connection_failed";

export type WebhookSender = {
  /** Never throws. Resolves within the time limit, or a moment after the signal fired. */
  post(
    url: string,
    message: { headers: Record<string, string>; body: string },
    signal: AbortSignal,
  ): Promise<SendResult>;
};
