/**
 * The Grafana dashboard: generated from its table, with existing metrics, in PromQL that Prometheus
 * accepts.
 */
import { describe, expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { dashboard } from "../../../deploy/grafana/dashboard.ts";
import { read } from "../../support/documents/repository-files.ts";
import { createTestDir } from "../../support/stack.ts";
import { metricNames } from "./metric-names.ts";
import { metricsIn, readRules, runPromtool } from "./support.ts";

const dashboardSchema = z.object({
  panels: z.array(
    z.object({
      id: z.int(),
      type: z.enum(["row", "stat", "timeseries"]),
      title: z.string().min(1),
      gridPos: z.object({ x: z.int(), y: z.int(), w: z.int(), h: z.int() }),
      targets: z.array(z.object({ refId: z.string(), expr: z.string() })).default([]),
    }),
  ),
});

const { panels } = dashboardSchema.parse(
  JSON.parse(read("deploy/grafana/dashboard.json")) as unknown,
);
const expressions = panels.flatMap(({ targets }) => targets.map(({ expr }) => expr));

describe("the dashboard", () => {
  test("is what deploy/grafana/main.ts makes", () => {
    expect(JSON.parse(read("deploy/grafana/dashboard.json"))).toEqual(dashboard());
  });

  test("shows metrics that the code has, and every one that an alert is about", () => {
    const shown = new Set(expressions.flatMap(metricsIn));
    expect(expressions.length).toBeGreaterThan(20);
    expect([...shown].filter((name) => !metricNames.includes(name))).toEqual([]);
    const alarmed = readRules().flatMap(({ expr }) => metricsIn(expr));
    expect(alarmed.filter((name) => !shown.has(name))).toEqual([]);
  });

  test("asks in PromQL that Prometheus takes", async () => {
    const path = join(createTestDir(), "panels.json");
    const rules = expressions.map((expr, index) => ({
      record: `panel:${index}`,
      expr: expr.replaceAll("$__rate_interval", "5m"),
    }));
    writeFileSync(path, JSON.stringify({ groups: [{ name: "panels", rules }] }));
    const { exitCode, said } = await runPromtool(["check", "rules", path]);
    expect([exitCode, said]).toEqual([0, expect.stringContaining(`${rules.length} rules found`)]);
  });

  test("shows the first fault after a start, and no share of faults as none rather than as nothing", async () => {
    const folder = createTestDir();
    const shown = (title: string) => {
      const panel = panels.find((one) => one.title === title);
      return panel?.targets[0]?.expr.replaceAll("$__rate_interval", "2m") ?? "";
    };
    const born = { values: "_x4 1x9" };
    const cases: [title: string, series: string, labels: string][] = [
      ["Answers with 500 by route", "http_internal_errors_total", 'route="/datasets"'],
      ["Tries that ended on our side", "market_job_service_failures_total", 'cause="disk"'],
      ["Telemetry that was dropped", "market_telemetry_dropped_total", 'signal="traces"'],
    ];
    const input_series = [
      ...cases.map(([, name, labels]) => ({ series: `${name}{${labels}}`, ...born })),
      { series: 'http_request_duration_seconds_count{status="200"}', values: "0+60x14" },
    ];
    const at = (eval_time: string, value: number) =>
      cases.map(([title, , labels]) => ({
        expr: shown(title),
        eval_time,
        exp_samples: [{ labels: `{${labels}}`, value }],
      }));
    const none = { expr: shown("Answers with 5xx"), eval_time: "9m" };
    const promql_expr_test = [
      ...at("5m", 1),
      ...at("13m", 0),
      { ...none, exp_samples: [{ labels: "{}", value: 0 }] },
    ];
    const path = join(folder, "panels-test.json");
    const tests = [{ interval: "1m", input_series, promql_expr_test }];
    writeFileSync(path, JSON.stringify({ rule_files: [], tests }));
    const { exitCode, said } = await runPromtool(["test", "rules", path]);
    expect([exitCode, said]).toEqual([0, expect.stringContaining("SUCCESS")]);
  });

  test("lays no panel over another, and none beyond the edge", () => {
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
    const taken = new Map<string, string>();
    for (const { title, gridPos } of panels) {
      expect([title, gridPos.x + gridPos.w <= 24]).toEqual([title, true]);
      for (let x = gridPos.x; x < gridPos.x + gridPos.w; x += 1) {
        for (let y = gridPos.y; y < gridPos.y + gridPos.h; y += 1) {
          const cell = `${x} ${y}`;
          expect([title, taken.get(cell)]).toEqual([title, undefined]);
          taken.set(cell, title);
        }
      }
    }
  });
});
