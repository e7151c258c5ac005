/** The alert rules: promtool's verdict, when they fire, and where each is explained. */
import { describe, expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { YAML } from "bun";
import { read, rootDir } from "../../support/documents/repository-files.ts";
import { createTestDir } from "../../support/stack.ts";
import { schemaFaults } from "../kubernetes/schemas.ts";
import type { Resource } from "../kubernetes/support.ts";
import { cases } from "./cases.ts";
import { metricNames } from "./metric-names.ts";
import { metricsIn, readRules, rulesPath, runPromtool } from "./support.ts";

const rules = readRules();
const rulesFile = join(rootDir, rulesPath);

type Check = { alert: string; series: Record<string, string>; at: string; expected: object[] };

/** A promtool file for these rules; JSON is valid YAML. */
function testFile(checks: Check[], every: "1m" | "1h" = "1m"): string {
  const path = join(createTestDir(), "alerts.json");
  const tests = packed(checks).map((pack) => ({
    interval: every,
    input_series: pack.flatMap(({ series }) =>
      Object.entries(series).map(([name, values]) => ({ series: name, values })),
    ),
    alert_rule_test: pack.map(({ alert, at, expected }) => ({
      eval_time: at,
      alertname: alert,
      exp_alerts: expected,
    })),
  }));
  const interval = every === "1m" ? "1m" : "30m";
  const content = { rule_files: [rulesFile], evaluation_interval: interval, tests };
  writeFileSync(path, JSON.stringify(content));
  return path;
}

/** Each pack costs a database, so checks share one if none has a metric that another reads. */
function packed(checks: Check[]): Check[][] {
  const packs: { metrics: Set<string>; checks: Check[] }[] = [];
  for (const check of checks) {
    const expr = rules.find(({ alert }) => alert === check.alert)?.expr ?? "";
    const metrics = [expr, ...Object.keys(check.series)].flatMap(metricsIn);
    const free = packs.find((pack) => metrics.every((name) => !pack.metrics.has(name)));
    const pack = free ?? { metrics: new Set(), checks: [] };
    if (free === undefined) packs.push(pack);
    pack.checks.push(check);
    for (const name of metrics) pack.metrics.add(name);
  }
  return packs.map((pack) => pack.checks);
}

/** The result that promtool expects of a firing alert. */
function firing(alert: string, labels: Record<string, string>, summary: string): object {
  const rule = rules.find((one) => one.alert === alert);
  return {
    exp_labels: { ...labels, severity: rule?.labels.severity },
    exp_annotations: { summary, runbook: rule?.annotations.runbook },
  };
}

describe("the alert rules", () => {
  test("are rules to Prometheus", async () => {
    expect(rules.length).toBeGreaterThan(20);
    const { exitCode, said } = await runPromtool(["check", "rules", rulesFile]);
    expect([exitCode, said]).toEqual([0, expect.stringContaining(`${rules.length} rules found`)]);
  });

  test("are a PrometheusRule, wrapped as docs/runbook.md wraps them", async () => {
    const [, block = ""] = /```sh\n([^`]+)```/.exec(read("docs/runbook.md")) ?? [];
    const wrapping = block.slice(0, block.lastIndexOf("|"));
    const child = Bun.spawn(["sh", "-c", wrapping], { cwd: rootDir, stdout: "pipe" });
    const resource = YAML.parse(await new Response(child.stdout).text()) as Resource;
    expect([resource.kind, schemaFaults(resource)]).toEqual(["PrometheusRule", []]);
    expect(JSON.stringify(resource.spec)).toContain(rules.at(-1)?.alert ?? "no alert");
  });

  test("fire where they should, in their words, and stay quiet where it only looks so", async () => {
    expect(Object.keys(cases).toSorted()).toEqual(rules.map(({ alert }) => alert).toSorted());
    for (const every of ["1m", "1h"] as const) {
      const checks = Object.entries(cases)
        .filter(([, given]) => (given.every ?? "1m") === every)
        .flatMap(([alert, { fires, quiet }]) => [
          { alert, ...fires, expected: [firing(alert, fires.labels ?? {}, fires.summary)] },
          ...quiet.map((given) => ({ alert, ...given, expected: [] })),
        ]);
      expect(await runPromtool(["test", "rules", testFile(checks, every)])).toEqual({
        exitCode: 0,
        said: expect.stringContaining("SUCCESS"),
      });
    }
  });

  test("are seen to fail by the tool: an alert that is expected and does not come", async () => {
    const expected = [firing("ApiAway", { service: "api" }, "No API process is scraped.")];
    const series = { 'process_start_time_seconds{service="api"}': "1x30" };
    const path = testFile([{ alert: "ApiAway", series, at: "10m", expected }]);
    expect((await runPromtool(["test", "rules", path])).exitCode).toBe(1);
  });

  test("name metrics that the code has, with labels and outcomes that it gives", () => {
    const named = rules.flatMap(({ alert, expr }) =>
      metricsIn(expr).map((name) => [alert, name] as const),
    );
    expect(named.length).toBeGreaterThan(rules.length - 1);
    expect(named.filter(([, name]) => !metricNames.includes(name))).toEqual([]);
  });
});

describe("docs/runbook.md", () => {
  const text = read("docs/runbook.md");
  const parts = text.split(/^## /m).slice(1);
  const pages = parts.map((part) => part.slice(0, part.indexOf("\n")));

  test("has a part for each alert, in their order, and no other", () => {
    expect(pages.filter((page) => /^[A-Z][a-z]+[A-Z]\w+$/.test(page))).toEqual(
      rules.map(({ alert }) => alert),
    );
    for (const { alert, annotations } of rules)
      expect(annotations.runbook).toBe(`docs/runbook.md#${alert.toLowerCase()}`);
  });

  test("states for each its meaning, where to look and what to do", () => {
    for (const { alert } of rules) {
      const part = parts[pages.indexOf(alert)] ?? "";
      const heads = [...part.matchAll(/^- \*\*([A-Z][^*]+)\.\*\* \S/gm)].map(([, head]) => head);
      expect([alert, heads.slice(0, 3)]).toEqual([alert, ["Means", "Look", "Do"]]);
    }
  });
});
