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

/** By kind of caller, a row for each subject. */
export function operationsTable(): string {
  const operations = contracts.flatMap((one): Op[] => Object.values(one));
  const bySubject = [...Map.groupBy(operations, ({ tag }) => tag).values()].flat();
  const byCaller = Map.groupBy(bySubject, ({ by }) => callerOf(by));
  const rows = [...byCaller].flatMap(([caller, members]) => [
    [`**${caller}**`, ""],
    ...[...Map.groupBy(members, ({ tag }) => tag)].map(([tag, calls]) => [
      tag,
      [...Map.groupBy(calls, ({ path }) => path)]
        .map(([path, same]) => code(`${same.map(({ method }) => method).join(", ")} ${path}`))
        .join(", "),
    ]),
  ]);
  return table(["Subject", "Calls"], rows);
}

/** In the order in which a client lists them, within each kind of caller. */
export function toolsTable(): string {
  const callable = tools.map(({ name, sets = [], by }) => ({
    name,
    sets,
    by: { kind: by, scopes: [] },
  }));
  return tableByCaller(["Tool", "Toolsets"], callable, ({ name, sets }) => [
    code(name),
    sets.join(", "),
  ]);
}

/** A bold row before the rows of each kind of caller. */
function tableByCaller<T extends { by: Caller }>(
  head: string[],
  items: T[],
  rowOf: (item: T) => string[],
): string {
  const rows = [...Map.groupBy(items, ({ by }) => callerOf(by))].flatMap(([caller, members]) => [
    [`**${caller}**`, ""],
    ...members.map(rowOf),
  ]);
  return table(head, rows);
}
