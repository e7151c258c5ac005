/** The mail port. `resend.ts` implements it. */

type Mail = {
  to: string;
  subject: string;
  text: string;
  html: string;
  headers?: Record<string, string>;
};

/**
 * `sent`: the provider took it, now or in an earlier call with the same key. `refused`: it will
 * never take this mail. `failed`: it may take it later.
 */
export type MailResult =
  | { kind: "sent"; providerId: string | null }
  | { kind: "refused"; code: string; detail: string }
  | { kind: "failed"; code: string; detail: string };

export interface Mailer {
  /** Never throws. A repetition with the same key within 24 hours does not send again. */
  send(mail: Mail, options: { idempotencyKey: string }): Promise<MailResult>;
}
