import { apiKeyScopes } from "../../db/vocabulary/account.ts";
import type { ConnectionScope } from "../../db/vocabulary/connection.ts";
import { callers } from "./callers.ts";
import type { Op } from "./contract.ts";

/** Any one of these scopes lets a connected program's token call the operation. */
export function connectionScopesOf({ by: { kind, scopes } }: Pick<Op, "by">): ConnectionScope[] {
  const { takes, isNeverConnected } = callers[kind];
  if (isNeverConnected) return [];
  const ofKey: readonly ConnectionScope[] = scopes.length === 0 ? apiKeyScopes : scopes;
  return takes.flatMap((one) =>
    one === "key" ? ofKey : one === "agent" ? (["sell"] as const) : [],
  );
}

/** For example "Requires the scope `read` or `bid`, or an agent token."; empty where no scope is needed. */
function scopeSentence({ by: { kind, scopes } }: Pick<Op, "by">): string {
  const { takes, isOptional } = callers[kind];
  if (scopes.length === 0 || isOptional) return "";
  const quoted = scopes.map((scope) => `\`${scope}\``);
  const names = [quoted.slice(0, -1).join(", "), quoted.at(-1)].filter(Boolean).join(" or ");
  return ` Requires the scope ${names}${takes.includes("agent") ? ", or an agent token" : ""}.`;
}

/** The operation's description, with the scopes in the first paragraph. */
export function descriptionOf(op: Pick<Op, "by" | "says">): string {
  const [first, ...others] = op.says.split("\n\n");
  return [first + scopeSentence(op), ...others].join("\n\n");
}
