import { apiKeyScopes } from "../../db/vocabulary/account.ts";
import type { ConnectionScope } from "../../db/vocabulary/connection.ts";
import type { CallerKind, Op } from "./contract.ts";

/** The callers that a connected program's token may replace: a key with scopes, a seller, or both. */
const connected: Record<CallerKind, { byKey: boolean; asSeller: boolean }> = {
  anyone: { byKey: false, asSeller: false },
  anyone_or_operator: { byKey: true, asSeller: false },
  anyone_or_either: { byKey: true, asSeller: false },
  operator: { byKey: true, asSeller: false },
  agent: { byKey: false, asSeller: true },
  operator_or_agent: { byKey: true, asSeller: true },
  operator_or_applicant: { byKey: true, asSeller: true },
  applicant: { byKey: false, asSeller: true },
  token_holder: { byKey: false, asSeller: false },
  owner: { byKey: false, asSeller: false },
};

/** Any one of these scopes lets a connected program's token call the operation. */
export function connectionScopesOf({ by: { kind, scopes } }: Pick<Op, "by">): ConnectionScope[] {
  const { byKey, asSeller } = connected[kind];
  const ofKey: readonly ConnectionScope[] = scopes.length === 0 ? apiKeyScopes : scopes;
  return [...(byKey ? ofKey : []), ...(asSeller ? (["sell"] as const) : [])];
}

/** For example "Requires the scope `read` or `bid`, or an agent token."; empty where no scope is needed. */
function scopeSentence({ by: { kind, scopes } }: Pick<Op, "by">): string {
  if (scopes.length === 0 || kind.startsWith("anyone")) return "";
  const quoted = scopes.map((scope) => `\`${scope}\``);
  const names = [quoted.slice(0, -1).join(", "), quoted.at(-1)].filter(Boolean).join(" or ");
  return ` Requires the scope ${names}${connected[kind].asSeller ? ", or an agent token" : ""}.`;
}

/** The operation's description, with the scopes in the first paragraph. */
export function descriptionOf(op: Pick<Op, "by" | "says">): string {
  const [first, ...others] = op.says.split("\n\n");
  return [first + scopeSentence(op), ...others].join("\n\n");
}
