/** What is printed, each line with the seconds since the beginning. */
import type { Cost } from "./questions.ts";
import type { Waits } from "./writers.ts";

const startedAt = performance.now();

export function say(text: string): void {
  process.stdout.write(`[${Math.round((performance.now() - startedAt) / 1000)} s] ${text}\n`);
}

export const mb = (bytes: number) => `${(bytes / 1_000_000).toFixed(1)} MB`;
export const ms = (time: number) => time.toFixed(time < 10 ? 2 : 0);
export const waitsOf = ({ commits, failures, msP50, msP99, msLongest }: Waits) =>
  `${commits} commits of writers, ${failures.length} failed (${failures.join(", ")}), ms p50 ${ms(msP50)}, p99 ${ms(msP99)}, longest ${ms(msLongest)}`;

export function report(costs: Map<string, Cost[]>, layouts: readonly string[]): void {
  for (const [name, of] of costs) {
    const each = of.map(
      (cost, index) =>
        `${layouts[index]} ${ms(cost.msP50)} (p95 ${ms(cost.msP95)}, planning ` +
        `${ms(cost.planningMs)}, ${cost.pages} pages)`,
    );
    say(`${name}: ${each.join("; ")}`);
  }
}
