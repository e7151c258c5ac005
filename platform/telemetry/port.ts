/**
 * The telemetry port: what the rooms ask of traces. `open-telemetry.ts` implements it, and is loaded
 * where an OTLP endpoint is configured alone; nobody else names OpenTelemetry.
 */

/** No value from outside but what is listed in docs/operating.md: no address, token, name or text. */
export type Attributes = Readonly<Record<string, string | number | boolean | undefined>>;

/** As the specification has them: server and consumer begin a process's part, the others are in it. */
export type SpanKind = "internal" | "server" | "client" | "producer" | "consumer";

/** A stretch of work within a trace. */
export interface Span {
  /** By which others go on with this trace (W3C Trace Context). */
  readonly traceparent: string;
  /** False: the trace goes on, and nothing of it is recorded. */
  readonly isSampled: boolean;
  /** A step of it is about to begin: one that waited for something to tell is recorded from now on. */
  wake(): void;
  set(attributes: Attributes): void;
  rename(name: string): void;
  /** It failed: kept by the error's kind, without its message. */
  fail(error: unknown): void;
  end(): void;
}

export type SpanOptions = {
  kind?: SpanKind;
  attributes?: Attributes;
};

export interface Tracer {
  /** `parent`: a span of this process, what another one sent as `traceparent`, or null for a new trace. */
  start(name: string, options: SpanOptions & { parent: Span | string | null }): Span;
  /** A new trace that is not recorded before something is told of it, and not at all without. */
  startWaiting(name: string): Span;
}
