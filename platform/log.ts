/** The log of every process: JSON lines without secrets and without the values of failed queries. */
import { type Logger, pino } from "pino";
import { errorForLog } from "./log/error-for-log.ts";

export type { Logger };

/** JSON lines on standard output, with secrets that could stand in a header cut out. */
export function createLogger(options: { level: string; service: string }): Logger {
  return pino({
    level: options.level,
    base: { service: options.service },
    redact: ["authorization", "*.authorization", "token", "*.token", "cookie", "*.cookie"],
    serializers: { err: errorForLog },
    timestamp: pino.stdTimeFunctions.isoTime,
  });
}
