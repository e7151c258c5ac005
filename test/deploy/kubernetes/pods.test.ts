/** Properties of every pod in the overlays: privileges, probes, resources, and time to stop. */
import { describe, expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { environmentSchema, loadConfig } from "../../../platform/config.ts";
import { loadModelConfig } from "../../../platform/embeddings/model-config.ts";
import { loadMcpConfig } from "../../../platform/mcp-config.ts";
import { loadQueryConfig } from "../../../platform/query/query-config.ts";
import { roleNames } from "../../../workers/roles.ts";
import { read, rootDir, tablesAfter } from "../../support/documents/repository-files.ts";
import {
  bytesOf,
  environmentOf,
  ofKind,
  ourPodsOf,
  overlays,
  podsOf,
  type Resource,
  resourcesOf,
  secretSamples,
} from "./support.ts";

const variables = Object.keys(environmentSchema.shape);

const mebibyte = 2 ** 20;
/** A worker or query process's own memory, without its children. */
const ownMemoryBytes = 512 * mebibyte;

/** A program's constant that no module exports. */
function secondsIn(path: string, name: string): number {
  const [, written] = new RegExp(`const ${name} = (\\d+);`).exec(read(path)) ?? [];
  if (written === undefined) throw new Error(`${path} has no ${name}`);
  return Number(written);
}

const commandsOf = (overlay: (typeof overlays)[number]) =>
  ourPodsOf(overlay).map((pod) => ({ ...pod, program: (pod.container.command ?? [])[1] ?? "" }));

describe.each(overlays)("the pods of %s", (overlay) => {
  const pods = podsOf(overlay);

  test("run as an ordinary user, without rights, on a root that is read-only", () => {
    expect(pods.length).toBeGreaterThan(12);
    for (const { name, spec } of pods) {
      expect([name, spec.securityContext]).toMatchObject([
        name,
        { runAsNonRoot: true, seccompProfile: { type: "RuntimeDefault" } },
      ]);
      expect([name, Number(spec.securityContext?.runAsUser) > 0]).toEqual([name, true]);
      expect([name, spec.hostNetwork, spec.hostPID, spec.hostIPC]).toEqual([
        name,
        undefined,
        undefined,
        undefined,
      ]);
      for (const container of [...spec.containers, ...(spec.initContainers ?? [])]) {
        expect([name, container.securityContext]).toEqual([
          name,
          {
            allowPrivilegeEscalation: false,
            privileged: false,
            readOnlyRootFilesystem: true,
            runAsNonRoot: true,
            capabilities: { drop: ["ALL"] },
          },
        ]);
      }
    }
  });

  test("hold no token of the cluster and no variable of its Services", () => {
    for (const { name, spec } of pods) {
      expect([name, spec.automountServiceAccountToken]).toEqual([name, false]);
      expect([name, spec.enableServiceLinks]).toEqual([name, false]);
    }
    for (const kind of ["Role", "ClusterRole", "RoleBinding", "ClusterRoleBinding"])
      expect([kind, ofKind(overlay, kind)]).toEqual([kind, []]);
  });

  test("mount only volumes that they have, and each folder that their process writes to", () => {
    const claims = ofKind(overlay, "PersistentVolumeClaim").map(({ metadata }) => metadata.name);
    for (const { name, spec } of pods) {
      const volumes = (spec.volumes ?? []).map((volume) => volume.name);
      const mounts = spec.containers.flatMap(({ volumeMounts = [] }) => volumeMounts);
      expect([name, mounts.filter((mount) => !volumes.includes(mount.name))]).toEqual([name, []]);
      expect([name, mounts.some(({ mountPath }) => mountPath === "/tmp")]).toEqual([
        name,
        name !== "nats",
      ]);
      for (const { emptyDir, persistentVolumeClaim } of spec.volumes ?? []) {
        if (emptyDir !== undefined)
          expect([name, emptyDir.sizeLimit]).not.toEqual([name, undefined]);
        else expect(claims).toContain(persistentVolumeClaim?.claimName ?? "");
      }
    }
    for (const { name, container } of ourPodsOf(overlay)) {
      const env = environmentOf(overlay, container);
      const mounted = (container.volumeMounts ?? []).map(({ mountPath }) => mountPath);
      if (["profile", "twin", "query"].includes(name))
        expect(mounted).toContain(env.WORK_DIR ?? "");
      const readsFiles = !["migrate", "mcp", "model"].includes(name);
      if (readsFiles && env.STORAGE_DIR !== undefined) expect(mounted).toContain(env.STORAGE_DIR);
    }
  });

  test("ask for memory and processor time, and have a limit of memory", () => {
    for (const { name, spec } of pods) {
      for (const { resources } of spec.containers) {
        expect([name, resources?.requests?.cpu]).not.toEqual([name, undefined]);
        const { requests, limits } = resources ?? {};
        expect([name, bytesOf(requests?.memory) <= bytesOf(limits?.memory)]).toEqual([name, true]);
      }
    }
  });

  test("are one of each role and process, from programs that exist, of one image", () => {
    const commands = commandsOf(overlay);
    const roles = commands.flatMap(({ container }) => container.command?.slice(2) ?? []);
    expect(roles.toSorted()).toEqual([...roleNames].toSorted());
    const programs = commands.map(({ program }) => program);
    expect(new Set(programs)).toEqual(
      new Set([
        "api/main.ts",
        "mcp/main.ts",
        "workers/main.ts",
        "workers/query/main.ts",
        "workers/embeddings/main.ts",
        "db/migrate.ts",
      ]),
    );
    expect(programs.filter((path) => !existsSync(join(rootDir, path)))).toEqual([]);
    for (const { name, container } of commands)
      expect([name, container.command?.[0]]).toEqual([name, "bun"]);
    const { version } = JSON.parse(read("package.json")) as { version: string };
    const tags = new Set(commands.map(({ container }) => container.image.split(":").at(-1)));
    expect(tags).toEqual(new Set([version]));
  });

  test("name variables that exist, and start with a configuration that their process takes", () => {
    for (const { name, program, container } of commandsOf(overlay)) {
      const env = environmentOf(overlay, container);
      const unknown = Object.keys(env).filter((key) => !variables.includes(key));
      expect([name, unknown]).toEqual([
        name,
        overlay === "trial" && "DATABASE_URL" in env && name !== "migrate"
          ? ["POSTGRES_PASSWORD"]
          : [],
      ]);
      const loaders: Record<string, (given: typeof env) => unknown> = {
        "api/main.ts": loadConfig,
        "workers/main.ts": loadConfig,
        "mcp/main.ts": loadMcpConfig,
        "workers/query/main.ts": loadQueryConfig,
        "workers/embeddings/main.ts": loadModelConfig,
        "db/migrate.ts": ({ DATABASE_URL }) => new URL(DATABASE_URL ?? ""),
      };
      expect([name, loaders[program]?.(env)]).not.toEqual([name, undefined]);
    }
  });

  test("give secrets only to processes that use them", () => {
    const held = Object.fromEntries(
      ourPodsOf(overlay).map(({ name, container }) => {
        const given = environmentOf(overlay, container);
        const secrets = Object.keys(given).filter((key) => /SECRET|_KEY$|DATABASE_URL/.test(key));
        return [name, secrets.toSorted()];
      }),
    );
    const store =
      overlay === "trial"
        ? ["STORAGE_SIGNING_SECRET"]
        : ["S3_ACCESS_KEY_ID", "S3_SECRET_ACCESS_KEY"];
    expect(held.mcp).toEqual([]);
    expect(held.model).toEqual([]);
    expect(held.migrate).toEqual(["DATABASE_URL"]);
    expect((held.query ?? []).filter((key) => !store.includes(key))).toEqual(["QUERY_SECRET"]);
    const query = Object.entries(held).filter(([, keys]) => keys.includes("QUERY_SECRET"));
    expect(query.map(([name]) => name).toSorted()).toEqual(["api", "clock", "query"]);
  });

  test("listen where their process does, and are probed and reached there", () => {
    const portVariables: Record<string, string> = {
      "api/main.ts": "API_PORT",
      "mcp/main.ts": "MCP_PORT",
      "workers/query/main.ts": "QUERY_PORT",
      "workers/embeddings/main.ts": "EMBEDDINGS_PORT",
    };
    for (const { name, kind, program, container } of commandsOf(overlay)) {
      if (kind === "Job") continue;
      const env = environmentOf(overlay, container);
      const ports = Object.fromEntries(
        (container.ports ?? []).map(({ name: port, containerPort }) => [port, containerPort]),
      );
      const hasMetrics = !["query", "model"].includes(name);
      const variable = portVariables[program];
      expect([name, ports]).toEqual([
        name,
        {
          ...(variable === undefined ? {} : { http: Number(env[variable]) }),
          ...(hasMetrics ? { metrics: Number(env.METRICS_PORT) } : {}),
        },
      ]);
      const { livenessProbe, readinessProbe } = container;
      expect([name, livenessProbe?.httpGet?.path]).toEqual([name, "/health/live"]);
      expect([name, readinessProbe?.httpGet?.path]).toEqual([name, "/health/ready"]);
      for (const probe of [livenessProbe, readinessProbe])
        expect([name, String(probe?.httpGet?.port) in ports]).toEqual([name, true]);
    }
  });

  test("have Services by the addresses that settings name", () => {
    const services = new Map(
      ofKind(overlay, "Service").map(({ metadata, spec }) => [
        metadata.name,
        (spec as { ports: { port: number }[] }).ports.map(({ port }) => port),
      ]),
    );
    const inside = ourPodsOf(overlay).flatMap(({ container }) =>
      Object.entries(environmentOf(overlay, container)).flatMap(([key, value]) => {
        const url = /^(?:MCP_API|QUERY|EMBEDDINGS|NATS|DATABASE)_URL$/.test(key)
          ? URL.parse(value)
          : null;
        return url === null || url.hostname.includes(".") ? [] : [[key, url] as const];
      }),
    );
    expect(inside.length).toBeGreaterThan(10);
    for (const [key, url] of inside)
      expect([key, services.get(url.hostname)?.includes(Number(url.port))]).toEqual([key, true]);
  });

  test("have longer to stop than their process takes", () => {
    for (const { name, kind, program, container, spec } of commandsOf(overlay)) {
      if (kind === "Job") continue;
      const env = environmentOf(overlay, container);
      const lameDuck = Number(env.LAME_DUCK_SECONDS);
      const takes: Record<string, () => number> = {
        "api/main.ts": () => lameDuck + secondsIn("api/main.ts", "drainSecondsMax"),
        "mcp/main.ts": () => lameDuck + secondsIn("mcp/main.ts", "drainSecondsMax"),
        "workers/main.ts": () =>
          loadConfig(env).WORKER_DRAIN_SECONDS + secondsIn("workers/main.ts", "exitGraceSeconds"),
        "workers/embeddings/main.ts": () =>
          lameDuck + secondsIn("workers/embeddings/main.ts", "drainSecondsMax"),
        "workers/query/main.ts": () => lameDuck + loadQueryConfig(env).QUERY_SECONDS_MAX,
      };
      const grace = spec.terminationGracePeriodSeconds ?? 30;
      expect([name, grace >= (takes[program]?.() ?? Number.NaN) + 5]).toEqual([name, true]);
    }
  });

  test("have the memory and the room that the sizes of their configuration ask for", () => {
    const limitsOf = (name: string) => {
      const pod = ourPodsOf(overlay).find((one) => one.name === name);
      if (pod === undefined) throw new Error(`there is no ${name}`);
      const work = pod.spec.volumes?.find((volume) => volume.name === "work")?.emptyDir;
      return {
        env: environmentOf(overlay, pod.container),
        memory: bytesOf(pod.container.resources?.limits?.memory),
        room: bytesOf(work?.sizeLimit),
        disk: bytesOf(pod.container.resources?.limits?.["ephemeral-storage"]),
      };
    };
    for (const name of ["profile", "twin"]) {
      const { env, memory, room, disk } = limitsOf(name);
      const config = loadConfig(env);
      const memoryNeeded =
        config.PROFILE_MEMORY_BYTES_MAX * config.PROFILE_CONCURRENCY + ownMemoryBytes;
      expect([name, "memory", memory >= memoryNeeded]).toEqual([name, "memory", true]);
      const unpacked = config.WORK_FILE_BYTES_MAX + config.DECOMPRESSED_BYTES_MAX;
      // Both write Parquet files.
      const roomNeeded = unpacked + config.TWIN_BYTES_MAX;
      expect([name, "room", room >= roomNeeded, disk > room]).toEqual([name, "room", true, true]);
    }
    const { env, memory, room, disk } = limitsOf("query");
    const config = loadQueryConfig(env);
    const children = config.QUERY_CHILDREN * config.QUERY_MEMORY_BYTES_MAX;
    expect(memory).toBeGreaterThanOrEqual(children + ownMemoryBytes);
    expect(room).toBeGreaterThan(config.QUERY_CACHE_BYTES_MAX);
    expect(disk).toBeGreaterThan(room);
  });

  test("are replaced one by one, spread, and kept by a budget that never stops a drain", () => {
    const budgets = new Map(
      ofKind(overlay, "PodDisruptionBudget").map(({ metadata, spec }) => [metadata.name, spec]),
    );
    for (const { name, kind, spec, labels } of ourPodsOf(overlay)) {
      if (kind === "Job") continue;
      const keys = (spec.topologySpreadConstraints ?? []).map(({ topologyKey }) => topologyKey);
      expect([name, keys]).toEqual([
        name,
        ["kubernetes.io/hostname", "topology.kubernetes.io/zone"],
      ]);
      expect([name, budgets.get(name)]).toMatchObject([
        name,
        { maxUnavailable: 1, selector: { matchLabels: { "app.kubernetes.io/component": name } } },
      ]);
      expect(labels["app.kubernetes.io/component"]).toBe(name);
    }
    const [api] = ofKind(overlay, "Deployment").filter(({ metadata }) => metadata.name === "api");
    expect(api?.spec?.strategy).toMatchObject({
      rollingUpdate: { maxUnavailable: 0, maxSurge: 1 },
    });
  });
});

describe("production", () => {
  test("leaves balancers time: readiness says no twice before anybody stops listening", () => {
    for (const { name, container } of ourPodsOf("production")) {
      if (!["api", "mcp", "query", "model"].includes(name)) continue;
      const { periodSeconds = 10, failureThreshold = 3 } = container.readinessProbe ?? {};
      const env = environmentOf("production", container);
      expect(Number(env.LAME_DUCK_SECONDS)).toBeGreaterThan(periodSeconds * failureThreshold);
    }
  });

  test("has no secret in its files, and names those of deploy/kubernetes/README.md", () => {
    expect(ofKind("production", "Secret")).toEqual([]);
    const text = JSON.stringify(resourcesOf("production").map(({ data }) => data));
    expect(text).not.toMatch(/SECRET|PASSWORD|ACCESS_KEY|API_KEY|DATABASE_URL/);
    const [rows = []] = tablesAfter("deploy/kubernetes/README.md", "<!-- secrets:");
    const quoted = (cell = "") => [...cell.matchAll(/`([^`]+)`/g)].map(([, name = ""]) => name);
    expect(
      Object.fromEntries(rows.map(([name, holds]) => [quoted(name)[0], quoted(holds)])),
    ).toEqual(
      Object.fromEntries(
        Object.entries(secretSamples).map(([name, values]) => [name, Object.keys(values)]),
      ),
    );
  });

  test("is reached only by TLS, with /mcp separate", () => {
    const [ingress] = ofKind("production", "Ingress");
    const spec = (ingress as Resource).spec as {
      tls: { hosts: string[]; secretName: string }[];
      rules: {
        host: string;
        http: {
          paths: { path: string; pathType: string; backend: { service: { name: string } } }[];
        };
      }[];
    };
    const hosts = spec.rules.map(({ host }) => host);
    expect(spec.tls.flatMap((tls) => tls.hosts)).toEqual(hosts);
    const [api] = ourPodsOf("production").filter(({ name }) => name === "api");
    if (api === undefined) throw new Error("there is no api");
    const { PUBLIC_BASE_URL = "" } = environmentOf("production", api.container);
    expect([`https://${hosts[0]}`]).toEqual([PUBLIC_BASE_URL]);
    expect(
      spec.rules[0]?.http.paths.map(({ path, pathType, backend }) => [
        path,
        pathType,
        backend.service.name,
      ]),
    ).toEqual([
      ["/mcp", "Exact", "mcp"],
      ["/", "Prefix", "api"],
    ]);
  });
});
