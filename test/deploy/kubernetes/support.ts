/** The rendered overlays parsed for tests: resources, pods and their environment. */
import { YAML } from "bun";
import { configurationExample } from "../../../dev/docs/configuration.ts";
import { read } from "../../support/documents/repository-files.ts";

export const overlays = ["trial", "production"] as const;
export type Overlay = (typeof overlays)[number];

type Probe = {
  httpGet?: { path: string; port: string | number };
  periodSeconds?: number;
  failureThreshold?: number;
};

export type Container = {
  name: string;
  image: string;
  command?: string[];
  env?: {
    name: string;
    value?: string;
    valueFrom?: { secretKeyRef?: { name: string; key: string; optional?: boolean } };
  }[];
  envFrom?: { configMapRef?: { name: string }; secretRef?: { name: string; optional?: boolean } }[];
  ports?: { name: string; containerPort: number }[];
  startupProbe?: Probe;
  livenessProbe?: Probe;
  readinessProbe?: Probe;
  resources?: { requests?: Record<string, string>; limits?: Record<string, string> };
  securityContext?: Record<string, unknown> & { capabilities?: Record<string, string[]> };
  volumeMounts?: { name: string; mountPath: string }[];
};

type PodSpec = {
  serviceAccountName?: string;
  automountServiceAccountToken?: boolean;
  enableServiceLinks?: boolean;
  hostNetwork?: boolean;
  hostPID?: boolean;
  hostIPC?: boolean;
  terminationGracePeriodSeconds?: number;
  securityContext?: Record<string, unknown>;
  initContainers?: Container[];
  containers: Container[];
  topologySpreadConstraints?: { topologyKey: string; matchLabelKeys?: string[] }[];
  volumes?: {
    name: string;
    emptyDir?: { sizeLimit?: string };
    persistentVolumeClaim?: { claimName: string };
  }[];
};

export type Selector = {
  matchLabels?: Record<string, string>;
  matchExpressions?: { key: string; operator: string; values?: string[] }[];
};

export type Resource = {
  apiVersion: string;
  kind: string;
  metadata: { name: string; namespace?: string; labels?: Record<string, string> };
  data?: Record<string, string>;
  spec?: Record<string, unknown>;
};

export type Pod = { name: string; kind: string; labels: Record<string, string>; spec: PodSpec };

const parsed = new Map<Overlay, Resource[]>();

export function resourcesOf(overlay: Overlay): Resource[] {
  const known = parsed.get(overlay);
  if (known !== undefined) return structuredClone(known);
  const text = read(`deploy/kubernetes/rendered/${overlay}.yaml`);
  parsed.set(overlay, YAML.parse(text) as Resource[]);
  return resourcesOf(overlay);
}

export function ofKind(overlay: Overlay, kind: string): Resource[] {
  return resourcesOf(overlay).filter((resource) => resource.kind === kind);
}

/** The pods of Deployments and Jobs. */
export function podsOf(overlay: Overlay): Pod[] {
  return resourcesOf(overlay)
    .filter(({ kind }) => kind === "Deployment" || kind === "Job")
    .map(({ kind, metadata, spec }) => {
      const template = (spec as { template: { metadata: Resource["metadata"]; spec: PodSpec } })
        .template;
      const labels = template.metadata.labels ?? {};
      return { name: metadata.name, kind, labels, spec: template.spec };
    });
}

/** Pods of our images, each with the container that runs it. */
export function ourPodsOf(overlay: Overlay): (Pod & { container: Container })[] {
  return podsOf(overlay).flatMap((pod) => {
    const container = pod.spec.containers.find(({ image }) =>
      /dataset-market(-profile)?:/.test(image),
    );
    return container === undefined ? [] : [{ ...pod, container }];
  });
}

/** Sample contents of a deployment's Secrets, by the table of deploy/kubernetes/README.md. */
export const secretSamples: Record<string, Record<string, string>> = {
  "market-database": {
    DATABASE_URL: "postgres://market:sample@pooler.example.com:6432/market",
    DATABASE_DIRECT_URL: "postgres://market:sample@db.example.com:5432/market",
    DATABASE_REPLICA_URLS: "postgres://market:sample@replica.example.com:5432/market",
  },
  "market-store": { S3_ACCESS_KEY_ID: "sample", S3_SECRET_ACCESS_KEY: "sample" },
  "market-query": { QUERY_SECRET: "0".repeat(32) },
  "market-keys": {
    RESEND_API_KEY: "re_sample",
    OIDC_CLIENT_SECRET: "sample",
    STRIPE_SECRET_KEY: "sk_test_sample",
    STRIPE_WEBHOOK_SECRET: "whsec_sample",
    AGENT_TOKEN_SECRET: "0".repeat(32),
    SESSION_SECRET: "0".repeat(32),
    APPROVAL_SECRET: "0".repeat(32),
    WEBHOOK_SECRET: "0".repeat(32),
    RECEIPT_KEYS: configurationExample.RECEIPT_KEYS,
    STORED_SECRETS_KEYS: "0".repeat(32),
    SKETCH_SECRET: "0".repeat(32),
    EMBEDDINGS_API_KEY: "sample",
    NATS_URL: "nats://market:sample@nats.nats.svc.cluster.local:4222",
  },
};

/** A container's environment variables. Throws if it refers to something missing. */
export function environmentOf(overlay: Overlay, container: Container): Record<string, string> {
  const resources = resourcesOf(overlay);
  const held = (kind: string, name: string): Record<string, string> => {
    const found = resources.find(
      (resource) => resource.kind === kind && resource.metadata.name === name,
    );
    if (found === undefined && kind === "Secret" && overlay === "production") {
      const sample = secretSamples[name];
      if (sample !== undefined) return sample;
    }
    if (found?.data === undefined) throw new Error(`${overlay} has no ${kind} ${name}`);
    if (kind === "ConfigMap") return found.data;
    return Object.fromEntries(Object.entries(found.data).map(([key, text]) => [key, atob(text)]));
  };
  const env: Record<string, string> = {};
  for (const { configMapRef, secretRef } of container.envFrom ?? []) {
    if (configMapRef !== undefined) Object.assign(env, held("ConfigMap", configMapRef.name));
    if (secretRef !== undefined) Object.assign(env, held("Secret", secretRef.name));
  }
  for (const { name, value, valueFrom } of container.env ?? []) {
    const { secretKeyRef } = valueFrom ?? {};
    const text =
      secretKeyRef === undefined ? value : held("Secret", secretKeyRef.name)[secretKeyRef.key];
    if (text === undefined && secretKeyRef?.optional === true) continue;
    if (text === undefined) throw new Error(`${overlay}: ${name} has no value`);
    env[name] = text;
  }
  return env;
}

const unitBytes: Record<string, number> = { Ki: 2 ** 10, Mi: 2 ** 20, Gi: 2 ** 30 };

/** `4Gi` in bytes. */
export function bytesOf(quantity: string | undefined): number {
  const [, number = "", unit = ""] = /^(\d+)([KMG]i)$/.exec(quantity ?? "") ?? [];
  const bytes = Number(number) * (unitBytes[unit] ?? Number.NaN);
  if (Number.isNaN(bytes)) throw new Error(`"${quantity}" is no amount of bytes`);
  return bytes;
}
