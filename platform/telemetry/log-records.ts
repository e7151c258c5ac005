/** Converts log lines to log records. They are read as written, so redacted parts stay redacted. */
import {
  type AnyValue,
  ROOT_CONTEXT,
  type Logger as SdkLogger,
  SeverityNumber,
  TraceFlags,
  trace,
} from "@opentelemetry/api";
import { readTraceparent } from "./traceparent.ts";
import { currentSpan } from "./tracing.ts";

const severities: Readonly<Record<number, [SeverityNumber, string]>> = {
  10: [SeverityNumber.TRACE, "TRACE"],
  20: [SeverityNumber.DEBUG, "DEBUG"],
  30: [SeverityNumber.INFO, "INFO"],
  40: [SeverityNumber.WARN, "WARN"],
  50: [SeverityNumber.ERROR, "ERROR"],
  60: [SeverityNumber.FATAL, "FATAL"],
};
const infoLevel = 30;

/** `{"level":30,…`: the position of the level, so that lines need not be parsed. */
const levelStart = '{"level":'.length;

/**
 * Lines of unsampled traces go only to standard output, unless they are warnings: a busy edge
 * writes one per request, and spans and metrics contain the same facts.
 */
export function sendsLine(line: string): boolean {
  const traceparent = currentSpan()?.traceparent;
  // By the flag: a trace that waits for something to record is sampled already.
  if (traceparent === undefined || traceparent.endsWith("-01")) return true;
  return Number(line.slice(levelStart, levelStart + 2)) > infoLevel;
}

type Line = { level?: number; time?: string; msg?: string; service?: string; err?: LoggedError };
type LoggedError = { type?: string; message?: string; stack?: string };

export function emitLine(logger: SdkLogger, line: string): void {
  const { level = infoLevel, time, msg = "", service: _, err, ...rest } = JSON.parse(line) as Line;
  const [severityNumber, severityText] = severities[level] ?? [SeverityNumber.UNSPECIFIED, ""];
  logger.emit({
    timestamp: time === undefined ? new Date() : new Date(time),
    severityNumber,
    severityText,
    body: msg,
    attributes: { ...(rest as Record<string, AnyValue>), ...exceptionOf(err) },
    context: contextOf(currentSpan()?.traceparent ?? null),
  });
}

function exceptionOf(err: LoggedError | undefined): Record<string, AnyValue> {
  if (typeof err !== "object" || err === null) return {};
  const { type = "Error", message = "", stack = "" } = err;
  return {
    "exception.type": type,
    "exception.message": message,
    "exception.stacktrace": stack,
  };
}

function contextOf(traceparent: string | null) {
  const of = readTraceparent(traceparent);
  if (of === null) return ROOT_CONTEXT;
  const traceFlags = of.isSampled ? TraceFlags.SAMPLED : TraceFlags.NONE;
  return trace.setSpanContext(ROOT_CONTEXT, { traceId: of.traceId, spanId: of.spanId, traceFlags });
}
