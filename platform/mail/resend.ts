/** The mail port on Resend's API (or a stand-in that speaks it): https://resend.com/docs/api-reference */
import { type ErrorResponse, Resend } from "resend";
import { createRedactor } from "../secrets/redact.ts";
import { traceCalls } from "../telemetry/trace-calls.ts";
import type { Mailer, MailResult } from "./port.ts";

const requestTimeoutSeconds = 15;

const redact = createRedactor();

/** Its words are logged, and kept with the refusal: they may repeat the mail, with whom it is for. */
const withoutSecrets = (words: string) =>
  redact(words).replace(/[^\s"'<>()@:;,\\]+@[^\s"'<>()@:;,\\]+/g, "[address]");

/**
 * The mail itself is at fault. Everything else (quota, rate, a wrong key, an unverified sending
 * domain, the network) is cured by time or by the operator, so the mail is kept and tried again.
 */
const refusals = new Set([
  "validation_error",
  "missing_required_field",
  "invalid_parameter",
  "invalid_attachment",
  "invalid_idempotency_key",
]);
const refusalStatuses = new Set([400, 422]);
/** A key that was ended comes under the name of a faulty mail, too (resend/resend-node, pull request 617). */
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

/** The SDK has no time-out of its own; a late answer is harmless, the key makes a repeat safe. */
function expire(): Promise<"timeout"> {
  return new Promise((resolve) => {
    setTimeout(() => resolve("timeout"), requestTimeoutSeconds * 1000).unref();
  });
}

function classify(error: ErrorResponse): MailResult {
  // The key was used with another body: the mail went out before the wording or sender changed.
  if (error.name === "invalid_idempotent_request") return { kind: "sent", providerId: null };
  const fault = { code: error.name, detail: withoutSecrets(error.message) };
  if (ofTheKey.test(error.message)) return { kind: "failed", ...fault };
  const isRefusal = refusals.has(error.name) && refusalStatuses.has(error.statusCode ?? 0);
  return { kind: isRefusal ? "refused" : "failed", ...fault };
}
