/** The alert rules parsed for tests, and promtool, Prometheus' own checker. */
import { YAML } from "bun";
import { z } from "zod";
import { read } from "../../support/documents/repository-files.ts";
import { unpackProgram } from "../../support/programs/debian-programs.ts";

export const rulesPath = "deploy/prometheus/alerts.yaml";

const rulesSchema = z.object({
  groups: z.array(
    z.object({
      name: z.string(),
      rules: z.array(
        z.strictObject({
          alert: z.string().regex(/^[A-Z][A-Za-z0-9]+$/),
          expr: z.string(),
          for: z.string().optional(),
          labels: z.strictObject({ severity: z.enum(["page", "ticket"]) }),
          annotations: z.strictObject({ summary: z.string(), runbook: z.string() }),
        }),
      ),
    }),
  ),
});

export type AlertRule = z.infer<typeof rulesSchema>["groups"][number]["rules"][number];

export function readRules(): AlertRule[] {
  return rulesSchema.parse(YAML.parse(read(rulesPath))).groups.flatMap(({ rules }) => rules);
}

/** The installed one, or the one in Debian's package, without Prometheus' web pages. */
async function findPromtool(): Promise<string> {
  const installed = Bun.which("promtool");
  if (installed !== null) return installed;
  const notNeeded = /^(?:libjs-.*|node-.*|fonts-.*|init-system-helpers|lsb-base|sysvinit-utils)$/;
  return unpackProgram({ name: "prometheus", binary: "usr/bin/promtool", notNeeded });
}

/** Runs it; returns its output and exit code. */
export async function runPromtool(args: string[]): Promise<{ exitCode: number; said: string }> {
  const child = Bun.spawn([await findPromtool(), ...args], { stdout: "pipe", stderr: "pipe" });
  const [out, err, exitCode] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ]);
  return { exitCode, said: `${out}${err}` };
}

/** The metrics in a PromQL expression; histograms without the suffixes that Prometheus adds. */
export function metricsIn(expression: string): string[] {
  const names = expression.matchAll(/\b(?:http|market|mcp|process|nodejs)_[a-z0-9_]+/g);
  const label = /\bby \([^)]*\)|\{[^}]*\}/g;
  const bare = expression.replace(label, "");
  return [...new Set([...names].map(([name]) => name))]
    .filter((name) => bare.includes(name))
    .map((name) => name.replace(/_(?:bucket|count|sum)$/, ""));
}
