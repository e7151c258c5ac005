/**
 * The log of every process: JSON lines without secrets and without the values of failed queries.
 */
import { type DestinationStream, type Logger, pino } from "pino";
import { errorForLog } from "./log/error-for-log.ts";
import { createRedactor, credentialsOf, type Redact } from "./secrets/redact.ts";

export type { Logger };

export type LoggerOptions = {
  level: string;
  service: string;
  /** Credentials of this process, which must not appear in any line. */
  credentials?: readonly string[];
  /** Receives each line as it is written. */
  onLine?: ((line: string) => void) | undefined;
};

type LogPlaces = Pick<LoggerOptions, "onLine"> & { sink?: DestinationStream };

/** The log of a process, with all credentials of its configuration removed. */
export function openLog(
  config: { LOG_LEVEL: string },
  service: string,
  { sink, onLine }: LogPlaces = {},
): Logger {
  const credentials = credentialsOf(config);
  return createLogger({ level: config.LOG_LEVEL, service, credentials, onLine }, sink);
}

/** JSON lines on standard output, with credentials removed wherever they occur. */
export function createLogger(options: LoggerOptions, sink?: DestinationStream): Logger {
  const { onLine } = options;
  const redact = createRedactor(options.credentials);
  const settings: pino.LoggerOptions = {
    level: options.level,
    base: { service: options.service },
    redact: ["authorization", "*.authorization", "token", "*.token", "cookie", "*.cookie"],
    serializers: { err: errorForLog },
    hooks: { streamWrite: onLine === undefined ? redact : passing(redact, onLine) },
    timestamp: pino.stdTimeFunctions.isoTime,
  };
  return sink === undefined ? pino(settings) : pino(settings, sink);
}

function passing(redact: Redact, onLine: (line: string) => void): Redact {
  return (given) => {
    const line = redact(given);
    onLine(line);
    return line;
  };
}
