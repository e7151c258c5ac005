/** The port for calling subscribers' addresses. */

/**
 * `answered`: with any status, and the receiver's requested pause, if any. `failed`: there was no
 * response, for the reason in the code.
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
  /** Never throws. Resolves within the time limit, or shortly after the signal fired. */
  post(
    url: string,
    message: { headers: Record<string, string>; body: string },
    signal: AbortSignal,
  ): Promise<SendResult>;
};
