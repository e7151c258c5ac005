/**
 * The rules of ARCHITECTURE.md that imports can show. Each returns the reasons why a file breaks
 * it; none means that it holds.
 */
import { circleOf } from "./circles.ts";
import { datasetFloors } from "./dataset-floors.ts";
import type { Import, Source } from "./source.ts";
import { subjectOrder } from "./subjects.ts";

export type Repository = {
  sources: Map<string, Source>;
  /** The packages in a production installation. */
  productionPackages: ReadonlySet<string>;
};

export type Rule = {
  name: string;
  check(source: Source, repository: Repository): string[];
};

/** The only folders that may import these packages; a name that ends in `/` stands for a scope. */
const packageOwners: [owners: string[], packages: string[]][] = [
  [["db"], ["drizzle-orm", "drizzle-kit", "postgres"]],
  [
    ["platform"],
    [
      "@aws-sdk/",
      "@nats-io/",
      "@opentelemetry/",
      "libpg-query",
      "stripe",
      "resend",
      "jose",
      "openid-client",
      "pino",
      "prom-client",
      "harfbuzzjs",
      "bidi-js",
    ],
  ],
  [["api", "site"], ["elysia"]],
  [["api"], ["@elysiajs/"]],
  [["site"], ["@kitajs/html"]],
  [["mcp"], ["@modelcontextprotocol/"]],
  [["dataset", "platform"], ["sharp"]],
  [["dataset"], ["nodejs-polars", "file-type", "chardet", "iconv-lite", "@e965/xlsx"]],
];

/** The folders on the right that the folder on the left may import, in addition to itself. */
export const reach: Record<string, string[]> = {
  api: ["market", "db", "platform"],
  site: ["market", "db", "platform"],
  dataset: ["market", "sdk", "platform"],
  workers: ["dataset", "market", "db", "platform"],
  mcp: ["market", "db/vocabulary", "platform"],
  market: ["db", "sdk", "platform"],
  sdk: [],
  cli: ["sdk"],
  db: ["platform"],
  platform: [],
  dev: ["dataset", "mcp", "market", "db", "platform"],
  deploy: ["market", "db", "platform"],
};
/** Only types may also be imported from here, because nothing of them remains at run time. */
const typeReach: Record<string, string[]> = {
  mcp: ["api"],
};

/** An area's composition root may import what the area itself may not. */
const mainReach: Record<string, string[]> = {
  "api/main.ts": ["site"],
};

const servingAreas = new Set([
  "api",
  "site",
  "workers",
  "dataset",
  "mcp",
  "market",
  "db",
  "platform",
  "sdk",
]);

const isTooling = ({ area }: Source) => ["test", "bench", "dev"].includes(area);
const isRules = (path: string) => /^market\/(?:.+\/rules|pricing)\.ts$/.test(path);
const isMain = (path: string) => path.endsWith("/main.ts");
const describe = (item: Import) => `→ ${item.specifier}${item.isTypeOnly ? " (type)" : ""}`;

const rulesMayImport =
  /^(?:db\/vocabulary\/.+|market\/(?:.+\/(?:rules|schemas|vocabulary|limits)|vocabulary|errors|refusal|limits|pricing|characters|counted|purchase-state|text)|platform\/(?:time|email-address))\.ts$/;
/** The result types of ports, which rules decide by. */
const rulesMayName = /^platform\/.+\/port\.ts$/;
/** Functions without I/O or state: a choice from header values, and deep equality. */
const rulesMayUse = new Set(["negotiator", "node:util"]);
const impureMembers = ["Date.now", "Math.random", "performance.now", "process.env"];

const isContract = (path: string) => /^market\/.+\/contract\.ts$/.test(path);
const contractsMayImport =
  /^(?:db\/vocabulary\/.+|market\/(?:contract\/contract|.+\/(?:.*schemas|vocabulary|rules|limits|types)|vocabulary|errors|limits|pricing|text|list-shapes))\.ts$/;

/** Constants and plain types shared by SQL and everything above it. */
const isVocabulary = (path: string) => path.startsWith("db/vocabulary/");

/** Calls that start a process, and so belong in its `main.ts`. */
const mainsOwn: [file: string, name: string][] = [
  ["platform/config.ts", "loadConfig"],
  ["platform/runtime.ts", "serve"],
];

