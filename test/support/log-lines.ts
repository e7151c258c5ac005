/** A log whose lines a test reads, and a silent log. */
import { Writable } from "node:stream";
import { pino } from "pino";
import { errorForLog } from "../../platform/log/error-for-log.ts";
import { createLogger, type Logger } from "../../platform/log.ts";

/** Not in `workers.ts`, so that programs started by tests need not load everything there. */
export const silentLog = createLogger({ level: "silent", service: "test" });

export type LogLine = Record<string, unknown> & { msg: string };

export function createLogLines(): { log: Logger; lines: LogLine[] } {
  const lines: LogLine[] = [];
  const sink = new Writable({
    write(chunk, _encoding, done) {
      for (const line of String(chunk).trimEnd().split("\n")) lines.push(JSON.parse(line));
      done();
    },
  });
  return { log: pino({ serializers: { err: errorForLog } }, sink), lines };
}
