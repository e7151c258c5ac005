/**
 * Checks the code against the rules of ARCHITECTURE.md, and each rule against examples that break
 * and keep it.
 */
import { describe, expect, test } from "bun:test";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { findBreaches, type Repository, rules } from "./architecture/rules.ts";
import { readSource } from "./architecture/source.ts";
import {
  againstOrder,
  danglingWithout,
  exceptions,
  leaves,
  registries,
  subjectOf,
} from "./architecture/subjects.ts";

const rootDir = join(import.meta.dir, "..");
const areas = [
  "api",
  "bench",
  "cli",
  "dataset",
  "db",
  "deploy",
  "dev",
  "market",
  "mcp",
  "platform",
  "sdk",
  "site",
  "test",
  "workers",
];

function repositoryOf(files: Record<string, string>): Repository {
  const manifests = ["package.json", "dataset/package.json"].map(
    (path) =>
      JSON.parse(readFileSync(join(rootDir, path), "utf8")) as {
        dependencies: Record<string, string>;
      },
  );
  const sources = Object.entries(files).map(([path, text]) => readSource(path, text));
  return {
    sources: new Map(sources.map((source) => [source.path, source])),
    productionPackages: new Set(manifests.flatMap(({ dependencies }) => Object.keys(dependencies))),
  };
}

function readFiles(): Record<string, string> {
  const paths = areas
    .filter((area) => existsSync(join(rootDir, area)))
    .flatMap((area) =>
      readdirSync(join(rootDir, area), { recursive: true, encoding: "utf8" }).map(
        (name) => `${area}/${name}`,
      ),
    )
    // `bun run docs` writes these declarations.
    .filter((path) => /\.tsx?$/.test(path) && !path.startsWith("sdk/types/"));
  return Object.fromEntries(
    [...paths, "drizzle.config.ts"].map((path) => [
      path,
      readFileSync(join(rootDir, path), "utf8"),
    ]),
  );
}

let readBefore: Repository | null = null;

/** The repository's own files, read and parsed once. */
function ownRepository(): Repository {
  readBefore ??= repositoryOf(readFiles());
  return readBefore;
}

/** Every file is read: five seconds of CPU time, of which a busy machine gives one in ten. */
const readingMsMax = 180_000;

test(
  "the code keeps the rules of ARCHITECTURE.md",
  () => {
    const repository = ownRepository();
    expect(repository.sources.size).toBeGreaterThan(100);
    expect(findBreaches(repository)).toEqual([]);
  },
  readingMsMax,
);

test(
  "the MCP server loads no file of db/ but its vocabulary, and no database driver",
  () => {
    const { sources } = ownRepository();
    const loaded = new Set(["mcp/main.ts"]);
    for (const path of loaded) {
      for (const { file, package: name, isTypeOnly } of sources.get(path)?.imports ?? []) {
        if (!isTypeOnly) loaded.add(file ?? name ?? "");
      }
    }
    expect([...loaded].filter((name) => name.startsWith("db/vocabulary/"))).not.toEqual([]);
    const isForeign = /^(?:db\/(?!vocabulary\/)|drizzle|postgres)/;
    expect([...loaded].filter((name) => isForeign.test(name))).toEqual([]);
  },
  readingMsMax,
);

describe("the subjects of market/", () => {
  test("are all there, and nothing that is excepted from their order keeps it", () => {
    const paths = [...ownRepository().sources.keys()];
    const subjects = new Set(paths.map(subjectOf));
    expect(leaves.filter((leaf) => !subjects.has(leaf))).toEqual([]);
    const against = [...ownRepository().sources.values()].flatMap((source) =>
      againstOrder(source).map((to) => `${source.path} → ${to}`),
    );
    expect(exceptions.map(({ from, to }) => `${from} → ${to}`).toSorted()).toEqual(
      against.toSorted(),
    );
  });

  test("have no registry that names no leaf", () => {
    const isNeeded = (entry: string) =>
      [...ownRepository().sources.values()].some(
        ({ path, imports }) =>
          path.startsWith(entry) &&
          imports.some(({ file }) => {
            const subject = file === null ? null : subjectOf(file);
            return subject !== subjectOf(path) && leaves.includes(subject ?? "");
          }),
      );
    expect(registries.filter((entry) => !isNeeded(entry))).toEqual([]);
  });

  test.each(leaves)("would be whole without %s, but for edges and registries", (leaf) => {
    expect(danglingWithout(leaf, ownRepository().sources)).toEqual([]);
  });
});

