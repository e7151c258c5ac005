/** What documents say of the code, held to it: tables, links, paths, citations and sizes. */
import { describe, expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { awardStates } from "../market/auction/rules.ts";
import { eventTypes } from "../market/event/types.ts";
import * as limits from "../market/limits.ts";
import { listingStatuses, purchaseStates } from "../market/vocabulary.ts";
import { expectedDefault, variables } from "./support/configuration-table.ts";
import { brokenLinks } from "./support/document-links.ts";
import { faultsOfCall } from "./support/released-interface.ts";
import {
  documentPaths,
  read,
  rootDir,
  sourcePaths,
  tableAfter,
  tablesAfter,
} from "./support/repository-files.ts";

const README_BYTES_MAX = 12 * 1024;

describe("the configuration", () => {
  test("docs/configuration.md has every variable with its default", () => {
    expect(variables.length).toBeGreaterThan(30);
    const rows = tableAfter("docs/configuration.md", "<!-- configuration:");
    expect(rows.map(([name, value]) => [name, value])).toEqual(
      variables.map((name) => [name, expectedDefault(name)]),
    );
  });

  test(".env.example has every variable, the defaults as comments", () => {
    const lines = read(".env.example").split("\n");
    const given = lines.flatMap((line) => {
      const match = /^(# )?([A-Z][A-Z0-9_]+)=(.*)$/.exec(line);
      return match === null
        ? []
        : [{ isComment: match[1] !== undefined, name: match[2] ?? "", value: match[3] ?? "" }];
    });
    const toolsOwn = [
      "PORT_BASE",
      "DATA_DIR",
      "DEMO_CATALOGUE",
      "POSTGRES_PASSWORD",
      "MARKET_VERSION",
      "API_PUBLISHED_PORT",
      "MCP_PUBLISHED_PORT",
    ];
    const names = given.map(({ name }) => name).filter((name) => !toolsOwn.includes(name));
    expect(names.toSorted()).toEqual(variables.toSorted());
    for (const { isComment, name, value } of given) {
      if (toolsOwn.includes(name)) continue;
      const expected = expectedDefault(name);
      expect([name, value]).toEqual([name, expected === "required" ? "" : expected]);
      if (isComment) expect([name, expected]).not.toEqual([name, "required"]);
    }
  });
});

describe("docs/limits.md", () => {
  test("has the limits of market/limits.ts, in their order and with their values", () => {
    const rows = tableAfter("docs/limits.md", "<!-- limits:");
    const values = new Map<string, unknown>(Object.entries(limits));
    expect(rows.map(([name, value]) => [name ?? "", Number(value)])).toEqual(
      [...read("market/limits.ts").matchAll(/^export const ([A-Z0-9_]+)/gm)].map(([, name]) => [
        name ?? "",
        Number(values.get(name ?? "")),
      ]),
    );
  });
});

describe("docs/behaviour.md", () => {
  test("has every type of event, its subject, who is told and when", () => {
    expect(tableAfter("docs/behaviour.md", "<!-- events:")).toEqual(
      Object.entries(eventTypes).map(([type, { subject, told, when }]) =>
        [type, subject, told, when].map(bare),
      ),
    );
  });

  test("names every state of listings, purchases and awards", () => {
    const text = read("docs/behaviour.md");
    const states = [...listingStatuses, ...purchaseStates, ...awardStates];
    expect(states.filter((state) => !text.includes(`\`${state}\``))).toEqual([]);
  });
});

describe("docs/invariants.md", () => {
  test("names for each invariant a test that exists, word for word", () => {
    const rows = tableAfter("docs/invariants.md", "# Invariants");
    expect(rows.length).toBeGreaterThan(8);
    expect(rows.map(([id]) => id)).toEqual(rows.map((_, index) => `I${index + 1}`));
    for (const [id, , , check = ""] of rows) expect([id, namesTest(check)]).toEqual([id, true]);
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

  test("names for each other row a test that exists, word for word", () => {
    const others = rows.filter((row) => !calls.includes(row));
    expect(others.length).toBeGreaterThan(20);
    for (const [name, , check = ""] of others) {
      expect([name, namesTest(bare(check))]).toEqual([name, true]);
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

/** Whether a cell such as `test/x.test.ts: “what it shows”` names a test, word for word. */
function namesTest(cell: string): boolean {
  const [, file = "", title = ""] = /^(test\/\S+\.ts): “(.+)”$/.exec(cell) ?? [];
  return file !== "" && existsSync(join(rootDir, file)) && read(file).includes(title);
}

describe("every document", () => {
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

test("README.md has at most 12 KB: a reader who wants more finds the document for it", () => {
  expect(Buffer.byteLength(read("README.md"))).toBeLessThanOrEqual(README_BYTES_MAX);
});

test("the newest version of CHANGELOG.md is the one of package.json", () => {
  const { version } = JSON.parse(read("package.json")) as { version: string };
  expect(/^## \[(\d+\.\d+\.\d+)\]/m.exec(read("CHANGELOG.md"))?.[1]).toBe(version);
});
