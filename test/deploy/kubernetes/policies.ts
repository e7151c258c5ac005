/** Evaluates an overlay's network policies as Kubernetes does. */
import { type Overlay, ofKind, podsOf, type Selector } from "./support.ts";

type Peer = {
  podSelector?: Selector;
  namespaceSelector?: Selector;
  ipBlock?: { cidr: string; except?: string[] };
};
type Rule = { from?: Peer[]; to?: Peer[]; ports?: { protocol: string; port: number }[] };
type Policy = {
  podSelector: Selector;
  policyTypes: string[];
  ingress?: Rule[];
  egress?: Rule[];
};
type Labels = Record<string, string>;
type Direction = "Ingress" | "Egress";

export function policiesOf(overlay: Overlay): Policy[] {
  return ofKind(overlay, "NetworkPolicy").map(({ spec }) => spec as Policy);
}

/** Whether a pod may open a connection to another pod of the namespace. */
export function mayReach(policies: Policy[], from: Labels, to: Labels, port: number): boolean {
  return (
    lets(policies, "Egress", { subject: from, other: to, port }) &&
    lets(policies, "Ingress", { subject: to, other: from, port })
  );
}

/** `component → component:port` for every permitted connection among an overlay's pods. */
export function connectionsOf(overlay: Overlay): string[] {
  const policies = policiesOf(overlay);
  const pods = podsOf(overlay);
  const ports = new Set(
    pods.flatMap(({ spec }) =>
      spec.containers.flatMap(({ ports: given = [] }) =>
        given.map(({ containerPort }) => containerPort),
      ),
    ),
  );
  return pods.flatMap((from) =>
    pods.flatMap((to) =>
      [...ports]
        .filter((port) => mayReach(policies, from.labels, to.labels, port))
        .map((port) => `${from.name} → ${to.name}:${port}`),
    ),
  );
}

/** The permitted connections to addresses outside the cluster, by component. */
export function outsidePeersOf(overlay: Overlay, component: string) {
  return policiesOf(overlay)
    .filter(({ podSelector }) => selects(podSelector, { ...ours, [componentKey]: component }))
    .flatMap(({ egress = [] }) => egress)
    .filter(({ to }) => to?.some(({ ipBlock }) => ipBlock !== undefined));
}

export const componentKey = "app.kubernetes.io/component";
export const ours = {
  "app.kubernetes.io/name": "dataset-market",
  "app.kubernetes.io/part-of": "dataset-market",
};

function lets(
  policies: Policy[],
  direction: Direction,
  call: { subject: Labels; other: Labels; port: number },
): boolean {
  const applying = policies.filter(
    ({ podSelector, policyTypes }) =>
      policyTypes.includes(direction) && selects(podSelector, call.subject),
  );
  if (applying.length === 0) return true;
  const rules = applying.flatMap((policy) =>
    direction === "Ingress" ? (policy.ingress ?? []) : (policy.egress ?? []),
  );
  return rules.some((rule) => ruleLets(rule, direction, call));
}

function ruleLets(
  rule: Rule,
  direction: Direction,
  { other, port }: { other: Labels; port: number },
): boolean {
  const peers = direction === "Ingress" ? rule.from : rule.to;
  const isPeer = peers === undefined || peers.some((peer) => isSamePlace(peer, other));
  return isPeer && (rule.ports === undefined || rule.ports.some((one) => one.port === port));
}

/** Peers in another namespace or at an address do not match pods of this namespace. */
function isSamePlace({ podSelector, namespaceSelector, ipBlock }: Peer, labels: Labels): boolean {
  if (namespaceSelector !== undefined || ipBlock !== undefined) return false;
  return podSelector !== undefined && selects(podSelector, labels);
}

function selects({ matchLabels = {}, matchExpressions = [] }: Selector, labels: Labels): boolean {
  const hasAll = Object.entries(matchLabels).every(([key, value]) => labels[key] === value);
  return (
    hasAll &&
    matchExpressions.every(({ key, operator, values = [] }) => {
      if (operator !== "In") throw new Error(`${operator} is not known here`);
      return values.includes(labels[key] ?? "");
    })
  );
}
