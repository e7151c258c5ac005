/**
 * Reports in the output of `bun dev` when a part that the children need is away, full or refuses,
 * and when it answers again. Polls the children's own `/health/ready`.
 */
const pollMs = 1000;
const answerMsMax = 5000;

type Readiness = { checks?: Record<string, string>; reasons?: Record<string, string> };

/** A list of parts that do not work in the meantime and recover automatically. */
const consequences: Record<string, string> = {
  database: "calls and pages that need it answer 503",
  storage: "uploads, downloads and samples wait",
  nats: "samples, mails and webhooks wait, nothing is lost",
  work_folder: "files wait for their samples, nothing is lost",
};

/** By the children's name of a part: the variable that names a part other than the embedded one. */
export type GivenParts = Readonly<Record<string, string | undefined>>;

/**
 * Turns a child's consecutive answers into lines: only changes, and no trouble that the next answer
 * no longer mentions.
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

/** Polls until the signal fires; the supervisor handles a child that does not answer at all. */
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
