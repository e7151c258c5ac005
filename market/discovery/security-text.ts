/** The contacts for security reports (RFC 9116). */
import { dayMs } from "../../platform/time.ts";
import { discoveryPaths } from "./vocabulary.ts";

/**
 * RFC 9116, 2.5.5 recommends less than a year. Each answer is generated, so it is always current.
 */
const validDays = 180;

type SecurityConfig = { PUBLIC_BASE_URL: string; SECURITY_CONTACT?: string[] | undefined };

/** `/.well-known/security.txt`; null without a contact. It expires at midnight (UTC). */
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
