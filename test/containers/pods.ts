/**
 * `bun test/containers/pods.ts`: runs the pods of deploy/kubernetes/rendered/trial.yaml with
 * `podman kube play`, and a seller's and a buyer's complete journey through them. Run it by hand on
 * a machine that runs `main.ts`; it takes the loopback ports 4000, 4002 and 4004 named in that
 * file. `podOf` adapts what podman does not support.
 */
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { YAML } from "bun";
import { buildBases, buildMarket, buildStandIns } from "./images.ts";
import { type Machine, openMachine, until, whatIsMissing } from "./machine.ts";
import { buyAndCheck, newBuyer, newOffer, newSeller } from "./trade.ts";

const rendered = join(import.meta.dir, "../../deploy/kubernetes/rendered/trial.yaml");
const NETWORK = "market-pods";
const SUBNET = "10.91.77";
const READY_SECONDS_MAX = 120;

type Variable = {
  name: string;
  value?: string;
  valueFrom?: { secretKeyRef?: { name: string; key: string } };
};
type Container = {
  name: string;
  env?: Variable[];
  envFrom?: { secretRef?: { name: string } }[];
  ports?: { containerPort: number; hostPort?: number; hostIP?: string }[];
  [probe: string]: unknown;
};
type PodSpec = {
  containers: Container[];
  volumes?: { name: string; persistentVolumeClaim?: { claimName: string } }[];
  [rest: string]: unknown;
};
type Resource = {
  kind: string;
  metadata: { name: string };
  data?: Record<string, string>;
  spec: { template: { metadata: { labels: object }; spec: PodSpec } };
};

/** The ports that `kubectl port-forward` would forward: loopback ports by pod. */
const published: Record<string, number[]> = { api: [4000, 4002], payments: [4004] };

/** The readiness address of each pod; the others are workers, which report on 4010. */
const readyAt: Record<string, string> = {
  nats: ":8222/healthz",
  api: ":4000/health/ready",
  model: ":4007/health/ready",
  query: ":4008/health/ready",
  mail: ":4003/",
  payments: ":4004/",
};
/** Other pods need these to start. */
const first = ["postgres", "nats", "mail", "payments"];

const missing = whatIsMissing();
if (missing !== null) {
  console.log(`skipped: ${missing}`);
  process.exit(0);
}
const folder = process.env.CONTAINERS_DIR || mkdtempSync(join(tmpdir(), "market-pods-"));
const machine = await openMachine(folder);
let exitCode = 0;
try {
  await machine.clear();
  if (!process.env.NO_BUILD) await buildImages(machine);
  await run(machine);
  console.log("passed");
} catch (error) {
  exitCode = 1;
  console.error(error instanceof Error ? error.message : error);
}
await machine.run(["podman", "pod", "rm", "--all", "--force", "--time", "0"], { mayFail: true });
await machine.clear();
rmSync(process.env.CONTAINERS_DIR ? join(folder, "pods") : folder, {
  recursive: true,
  force: true,
});
process.exit(exitCode);

async function buildImages(machine: Machine): Promise<void> {
  const buildParts = await buildBases(machine);
  await Promise.all([buildMarket(machine), buildStandIns(machine), buildParts()]);
}

async function run(machine: Machine): Promise<void> {
  const resources = YAML.parse(readFileSync(rendered, "utf8")) as Resource[];
  const ofKind = (kind: string) => resources.filter((each) => each.kind === kind);
  const deployments = ofKind("Deployment").map(({ metadata }) => metadata.name);
  const addresses = new Map(deployments.map((name, index) => [name, `${SUBNET}.${index + 10}`]));
  addresses.set("migrate", `${SUBNET}.9`);
  const network = ["network", "create", "--subnet", `${SUBNET}.0/24`, NETWORK];
  await machine.run(["podman", ...network]);
  mkdirSync(join(machine.folder, "pods"), { recursive: true });

  const play = async (name: string, documents: object[], ip?: string) => {
    const file = join(machine.folder, "pods", `${name}.yaml`);
    writeFileSync(file, documents.map((each) => JSON.stringify(each)).join("\n---\n"));
    const place = ip === undefined ? [] : ["--network", NETWORK, "--ip", ip];
    await machine.run(["podman", "kube", "play", ...place, file]);
  };
  const start = (name: string) => {
    const found = [...ofKind("Deployment"), ...ofKind("Job")].find(
      ({ metadata }) => metadata.name === name,
    );
    if (found === undefined) throw new Error(`The trial has no ${name}.`);
    const secrets = new Map(ofKind("Secret").map((each) => [each.metadata.name, readable(each)]));
    const pod = podOf(found, { addresses, secrets, folder: machine.folder });
    return play(name, [...ofKind("ConfigMap"), pod], addresses.get(name));
  };

  for (const name of first) await start(name);
  const database = ["podman", "exec", "postgres-postgres", "pg_isready"];
  await until("postgres is ready", READY_SECONDS_MAX, async () => {
    return (await machine.run(database, { mayFail: true })).exitCode === 0;
  });
  await start("migrate");
  const { stdout } = await machine.run(["podman", "wait", "migrate-market"]);
  if (stdout.trim() !== "0") throw new Error(`The migration ended with ${stdout.trim()}.`);
  const others = deployments.filter((name) => !first.includes(name));
  for (const name of others) await start(name);
  const asked = deployments.filter((name) => name !== "postgres");
  await Promise.all(asked.map((name) => untilReady(name, addresses.get(name) ?? "")));
  console.log(`${deployments.length} pods are ready: ${deployments.join(" ")}`);

  const keys = Object.assign({}, ...ofKind("Secret").map(readable)) as Record<string, string>;
  const { OIDC_CLIENT_SECRET: clientSecret = "" } = keys;
  const identity = { issuer: "http://127.0.0.1:4002", clientId: "dataset-market", clientSecret };
  const market = { baseUrl: "http://localhost:4000", identity };
  const [seller, buyer] = await Promise.all([newSeller(market), newBuyer(market)]);
  await buyAndCheck(market, buyer, await newOffer(market, seller));
  console.log(
    "registered, approved, uploaded, profiled, published, bought, downloaded, hash equal",
  );
}

