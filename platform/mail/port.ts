/** The mail port: what the marketplace asks of whoever sends its mail. `resend.ts` implements it. */

type Mail = {
  to: string;
  subject: string;
  text: string;
  html: string;
  headers?: Record<string, string>;
};

/**
 * sent: the provider took it, now or at an earlier call with the same key. refused: it will never
 * take this mail. failed: it may take it later.
 */
export type MailResult =
  | { kind: "sent"; providerId: string | null }
  | { kind: "refused"; code: string; detail: string }
  | { kind: "failed"; code: string; detail: string };

export interface Mailer {
  /** Never throws. A repeat with the same key within 24 hours sends nothing again. */
  send(mail: Mail, options: { idempotencyKey: string }): Promise<MailResult>;
}
