/** The codes in unsubscribe links. Derived, never stored. */
import { createHmac } from "node:crypto";
import type { MailSource } from "../../db/vocabulary/saved-search.ts";
import { isMadeByOneOf, type SecretList } from "../../platform/secrets/secret-list.ts";
import type { OptionalTopic } from "./topics.ts";

/** A link ends the mails of a saved search, or an account's mails of one topic. */
type EndedMails = MailSource | { kind: OptionalTopic; id: string };

export const isMailSourceKind = (kind: string): kind is MailSource["kind"] =>
  kind === "search" || kind === "account";

/** 43 characters: base64url of HMAC-SHA256 over a text that no other code is made from. */
export function unsubscribeCode([secret]: SecretList, source: EndedMails): string {
  return codeBy(secret, source);
}

function codeBy(secret: string, { kind, id }: EndedMails): string {
  return createHmac("sha256", secret).update(`unsubscribe/${kind}/${id}`).digest("base64url");
}

/** Constant time: a wrong code takes as long as the right one. */
export function isUnsubscribeCode(secrets: SecretList, source: EndedMails, code: string): boolean {
  return isMadeByOneOf(secrets, code, (secret) => codeBy(secret, source));
}

/** `siteUrl` has no trailing slash. */
export function unsubscribeUrl(siteUrl: string, secrets: SecretList, source: EndedMails): string {
  return `${siteUrl}/unsubscribe/${source.kind}/${source.id}/${unsubscribeCode(secrets, source)}`;
}
