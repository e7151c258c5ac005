/** A webhook's address may let its reader call the receiver, so it is encrypted if the operator has a key. */
import type { EndpointRow } from "../../db/queries/events/webhooks.ts";
import {
  openStored,
  type SealedPlace,
  sealStored,
  type UnreadableReason,
} from "../../platform/secrets/stored-secret.ts";
import type { Context } from "../context.ts";
import { MarketError } from "../errors.ts";

type Deployment = { config: Pick<Context["config"], "STORED_SECRETS_KEYS"> };
type Stored = Pick<EndpointRow, "id" | "url">;

const placeOf = (rowId: string): SealedPlace => ({ column: "webhook_endpoints.url", rowId });

/** The address as stored in this webhook's row. */
export function storedAddress({ config }: Deployment, webhookId: string, url: string): string {
  return sealStored(config.STORED_SECRETS_KEYS, placeOf(webhookId), url);
}

/** Errors: stored_secret_unreadable. */
export function addressOf(deployment: Deployment, endpoint: Stored): string {
  const found = readAddress(deployment, endpoint);
  if (found.url !== null) return found.url;
  throw new MarketError(
    "stored_secret_unreadable",
    `The address of the webhook ${endpoint.id} ${unreadableWords[found.reason]}.`,
    { retryAfterSeconds: unreadableRetrySeconds },
  );
}

/** The address, or why it cannot be read. */
export function readAddress(
  { config }: Deployment,
  { id, url }: Stored,
): { url: string } | { url: null; reason: UnreadableReason } {
  const opened = openStored(config.STORED_SECRETS_KEYS, placeOf(id), url);
  return opened.kind === "opened" ? { url: opened.text } : { url: null, reason: opened.reason };
}

/** The audit log's form of the address: the server, without possible tokens. */
export function auditedAddress(deployment: Deployment, endpoint: Stored): { url?: string } {
  const { url } = readAddress(deployment, endpoint);
  return url !== null && URL.canParse(url) ? { url: new URL(url).origin } : {};
}

/** A forgotten key has to be configured manually, which takes a while. */
export const unreadableRetrySeconds = 60;

export const unreadableWords: Readonly<Record<UnreadableReason, string>> = {
  key_missing: "is encrypted with a key that this marketplace does not have",
  changed: "was changed in the database",
};

/** A shorter part of an address is more likely a word than a token. */
const tokenCharsMin = 16;

/** Parts of an address that may be tokens, which a receiver may repeat in its answer. */
export function tokensIn(url: string): string[] {
  const { pathname, search, searchParams } = new URL(url);
  const parts = [pathname + search, ...pathname.split("/"), ...searchParams.values()];
  return parts.filter((part) => part.length >= tokenCharsMin);
}
