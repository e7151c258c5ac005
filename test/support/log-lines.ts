/** A log whose lines a test reads. */
import { Writable } from "node:stream";
import { pino } from "pino";
import { errorForLog } from "../../platform/error-for-log.ts";
import type { Logger } from "../../platform/log.ts";

export type LogLine = Record<string, unknown> & { msg: string };

export function createLogLines(): { log: Logger; lines: LogLine[] } {
  const lines: LogLine[] = [];
  const sink = new Writable({
    write(chunk, _encoding, done) {
      lines.push(JSON.parse(String(chunk)));
      done();
    },
  });
  return { log: pino({ serializers: { err: errorForLog } }, sink), lines };
}
