/** The scopes that a host asks its person to grant, derived from the tools that a message calls. */
import { connectionScopes } from "../db/vocabulary/connection.ts";
import { keyScopesOf } from "../market/connection/rules.ts";
import { type Credential, callers } from "../market/contract/callers.ts";
import type { CalledTool } from "./message.ts";

type Scope = (typeof connectionScopes)[number];

/** A buyer's tools need no seller's scope, nor the other way round. */
const scopesByCredential: Record<Credential, readonly Scope[]> = {
  key: keyScopesOf(connectionScopes),
  agent: ["sell"],
  owner: [],
};

/** The scopes that all calls of a message need, in the order of `connectionScopes`. */
export function scopesOf(called: readonly CalledTool[]): readonly Scope[] {
  const wanted = called.flatMap(({ tool }) =>
    callers[tool.by].takes.flatMap((credential) => scopesByCredential[credential]),
  );
  return connectionScopes.filter((scope) => wanted.includes(scope));
}
