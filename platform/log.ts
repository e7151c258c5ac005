/** The log: one JSON line an entry. */
import { type Logger, pino } from "pino";

export type { Logger };

/** JSON lines on standard output, with secrets that could stand in a header cut out. */
export function createLogger(options: { level: string; service: string }): Logger {
  return pino({
    level: options.level,
    base: { service: options.service },
    redact: ["authorization", "*.authorization", "token", "*.token", "cookie", "*.cookie"],
    timestamp: pino.stdTimeFunctions.isoTime,
  });
}
