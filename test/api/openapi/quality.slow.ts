/** The quality of /openapi.json for its users: linter findings and Redocly's score. */
import { expect, test } from "bun:test";
import { join } from "node:path";
import spectralCore, { type RulesetDefinition } from "@stoplight/spectral-core";
import spectralRulesets from "@stoplight/spectral-rulesets";
import { YAML } from "bun";
import { testApi } from "../../support/api.ts";
import { createTestDir } from "../../support/stack.ts";

/**
 * Out of 100; `redocly score` names the weakest operations. It counts a shared refusal as a
 * dependency of each operation: with every refusal inlined, the document scores 87 and has 2.2 MB.
 * Contracts of acceptance, which listings and bids carry, lower it by the depth of their schema.
 */
const agentReadinessMin = 80;

const repositoryDir = join(import.meta.dir, "../../..");
/** Redocly checks for updates and sends telemetry otherwise. */
const quietRedocly = {
  ...process.env,
  REDOCLY_TELEMETRY: "off",
  REDOCLY_SUPPRESS_UPDATE_NOTICE: "true",
};
const file = join(createTestDir(), "openapi.json");

// Linters report a server on localhost as a fault.
const api = await testApi({ PUBLIC_BASE_URL: "https://market.test" });
await Bun.write(file, (await api.send("GET", "/openapi.json")).text);

test("Redocly's recommended rules find nothing in /openapi.json", async () => {
  const lint = Bun.spawn(
    [process.execPath, "--bun", "node_modules/.bin/redocly", "lint", "--format=json", file],
    { cwd: repositoryDir, env: quietRedocly, stdout: "pipe", stderr: "pipe" },
  );
  const report = JSON.parse(await new Response(lint.stdout).text());
  expect(report.problems).toEqual([]);
  expect(await lint.exited).toBe(0);
}, 300_000);

test("Spectral's OpenAPI rules find nothing, but for those that .spectral.yaml turns off", async () => {
  const settings = YAML.parse(await Bun.file(join(repositoryDir, ".spectral.yaml")).text()) as {
    extends: [["spectral:oas", "all"]];
    rules: Record<string, "off">;
  };
  const [[, scope]] = settings.extends;
  const spectral = new spectralCore.Spectral();
  // The two packages pin different versions of one type.
  const oas = spectralRulesets.oas as RulesetDefinition;
  spectral.setRuleset({ extends: [[oas, scope]], rules: settings.rules });
  const findings = await spectral.run(await Bun.file(file).text());
  expect(findings.map(({ code, path }) => `${code} at ${path.join(".")}`)).toEqual([]);
}, 300_000);

type Node = { [keyword: string]: unknown };
type Schema = Node & { properties?: Record<string, Node>; additionalProperties?: Node };

/** The types that a schema allows, without following references. */
const typesOf = (node: Node): unknown[] =>
  [node, ...["anyOf", "oneOf"].flatMap((one) => (node[one] ?? []) as Node[])].flatMap(
    ({ type }) => type ?? [],
  );

function* schemasIn(node: unknown): Generator<Schema> {
  if (typeof node !== "object" || node === null) return;
  yield node as Schema;
  for (const part of Object.values(node)) yield* schemasIn(part);
}

test("a member that has a name is of a type that the others may have: languages have one for all", async () => {
  const document: unknown = JSON.parse(await Bun.file(file).text());
  const faults: unknown[] = [];
  for (const { properties, additionalProperties } of schemasIn(document)) {
    const others = typesOf(Object(additionalProperties));
    if (others.length === 0) continue;
    for (const [name, member] of Object.entries(properties ?? {})) {
      if (typesOf(member).some((type) => !others.includes(type))) faults.push({ name, others });
    }
  }
  expect(faults).toEqual([]);
});

/** Objects and lists of objects without a name among the alternatives of one schema. */
const unnamedObjects = (node: Node): Node[] =>
  [node.anyOf, node.oneOf]
    .flatMap((some) => (some ?? []) as (Node & { items?: Node })[])
    .map((some) => some.items ?? some)
    .filter(({ properties }) => properties !== undefined);

test("an object in a union of further members has a name: orval 7 writes a client without it", async () => {
  const document: unknown = JSON.parse(await Bun.file(file).text());
  const faults = [...schemasIn(document)].flatMap(({ additionalProperties }) =>
    unnamedObjects(Object(additionalProperties)),
  );
  expect(faults).toEqual([]);
});

test("null is no default of an object: kubb 4 writes an empty one, and its client does not compile", async () => {
  const document: unknown = JSON.parse(await Bun.file(file).text());
  const faults = [...schemasIn(document)].filter(
    ({ default: fallback, anyOf, $ref }) => fallback === null && (anyOf ?? $ref) !== undefined,
  );
  expect(faults).toEqual([]);
});

test(`Redocly scores the document ${agentReadinessMin} of 100 or more for agents`, async () => {
  const score = Bun.spawn(
    [process.execPath, "--bun", "node_modules/.bin/redocly", "score", "--format=json", file],
    { cwd: repositoryDir, env: quietRedocly, stdout: "pipe", stderr: "pipe" },
  );
  const report = JSON.parse(await new Response(score.stdout).text());
  expect(report.agentReadiness).toBeGreaterThanOrEqual(agentReadinessMin);
  expect(await score.exited).toBe(0);
}, 300_000);
