/** Calls at a rate, whether or not those before are answered, and what came of them. */

/** So often more calls are begun. */
const dispatchMs = 20;

export type Outcome = { tookMs: number[]; refused: Map<string, number> };

export async function call(outcome: Outcome, url: string, init: RequestInit = {}): Promise<void> {
  const startedAt = performance.now();
  const told = await fetch(url, init).then(
    async (answer) => {
      await answer.arrayBuffer();
      return answer.ok ? null : String(answer.status);
    },
    (error: Error & { code?: string }) => error.code ?? error.name,
  );
  if (told === null) outcome.tookMs.push(performance.now() - startedAt);
  else outcome.refused.set(told, (outcome.refused.get(told) ?? 0) + 1);
}

/** Begins so many calls a second, spread over it; resolves when the last one is answered. */
export async function atRate(
  { perSecond, seconds }: { perSecond: number; seconds: number },
  begin: (outcome: Outcome, index: number) => Promise<void>,
): Promise<void> {
  const outcome: Outcome = { tookMs: [], refused: new Map() };
  const under: Promise<void>[] = [];
  const startedAt = performance.now();
  for (;;) {
    const elapsed = Math.min((performance.now() - startedAt) / 1000, seconds);
    while (under.length < Math.floor(elapsed * perSecond)) under.push(begin(outcome, under.length));
    if (elapsed >= seconds) break;
    await Bun.sleep(dispatchMs);
  }
  await Promise.all(under);
  tell(outcome, under.length, (performance.now() - startedAt) / 1000);
}

export function tell({ tookMs, refused }: Outcome, asked: number, tookSeconds: number): void {
  const sorted = tookMs.toSorted((a, b) => a - b);
  const at = (part: number) => Math.round(sorted[Math.floor(sorted.length * part)] ?? Number.NaN);
  const refusals = [...refused].map(([why, count]) => `${count} × ${why}`).join(", ") || "none";
  process.stdout.write(
    `  ${asked} asked, ${sorted.length} answered in ${tookSeconds.toFixed(1)} s ` +
      `(${Math.round(sorted.length / tookSeconds)} a second), ms p50 ${at(0.5)}, p99 ${at(0.99)}; ` +
      `refused: ${refusals}\n`,
  );
}
