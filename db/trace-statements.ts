/** Statements and transactions as spans of the trace that runs, where it is sampled. */
import { currentSpan, traced } from "../platform/telemetry/tracing.ts";

/** What a statement does, and to which table first: its text stays here, as do its values. */
const operationOf = /^\s*(\w+)/;
const tableOf = /\b(?:from|into|update)\s+"(\w+)"/i;

export function tracedStatement<Result>(
  statement: string,
  send: () => Promise<Result>,
): Promise<Result> {
  if (currentSpan()?.isSampled !== true) return send();
  const operation = operationOf.exec(statement)?.[1]?.toUpperCase() ?? "QUERY";
  const table = tableOf.exec(statement)?.[1];
  const summary = table === undefined ? operation : `${operation} ${table}`;
  const attributes = { "db.system.name": "postgresql", "db.query.summary": summary };
  return traced(summary, { kind: "client", attributes }, send);
}

export function tracedTransaction<Result>(transact: () => Promise<Result>): Promise<Result> {
  if (currentSpan()?.isSampled !== true) return transact();
  const attributes = { "db.system.name": "postgresql" };
  return traced("transaction", { kind: "client", attributes }, transact);
}
