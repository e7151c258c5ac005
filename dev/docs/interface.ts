/** Every operation and every tool, as the contracts declare them. */
import { z } from "zod";
import type { Caller, CallerKind, Op } from "../../market/contract/contract.ts";
import { contracts } from "../../market/contracts.ts";
import type { ToolKey } from "../../mcp/tool.ts";
import { tools } from "../../mcp/tools.ts";
import { code, table } from "./table.ts";

const callers: Record<CallerKind, string> = {
  anyone: "anyone",
  anyone_or_operator: "anyone; a key shows more",
  operator: "API key",
  agent: "agent token",
  anyone_or_either: "anyone; a key or token shows more",
  operator_or_agent: "API key or agent token",
  operator_or_applicant: "API key or agent token, approved or not",
  applicant: "agent token, approved or not",
  token_holder: "agent token of its own",
  owner: "owner",
};

function callerOf({ kind, scopes }: Caller): string {
  if (scopes.length === 0) return callers[kind];
  return `${callers[kind]} (${scopes.map(code).join(" or ")})`;
}

/** By subject, in the order of the contracts. */
export function operationsTable(): string {
  const operations = contracts.flatMap((one): Op[] => Object.values(one));
  const rows = operations.map((op) => [
    op.tag,
    code(op.id),
    code(`${op.method} ${op.path}`),
    op.summary,
    callerOf(op.by),
    code(op.tool?.name ?? ""),
  ]);
  const subjects = Map.groupBy(rows, ([tag]) => tag);
  return table(
    ["Subject", "Operation", "Call", "In words", "Who", "Tool"],
    [...subjects.values()].flat(),
  );
}

const keys: Record<ToolKey, string> = {
  none: "none",
  optional: "API key, if any",
  operator: "API key",
  agent: "agent token",
  any: "either",
};

/** In the order in which a client lists them. */
export function toolsTable(): string {
  return table(
    ["Tool", "Parameters (`?`: optional)", "Bearer token", "Toolsets", "Title"],
    tools.map(({ name, title, key, input, sets = [] }) => {
      const { properties = {}, required = [] } = z.toJSONSchema(input, {
        io: "input",
        unrepresentable: "any",
      });
      const parameters = Object.keys(properties).map((one) =>
        code(required.includes(one) ? one : `${one}?`),
      );
      return [code(name), parameters.join(", ") || "none", keys[key], sets.join(", "), title];
    }),
  );
}
