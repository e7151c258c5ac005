/** The Grafana dashboard: made from its table, of metrics that exist, in PromQL that Prometheus takes. */
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
