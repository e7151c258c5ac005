/** The schemas of Kubernetes, KEDA and the Prometheus operator, and which fields they know. */
import { ScaledObject } from "@kubernetes-models/keda/keda.sh/v1alpha1/ScaledObject";
import { PodMonitor } from "@kubernetes-models/prometheus-operator/monitoring.coreos.com/v1/PodMonitor";
import { PrometheusRule } from "@kubernetes-models/prometheus-operator/monitoring.coreos.com/v1/PrometheusRule";
import { Deployment } from "kubernetes-models/apps/v1/Deployment";
import { HorizontalPodAutoscaler } from "kubernetes-models/autoscaling/v2/HorizontalPodAutoscaler";
import { Job } from "kubernetes-models/batch/v1/Job";
import { Ingress } from "kubernetes-models/networking.k8s.io/v1/Ingress";
import { NetworkPolicy } from "kubernetes-models/networking.k8s.io/v1/NetworkPolicy";
import { PodDisruptionBudget } from "kubernetes-models/policy/v1/PodDisruptionBudget";
import { ConfigMap } from "kubernetes-models/v1/ConfigMap";
import { Namespace } from "kubernetes-models/v1/Namespace";
import { PersistentVolumeClaim } from "kubernetes-models/v1/PersistentVolumeClaim";
import { Secret } from "kubernetes-models/v1/Secret";
import { Service } from "kubernetes-models/v1/Service";
import { ServiceAccount } from "kubernetes-models/v1/ServiceAccount";
import type { Resource } from "./support.ts";

type Model = { validate(): void };
type ModelClass = { prototype: Model; apiVersion: string };

const models: Record<string, ModelClass> = {
  ConfigMap,
  Deployment,
  HorizontalPodAutoscaler,
  Ingress,
  Job,
  Namespace,
  NetworkPolicy,
  PersistentVolumeClaim,
  PodDisruptionBudget,
  PodMonitor,
  PrometheusRule,
  ScaledObject,
  Secret,
  Service,
  ServiceAccount,
};

/** A resource's faults: its version, its values, and fields that its schema does not have. */
export function schemaFaults(resource: Resource): string[] {
  const known = models[resource.kind];
  const name = `${resource.kind} ${resource.metadata.name}`;
  if (known === undefined) return [`${name}: no schema is known`];
  if (known.apiVersion !== resource.apiVersion) return [`${name}: ${resource.apiVersion}`];
  const unread = new Set<string>();
  try {
    // A model copies its input, and would read every field itself.
    known.prototype.validate.call(watchReads(unfolded(resource), "", unread) as Model);
  } catch (error) {
    return [`${name}: ${String(error)}`];
  }
  return [...unread].map((path) => `${name}: ${path} is no field`);
}

/** kustomize folds long Base64 of a Secret; Kubernetes ignores the line breaks, the schema does not. */
function unfolded(resource: Resource): Resource {
  if (resource.kind !== "Secret" || resource.data === undefined) return resource;
  const data = Object.entries(resource.data).map(([key, text]) => [key, text.replaceAll("\n", "")]);
  return { ...resource, data: Object.fromEntries(data) };
}

/** A validator reads each field that it knows: fields left in `unread` are unknown. */
function watchReads(value: unknown, path: string, unread: Set<string>): unknown {
  if (typeof value !== "object" || value === null) return value;
  const children = new Map<string, unknown>();
  for (const [key, child] of Object.entries(value)) {
    const at = `${path}/${key}`;
    if (!Array.isArray(value)) unread.add(at);
    children.set(key, watchReads(child, at, unread));
  }
  const target = Array.isArray(value) ? [...children.values()] : Object.fromEntries(children);
  return new Proxy(target, {
    get(object, key, receiver) {
      if (typeof key === "string") unread.delete(`${path}/${key}`);
      return Reflect.get(object, key, receiver);
    },
  });
}
