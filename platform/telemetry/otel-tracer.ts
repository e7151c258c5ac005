/** The tracer on OpenTelemetry's SDK. The sampler is asked first: what it leaves out makes no span. */
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

/** Gives the SDK the trace id that the sampler was asked about. */
export class TraceIds implements IdGenerator {
  #next: string | null = null;

  useNext(traceId: string): void {
    this.#next = traceId;
  }

  generateTraceId(): string {
    const traceId = this.#next ?? nextIds().slice(0, 32);
    this.#next = null;
    return traceId;
  }

  generateSpanId(): string {
    return nextIds().slice(32);
  }
}

/** Goes on with a trace of which nothing is recorded here. */
class UnsampledSpan implements Span {
  readonly isSampled = false;
  readonly traceparent: string;

  constructor(traceId: string, spanId: string) {
    this.traceparent = writeTraceparent({ traceId, spanId, isSampled: false });
  }

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

/** Its code or its kind: messages quote what they failed on. */
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
    if (parent instanceof RecordedSpan) {
      return this.#record(name, kind, attributes, trace.setSpan(ROOT_CONTEXT, parent.sdkSpan));
    }
    const given = typeof parent === "string" || parent === null ? parent : parent.traceparent;
    const before = readTraceparent(given);
    const random = nextIds();
    const traceId = before?.traceId ?? random.slice(0, 32);
    const context = before === null ? ROOT_CONTEXT : remote(before);
    const sdkKind = kinds[kind];
    const { decision } = this.#sampler.shouldSample(context, traceId, name, sdkKind, {}, []);
    if (decision !== SamplingDecision.RECORD_AND_SAMPLED) {
      return new UnsampledSpan(traceId, random.slice(32));
    }
    this.#ids.useNext(traceId);
    return this.#record(name, kind, attributes, context);
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
