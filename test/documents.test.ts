/** Compares the documents' statements with the code: tables, links, paths, citations and sizes. */
import { describe, expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { awardStates } from "../db/vocabulary/auction.ts";
import { listingStatuses } from "../db/vocabulary/listing.ts";
import { purchaseStates } from "../db/vocabulary/purchase.ts";
import { generated } from "../dev/docs/tables.ts";
import { problems } from "../market/problem/problems.ts";
import { reach, rules } from "./architecture/rules.ts";
import { brokenLinks, linkedFiles } from "./support/documents/document-links.ts";
import { faultsOfCall } from "./support/documents/released-interface.ts";
import {
  documentPaths,
  paths,
  read,
  rootDir,
  sourcePaths,
  tableAfter,
  tablesAfter,
} from "./support/documents/repository-files.ts";

const README_BYTES_MAX = 10 * 1024;

test("`bun run docs` has nothing left to write", () => {
  const stale = Object.entries(generated).filter(([path, make]) => make(read(path)) !== read(path));
  expect(stale.map(([path]) => path)).toEqual([]);
});

describe("docs/operating.md and docs/runbook.md", () => {
  test("quote lines of the log as the code writes them", () => {
    const [rows = []] = tablesAfter("docs/operating.md", "### Log lines that need a person");
    const text = `${rows.flat().join(" ")} ${read("docs/runbook.md")}`;
    const quoted = [...text.matchAll(/`([a-z][a-z';]*(?: [a-z';]+){3,})`/g)];
    const code = sourcePaths
      .filter((path) => /^(?:api|market|mcp|workers|platform|db|site)\//.test(path))
      .map(read)
      .join("");
    expect(quoted.length).toBeGreaterThan(15);
    expect(quoted.filter(([, line = ""]) => !code.includes(`"${line}"`))).toEqual([]);
  });
});

describe("docs/problems.md", () => {
  test("is not contradicted: every document states a code with its true status", () => {
    const statuses = new Map<string, number>(
      Object.entries(problems).map(([code, { status }]) => [code, status]),
    );
    const stated = documentPaths.flatMap((path) =>
      [...read(path).matchAll(/\b([45]\d\d) `([a-z_]+)`/g)].map(
        ([, status = "", code = ""]) => [path, code, Number(status)] as const,
      ),
    );
    expect(stated.length).toBeGreaterThan(30);
    expect(stated.filter(([, code, status]) => statuses.get(code) !== status)).toEqual([]);
  });
});

test("docs/glossary.md gives each word one meaning", () => {
  const words = tableAfter("docs/glossary.md", "# Glossary").flatMap(([word = ""]) =>
    word.split(", "),
  );
  expect(words.length).toBeGreaterThan(30);
  expect(words.filter((word, index) => words.indexOf(word) !== index)).toEqual([]);
});

describe("docs/behaviour/", () => {
  const rooms = documentPaths.filter((path) => path.startsWith("docs/behaviour/"));

  test("names every state of listings, purchases and awards", () => {
    const text = rooms.map(read).join("");
    const states = [...listingStatuses, ...purchaseStates, ...awardStates];
    expect(states.filter((state) => !text.includes(`\`${state}\``))).toEqual([]);
  });

  test("leads to each of its files by a reader's task", () => {
    const index = "docs/behaviour/README.md";
    const linked = linkedFiles(index);
    expect(rooms.filter((path) => path !== index && !linked.includes(path))).toEqual([]);
  });
});

describe("docs/invariants.md", () => {
  test("names for each invariant a test that exists", () => {
    const rows = tableAfter("docs/invariants.md", "# Invariants");
    expect(rows.length).toBeGreaterThan(8);
    expect(rows.map(([id]) => id)).toEqual(rows.map((_, index) => `I${index + 1}`));
    for (const [id, , path = ""] of rows) expect([id, isTest(path)]).toEqual([id, true]);
  });
});

describe("docs/interface.md", () => {
  const tables = tablesAfter("docs/interface.md", "# Interface");
  const rows = tables.flat();
  const calls = rows.filter(({ length }) => length > 3);

  test("has each row once, and its calls as they were released", () => {
    const names = rows.map(([name]) => name);
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
    expect(calls.length).toBeGreaterThan(15);
    const faults = calls.flatMap(([, call = "", operationId = "", , takes = "", answers = ""]) =>
      faultsOfCall({ call: bare(call), operationId: bare(operationId), takes, answers }),
    );
    expect(faults).toEqual([]);
  });

  test("names for each other row a test that exists", () => {
    const others = rows.filter((row) => !calls.includes(row));
    expect(others.length).toBeGreaterThan(20);
    for (const [name, , check = ""] of others) {
      expect([name, isTest(bare(check))]).toEqual([name, true]);
    }
  });

  test("has every row that the code cites, and the code cites no document from elsewhere", () => {
    const names = new Set(rows.map(([name = ""]) => bare(name)));
    const cited = sourcePaths.flatMap((path) =>
      [...read(path).matchAll(/docs\/interface\.md, ([\w-]+)/g)].map(([, name = ""]) => [
        path,
        name,
      ]),
    );
    expect(cited.length).toBeGreaterThan(15);
    expect(cited.filter(([, name = ""]) => !names.has(name))).toEqual([]);
    const named = sourcePaths.flatMap((path) =>
      [...read(path).matchAll(/(?:^|[\s("'`])((?:[\w-]+\/)*[A-Z][A-Z]+\.md)\b/gm)].map(
        ([, document = ""]) => [path, document],
      ),
    );
    const missing = named.filter(
      ([path = "", document = ""]) =>
        !existsSync(join(rootDir, document)) && !existsSync(join(rootDir, dirname(path), document)),
    );
    expect(missing).toEqual([]);
  });
});

const bare = (cell: string): string => cell.replaceAll("`", "");

/** By its path below `test/`. */
const isTest = (path: string): boolean =>
  path.endsWith(".ts") && existsSync(join(rootDir, "test", path));

describe("every document", () => {
  test("can be reached by links from README.md", () => {
    const reached = new Set<string>();
    const ahead = ["README.md"];
    for (let path = ahead.pop(); path !== undefined; path = ahead.pop()) {
      if (reached.has(path)) continue;
      reached.add(path);
      ahead.push(...linkedFiles(path).filter((target) => documentPaths.includes(target)));
    }
    expect(documentPaths.filter((path) => !reached.has(path))).toEqual([]);
  });

  test("links to files and headings that exist", () => {
    expect(documentPaths.flatMap(brokenLinks)).toEqual([]);
  });

  test("names in backticks only paths that exist", () => {
    const areas = "api|bench|dataset|db|deploy|dev|docs|market|mcp|platform|site|test|workers";
    const named = new RegExp(`\`((?:${areas})/[\\w./-]*)\``, "g");
    const missing = documentPaths.flatMap((path) =>
      [...read(path).matchAll(named)]
        .map(([, target]) => target ?? "")
        .filter(
          (target) =>
            !existsSync(join(rootDir, target)) && !existsSync(join(rootDir, dirname(path), target)),
        )
        .map((target) => `${path}: ${target}`),
    );
    expect(missing).toEqual([]);
  });
});

describe("ARCHITECTURE.md", () => {
  test("has every room with its allowed imports, as in the rules", () => {
    const rows = tableAfter("ARCHITECTURE.md", "<!-- code map:");
    const told = rows.flatMap(([folder = "", , imports = ""]) =>
      folder.split(", ").map((name) => [name.replace("/", ""), imports] as const),
    );
    const rooms = told.filter(([name]) => Object.hasOwn(reach, name));
    expect(Object.fromEntries(rooms)).toEqual(
      Object.fromEntries(Object.entries(reach).map(([name, areas]) => [name, areas.join(", ")])),
    );
    const folders = new Set(sourcePaths.map((path) => path.split("/")[0] ?? ""));
    const names = told.map(([name]) => name);
    expect([...folders].filter((name) => !name.includes(".") && !names.includes(name))).toEqual([]);
  });

  test("has every rule that is checked, by its number, and the concepts of market/", () => {
    const text = read("ARCHITECTURE.md");
    const section = text.slice(text.indexOf("## Rules"), text.indexOf("## The life of a request"));
    const told = [...section.matchAll(/^(\d+)\. /gm)].map(([, number]) => number);
    const checked = rules.map(({ name }) => name.split(":")[0]);
    expect(checked.filter((number) => !told.includes(number))).toEqual([]);
    const concepts = new Set(paths.flatMap((path) => /^market\/(\w+)\//.exec(path)?.[1] ?? []));
    expect([...concepts].filter((name) => !text.includes(`\`${name}\``))).toEqual([]);
  });
});

describe("AGENTS.md", () => {
  const rooms = documentPaths.filter((path) => path.endsWith("/AGENTS.md"));

  test("of the root links those of all rooms, and there are no others", () => {
    const linked = [...read("AGENTS.md").matchAll(/\]\(([^)]+\/AGENTS\.md)\)/g)].map(
      ([, path]) => path,
    );
    expect(rooms.length).toBeGreaterThan(8);
    expect(linked.toSorted()).toEqual(rooms.toSorted());
  });

  test("names only scripts of package.json", () => {
    const { scripts } = JSON.parse(read("package.json")) as { scripts: Record<string, string> };
    const named = ["AGENTS.md", "CONTRIBUTING.md", ...rooms].flatMap((path) =>
      [...read(path).matchAll(/`bun run ([\w:]+)/g)].map(([, script = ""]) => [path, script]),
    );
    expect(named.length).toBeGreaterThan(5);
    expect(named.filter(([, script = ""]) => scripts[script] === undefined)).toEqual([]);
  });
});

test("README.md has at most 10 KB", () => {
  expect(Buffer.byteLength(read("README.md"))).toBeLessThanOrEqual(README_BYTES_MAX);
});

test("CHANGELOG.md has each kind of change once a version", () => {
  const kinds = ["Added", "Changed", "Deprecated", "Removed", "Fixed", "Security"];
  for (const version of read("CHANGELOG.md").split(/^## /m).slice(1)) {
    const found = [...version.matchAll(/^### (.+)$/gm)].map(([, kind = ""]) => kind);
    expect(found).toEqual(kinds.filter((kind) => found.includes(kind)));
  }
});

test("the newest version of CHANGELOG.md is the one of package.json", () => {
  const { version } = JSON.parse(read("package.json")) as { version: string };
  expect(/^## \[(\d+\.\d+\.\d+)\]/m.exec(read("CHANGELOG.md"))?.[1]).toBe(version);
});
