/**
 * The Prometheus configuration for the compose file: its targets, and whether Prometheus accepts
 * it.
 */
import { expect, test } from "bun:test";
import { join } from "node:path";
import { YAML } from "bun";
import { read, rootDir } from "../../support/documents/repository-files.ts";
import { runPromtool } from "./support.ts";

const path = "deploy/prometheus/compose.yaml";

type Compose = {
  services: Record<string, { command?: string; environment?: Record<string, string | null> }>;
};
type Prometheus = {
  scrape_configs: { dns_sd_configs: { names: string[]; port: number }[] }[];
};

test("asks every service of the compose file that has metrics, at the port that it is given", () => {
  const { services } = YAML.parse(read("deploy/compose.yaml")) as Compose;
  const { scrape_configs } = YAML.parse(read(path)) as Prometheus;
  const asked = scrape_configs.flatMap(({ dns_sd_configs }) => dns_sd_configs);
  const serving = Object.entries(services).filter(
    ([, { command, environment }]) =>
      environment?.METRICS_PORT !== undefined && command !== "bun db/migrate.ts",
  );
  expect(asked.flatMap(({ names }) => names).toSorted()).toEqual(
    serving.map(([name]) => name).toSorted(),
  );
  for (const [, { environment }] of serving)
    expect(asked.map(({ port }) => String(port))).toEqual([environment?.METRICS_PORT ?? ""]);
});

test("is one that Prometheus takes, with the alert rules", async () => {
  const { exitCode, said } = await runPromtool(["check", "config", join(rootDir, path)]);
  expect([exitCode, said]).toEqual([0, expect.stringContaining("rules found")]);
});
