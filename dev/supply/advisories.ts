/**
 * Evaluates advisories about installed packages: which ones fail, and which are ignored for a
 * while.
 */
import { z } from "zod";

/** The output of `bun audit --json`: the advisories of each package that has some. */
const reportSchema = z.record(
  z.string(),
  z.array(
    z.object({
      url: z.string(),
      title: z.string(),
      severity: z.string(),
      vulnerable_versions: z.string(),
    }),
  ),
);

/** An advisory that does no harm here, with the reason; after its date it counts again. */
export const allowedSchema = z.array(
  z.strictObject({
    advisory: z.string().regex(/^GHSA(?:-[0-9a-z]{4}){3}$/),
    package: z.string().min(1),
    reason: z.string().min(20),
    until: z.iso.date(),
  }),
);
type Allowed = z.infer<typeof allowedSchema>;

export type AuditRun = { exitCode: number; stdout: string; stderr: string };
export type Judgement = { faults: string[]; notes: string[] };

/** The client's message if the registry provides no advisories. */
const unanswered = /^error: (?:POST \S+ - (\w+)|\S+ returned a non-JSON audit response)$/m;

/** `today` is a date such as `2026-11-23`. */
export function judgeAudit(run: AuditRun, allowed: Allowed, today: string): Judgement {
  const report = readReport(run.stdout);
  if (report !== null) return judgeReport(report, allowed, today);
  const silence = unanswered.exec(run.stderr);
  if (silence === null) {
    return {
      faults: [`the audit failed with ${run.exitCode}: ${firstLine(run.stderr)}`],
      notes: [],
    };
  }
  const why = silence[1] ?? "no JSON";
  return { faults: [], notes: [`not checked: the registry provides no advisories (${why})`] };
}

type Report = z.infer<typeof reportSchema>;

function judgeReport(report: Report, allowed: Allowed, today: string): Judgement {
  const found = Object.entries(report).flatMap(([name, advisories]) =>
    advisories.map((advisory) => ({ ...advisory, name, id: advisory.url.split("/").at(-1) ?? "" })),
  );
  const entryOf = (name: string, id: string) =>
    allowed.find((entry) => entry.package === name && entry.advisory === id);
  const faults = found.flatMap(({ name, id, title, severity, vulnerable_versions: versions }) => {
    const entry = entryOf(name, id);
    if (entry !== undefined && today <= entry.until) return [];
    const ended = entry === undefined ? "" : ` (ignored until ${entry.until}, which has passed)`;
    return [`${name} ${versions}: ${severity}: ${title}, ${id}${ended}`];
  });
  const idle = allowed.filter(
    (entry) => !found.some(({ name, id }) => entryOf(name, id) === entry),
  );
  return {
    faults: [...faults, ...idle.map((entry) => `${entry.advisory} is allowed but does not occur`)],
    notes: [],
  };
}

function readReport(stdout: string): Report | null {
  try {
    return reportSchema.parse(JSON.parse(stdout));
  } catch {
    return null;
  }
}

const firstLine = (text: string) => text.trim().split("\n")[0] ?? "";