function readable({ data = {} }: Resource): Record<string, string> {
  const entries = Object.entries(data);
  return Object.fromEntries(entries.map(([key, text]) => [key, atob(text)]));
}

type World = {
  addresses: Map<string, string>;
  secrets: Map<string, Record<string, string>>;
  folder: string;
};

/**
 * The pod of a Deployment or a Job, adapted for podman. Names are lines of its hosts file, since
 * there are no Services. Volumes are folders that its user may write, since there is no `fsGroup`.
 * Secrets are plain values, since podman 4.3 cannot read its own. Probes are not run, and forwarded
 * ports are host ports.
 */
function podOf(
  { metadata: { name }, spec: { template } }: Resource,
  { addresses, secrets, folder }: World,
): object {
  const { containers, volumes = [], serviceAccountName: _account, ...spec } = template.spec;
  const hostPorts = published[name] ?? [];
  return {
    apiVersion: "v1",
    kind: "Pod",
    metadata: { name, labels: template.metadata.labels },
    spec: {
      ...spec,
      hostAliases: [...addresses].map(([host, ip]) => ({ ip, hostnames: [host] })),
      containers: containers.map((container, index) => {
        const { livenessProbe: _l, readinessProbe: _r, startupProbe: _s, ...kept } = container;
        const ports = hostPorts.map((port) => ({
          containerPort: port,
          hostPort: port,
          hostIP: "127.0.0.1",
        }));
        const { envFrom = [], env = [] } = container;
        return {
          ...kept,
          envFrom: envFrom.filter(({ secretRef }) => secretRef === undefined),
          env: [
            ...envFrom.flatMap(({ secretRef }) => variablesOf(secrets.get(secretRef?.name ?? ""))),
            ...env.flatMap((each) => resolved(each, secrets)),
          ],
          ports: index === 0 ? ports : [],
        };
      }),
      volumes: volumes.map((volume) => {
        const claim = volume.persistentVolumeClaim?.claimName;
        const path = join(folder, "pods", claim ?? `${name}-${volume.name}`);
        mkdirSync(path, { recursive: true });
        chmodSync(path, 0o1777);
        return { name: volume.name, hostPath: { path, type: "Directory" } };
      }),
    },
  };
}

function variablesOf(values: Record<string, string> = {}): Variable[] {
  return Object.entries(values).map(([name, value]) => ({ name, value }));
}

/** A forwarded port is answered on the pod's loopback, one of the host is not. A key that is not there is optional. */
function resolved(variable: Variable, secrets: World["secrets"]): Variable[] {
  const { name, valueFrom } = variable;
  if (name === "STAND_IN_HOST") return [{ name, value: "0.0.0.0" }];
  if (valueFrom?.secretKeyRef === undefined) return [variable];
  const value = secrets.get(valueFrom.secretKeyRef.name)?.[valueFrom.secretKeyRef.key];
  return value === undefined ? [] : [{ name, value }];
}

async function untilReady(name: string, address: string): Promise<void> {
  const url = `http://${address}${readyAt[name] ?? ":4010/health/ready"}`;
  await until(`${name} is ready`, READY_SECONDS_MAX, async () => {
    const asked = fetch(url, { signal: AbortSignal.timeout(2000) });
    return asked.then(
      ({ ok }) => ok,
      () => false,
    );
  });
}
