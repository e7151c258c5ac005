/** Pools that scale by their consumers' lag: names and bounds. */
import { describe, expect, test } from "bun:test";
import { z } from "zod";
import { type Queue, queues } from "../../../platform/bus/port.ts";
import { streamOf } from "../../../platform/bus/topology.ts";
import { ofKind, ourPodsOf } from "./support.ts";

const scaledSchema = z.object({
  scaleTargetRef: z.object({ name: z.string() }),
  minReplicaCount: z.int().min(0),
  maxReplicaCount: z.int().min(1),
  fallback: z.object({
    failureThreshold: z.int().positive(),
    replicas: z.literal(1),
    behavior: z.literal("currentReplicasIfHigher"),
  }),
  advanced: z.object({
    horizontalPodAutoscalerConfig: z.object({
      behavior: z.object({
        scaleUp: z.object({
          policies: z.tuple([
            z.object({ type: z.literal("Pods"), value: z.int(), periodSeconds: z.int() }),
          ]),
        }),
        scaleDown: z.object({ stabilizationWindowSeconds: z.int().min(60) }),
      }),
    }),
  }),
  triggers: z.tuple([
    z.object({
      type: z.literal("nats-jetstream"),
      metadata: z.object({
        natsServerMonitoringEndpoint: z.string().regex(/:8222$/),
        account: z.literal("$G"),
        stream: z.string(),
        consumer: z.string(),
        lagThreshold: z.string().regex(/^[1-9]\d*$/),
        activationLagThreshold: z.literal("0"),
      }),
    }),
  ]),
});

const scaled = ofKind("production", "ScaledObject").map(({ metadata, spec }) => ({
  name: metadata.name,
  ...scaledSchema.parse(spec),
}));

describe("the ScaledObjects", () => {
  test("name streams and consumers of the code, each for the role that takes from it", () => {
    expect(scaled.map(({ name }) => name).toSorted()).toEqual([
      "embed",
      "matching",
      "notify",
      "profile",
    ]);
    for (const { name, scaleTargetRef, triggers } of scaled) {
      const { stream, consumer } = triggers[0].metadata;
      expect(Object.keys(queues)).toContain(consumer);
      expect([name, stream]).toEqual([name, streamOf("", consumer as Queue)]);
      expect([scaleTargetRef.name, consumer]).toEqual([name, name]);
      const pod = ourPodsOf("production").find((one) => one.name === name);
      expect(pod?.container.command?.[2]).toBe(name);
    }
  });

  test("let the profile pool go down to none, and others only where nobody waits", () => {
    const least = Object.fromEntries(scaled.map((one) => [one.name, one.minReplicaCount]));
    expect(least).toEqual({ profile: 0, embed: 0, notify: 1, matching: 1 });
    for (const { name, maxReplicaCount } of scaled)
      expect([name, maxReplicaCount > 1]).toEqual([name, true]);
  });

  test("cannot scale from none to the maximum before the relay has recreated a missing consumer", () => {
    for (const { name, maxReplicaCount, minReplicaCount, advanced } of scaled) {
      const { value, periodSeconds } =
        advanced.horizontalPodAutoscalerConfig.behavior.scaleUp.policies[0];
      expect([name, periodSeconds >= 30]).toEqual([name, true]);
      if (minReplicaCount === 0 && maxReplicaCount > 4)
        expect([name, value * 2 < maxReplicaCount]).toEqual([name, true]);
    }
    const replicas = new Map(
      ofKind("production", "Deployment").map(({ metadata, spec }) => [
        metadata.name,
        (spec as { replicas?: number }).replicas,
      ]),
    );
    expect(replicas.get("relay")).toBeGreaterThan(0);
  });

  test("and the autoscalers by processor time have Deployments without a number of their own", () => {
    const targets = [
      ...scaled.map(({ scaleTargetRef }) => scaleTargetRef.name),
      ...ofKind("production", "HorizontalPodAutoscaler").map(
        ({ spec }) => (spec as { scaleTargetRef: { name: string } }).scaleTargetRef.name,
      ),
    ];
    expect(new Set(targets).size).toBe(targets.length);
    for (const { metadata, spec } of ofKind("production", "Deployment"))
      expect([metadata.name, "replicas" in (spec ?? {})]).toEqual([
        metadata.name,
        !targets.includes(metadata.name),
      ]);
  });
});
