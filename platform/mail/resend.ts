/**
 * The mail port on Resend's API (or a compatible stand-in): https://resend.com/docs/api-reference
 */
import { type ErrorResponse, Resend } from "resend";
import { createRedactor } from "../secrets/redact.ts";
import { traceCalls } from "../telemetry/trace-calls.ts";
import type { Mailer, MailResult } from "./port.ts";

const requestTimeoutSeconds = 15;

const redact = createRedactor();

/**
 * The provider's error message is logged and stored, and may repeat the mail with its recipient.
 */
const withoutSecrets = (words: string) =>
  redact(words).replace(/[^\s"'<>()@:;,\\]+@[^\s"'<>()@:;,\\]+/g, "[address]");

/**
 * Errors caused by the mail itself. All others (quota, rate, wrong key, unverified domain, network)
 * are cured by time or by the operator, so the mail is kept and retried.
 */
const refusals = new Set([
  "validation_error",
  "missing_required_field",
  "invalid_parameter",
  "invalid_attachment",
  "invalid_idempotency_key",
]);
const refusalStatuses = new Set([400, 422]);
/** A revoked key is reported like a faulty mail, too (resend/resend-node, pull request 617). */
const ofTheKey = /\bapi key\b/i;

export function openMailer(options: {
  apiKey: string;
  baseUrl: string | undefined;
  from: string;
}): Mailer {
  const { apiKey, baseUrl, from } = options;
  const resend = new Resend(apiKey, baseUrl === undefined ? {} : { baseUrl });
  const mailer: Mailer = {
    async send(mail, { idempotencyKey }) {
      const call = resend.emails.send({ from, ...mail }, { idempotencyKey });
      const answer = await Promise.race([call, expire()]);
      if (answer === "timeout") {
        return { kind: "failed", code: "timeout", detail: "the mail provider did not answer" };
      }
      if (answer.error === null) return { kind: "sent", providerId: answer.data.id };
      return classify(answer.error);
    },
  };
  return traceCalls(mailer, { name: "mail", methods: ["send"] });
}

/**
 * The SDK has no time-out of its own; a late answer is harmless, because the key makes a repetition
 * safe.
 */
function expire(): Promise<"timeout"> {
  return new Promise((resolve) => {
    setTimeout(() => resolve("timeout"), requestTimeoutSeconds * 1000).unref();
  });
}

function classify(error: ErrorResponse): MailResult {
  // The key was used with another body: the mail was sent before its wording or sender changed.
  if (error.name === "invalid_idempotent_request") return { kind: "sent", providerId: null };
  const fault = { code: error.name, detail: withoutSecrets(error.message) };
  if (ofTheKey.test(error.message)) return { kind: "failed", ...fault };
  const isRefusal = refusals.has(error.name) && refusalStatuses.has(error.statusCode ?? 0);
  return { kind: isRefusal ? "refused" : "failed", ...fault };
}
