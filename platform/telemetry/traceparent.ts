/** The `traceparent` header (https://www.w3.org/TR/trace-context-1/). */
import { randomBytes } from "node:crypto";

export type TraceContext = { traceId: string; spanId: string; isSampled: boolean };

/** Version 00, without undefined flags. */
const pattern = /^00-([0-9a-f]{32})-([0-9a-f]{16})-(0[01])$/;
const zeros = /^0+$/;

/** Null if the header is missing or invalid, so that the trace begins here. */
export function readTraceparent(header: string | null): TraceContext | null {
  const match = header === null ? null : pattern.exec(header);
  const [, traceId = "", spanId = "", flags] = match ?? [];
  if (match === null || zeros.test(traceId) || zeros.test(spanId)) return null;
  return { traceId, spanId, isSampled: flags === "01" };
}

export function writeTraceparent({ traceId, spanId, isSampled }: TraceContext): string {
  return `00-${traceId}-${spanId}-${isSampled ? "01" : "00"}`;
}

/** Continues the given trace with a span that is not recorded; null without a trace. */
export function continueTrace(given: string | null): string | null {
  const before = readTraceparent(given);
  return before && writeTraceparent({ ...before, spanId: nextIds().slice(32) });
}

/** Bytes of a trace id and a span id. They are not secret, and drawing many at once is cheaper. */
const DRAWN_BYTES = 24;
let drawn = randomBytes(DRAWN_BYTES * 256);
let drawnUpTo = 0;

/** The 32 digits of a trace id and the 16 of a span id. */
export function nextIds(): string {
  if (drawnUpTo === drawn.length) {
    drawn = randomBytes(drawn.length);
    drawnUpTo = 0;
  }
  drawnUpTo += DRAWN_BYTES;
  return drawn.toString("hex", drawnUpTo - DRAWN_BYTES, drawnUpTo);
}
