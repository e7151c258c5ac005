/** Distinguishes an unavailable or busy database from a wrong query. */

import { PartTrouble } from "../platform/part-trouble.ts";

type TroubleKind =
  /** It does not answer, or is shutting down or starting up. */
  | "away"
  /** It answers, but not in time: locks, connections, its own limits. */
  | "busy";

export type Trouble = {
  kind: TroubleKind;
  /** The connection was lost during a write, which may have happened or not. */
  isOutcomeUnknown: boolean;
};

/** Thrown by the pool itself; the driver's errors are recognised by their codes. */
export class DatabaseTroubleError extends Error {
  readonly trouble: Trouble;

  constructor(message: string, trouble: Trouble, cause?: unknown) {
    super(message, { cause });
    this.name = "DatabaseTroubleError";
    this.trouble = trouble;
  }
}

/** Codes of the driver and of sockets: the query was sent, and no answer arrived. */
const lostCodes = new Set([
  "CONNECTION_CLOSED",
  "CONNECTION_DESTROYED",
  "CONNECTION_STALLED",
  "ECONNRESET",
  "EPIPE",
  "ETIMEDOUT",
]);

const unreachableCodes = new Set([
  "CONNECT_TIMEOUT",
  "CONNECTION_ENDED",
  "ECONNREFUSED",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "EHOSTDOWN",
  "ENETUNREACH",
  "ENOTFOUND",
]);

/**
 * SQLSTATEs (https://www.postgresql.org/docs/current/errcodes-appendix.html) of failures on the
 * server's side.
 */
const awayStates = new Set([
  "57P01", // admin_shutdown
  "57P02", // crash_shutdown
  "57P03", // cannot_connect_now
  "57P04", // database_dropped
  "57P05", // idle_session_timeout
  "25P03", // idle_in_transaction_session_timeout
  "25P04", // transaction_timeout
  "25006", // read_only_sql_transaction: a standby before its promotion
  "53100", // disk_full
  "58030", // io_error
]);

const statementOverdue = "57014";

const busyStates = new Set([
  "55P03", // lock_not_available
  statementOverdue, // query_canceled: the statement's time limit
  "53000", // insufficient_resources
  "53200", // out_of_memory
  "53300", // too_many_connections
  "40001", // serialization_failure
  "40P01", // deadlock_detected
]);

const connectionExceptionClass = "08";
const causesMax = 5;

/**
 * Null if the error is not the database's fault: a refusal, a wrong query, a violated constraint.
 */
export function databaseTrouble(error: unknown): Trouble | null {
  let cause: unknown = error;
  for (let depth = 0; depth < causesMax && cause instanceof Error; depth += 1) {
    if (cause instanceof DatabaseTroubleError) return cause.trouble;
    const kind = isOfDriver(cause) ? kindOf(cause.code) : null;
    if (kind !== null) return { kind, isOutcomeUnknown: false };
    cause = cause.cause;
  }
  return null;
}

/** Errors of the server that retrying does not change. */
const refusals: Record<string, string> = {
  "28P01": "refuses the password of",
  "28000": "refuses the user of",
  "3D000": "has no database of the name in",
};

/** Describes a failed ping for the operator; `variable` names the address. */
export function databasePartTrouble(cause: unknown, variable = "DATABASE_URL"): PartTrouble {
  const code = deepestCode(cause);
  const refusal = code === null ? undefined : refusals[code];
  if (refusal !== undefined) {
    return new PartTrouble(`${refusal} ${variable}`, { isRefusal: true, cause });
  }
  const detail = code === null ? "" : ` (${code})`;
  const isBusy = databaseTrouble(cause)?.kind === "busy";
  return new PartTrouble(`${isBusy ? "is too busy to answer" : "does not answer"}${detail}`, {
    cause,
  });
}

function deepestCode(error: unknown): string | null {
  let code: string | null = null;
  let cause = error;
  for (let depth = 0; depth < causesMax && cause instanceof Error; depth += 1) {
    code = codeOf(cause) ?? code;
    cause = cause.cause;
  }
  return code;
}

/** Whether the statement may have been executed although no answer arrived. */
export function isLost(error: unknown): boolean {
  return error instanceof Error && isOfDriver(error) && lostCodes.has(error.code);
}

/** Whether the error means that somebody else holds the resource for long. */
export function isBlocked(error: unknown): boolean {
  return databaseTrouble(error)?.kind === "busy" || codeOf(error) === "CONNECTION_STALLED";
}

/** Whether a statement exceeded its time limit; another server would take as long. */
export function isOverdueStatement(error: unknown): boolean {
  return deepestCode(error) === statementOverdue;
}

function kindOf(code: string): TroubleKind | null {
  if (lostCodes.has(code) || unreachableCodes.has(code)) return "away";
  if (awayStates.has(code) || code.startsWith(connectionExceptionClass)) return "away";
  return busyStates.has(code) ? "busy" : null;
}

/**
 * Sockets of other parts have the same error codes. The driver's own errors are PostgresErrors,
 * have their query, or use a code of the driver.
 */
function isOfDriver(error: Error): error is Error & { code: string } {
  const code = codeOf(error);
  if (code === null) return false;
  return error.name === "PostgresError" || "query" in error || code.startsWith("CONNECT");
}

function codeOf(error: unknown): string | null {
  if (!(error instanceof Error) || !("code" in error)) return null;
  return typeof error.code === "string" ? error.code : null;
}
