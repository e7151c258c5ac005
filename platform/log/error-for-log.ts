/** Prepares an error for the log: what failed and where, without the values involved. */

const causesMax = 5;
const messageCharsMax = 2000;

/** Fields that name parts of the schema or the protocol, and never contain a row's value. */
const plainFields = [
  "code",
  "severity",
  "routine",
  "schema_name",
  "table_name",
  "column_name",
  "constraint_name",
  "statusCode",
  "requestId",
] as const;

type LoggedError = Record<string, unknown>;

/**
 * A failed query has its parameters in its message, and Postgres repeats values in `message` and
 * `detail`: an owner's address must not reach the log because it violated a constraint.
 */
export function errorForLog(error: unknown, causesLeft = causesMax): unknown {
  if (!(error instanceof Error)) return withoutFields(error);
  const fields = new Map(Object.entries(error));
  const logged: LoggedError = { type: error.name, message: messageOf(error) };
  for (const name of plainFields) {
    const value = fields.get(name);
    if (typeof value === "string" || typeof value === "number") logged[name] = value;
  }
  logged.stack = framesOf(error);
  if (error.cause !== undefined && causesLeft > 0) {
    logged.cause = errorForLog(error.cause, causesLeft - 1);
  }
  return logged;
}

/**
 * Anything else that is thrown or given as a cause, such as a response body, a form or claims, may
 * contain values.
 */
function withoutFields(thrown: unknown): unknown {
  if (typeof thrown === "string") return thrown.slice(0, messageCharsMax);
  if (typeof thrown !== "object" || thrown === null) return thrown;
  return { type: thrown.constructor?.name ?? "Object" };
}

function messageOf(error: Error): string {
  return withoutValues(error).slice(0, messageCharsMax);
}

function withoutValues(error: Error): string {
  // Drizzle's: "Failed query: <text with $1>
  // params: <values>".
  if ("query" in error && "params" in error) return error.message.replace(/\nparams:.*$/s, "");
  // Postgres': `invalid input syntax for type uuid: "<value>"`.
  if (error.name === "PostgresError") return error.message.replace(/: ".*$/s, "");
  return error.message;
}

/** Only the frames, because the lines above them repeat the message. */
function framesOf({ stack = "" }: Error): string {
  return stack
    .split("\n")
    .filter((line) => /^\s*at /.test(line))
    .join("\n");
}
