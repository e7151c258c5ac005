/** The log of every process: JSON lines without secrets and without the values of failed queries. */
import { type DestinationStream, type Logger, pino } from "pino";
import { errorForLog } from "./log/error-for-log.ts";
import { createRedactor, credentialsOf } from "./secrets/redact.ts";

export type { Logger };

export type LoggerOptions = {
  level: string;
  service: string;
  /** What this process was given to prove itself by: stands in no line. */
  credentials?: readonly string[];
};

/** The log of a process: none of what its configuration holds to prove itself by stands in it. */
export function openLog(
  config: { LOG_LEVEL: string },
  service: string,
  sink?: DestinationStream,
): Logger {
  const options = { level: config.LOG_LEVEL, service, credentials: credentialsOf(config) };
  return createLogger(options, sink);
}

/** JSON lines on standard output, with credentials cut out wherever they stand. */
export function createLogger(options: LoggerOptions, sink?: DestinationStream): Logger {
  const settings: pino.LoggerOptions = {
    level: options.level,
    base: { service: options.service },
    redact: ["authorization", "*.authorization", "token", "*.token", "cookie", "*.cookie"],
    serializers: { err: errorForLog },
    hooks: { streamWrite: createRedactor(options.credentials) },
    timestamp: pino.stdTimeFunctions.isoTime,
  };
  return sink === undefined ? pino(settings) : pino(settings, sink);
}
