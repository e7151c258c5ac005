/** Every operation and every tool, as the contracts declare them. */
import { z } from "zod";
import { callers } from "../../market/contract/callers.ts";
import type { Caller, Op } from "../../market/contract/contract.ts";
import { contracts } from "../../market/contracts.ts";
import { tools } from "../../mcp/tools.ts";
import { code, table } from "./table.ts";

function callerOf({ kind, scopes }: Caller): string {
  const { words } = callers[kind];
  if (scopes.length === 0) return words;
  return `${words} (${scopes.map(code).join(" or ")})`;
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

/** In the order in which a client lists them. */
export function toolsTable(): string {
  return table(
    ["Tool", "Parameters (`?`: optional)", "Who", "Toolsets", "Title"],
    tools.map(({ name, title, by, input, sets = [] }) => {
      const { properties = {}, required = [] } = z.toJSONSchema(input, {
        io: "input",
        unrepresentable: "any",
      });
      const parameters = Object.keys(properties).map((one) =>
        code(required.includes(one) ? one : `${one}?`),
      );
      return [
        code(name),
        parameters.join(", ") || "none",
        callers[by].words,
        sets.join(", "),
        title,
      ];
    }),
  );
}