/** Files that the examples import, so that each example breaks only one rule. */
const neighbours: Record<string, string> = {
  "api/app.ts": "export type App = {};",
  "dataset/child/pool.ts": "export const pool = 1;",
  "dataset/images/profile.ts": "export const profile = 1;",
  "dataset/measure/scan.ts": "export type Scan = {};",
  "db/client.ts": "export type Database = {};",
  "db/vocabulary/states.ts": "export const states = []; export type State = string;",
  "dev/lock.ts": "export const lock = 1;",
  "market/context.ts": "export type Context = {};",
  "market/errors.ts": "export const problems = {};",
  "market/listing/read.ts":
    'import type { Context } from "../context.ts"; export async function getListing(ctx: Context) {}',
  "mcp/server.ts": "export const server = 1;",
  "platform/bus/port.ts": "export type Bus = {};",
  "platform/config.ts": "export function loadConfig() {}",
  "platform/runtime.ts": "export function serve() {}",
  "platform/time.ts": "export const dayMs = 86_400_000;",
  "site/open-site.ts": "export const openSite = 1;",
  "workers/role.ts": "export const role = 1;",
};

type Example = {
  rule: string;
  path: string;
  text: string;
  /** Files that exist only in this example. */
  beside?: Record<string, string>;
};
const breaking: Example[] = [
  { rule: "1", path: "market/listing/rules.ts", text: 'import "../../db/client.ts";' },
  { rule: "1", path: "market/listing/rules.ts", text: 'import { v7 } from "uuid";' },
  { rule: "1", path: "market/listing/rules.ts", text: 'import "../../platform/bus/port.ts";' },
  { rule: "1", path: "market/listing/rules.ts", text: "export const late = () => Date.now() > 1;" },
  { rule: "1", path: "market/listing/rules.ts", text: "export const now = () => new Date();" },
  { rule: "1", path: "market/listing/rules.ts", text: "export async function decide() {}" },
  {
    rule: "2",
    path: "market/listing/copy-listing.ts",
    text: `import type { Context } from "../context.ts";
      import { getListing } from "./read.ts";
      export async function copyListing(ctx: Context) { return getListing(ctx); }`,
  },
  { rule: "3", path: "api/http/a.ts", text: 'import { sql } from "drizzle-orm/pg-core";' },
  {
    rule: "3",
    path: "market/listing/a.ts",
    text: 'import type { S3Client } from "@aws-sdk/client-s3";',
  },
  { rule: "3", path: "workers/a.ts", text: 'import pl from "nodejs-polars";' },
  { rule: "3", path: "workers/jobs/a.ts", text: 'const pl = await import("nodejs-polars");' },
  { rule: "4", path: "workers/a.ts", text: 'import { app } from "../api/app.ts";' },
  { rule: "4", path: "workers/a.ts", text: 'export type { App } from "../api/app.ts";' },
  { rule: "4", path: "mcp/a.ts", text: 'type Role = import("../workers/role.ts").Role;' },
  { rule: "4", path: "api/a.ts", text: 'const server = await import("../mcp/server.ts");' },
  { rule: "4", path: "market/a.ts", text: 'import type { App } from "../api/app.ts";' },
  { rule: "4", path: "db/a.ts", text: 'import { problems } from "../market/errors.ts";' },
  { rule: "4", path: "db/a.ts", text: 'import type { Context } from "../market/context.ts";' },
  { rule: "4", path: "mcp/a.ts", text: 'import type { Database } from "../db/client.ts";' },
  { rule: "4", path: "api/a.ts", text: 'import { lock } from "../dev/lock.ts";' },
  { rule: "4", path: "api/a.ts", text: 'import { openSite } from "../site/open-site.ts";' },
  { rule: "4", path: "api/a.ts", text: 'import type { Site } from "../site/open-site.ts";' },
  { rule: "4", path: "api/main.ts", text: 'import { server } from "../mcp/server.ts";' },
  { rule: "4", path: "site/a.ts", text: 'import type { App } from "../api/app.ts";' },
  { rule: "4", path: "workers/main.ts", text: 'import { openSite } from "../site/open-site.ts";' },
  { rule: "6", path: "api/a.ts", text: "const port = process.env.PORT;" },
  { rule: "6", path: "api/a.ts", text: "const { env } = process;" },
  { rule: "6", path: "api/a.ts", text: 'import { env } from "node:process";' },
  { rule: "6", path: "api/app.ts", text: 'import { serve } from "../platform/runtime.ts";' },
  { rule: "6", path: "workers/a.ts", text: 'import { loadConfig } from "../platform/config.ts";' },
  { rule: "7", path: "platform/a.ts", text: 'const text = await Bun.file("a").text();' },
  { rule: "7", path: "api/a.ts", text: "const args = Deno.args;" },
  { rule: "7", path: "db/a.ts", text: 'import { SQL } from "bun";' },
  { rule: "8", path: "api/a.ts", text: 'import { chromium } from "playwright-core";' },
  { rule: "9", path: "api/a.ts", text: "export default 1;" },
  { rule: "9", path: "api/a.ts", text: 'import type { Edge } from "./edge";' },
  {
    rule: "10",
    path: "api/a.ts",
    text: 'import { b } from "./b.ts"; export const a = 1;',
    beside: { "api/b.ts": 'import { a } from "./a.ts"; export const b = 1;' },
  },
  {
    rule: "10",
    path: "db/a.ts",
    text: 'import type { B } from "./b.ts"; export type A = 1;',
    beside: {
      "db/b.ts": 'export type { C as B } from "./c.ts";',
      "db/c.ts": 'type A = import("./a.ts").A; export type C = A;',
    },
  },
  { rule: "10", path: "mcp/a.ts", text: 'export const a = await import("./a.ts");' },
  {
    rule: "11",
    path: "dataset/base/a.ts",
    text: 'import type { Scan } from "../measure/scan.ts";',
  },
  { rule: "11", path: "dataset/open/a.ts", text: 'await import("../images/profile.ts");' },
  { rule: "11", path: "dataset/sums/a.ts", text: "export const sum = 0;" },
  {
    rule: "11",
    path: "workers/a.ts",
    text: 'import type { Scan } from "../dataset/measure/scan.ts";',
  },
  { rule: "12", path: "market/listing/contract.ts", text: 'import "../../db/client.ts";' },
  { rule: "12", path: "market/listing/contract.ts", text: 'import { v7 } from "uuid";' },
  { rule: "13", path: "db/vocabulary/a.ts", text: 'import type { Database } from "../client.ts";' },
  { rule: "13", path: "db/vocabulary/a.ts", text: 'import { states } from "./states.ts";' },
  { rule: "14", path: "market/unheard-of/a.ts", text: "export const a = 1;" },
  {
    rule: "14",
    path: "market/event/a.ts",
    text: 'import type { Listing } from "../listing/a.ts";',
    beside: { "market/listing/a.ts": "export type Listing = {};" },
  },
  {
    rule: "14",
    path: "market/a.ts",
    text: 'import { getListing } from "./listing/read.ts";',
  },
  {
    rule: "14",
    path: "market/listing/a.ts",
    text: 'import { rate } from "../review/a.ts";',
    beside: { "market/review/a.ts": "export const rate = 1;" },
  },
  {
    rule: "14",
    path: "market/report/a.ts",
    text: 'import { rate } from "../review/a.ts";',
    beside: { "market/review/a.ts": "export const rate = 1;" },
  },
];

