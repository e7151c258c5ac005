/** The claims about a person that the marketplace uses. */
import { foldEmail, isPlainEmail } from "../email-address.ts";
import { type IdentityClaims, SignInError } from "./port.ts";

/** RFC 5321: 64 characters, `@`, 255 characters. */
const EMAIL_CHARACTERS_MAX = 320;
const SUBJECT_CHARACTERS_MAX = 255;

type RawClaims = { sub?: unknown; email?: unknown; email_verified?: unknown };

/**
 * The claims of a token or of the userinfo endpoint; null without a usable subject or e-mail.
 * Throws {@link SignInError} if the address has unsupported letters.
 */
export function readClaims(issuer: string, raw: RawClaims): IdentityClaims | null {
  if (typeof raw.sub !== "string" || typeof raw.email !== "string") return null;
  if (!isPlainEmail(raw.email)) throw new SignInError("email_not_supported");
  const email = foldEmail(raw.email.trim());
  if (raw.sub === "" || raw.sub.length > SUBJECT_CHARACTERS_MAX) return null;
  if (!email.includes("@") || email.length > EMAIL_CHARACTERS_MAX) return null;
  // Some providers, such as Amazon Cognito, send the flag as text.
  const emailVerified = raw.email_verified === true || raw.email_verified === "true";
  return { issuer, subject: raw.sub, email, emailVerified };
}
