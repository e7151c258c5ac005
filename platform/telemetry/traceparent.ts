/** The `traceparent` header (https://www.w3.org/TR/trace-context-1/), read and written. */
import { randomBytes } from "node:crypto";

export type TraceContext = { traceId: string; spanId: string; isSampled: boolean };

/** Of version 00, without flags that nobody defines. */
const pattern = /^00-([0-9a-f]{32})-([0-9a-f]{16})-(0[01])$/;
const zeros = /^0+$/;

/** Null: the header is missing or says nothing, and the trace begins here. */
export function readTraceparent(header: string | null): TraceContext | null {
  const match = header === null ? null : pattern.exec(header);
  const [, traceId = "", spanId = "", flags] = match ?? [];
  if (match === null || zeros.test(traceId) || zeros.test(spanId)) return null;
  return { traceId, spanId, isSampled: flags === "01" };
}

export function writeTraceparent({ traceId, spanId, isSampled }: TraceContext): string {
  return `00-${traceId}-${spanId}-${isSampled ? "01" : "00"}`;
}

/** The trace that is given, with a span that nobody records; null where none is given. */
export function continueTrace(given: string | null): string | null {
  const before = readTraceparent(given);
  return before && writeTraceparent({ ...before, spanId: nextIds().slice(32) });
}

/** A trace and a span, in bytes. They are no secrets: many are drawn at once, which is cheaper. */
const DRAWN_BYTES = 24;
let drawn = randomBytes(DRAWN_BYTES * 256);
let drawnUpTo = 0;

/** The 32 digits of a trace's id, and the 16 of a span's. */
export function nextIds(): string {
  if (drawnUpTo === drawn.length) {
    drawn = randomBytes(drawn.length);
    drawnUpTo = 0;
  }
  drawnUpTo += DRAWN_BYTES;
  return drawn.toString("hex", drawnUpTo - DRAWN_BYTES, drawnUpTo);
}
