/** A connection's permissions, and how to show a client's own name. Pure. */

import { type ApiKeyScope, apiKeyScopes } from "../../db/vocabulary/account.ts";
import type { AgentState } from "../../db/vocabulary/agent.ts";
import { type ConnectionScope, connectionScopes } from "../../db/vocabulary/connection.ts";
import { apiKeyState, suspensionRefusal } from "../account/rules.ts";
import { agentNameFault } from "../agent/rules.ts";
import { firstCharacters } from "../characters.ts";
import { AGENT_NAME_CHARS_MAX } from "../limits.ts";
import type { Refusal } from "../refusal.ts";
import { CLIENT_NAME_CHARS_MAX } from "./limits.ts";

/** The scopes that its API key provides. */
export function keyScopesOf(scopes: readonly ConnectionScope[]): ApiKeyScope[] {
  return apiKeyScopes.filter((scope) => scopes.includes(scope));
}

/** Scopes that spend money need limits. */
export function maySpend(scopes: readonly ConnectionScope[]): boolean {
  return scopes.includes("purchase") || scopes.includes("bid");
}

/** The members of `wanted` in `given`, without duplicates, in the order of the table. */
export function scopesWithin(
  wanted: readonly string[],
  given: readonly ConnectionScope[],
): ConnectionScope[] {
  return connectionScopes.filter((scope) => wanted.includes(scope) && given.includes(scope));
}

type Times = { endedAt: Date | null; expiresAt: Date | null };
export type ConnectionState = "active" | "expired" | "ended";

export function connectionState(connection: Times, now: Date): ConnectionState {
  if (connection.endedAt !== null) return "ended";
  return connection.expiresAt !== null && connection.expiresAt <= now ? "expired" : "active";
}

/** Why none of the connection's tokens is valid; null if one may be. */
export function connectionRefusal(
  connection: Times,
  account: { suspendedAt: Date | null },
  now: Date,
): Refusal | null {
  const state = connectionState(connection, now);
  if (state === "ended") return { code: "token_revoked", detail: "This connection was ended." };
  if (state === "expired") {
    const detail = `This connection expired at ${connection.expiresAt?.toISOString()}.`;
    return { code: "token_expired", detail };
  }
  return suspensionRefusal(account);
}

type Acting = {
  connection: { scopes: readonly ConnectionScope[] };
  key: { scopes: readonly ApiKeyScope[]; revokedAt: Date | null; expiresAt: Date | null } | null;
  agent: { state: AgentState } | null;
};

/** A connection's current scopes: its key or agent may have been edited or ended separately. */
export function scopesInForce({ connection, key, agent }: Acting, now: Date): ConnectionScope[] {
  const isKeyLive = key !== null && apiKeyState(key, now) === "active";
  const byKey = isKeyLive ? connection.scopes.filter((scope) => isIn(key.scopes, scope)) : [];
  const sells = agent?.state === "verified" && connection.scopes.includes("sell");
  return sells ? [...byKey, "sell"] : byKey;
}

function isIn(scopes: readonly string[], scope: ConnectionScope): boolean {
  return scopes.includes(scope);
}

/** Controls, bidirectional overrides and invisible characters, which can disguise a name. */
const hidden = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Cs}\p{Default_Ignorable_Code_Point}\u2028\u2029]/gu;

/**
 * A client's own name as one visible line, without hidden characters, cut to
 * `CLIENT_NAME_CHARS_MAX`; the host if nothing is left.
 */
export function shownClientName(name: string, host: string): string {
  const line = name
    .slice(0, 10 * CLIENT_NAME_CHARS_MAX)
    .replace(/\s+/gu, " ")
    .replace(hidden, "")
    .replace(/(\p{M}{2})\p{M}+/gu, "$1")
    .normalize("NFC")
    .replace(/ +/g, " ")
    .trim();
  const shown = firstCharacters(line, CLIENT_NAME_CHARS_MAX).trim();
  return shown === "" ? host : shown;
}

/** Scripts whose letters can imitate Latin ones; a word entirely in one such script is fine. */
const latin = /\p{Script=Latin}/u;
const lookAlikes = /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}\p{Script=Cherokee}]/u;
const styled = /[\u{1d400}-\u{1d7ff}\uff01-\uff5e\u2100-\u214f\u24b6-\u24e9]/u;

/** A warning about a client's own name, for the person who decides; null: nothing suspicious. */
export function clientNameWarning(name: string): string | null {
  if (name.replace(hidden, "") !== name) return "Its name contains invisible characters.";
  if (styled.test(name)) return "Its name uses letters that only look like ordinary ones.";
  if (latin.test(name) && lookAlikes.test(name)) {
    return "Its name mixes letters of several alphabets, so it may imitate another name.";
  }
  return null;
}

/** A program on the person's own device, which has no host: by loopback or its own URL scheme. */
export function isOwnDevice(host: string): boolean {
  return (
    host.endsWith(":") || /^(this computer|localhost|127(\.\d+){3}|\[::1\])(:\d+)?$/i.test(host)
  );
}

/** A host whose displayed letters differ from its DNS name (punycode). */
export function isEncodedHost(host: string): boolean {
  return /(^|\.)xn--/i.test(host);
}

/** A default seller name from the client's name; buyers see it, so its owner may change it. */
export function proposedAgentName(clientName: string): string {
  const letters = clientName
    .replace(/[^\p{L}\p{M}\p{Nd} ._-]/gu, " ")
    .replace(/\.(?=\S)/g, " ")
    .replace(/ +/g, " ");
  const plain = firstCharacters(letters, AGENT_NAME_CHARS_MAX).trim();
  return plain === "" || agentNameFault(plain) !== null ? "seller" : plain;
}
