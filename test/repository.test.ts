/** What must stay true of the repository itself: lock file, documents, image and compose file. */
import { describe, expect, test } from "bun:test";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { YAML } from "bun";
import * as limits from "../market/limits.ts";
import { ConfigError, loadConfig } from "../platform/config.ts";

const rootDir = join(import.meta.dir, "..");
const read = (path: string) => readFileSync(join(rootDir, path), "utf8");

/** Not what is ignored, installed or generated. */
const outside = new Set(["node_modules", ".git", ".data", "coverage"]);

function listFiles(folder = ""): string[] {
  return readdirSync(join(rootDir, folder), { withFileTypes: true })
    .filter((entry) => !outside.has(entry.name))
    .flatMap((entry) => {
      const path = folder === "" ? entry.name : `${folder}/${entry.name}`;
      return entry.isDirectory() ? listFiles(path) : [path];
    });
}

const paths = listFiles();
const textPaths = paths.filter((path) =>
  /\.(tsx?|md|json|ya?ml|toml|lock|sql|example)$/.test(path),
);

/** Lines as `path:line: text` that match, for a failure that can be read. */
function linesWith(pattern: RegExp, among: string[]): string[] {
  return among.flatMap((path) =>
    read(path)
      .split("\n")
      .flatMap((line, index) => (pattern.test(line) ? [`${path}:${index + 1}: ${line}`] : [])),
  );
}

/** The rows of the first table behind a heading or comment; cells without their backticks. */
function tableAfter(path: string, marker: string): string[][] {
  const text = read(path);
  const start = text.indexOf(marker);
  if (start < 0) throw new Error(`${path} has no "${marker}"`);
  const lines = text.slice(start).split("\n");
  const from = lines.findIndex((line) => line.startsWith("|"));
  const table = lines.slice(from, from + lines.slice(from).findIndex((line) => line[0] !== "|"));
  return table.slice(2).map((line) =>
    line
      .slice(1, -1)
      .split("|")
      .map((cell) => cell.trim().replaceAll("`", "")),
  );
}

