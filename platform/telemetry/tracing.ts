/**
 * The seam of traces: which span runs, and how another one begins in it. Without a tracer, and in a
 * trace that is not sampled, all of it comes to a comparison.
 */
import { AsyncLocalStorage } from "node:async_hooks";
import type { Span, SpanOptions, Tracer } from "./port.ts";

let tracer: Tracer | null = null;
const spans = new AsyncLocalStorage<Span>();

/** Of the process, once, by its `main.ts`; null turns traces off. */
export function installTracer(installed: Tracer | null): void {
  tracer = installed;
}

/** What runs now; null without a tracer and outside of traces. */
export function currentSpan(): Span | null {
  return tracer === null ? null : (spans.getStore() ?? null);
}

/** By which what is done later, or by others, goes on with the trace that runs; null: there is none. */
export function currentTraceparent(): string | null {
  return currentSpan()?.traceparent ?? null;
}

type Entry = SpanOptions & { parent: string | null };

/** Begins a process's part of a trace; null without a tracer. Who begins it ends it. */
export function beginSpan(name: string, entry: Entry): Span | null {
  return tracer?.start(name, entry) ?? null;
}

/** Everything that `run` starts, however late, belongs to the span. */
export function inSpan<Result>(span: Span | null, run: () => Result): Result {
  return span === null ? run() : spans.run(span, run);
}

/** Runs a process's part of a trace: of a message, of a delivery. */
export async function tracedEntry<Result>(
  name: string,
  entry: Entry,
  run: (span: Span | null) => Promise<Result>,
): Promise<Result> {
  const span = beginSpan(name, entry);
  return span === null ? await run(null) : await finish(span, run);
}

/** Runs what mostly finds nothing to do: a trace of its own, where anything is told of it. */
export async function tracedIfTold<Result>(
  name: string,
  run: (span: Span | null) => Promise<Result>,
): Promise<Result> {
  return tracer === null ? await run(null) : await finish(tracer.startWaiting(name), run);
}

/** Runs a step of the trace that runs; where none does, or it is not sampled, the step alone. */
export async function traced<Result>(
  name: string,
  options: SpanOptions,
  run: (span: Span | null) => Promise<Result>,
): Promise<Result> {
  const parent = currentSpan();
  if (tracer === null || parent === null || !parent.isSampled) return await run(null);
  return await finish(tracer.start(name, { ...options, parent }), run);
}

/** Begins a step of a span that is recorded, from wherever it is told of. Who begins it ends it. */
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
