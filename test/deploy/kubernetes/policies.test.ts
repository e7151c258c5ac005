/** The overlays' network policies: only the connections each role needs. */
import { describe, expect, test } from "bun:test";
import { roleNames } from "../../../workers/roles.ts";
import {
  componentKey,
  connectionsOf,
  mayReach,
  ours,
  outsidePeersOf,
  policiesOf,
} from "./policies.ts";
import { overlays, podsOf } from "./support.ts";

const ownCalls = [
  "api → query:4008",
  "clock → query:4008",
  "api → model:4007",
  "embed → model:4007",
  "mcp → api:4000",
];
const databaseUsers = ["api", "migrate", ...roleNames];

describe("network policies", () => {
  test("let the processes call each other where they have to, and nowhere else", () => {
    expect(connectionsOf("production").toSorted()).toEqual(ownCalls.toSorted());
  });

  test("of the trial let them call its database, its bus and its stand-ins besides", () => {
    const parts = [
      ...databaseUsers.map((name) => `${name} → postgres:5432`),
      ...roleNames.map((name) => `${name} → nats:4222`),
      "notify → mail:4003",
      "api → payments:4004",
      "clock → payments:4004",
      "payments → api:4000",
    ];
    expect(connectionsOf("trial").toSorted()).toEqual([...ownCalls, ...parts].toSorted());
  });

  test.each(overlays)("of %s keep off a pod that nobody thought of", (overlay) => {
    const policies = policiesOf(overlay);
    const stranger = { [componentKey]: "stranger" };
    for (const { labels, spec } of podsOf(overlay)) {
      for (const { containerPort } of spec.containers.flatMap(({ ports = [] }) => ports)) {
        expect(mayReach(policies, stranger, labels, containerPort)).toBe(false);
        expect(mayReach(policies, labels, stranger, containerPort)).toBe(false);
      }
    }
  });

  test.each(overlays)("of %s open TLS to public addresses, for those that need it", (overlay) => {
    for (const component of ["api", "query", ...roleNames]) {
      const [rule, ...more] = outsidePeersOf(overlay, component);
      expect([component, more.length]).toEqual([component, 0]);
      expect([component, rule?.ports?.map(({ port }) => port)]).toEqual([component, [443, 8443]]);
      const except = rule?.to?.flatMap(({ ipBlock }) => ipBlock?.except ?? []) ?? [];
      // The cloud's metadata, the cluster and the network around it.
      for (const block of [
        "169.254.0.0/16",
        "10.0.0.0/8",
        "172.16.0.0/12",
        "192.168.0.0/16",
        "fc00::/7",
      ])
        expect(except).toContain(block);
    }
    for (const component of ["mcp", "model", "migrate", "postgres", "nats", "mail", "payments"])
      expect([component, outsidePeersOf(overlay, component)]).toEqual([component, []]);
  });

  test("are refused by their own check where one is missing", () => {
    const without = policiesOf("production").filter(({ policyTypes, podSelector }) => {
      const isDeny = Object.keys(podSelector).length === 0 && policyTypes.length === 2;
      return !isDeny;
    });
    const label = (name: string) => ({ ...ours, [componentKey]: name });
    expect(without.length).toBe(policiesOf("production").length - 1);
    expect(mayReach(without, label("webhooks"), label("query"), 4008)).toBe(false);
    expect(mayReach([], label("webhooks"), label("query"), 4008)).toBe(true);
  });
});
