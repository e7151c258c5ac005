/** Invariants of the repository itself: lock file, tests, image and compose file. */
import { describe, expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { YAML } from "bun";
import { environmentSchema } from "../platform/config.ts";
import { telemetryKeys } from "../platform/telemetry/variables.ts";
import {
  linesWith,
  manifests,
  paths,
  read,
  rootDir,
  textPaths,
} from "./support/documents/repository-files.ts";

const variables = Object.keys(environmentSchema.shape);

describe("the installation", () => {
  test("the lock file holds no address: packages come from wherever the machine is set to", () => {
    expect(linesWith(/https?:\/\//, ["bun.lock"])).toEqual([]);
  });

  test("no file sets or names a package registry", () => {
    expect(paths.filter((path) => /(^|\/)(\.npmrc|\.yarnrc.*)$/.test(path))).toEqual([]);
    expect(linesWith(/^\s*registry\s*=|\[install\.scopes\]/, ["bunfig.toml"])).toEqual([]);
    expect(linesWith(/\bregistry\.[a-z0-9-]+\.(?:org|com|io|net|dev)\b/i, textPaths)).toEqual([]);
  });

  test("no package runs a script of its own when it is installed", () => {
    // Without this entry Bun would trust its own list.
    expect(JSON.parse(read("package.json"))).toMatchObject({ trustedDependencies: [] });
  });

  test("every package is pinned to one version", () => {
    const { workspaces } = JSON.parse(read("package.json")) as {
      workspaces: { catalog: Record<string, string> };
    };
    const versions = Object.values(manifests).flatMap(({ dependencies, devDependencies }) => [
      ...Object.entries(dependencies),
      ...Object.entries(devDependencies),
    ]);
    const loose = [...versions, ...Object.entries(workspaces.catalog)].filter(
      ([, version]) => version !== "catalog:" && !/^\d+\.\d+\.\d+/.test(version),
    );
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

  test("none holds a stopwatch: work is counted here, and time is measured in bench/", () => {
    const stopwatch =
      /performance\.now\(\)\s*-|process\.(?:cpuUsage|hrtime)|Bun\.nanoseconds|monitorEventLoopDelay/;
    const own = testPaths.filter((path) => path.endsWith(".test.ts"));
    expect(linesWith(stopwatch, own)).toEqual([]);
  });
});

describe("test, dev and bench", () => {
  // The first text of an array or call, which names a started program.
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

type Service = {
  image?: string;
  command?: string;
  env_file?: string[];
  environment?: Record<string, string | null>;
  depends_on?: Record<string, unknown>;
  healthcheck?: unknown;
  cap_add?: string[];
};

describe("the image and the compose file", () => {
  const { services } = YAML.parse(read("deploy/compose.yaml")) as {
    services: Record<string, Service>;
  };

  test("every process of the compose file is one of ours, with a health check", () => {
    for (const [name, service] of Object.entries(services)) {
      expect([name, service.healthcheck]).not.toEqual([name, undefined]);
      if (!service.image?.match(/^dataset-market(-profile)?:/)) continue;
      const script = service.command?.split(" ")[1] ?? "";
      expect([name, existsSync(join(rootDir, script))]).toEqual([name, true]);
      const unknown = Object.keys(service.environment ?? {}).filter(
        (key) => !variables.includes(key),
      );
      expect([name, unknown]).toEqual([name, []]);
    }
  });

  test("every process of the compose file can be told of a collector", () => {
    const ofCollector = Object.keys(telemetryKeys).sort();
    for (const [name, { image, env_file, environment }] of Object.entries(services)) {
      if (!image?.match(/^dataset-market(-profile)?:/) || env_file !== undefined) continue;
      const passedOn = Object.entries(environment ?? {}).filter(([, value]) => value === null);
      const given = passedOn.map(([key]) => key).filter((key) => key.startsWith("OTEL_"));
      expect([name, given.sort()]).toEqual([name, ofCollector]);
    }
  });

  test("the compose file has every role of the workers, and waits for services that exist", () => {
    const roles = Object.values(services).map(({ command }) => command?.split(" ")[2]);
    for (const role of ["profile", "relay", "notify", "clock", "embed", "webhooks", "matching"])
      expect(roles).toContain(role);
    const awaited = Object.values(services).flatMap(({ depends_on }) =>
      Object.keys(depends_on ?? {}),
    );
    expect(awaited.filter((name) => services[name] === undefined)).toEqual([]);
  });

  test("no default of a compose file is empty: podman-compose would pass the words as they stand", () => {
    const files = ["deploy/compose.yaml", "deploy/compose.trial.yaml"];
    expect(linesWith(/\$\{\w+:?-\}/, files)).toEqual([]);
  });

  test("what a compose file has a default for is no empty line of .env.example: it would take its place", () => {
    const text = read("deploy/compose.yaml");
    const names = [...text.matchAll(/\$\{([A-Z_]+):?-/g)].map(([, name]) => name);
    expect(names).toContain("QUERY_URL");
    const lines = read(".env.example").split("\n");
    expect(names.filter((name) => lines.includes(`${name}=`))).toEqual([]);
  });

  test("what a compose file asks of its caller is in .env.example", () => {
    const asked = [...read("deploy/compose.yaml").matchAll(/\$\{([A-Z_]+)/g)].map(
      ([, name]) => name,
    );
    const given = [...read(".env.example").matchAll(/^(?:# )?([A-Z_]+)=/gm)].map(
      ([, name]) => name,
    );
    expect(asked.filter((name) => !given.includes(name))).toEqual([]);
  });

  test("no secret stands in image or compose file", () => {
    const named = linesWith(/(SECRET|PASSWORD|API_KEY|ACCESS_KEY)\w*\s*[:=]/, [
      "Dockerfile",
      "deploy/trial/Dockerfile",
      "deploy/compose.yaml",
      "deploy/compose.trial.yaml",
    ]);
    expect(named.filter((line) => !/\$\{\w+:\?/.test(line))).toEqual([]);
  });

  test("the image is of the Bun version of package.json, and runs as an ordinary user", () => {
    const { packageManager } = JSON.parse(read("package.json")) as { packageManager: string };
    const base = `oven/${packageManager.replace("@", ":")}-slim`;
    for (const file of ["Dockerfile", "deploy/trial/Dockerfile"]) {
      const dockerfile = read(file);
      expect(dockerfile).toContain(`ARG BUN_IMAGE=${base}\n`);
      expect(
        dockerfile.match(/^FROM (?!(\$\{BUN_IMAGE\}|scratch|dependencies|processes)( |$))/gm),
      ).toBeNull();
      expect(dockerfile).toMatch(/^USER bun$/m);
    }
    for (const file of ["deploy/compose.yaml", "deploy/compose.trial.yaml"])
      expect(read(file)).toContain(`BUN_IMAGE: \${BUN_IMAGE:-${base}}\n`);
    expect(read(".ci/gates.sh")).toContain(`bun_version=${packageManager.split("@")[1]}\n`);
  });

  test("everything that the processes import is copied into the image", () => {
    const sent = read(".dockerignore")
      .match(/^!(.+)$/gm)
      ?.map((line) => line.slice(1));
    const copied = [...read("Dockerfile").matchAll(/^COPY (?!--)(.+) \S+$/gm)].flatMap(
      ([, names = ""]) => names.split(" "),
    );
    for (const area of [
      "api",
      "dataset",
      "db",
      "market",
      "mcp",
      "platform",
      "sdk",
      "site",
      "workers",
      "package.json",
      "patches",
      "bun.lock",
      "tsconfig.json",
    ]) {
      expect(sent).toContain(area);
      expect(copied).toContain(area);
    }
  });

  test("every process can write volumes and /tmp alone, and gain no right", () => {
    const trial = YAML.parse(read("deploy/compose.trial.yaml")) as typeof services & {
      services: Record<string, Service>;
    };
    const standIns = ["identity", "mail", "payments"].map((name) => [name, trial.services[name]]);
    for (const [name, service] of [...Object.entries(services), ...standIns]) {
      expect([name, service]).toEqual([
        name,
        expect.objectContaining({
          read_only: true,
          cap_drop: ["ALL"],
          security_opt: ["no-new-privileges:true"],
          pids_limit: expect.any(Number),
        }),
      ]);
    }
    const keeping = Object.keys(services).filter((name) => services[name]?.cap_add !== undefined);
    expect(keeping).toEqual(["postgres"]);
  });
});
