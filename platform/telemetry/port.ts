/**
 * The telemetry port for traces. `open-telemetry.ts` implements it and is loaded only if an OTLP
 * endpoint is configured; no other code names OpenTelemetry.
 */

/**
 * No value from outside except those listed in docs/operating.md: no address, token, name or text.
 */
export type Attributes = Readonly<Record<string, string | number | boolean | undefined>>;

/**
 * As specified: `server` and `consumer` start a process's part of a trace, the others are within
 * it.
 */
export type SpanKind = "internal" | "server" | "client" | "producer" | "consumer";

/** A unit of work within a trace. */
export interface Span {
  /** Lets others continue this trace (W3C Trace Context). */
  readonly traceparent: string;
  /** False: the trace continues, but nothing of it is recorded. */
  readonly isSampled: boolean;
  /** A step is about to begin: a waiting span is recorded from now on. */
  wake(): void;
  set(attributes: Attributes): void;
  rename(name: string): void;
  /** Marks it as failed, with the error's kind but not its message. */
  fail(error: unknown): void;
  end(): void;
}

export type SpanOptions = {
  kind?: SpanKind;
  attributes?: Attributes;
};

export interface Tracer {
  /** `parent`: a span of this process, a received `traceparent`, or null for a new trace. */
  start(name: string, options: SpanOptions & { parent: Span | string | null }): Span;
  /** A new trace that is recorded only once a step begins in it. */
  startWaiting(name: string): Span;
}
