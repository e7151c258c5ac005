/** Asks every dependency at once whether it answers. */

/** Rejects when the dependency does not answer. */
export type Probe = () => Promise<void>;

export type Health = {
  status: "ok" | "unavailable";
  checks: Record<string, "ok" | "unavailable">;
};

const probeTimeoutMs = 3000;

/** A probe that does not answer within three seconds counts as unavailable. */
export async function checkHealth(probes: Record<string, Probe>): Promise<Health> {
  const checks = Object.fromEntries(
    await Promise.all(
      Object.entries(probes).map(async ([name, probe]) => [name, await answers(probe)] as const),
    ),
  );
  const isReady = Object.values(checks).every((check) => check === "ok");
  return { status: isReady ? "ok" : "unavailable", checks };
}

async function answers(probe: Probe): Promise<"ok" | "unavailable"> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error("no answer in time")), probeTimeoutMs);
  try {
    await Promise.race([probe(), late]);
    return "ok";
  } catch {
    return "unavailable";
  } finally {
    clearTimeout(timer);
  }
}