type KeptExample = Omit<Example, "rule">;
const keeping: KeptExample[] = [
  {
    path: "market/listing/a.ts",
    text: 'import { rate } from "../event/a.ts"; import { problems } from "../errors.ts";',
    beside: { "market/event/a.ts": "export const rate = 1;" },
  },
  {
    path: "market/mail/kinds/a.ts",
    text: 'import { rate } from "../../review/a.ts";',
    beside: { "market/review/a.ts": "export const rate = 1;" },
  },
  {
    path: "api/a.ts",
    text: 'import { rate } from "../market/review/a.ts";',
    beside: { "market/review/a.ts": "export const rate = 1;" },
  },
  { path: "market/listing/contract.ts", text: 'import { z } from "zod"; import "../errors.ts";' },
  { path: "market/listing/rules.ts", text: 'import { problems } from "../errors.ts";' },
  {
    path: "market/listing/rules.ts",
    text: 'import type { Bus } from "../../platform/bus/port.ts";',
  },
  { path: "market/listing/rules.ts", text: 'import { dayMs } from "../../platform/time.ts";' },
  { path: "market/listing/rules.ts", text: "export const day = (at: number) => new Date(at);" },
  { path: "mcp/a.ts", text: 'import type { App } from "../api/app.ts";' },
  { path: "api/main.ts", text: 'import { openSite } from "../site/open-site.ts";' },
  {
    path: "market/listing/contract.ts",
    text: 'import { states } from "../../db/vocabulary/states.ts";',
  },
  {
    path: "market/listing/rules.ts",
    text: 'import { states } from "../../db/vocabulary/states.ts";',
  },
  { path: "mcp/a.ts", text: 'import { states } from "../db/vocabulary/states.ts";' },
  { path: "db/vocabulary/a.ts", text: 'import type { State } from "./states.ts";' },
  { path: "api/main.ts", text: 'import { serve } from "../platform/runtime.ts"; process.env.A;' },
  { path: "api/a.ts", text: 'const text = "process.env.A"; // Bun.file, import "../dev/lock.ts"' },
  {
    path: "api/a.ts",
    text: 'import { b } from "./b.ts"; import { c } from "./c.ts"; export const a = b + c;',
    beside: {
      "api/b.ts": 'import { c } from "./c.ts"; export const b = c;',
      "api/c.ts": "export const c = 1;",
    },
  },
  { path: "dataset/read/a.ts", text: 'import pl from "nodejs-polars";' },
  { path: "dataset/child/a.ts", text: 'import type { Scan } from "../measure/scan.ts";' },
  { path: "workers/b.ts", text: 'import { pool } from "../dataset/child/pool.ts";' },
  { path: "test/a.test.ts", text: 'import { lock } from "../dev/lock.ts"; Bun.sleep(1);' },
];

