/** The codes of the links by which mails are ended. Derived, never stored. */
import { createHmac } from "node:crypto";
import type { MailSource } from "../../db/vocabulary/saved-search.ts";
import { isMadeByOneOf, type SecretList } from "../../platform/secrets/secret-list.ts";
import type { OptionalTopic } from "./topics.ts";

/** What a link ends: that, or an account's mails of one kind. */
type EndedMails = MailSource | { kind: OptionalTopic; id: string };

export const isMailSourceKind = (kind: string): kind is MailSource["kind"] =>
  kind === "search" || kind === "account";

/** 43 characters, base64url of HMAC-SHA256 over words that no other code is made of. */
export function unsubscribeCode([secret]: SecretList, source: EndedMails): string {
  return codeBy(secret, source);
}

function codeBy(secret: string, { kind, id }: EndedMails): string {
  return createHmac("sha256", secret).update(`unsubscribe/${kind}/${id}`).digest("base64url");
}

/** Takes as long for a wrong code as for the right one. */
export function isUnsubscribeCode(secrets: SecretList, source: EndedMails, code: string): boolean {
  return isMadeByOneOf(secrets, code, (secret) => codeBy(secret, source));
}

/** `siteUrl` has no slash at its end. */
export function unsubscribeUrl(siteUrl: string, secrets: SecretList, source: EndedMails): string {
  return `${siteUrl}/unsubscribe/${source.kind}/${source.id}/${unsubscribeCode(secrets, source)}`;
}
