/**
 * One line a call, as pino would write it: putting them together by hand and writing some at a time
 * takes a tenth of the time. A process that is killed loses those of its last moment.
 */
import process from "node:process";
import { pino } from "pino";
import type { Logger } from "../log.ts";

/** Lines wait for so long, or until there are so many characters. */
const FLUSH_MS_MAX = 100;
const WAITING_CHARS_MAX = 8192;
const infoLevel = 30;

/** `facts`: the call's own fields as JSON, without braces. */
export type AccessLog = (facts: string) => void;

/** Writes to where `log` does, with its bindings, as long as it writes at `info`. */
export function openAccessLog(log: Logger, message: string): AccessLog {
  const sink = (log as unknown as Record<symbol, { write(lines: string): void }>)[
    pino.symbols.streamSym
  ];
  const bound = JSON.stringify(log.bindings()).slice(1, -1);
  const fixed = bound === "" ? "" : `${bound},`;
  const end = `,"msg":${JSON.stringify(message)}}\n`;
  const clock = createClock();
  let waiting = "";
  let timer: ReturnType<typeof setTimeout> | null = null;
  const flush = () => {
    if (timer !== null) clearTimeout(timer);
    timer = null;
    const lines = waiting;
    waiting = "";
    if (lines !== "") sink?.write(lines);
  };
  process.once("exit", flush);
  return (facts) => {
    if (!log.isLevelEnabled("info")) return;
    waiting += `{"level":${infoLevel},"time":"${clock()}",${fixed}${facts}${end}`;
    if (waiting.length >= WAITING_CHARS_MAX) return flush();
    timer ??= setTimeout(flush, FLUSH_MS_MAX);
  };
}

/** The time as ISO 8601, made once a millisecond. */
function createClock(): () => string {
  let madeAtMs = 0;
  let text = "";
  return () => {
    const nowMs = Date.now();
    if (nowMs !== madeAtMs) text = new Date(nowMs).toISOString();
    madeAtMs = nowMs;
    return text;
  };
}
