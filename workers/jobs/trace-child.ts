/** Records a child's job as spans: one for the whole, one for each phase that the child reports. */
import type { Span } from "../../platform/telemetry/port.ts";
import { beginStep, traced } from "../../platform/telemetry/tracing.ts";
import type { ChildWork } from "../metrics.ts";

/** Receives reports while the job runs. */
type ProgressListener = {
  onPhase(phase: string): void;
  onPeakRss(bytes: number): void;
};

/**
 * `onPeakRss` is called once at the end with the child's peak memory, if the child reported any.
 */
export async function traceChild<Result>(
  work: ChildWork,
  onPeakRss: ((bytes: number) => void) | undefined,
  run: (told: ProgressListener) => Promise<Result>,
): Promise<Result> {
  return await traced(`child ${work}`, {}, async (span) => {
    const phases = span === null ? null : new Phases(work, span);
    let peakRssBytes = 0;
    try {
      return await run({
        onPhase: (phase) => phases?.enter(phase),
        onPeakRss: (bytes) => {
          peakRssBytes = Math.max(peakRssBytes, bytes);
        },
      });
    } finally {
      phases?.end();
      if (peakRssBytes > 0) onPeakRss?.(peakRssBytes);
      span?.set({ "market.child.peak_rss_bytes": peakRssBytes });
    }
  });
}

class Phases {
  readonly #work: string;
  readonly #parent: Span;
  #name = "";
  #span: Span | null = null;

  constructor(work: string, parent: Span) {
    this.#work = work;
    this.#parent = parent;
  }

  enter(name: string): void {
    if (name === this.#name) return;
    this.end();
    this.#name = name;
    this.#span = beginStep(`child ${this.#work} ${name}`, this.#parent);
  }

  end(): void {
    this.#span?.end();
    this.#span = null;
  }
}