describe("the check itself", () => {
  const breachesOf = ({ path, text, beside = {} }: KeptExample & Partial<Example>) => {
    return findBreaches(repositoryOf({ ...neighbours, ...beside, [path]: text }));
  };

  const titled = <Item extends KeptExample>(examples: Item[]) =>
    examples.map((example): [string, Item] => [
      `${example.path}: ${example.text.replaceAll(/\s+/g, " ").slice(0, 70)}`,
      example,
    ]);

  test.each(titled(breaking))("finds a broken rule in %s", (_, example) => {
    const found = breachesOf(example);
    expect(found.length).toBeGreaterThan(0);
    for (const breach of found) {
      expect(breach).toStartWith(`${example.path} `);
      expect(breach).toContain(`[rule ${example.rule}:`);
    }
  });

  test.each(titled(keeping))("lets pass %s", (_, example) => {
    expect(breachesOf(example)).toEqual([]);
  });

  test("has a breaking example for every rule", () => {
    const tried = new Set(breaking.map(({ rule }) => rule));
    expect(
      rules.map(({ name }) => name.split(":")[0]).filter((id) => !tried.has(id ?? "")),
    ).toEqual([]);
  });

  test("refuses a file that does not parse", () => {
    expect(() => readSource("api/a.ts", "const = 1;")).toThrow("api/a.ts");
  });
});