export const rules: Rule[] = [
  {
    name: "1: rules.ts is pure and imports only what is",
    check(source) {
      if (!isRules(source.path)) return [];
      const foreign = source.imports.filter(({ file, package: name, specifier, isTypeOnly }) => {
        if (file === null) return !rulesMayUse.has(name ?? specifier);
        return !rulesMayImport.test(file) && !(isTypeOnly && rulesMayName.test(file));
      });
      return [
        ...foreign.map(describe),
        ...(source.hasAsync ? ["uses async"] : []),
        ...impureMembers.filter((name) => source.members.has(name)).map((name) => `uses ${name}`),
        ...(source.bareNews.has("Date") ? ["reads the clock by new Date()"] : []),
      ];
    },
  },
  {
    name: "2: use cases don't import each other",
    check(source, { sources }) {
      if (!source.isUseCase || source.area !== "market") return [];
      const uses = (item: Import) =>
        !item.isTypeOnly && sources.get(item.file ?? "")?.isUseCase === true;
      return source.imports.filter(uses).map(describe);
    },
  },
  {
    name: "3: a vendor's package is imported by one folder alone",
    check(source) {
      if (isTooling(source) || source.area === "") return [];
      return source.imports
        .filter((item) => {
          const owners = ownersOf(item.package);
          return owners !== null && !owners.includes(source.area);
        })
        .map((item) => `${describe(item)}, which belongs to ${ownersOf(item.package)?.join(", ")}`);
    },
  },
  {
    name: "4: rooms that serve never import each other; nothing imports dev, test or bench",
    check(source) {
      const allowed = reach[source.area];
      if (allowed === undefined) return [];
      const types = typeReach[source.area] ?? [];
      const composed = mainReach[source.path] ?? [];
      return source.imports
        .filter(({ file, isTypeOnly }) => {
          if (file === null || file === "package.json") return false;
          const isIn = (folder: string) => file.startsWith(`${folder}/`);
          const isAllowed = [source.area, ...allowed, ...composed].some(isIn);
          return !isAllowed && !(isTypeOnly && types.some(isIn));
        })
        .map(describe);
    },
  },
  {
    name: "6: only main.ts reads the configuration and listens",
    check(source) {
      if (isTooling(source) || isMain(source.path)) return [];
      const readsEnvironment =
        source.path !== "db/migrate.ts" &&
        (source.members.has("process.env") || importsName(source, "node:process", "env"));
      const starters = source.area === "platform" ? [] : mainsOwn;
      return [
        ...(readsEnvironment ? ["uses process.env"] : []),
        ...starters
          .filter(([file, name]) => importsName(source, file, name))
          .map(([, name]) => `calls ${name}`),
      ];
    },
  },
  {
    name: "7: only platform/runtime.ts knows the runtime",
    check(source) {
      if (isTooling(source) || source.path === "platform/runtime.ts") return [];
      const named = [...source.members].filter((name) => /^(?:Bun|Deno)\./.test(name));
      const imported = source.imports.filter(({ specifier }) => /^bun(?::|$)/.test(specifier));
      return [...named.map((name) => `uses ${name}`), ...imported.map(describe)];
    },
  },
  {
    name: "8: what serves imports production dependencies only",
    check(source, { productionPackages }) {
      if (!servingAreas.has(source.area)) return [];
      return source.imports
        .filter((item) => item.package !== null && !/^(?:node|bun)\b/.test(item.specifier))
        .filter((item) => !item.isTypeOnly && !productionPackages.has(item.package ?? ""))
        .map((item) => `${describe(item)}, which is no dependency`);
    },
  },
  {
    name: "9: no default export, and every import of a file names its extension",
    check(source, { sources }) {
      // AssemblyScript's compiler knows no other way to import a file.
      const isCompiled = source.path.includes("/assembly/");
      const missing = source.imports.filter(
        ({ file }) => file !== null && !isCompiled && !sources.has(file) && !file.endsWith(".json"),
      );
      const isConfiguration = source.path === "drizzle.config.ts";
      return [
        ...(source.hasDefaultExport && !isConfiguration ? ["has a default export"] : []),
        ...missing.map((item) => `${describe(item)}, which is no file of the repository`),
      ];
    },
  },
  {
    name: "10: no file imports itself in the end, by types either",
    check({ path }, { sources }) {
      const circle = circleOf(path, sources);
      return circle === null ? [] : [`is in a circle: ${circle.join(" → ")}`];
    },
  },
  datasetFloors,
  {
    name: "12: a contract imports shapes, vocabulary, limits and codes only",
    check({ path, imports }) {
      if (!isContract(path) || path.startsWith("market/contract/")) return [];
      return imports
        .filter(({ file, package: name }) =>
          file === null ? name !== "zod" : !contractsMayImport.test(file),
        )
        .map(describe);
    },
  },
  {
    name: "13: db/vocabulary/ imports only types of its own",
    check({ path, imports }) {
      if (!isVocabulary(path)) return [];
      return imports
        .filter(({ file, isTypeOnly }) => !(isTypeOnly && isVocabulary(file ?? "")))
        .map(describe);
    },
  },
  subjectOrder,
];

function importsName(source: Source, from: string, name: string): boolean {
  return source.imports.some(
    (item) => (item.file ?? item.specifier) === from && item.names.includes(name),
  );
}

function ownersOf(packageName: string | null): string[] | null {
  if (packageName === null) return null;
  const isNamed = (name: string) =>
    name.endsWith("/") ? packageName.startsWith(name) : packageName === name;
  return packageOwners.find(([, packages]) => packages.some(isNamed))?.[0] ?? null;
}

/** Every breach as `file → import: rule`, sorted by file. */
export function findBreaches(repository: Repository): string[] {
  const breaches: string[] = [];
  for (const source of repository.sources.values()) {
    for (const rule of rules) {
      for (const reason of rule.check(source, repository)) {
        breaches.push(`${source.path} ${reason}  [rule ${rule.name}]`);
      }
    }
  }
  return breaches.sort();
}
