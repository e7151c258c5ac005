/** Pools that scale by the lag of their consumers: names, bounds, and what KEDA sees of a real NATS. */
import { describe, expect, test } from "bun:test";
import { join } from "node:path";
import { z } from "zod";
import { findNatsServer } from "../../../dev/parts/nats-binary.ts";
import { openBus } from "../../../platform/bus/nats.ts";
import { type Queue, queues } from "../../../platform/bus/port.ts";
import { streamOf } from "../../../platform/bus/topology.ts";
import { rootDir } from "../../support/documents/repository-files.ts";
import { createTestDir, eventually, freePort } from "../../support/stack.ts";
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

  test("cannot get from none to the most before the relay has made a missing consumer anew", () => {
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

const monitoringSchema = z.object({
  account_details: z.array(
    z.object({
      name: z.string(),
      stream_detail: z.array(
        z.object({
          name: z.string(),
          consumer_detail: z
            .array(z.object({ name: z.string(), num_pending: z.int(), num_ack_pending: z.int() }))
            .default([]),
        }),
      ),
    }),
  ),
});

/** The question of KEDA's scaler, and its sum: what waits, and what was handed out and not settled. */
async function lagOf(
  monitoring: string,
  { account, stream, consumer }: { account: string; stream: string; consumer: string },
): Promise<number | null> {
  const url = new URL(`http://${monitoring}/jsz?consumers=true&config=true`);
  url.searchParams.set("acc", account);
  const { account_details: accounts } = monitoringSchema.parse(await (await fetch(url)).json());
  const found = accounts
    .find(({ name }) => name === account)
    ?.stream_detail.find(({ name }) => name === stream)
    ?.consumer_detail.find(({ name }) => name === consumer);
  return found === undefined ? null : found.num_pending + found.num_ack_pending;
}

test("NATS tells KEDA of every scaled pool what waits and what runs, by the names of its trigger", async () => {
  const [port, monitoringPort] = [await freePort(), await freePort()];
  const binary = await findNatsServer(join(rootDir, ".data/cache"));
  const folder = createTestDir();
  const server = Bun.spawn(
    [binary, "--addr", "127.0.0.1", "--port", `${port}`, "--http_port", `${monitoringPort}`].concat(
      ["--jetstream", "--store_dir", folder],
    ),
    { stdout: "ignore", stderr: "ignore" },
  );
  try {
    const url = `nats://127.0.0.1:${port}`;
    const bus = await eventually(() => openBus({ url, name: "test", ackWaitSeconds: 30 }));
    await bus.ensureTopology();
    const monitoring = `127.0.0.1:${monitoringPort}`;
    for (const { triggers } of scaled)
      expect([
        triggers[0].metadata.consumer,
        await lagOf(monitoring, triggers[0].metadata),
      ]).toEqual([triggers[0].metadata.consumer, 0]);
    const [profile] = scaled.filter(({ name }) => name === "profile");
    const trigger = profile?.triggers[0].metadata;
    if (trigger === undefined) throw new Error("profile is not scaled");
    for (const id of ["a", "b", "c"])
      await bus.publish("jobs.profile", { upload_id: id }, { messageId: id });
    const running = await bus.take("profile", {
      waitSeconds: 5,
      signal: AbortSignal.timeout(9000),
    });
    expect(running?.subject).toBe("jobs.profile");
    await eventually(async () => (await lagOf(monitoring, trigger)) === 3);
    running?.ack();
    await eventually(async () => (await lagOf(monitoring, trigger)) === 2);
    await bus.drain();
  } finally {
    server.kill();
    await server.exited;
  }
});
