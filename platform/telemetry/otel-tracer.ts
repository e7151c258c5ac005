/**
 * The tracer on OpenTelemetry's SDK. The sampler is asked first: an unsampled trace creates no
 * span.
 */
import {
  type Context,
  ROOT_CONTEXT,
  SamplingDecision,
  type Span as SdkSpan,
  SpanKind as SdkSpanKind,
  type Tracer as SdkTracer,
  SpanStatusCode,
  TraceFlags,
  trace,
} from "@opentelemetry/api";
import type { IdGenerator, Sampler } from "@opentelemetry/sdk-trace";
import type { Attributes, Span, SpanKind, SpanOptions, Tracer } from "./port.ts";
import { nextIds, readTraceparent, writeTraceparent } from "./traceparent.ts";

const kinds: Readonly<Record<SpanKind, SdkSpanKind>> = {
  internal: SdkSpanKind.INTERNAL,
  server: SdkSpanKind.SERVER,
  client: SdkSpanKind.CLIENT,
  producer: SdkSpanKind.PRODUCER,
  consumer: SdkSpanKind.CONSUMER,
};

/** Gives the SDK the trace id that the sampler saw, and the span id if it is known. */
export class TraceIds implements IdGenerator {
  #traceId: string | null = null;
  #spanId: string | null = null;

  useNext(traceId: string, spanId: string | null = null): void {
    this.#traceId = traceId;
    this.#spanId = spanId;
  }

  generateTraceId(): string {
    const traceId = this.#traceId ?? nextIds().slice(0, 32);
    this.#traceId = null;
    return traceId;
  }

  generateSpanId(): string {
    const spanId = this.#spanId ?? nextIds().slice(32);
    this.#spanId = null;
    return spanId;
  }
}

/** Continues a trace without recording anything. */
class UnsampledSpan implements Span {
  readonly isSampled = false;
  readonly traceparent: string;

  constructor(traceId: string, spanId: string) {
    this.traceparent = writeTraceparent({ traceId, spanId, isSampled: false });
  }

  wake(): void {}
  set(): void {}
  rename(): void {}
  fail(): void {}
  end(): void {}
}

class RecordedSpan implements Span {
  readonly isSampled = true;
  readonly sdkSpan: SdkSpan;
  readonly traceparent: string;

  constructor(sdkSpan: SdkSpan) {
    this.sdkSpan = sdkSpan;
    this.traceparent = writeTraceparent({ ...sdkSpan.spanContext(), isSampled: true });
  }

  wake(): void {}

  set(attributes: Attributes): void {
    for (const [name, value] of Object.entries(attributes)) {
      if (value !== undefined) this.sdkSpan.setAttribute(name, value);
    }
  }

  rename(name: string): void {
    this.sdkSpan.updateName(name);
  }

  fail(error: unknown): void {
    this.sdkSpan.setAttribute("error.type", errorType(error));
    this.sdkSpan.setStatus({ code: SpanStatusCode.ERROR });
  }

  end(): void {
    this.sdkSpan.end();
  }
}

/**
 * Has its ids from the start, so that others can continue it, but starts recording only when
 * something happens.
 */
class WaitingSpan implements Span {
  readonly traceparent: string;
  readonly #begin: () => RecordedSpan;
  #begun: RecordedSpan | null = null;

  constructor(ids: { traceId: string; spanId: string }, begin: () => RecordedSpan) {
    this.traceparent = writeTraceparent({ ...ids, isSampled: true });
    this.#begin = begin;
  }

  get isSampled(): boolean {
    return this.#begun !== null;
  }

  get begun(): RecordedSpan {
    this.#begun ??= this.#begin();
    return this.#begun;
  }

  wake(): void {
    this.#begun ??= this.#begin();
  }

  set(attributes: Attributes): void {
    this.begun.set(attributes);
  }

  rename(name: string): void {
    this.begun.rename(name);
  }

  fail(error: unknown): void {
    this.begun.fail(error);
  }

  end(): void {
    this.#begun?.end();
  }
}

/** The error's code or kind, because messages may quote data. */
function errorType(error: unknown): string {
  if (typeof error === "string") return error;
  if (!(error instanceof Error)) return "_OTHER";
  const { code, name } = error as Error & { code?: unknown };
  return typeof code === "string" && /^[\w.-]{1,64}$/.test(code) ? code : name;
}

export class OtelTracer implements Tracer {
  readonly #tracer: SdkTracer;
  readonly #sampler: Sampler;
  readonly #ids: TraceIds;

  constructor(parts: { tracer: SdkTracer; sampler: Sampler; ids: TraceIds }) {
    this.#tracer = parts.tracer;
    this.#sampler = parts.sampler;
    this.#ids = parts.ids;
  }

  start(name: string, options: SpanOptions & { parent: Span | string | null }): Span {
    const { kind = "internal", parent, attributes = {} } = options;
    const recorded = parent instanceof WaitingSpan ? parent.begun : parent;
    if (recorded instanceof RecordedSpan) {
      return this.#record(name, kind, attributes, trace.setSpan(ROOT_CONTEXT, recorded.sdkSpan));
    }
    const given = typeof parent === "string" || parent === null ? parent : parent.traceparent;
    const before = readTraceparent(given);
    const random = nextIds();
    const traceId = before?.traceId ?? random.slice(0, 32);
    const context = before === null ? ROOT_CONTEXT : remote(before);
    if (!this.#samples(context, traceId, name, kinds[kind])) {
      return new UnsampledSpan(traceId, random.slice(32));
    }
    this.#ids.useNext(traceId);
    return this.#record(name, kind, attributes, context);
  }

  startWaiting(name: string): Span {
    const random = nextIds();
    const ids = { traceId: random.slice(0, 32), spanId: random.slice(32) };
    if (!this.#samples(ROOT_CONTEXT, ids.traceId, name, kinds.internal)) {
      return new UnsampledSpan(ids.traceId, ids.spanId);
    }
    const startTime = Date.now();
    return new WaitingSpan(ids, () => {
      this.#ids.useNext(ids.traceId, ids.spanId);
      const options = { kind: kinds.internal, startTime };
      return new RecordedSpan(this.#tracer.startSpan(name, options, ROOT_CONTEXT));
    });
  }

  #samples(context: Context, traceId: string, name: string, kind: SdkSpanKind): boolean {
    const { decision } = this.#sampler.shouldSample(context, traceId, name, kind, {}, []);
    return decision === SamplingDecision.RECORD_AND_SAMPLED;
  }

  #record(name: string, kind: SpanKind, attributes: Attributes, context: Context): Span {
    const options = { kind: kinds[kind], attributes: { ...attributes } };
    return new RecordedSpan(this.#tracer.startSpan(name, options, context));
  }
}

function remote({ isSampled, ...ids }: NonNullable<ReturnType<typeof readTraceparent>>): Context {
  const traceFlags = isSampled ? TraceFlags.SAMPLED : TraceFlags.NONE;
  return trace.setSpanContext(ROOT_CONTEXT, { ...ids, traceFlags, isRemote: true });
}