describe("the installation", () => {
  test("the lock file holds no address: packages come from wherever the machine is set to", () => {
    expect(linesWith(/https?:\/\//, ["bun.lock"])).toEqual([]);
  });

  test("no file sets or names a package registry", () => {
    expect(paths.filter((path) => /(^|\/)(\.npmrc|\.yarnrc.*)$/.test(path))).toEqual([]);
    expect(linesWith(/^\s*registry\s*=|\[install\.scopes\]/, ["bunfig.toml"])).toEqual([]);
    expect(linesWith(/\bregistry\.[a-z0-9-]+\.(?:org|com|io|net|dev)\b/i, textPaths)).toEqual([]);
  });

  test("every package is pinned to one version", () => {
    const manifest = JSON.parse(read("package.json")) as Record<string, Record<string, string>>;
    const versions = { ...manifest.dependencies, ...manifest.devDependencies };
    const loose = Object.entries(versions).filter(([, version]) => !/^\d+\.\d+\.\d+/.test(version));
    expect(loose).toEqual([]);
  });
});

describe("the tests", () => {
  const testPaths = paths.filter(
    (path) => path.startsWith("test/") && path !== "test/repository.test.ts",
  );

  test("none is skipped, left to do or run alone", () => {
    expect(
      linesWith(/\b(?:test|describe|it)\.(?:only|skip|skipIf|todo|todoIf|if|failing)\b/, testPaths),
    ).toEqual([]);
  });
});

describe("test, dev and bench", () => {
  // Of an array or call's first text: what a process is started by.
  const starts =
    /(?:\[|\b(?:spawn|exec|execFile)(?:Sync)?\(|\bcommand:)\s*["'`]([\w.-]+)(?=["'` ])/g;
  const beyondBase =
    /^(?:bunx?|bzip2|curl|git|jq|lsof|node|np[mx]|openssl|pgrep|pkill|ps|psql|python3?|wget|unzip|xz)$/;

  test("start no program by name that a bare Debian lacks: execPath, or findProgram", () => {
    const sources = paths.filter((path) => /^(?:test|dev|bench)\/.*\.tsx?$/.test(path));
    const started = sources.flatMap((path) =>
      [...read(path).matchAll(starts)].map(([, program = ""]) => `${path}: ${program}`),
    );
    expect(started).toContain("dev/parts/postgres.ts: unshare");
    expect(started.filter((line) => beyondBase.test(line.split(": ")[1] ?? ""))).toEqual([]);
  });
});

/** The variables of `environmentSchema`, in its order. */
const variables = [...read("platform/config.ts").matchAll(/^ {2}([A-Z][A-Z0-9_]+):/gm)].map(
  ([, name]) => name ?? "",
);

const secret = "0".repeat(32);
const minimal = {
  PUBLIC_BASE_URL: "https://market.example",
  DATABASE_URL: "postgres://localhost/market",
  NATS_URL: "nats://localhost:4222",
  S3_BUCKET: "datasets",
  RESEND_API_KEY: "re_example",
  STRIPE_SECRET_KEY: "sk_test_example",
  STRIPE_WEBHOOK_SECRET: "whsec_example",
  OIDC_ISSUER: "https://id.example",
  OIDC_CLIENT_ID: "market",
  OIDC_CLIENT_SECRET: secret,
  AGENT_TOKEN_SECRET: secret,
  SESSION_SECRET: secret,
  APPROVAL_SECRET: secret,
  WEBHOOK_SECRET: secret,
};

/** `required`, the default as it would be written in the environment, or nothing. */
function expectedDefault(name: string): string {
  if (requiredVariables().includes(name)) return "required";
  const config = loadConfig(minimal);
  const region = config.storage.kind === "s3" ? config.storage.region : "";
  const values: Record<string, unknown> = { ...config, S3_REGION: region };
  return name in minimal ? "" : String(values[name] ?? "");
}

function requiredVariables(): string[] {
  try {
    loadConfig({});
  } catch (error) {
    if (error instanceof ConfigError) return error.faults.map((fault) => fault.split(":")[0] ?? "");
  }
  throw new Error("an empty environment was taken for a configuration");
}

describe("the configuration", () => {
  test("README's table has every variable with its default", () => {
    expect(variables.length).toBeGreaterThan(30);
    const rows = tableAfter("README.md", "<!-- configuration:");
    expect(rows.map(([name]) => name)).toEqual(variables);
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

  test("README's table of limits is the one of market/limits.ts", () => {
    const rows = tableAfter("README.md", "<!-- limits:");
    const values = new Map<string, unknown>(Object.entries(limits));
    expect(rows.map(([name, value]) => [name ?? "", Number(value)])).toEqual(
      [...read("market/limits.ts").matchAll(/^export const ([A-Z0-9_]+)/gm)].map(([, name]) => [
        name ?? "",
        Number(values.get(name ?? "")),
      ]),
    );
  });
});

type Service = {
  image?: string;
  command?: string[];
  environment?: Record<string, string>;
  depends_on?: Record<string, unknown>;
  healthcheck?: unknown;
};

describe("the image and the compose file", () => {
  const { services } = YAML.parse(read("deploy/compose.yaml")) as {
    services: Record<string, Service>;
  };

  test("every process of the compose file is one of ours, with a health check", () => {
    for (const [name, service] of Object.entries(services)) {
      expect([name, service.healthcheck]).not.toEqual([name, undefined]);
      if (!service.image?.startsWith("dataset-market:")) continue;
      const script = service.command?.[1] ?? "";
      expect([name, existsSync(join(rootDir, script))]).toEqual([name, true]);
      const unknown = Object.keys(service.environment ?? {}).filter(
        (key) => !variables.includes(key),
      );
      expect([name, unknown]).toEqual([name, []]);
    }
  });

  test("the compose file has every role of the workers, and waits for services that exist", () => {
    const roles = Object.values(services).map(({ command }) => command?.[2]);
    for (const role of ["profile", "relay", "notify", "clock", "webhooks"])
      expect(roles).toContain(role);
    const awaited = Object.values(services).flatMap(({ depends_on }) =>
      Object.keys(depends_on ?? {}),
    );
    expect(awaited.filter((name) => services[name] === undefined)).toEqual([]);
  });

  test("no secret stands in image or compose file", () => {
    const named = linesWith(/(SECRET|PASSWORD|API_KEY|ACCESS_KEY)\w*\s*[:=]/, [
      "Dockerfile",
      "deploy/compose.yaml",
    ]);
    expect(named.filter((line) => !line.includes("${POSTGRES_PASSWORD:?"))).toEqual([]);
  });

  test("the image is of the Bun version of package.json, and runs as an ordinary user", () => {
    const dockerfile = read("Dockerfile");
    const { packageManager } = JSON.parse(read("package.json")) as { packageManager: string };
    const bases = [...dockerfile.matchAll(/^FROM (\S+)/gm)].map(([, base]) => base);
    expect(new Set(bases)).toEqual(new Set([`oven/${packageManager.replace("@", ":")}-slim`]));
    expect(dockerfile).toMatch(/^USER bun$/m);
    expect(read(".ci/run")).toContain(`bun_version=${packageManager.split("@")[1]}\n`);
  });

  test("everything that the processes import is copied into the image", () => {
    const copied =
      read(".dockerignore")
        .match(/^!(.+)$/gm)
        ?.map((line) => line.slice(1)) ?? [];
    for (const area of [
      "api",
      "dataset",
      "db",
      "market",
      "mcp",
      "platform",
      "site",
      "workers",
      "package.json",
      "bun.lock",
      "tsconfig.json",
    ]) {
      expect(copied).toContain(area);
    }
  });
});

describe("the documents", () => {
  const documents = paths.filter((path) => path.endsWith(".md"));

  test("every link to a file leads to one", () => {
    const broken = documents.flatMap((path) =>
      [...read(path).matchAll(/\]\((?!https?:|#)([^)#\s]+)/g)]
        .map(([, target]) => target ?? "")
        .filter((target) => !existsSync(join(rootDir, dirname(path), target)))
        .map((target) => `${path}: ${target}`),
    );
    expect(broken).toEqual([]);
  });

  test("every path in backticks with a file ending exists", () => {
    const missing = documents.flatMap((path) =>
      [
        ...read(path).matchAll(
          /`((?:api|bench|db|deploy|dev|market|mcp|platform|test|workers)\/[\w./-]+\.\w+)`/g,
        ),
      ]
        .map(([, target]) => target ?? "")
        .filter((target) => !existsSync(join(rootDir, target)))
        .map((target) => `${path}: ${target}`),
    );
    expect(missing).toEqual([]);
  });

  test("every invariant of ARCHITECTURE.md names a test that exists, word for word", () => {
    const rows = tableAfter("ARCHITECTURE.md", "## Invariants");
    expect(rows.length).toBeGreaterThan(8);
    for (const [id, , , check = ""] of rows) {
      const match = /^(test\/\S+\.ts): “(.+)”$/.exec(check);
      expect([id, match === null]).toEqual([id, false]);
      const [, file = "", title = ""] = match ?? [];
      expect([id, existsSync(join(rootDir, file)) && read(file).includes(title)]).toEqual([
        id,
        true,
      ]);
    }
  });

  test("the newest version of CHANGELOG.md is the one of package.json", () => {
    const { version } = JSON.parse(read("package.json")) as { version: string };
    expect(/^## \[(\d+\.\d+\.\d+)\]/m.exec(read("CHANGELOG.md"))?.[1]).toBe(version);
  });
});
