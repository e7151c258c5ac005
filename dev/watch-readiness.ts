/**
 * What the children miss, in the output of `bun dev`: a line when a part that they need is away, full
 * or refuses, and one when it answers again. Asked at their own `/health/ready`.
 */
const pollMs = 1000;
const answerMsMax = 5000;

type Readiness = { checks?: Record<string, string>; reasons?: Record<string, string> };

/** What a developer loses meanwhile, and that it passes by itself. */
const consequences: Record<string, string> = {
  database: "calls and pages that need it answer 503",
  storage: "uploads, downloads and samples wait",
  nats: "samples, mails and webhooks wait, nothing is lost",
  work_folder: "files wait for their samples, nothing is lost",
};

/** By what children call a part: the variable that names another one than the embedded. */
export type GivenParts = Readonly<Record<string, string | undefined>>;

/**
 * Turns what a child says of itself, one answer after the other, into lines: news alone, and no
 * trouble that the next answer does not know any more.
 */
export function createReadinessNews(
  child: string,
  given: GivenParts = {},
): (readiness: Readiness) => string[] {
  const known = new Map<string, string>();
  let before: Record<string, string> = {};
  return ({ reasons = {} }) => {
    const lines: string[] = [];
    for (const [part, reason] of Object.entries(reasons)) {
      if (part === "serving" || !(part in before) || known.get(part) === reason) continue;
      known.set(part, reason);
      const consequence = consequences[part] ?? "what needs it waits";
      const name = given[part] === undefined ? part : `${part} of ${given[part]}`;
      lines.push(`${child.padEnd(10)} waits for ${name}: ${reason} (${consequence})`);
    }
    before = reasons;
    for (const part of [...known.keys()]) {
      if (part in reasons) continue;
      known.delete(part);
      lines.push(`${child.padEnd(10)} ${part} answers again`);
    }
    return lines;
  };
}

/** Asks until the signal fires; a child that does not answer at all is the supervisor's matter. */
export async function watchReadiness(
  child: { name: string; statusPort: number; given: GivenParts },
  options: { tell: (line: string) => void; signal: AbortSignal },
): Promise<void> {
  const news = createReadinessNews(child.name, child.given);
  const url = `http://127.0.0.1:${child.statusPort}/health/ready`;
  while (!options.signal.aborted) {
    const readiness = await readReadiness(url);
    if (readiness !== null) news(readiness).forEach(options.tell);
    await Bun.sleep(pollMs);
  }
}

async function readReadiness(url: string): Promise<Readiness | null> {
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(answerMsMax) });
    return (await answer.json()) as Readiness;
  } catch {
    return null;
  }
}
