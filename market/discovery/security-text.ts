/** Whom to tell of a security hole (RFC 9116). */
import { dayMs } from "../../platform/time.ts";
import { discoveryPaths } from "./vocabulary.ts";

/** Shorter than the year that RFC 9116, 2.5.5 recommends: it is written anew with each answer. */
const validDays = 180;

type SecurityConfig = { PUBLIC_BASE_URL: string; SECURITY_CONTACT?: string[] | undefined };

/** `/.well-known/security.txt`; null: nobody is named. It expires at a midnight (UTC). */
export function securityText(config: SecurityConfig, now: Date): string | null {
  const contacts = config.SECURITY_CONTACT;
  if (contacts === undefined) return null;
  const expires = new Date(Math.floor(now.getTime() / dayMs + validDays) * dayMs);
  return [
    ...contacts.map((contact) => `Contact: ${contact}`),
    `Expires: ${expires.toISOString()}`,
    "Preferred-Languages: en",
    `Canonical: ${config.PUBLIC_BASE_URL}${discoveryPaths.security}`,
    "",
  ].join("\n");
}
