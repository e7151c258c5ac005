/**
 * The current span, and starting spans within it. Without a tracer, or in an unsampled trace, all
 * of this costs a comparison.
 */
import { AsyncLocalStorage } from "node:async_hooks";
import type { Span, SpanOptions, Tracer } from "./port.ts";

let tracer: Tracer | null = null;
const spans = new AsyncLocalStorage<Span>();

/** Called once by the process's `main.ts`; null turns traces off. */
export function installTracer(installed: Tracer | null): void {
  tracer = installed;
}

/** The current span; null without a tracer and outside traces. */
export function currentSpan(): Span | null {
  return tracer === null ? null : (spans.getStore() ?? null);
}

/** Lets later or external work continue the current trace; null if there is none. */
export function currentTraceparent(): string | null {
  return currentSpan()?.traceparent ?? null;
}

type Entry = SpanOptions & { parent: string | null };

/** Starts a process's part of a trace; null without a tracer. The caller has to end it. */
export function beginSpan(name: string, entry: Entry): Span | null {
  return tracer?.start(name, entry) ?? null;
}

/** Everything that `run` starts, however late, belongs to the span. */
export function inSpan<Result>(span: Span | null, run: () => Result): Result {
  return span === null ? run() : spans.run(span, run);
}

/** Runs a process's part of a trace: for a message or a delivery. */
export async function tracedEntry<Result>(
  name: string,
  entry: Entry,
  run: (span: Span | null) => Promise<Result>,
): Promise<Result> {
  const span = beginSpan(name, entry);
  return span === null ? await run(null) : await finish(span, run);
}

/** Runs work that usually finds nothing to do: it becomes a trace only if a step begins. */
export async function tracedIfBegun<Result>(
  name: string,
  run: (span: Span | null) => Promise<Result>,
): Promise<Result> {
  return tracer === null ? await run(null) : await finish(tracer.startWaiting(name), run);
}

/**
 * Runs a step of the current trace; if there is none, or it is not sampled, only the step itself.
 */
export async function traced<Result>(
  name: string,
  options: SpanOptions,
  run: (span: Span | null) => Promise<Result>,
): Promise<Result> {
  const parent = currentSpan();
  if (tracer === null || parent === null || !parent.isSampled) return await run(null);
  return await finish(tracer.start(name, { ...options, parent }), run);
}

/** Starts a step of a recorded span from anywhere. The caller has to end it. */
export function beginStep(name: string, parent: Span): Span | null {
  return tracer?.start(name, { parent }) ?? null;
}

async function finish<Result>(span: Span, run: (span: Span) => Promise<Result>): Promise<Result> {
  try {
    return await spans.run(span, () => run(span));
  } catch (error) {
    span.fail(error);
    throw error;
  } finally {
    span.end();
  }
}
