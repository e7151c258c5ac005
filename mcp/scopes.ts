/** What a host asks its person for, by the tools that it calls. */
import { connectionScopes } from "../db/vocabulary/connection.ts";
import { keyScopesOf } from "../market/connection/rules.ts";
import type { CalledTool } from "./message.ts";
import type { ToolKey } from "./tool.ts";

type Scope = (typeof connectionScopes)[number];

/** A buyer's tools need no seller's scope, nor the other way round. */
const scopesByKey: Record<ToolKey, readonly Scope[]> = {
  none: [],
  optional: keyScopesOf(connectionScopes),
  operator: keyScopesOf(connectionScopes),
  agent: ["sell"],
  any: connectionScopes,
};

/** Of all the calls of a message, in the order of the table of scopes. */
export function scopesOf(called: readonly CalledTool[]): readonly Scope[] {
  const wanted = called.flatMap(({ tool }) => scopesByKey[tool.key]);
  return connectionScopes.filter((scope) => wanted.includes(scope));
}
