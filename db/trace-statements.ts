/** Adds spans for statements and transactions to a sampled trace. */
import { currentSpan, traced } from "../platform/telemetry/tracing.ts";

/** The operation and its first table; the statement's text and values are not exported. */
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
