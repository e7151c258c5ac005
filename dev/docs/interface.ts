/** Tables of all operations and tools, from the contracts. */
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
  const rows = [...Map.groupBy(operations, ({ tag }) => tag).values()]
    .flat()
    .map((op) => [code(`${op.method} ${op.path}`), op.summary, callerOf(op.by)]);
  return table(["Call", "Summary", "Caller"], rows);
}

/** In the order in which a client lists them. */
export function toolsTable(): string {
  return table(
    ["Tool", "Caller", "Toolsets"],
    tools.map(({ name, by, sets = [] }) => [code(name), callers[by].words, sets.join(", ")]),
  );
}
