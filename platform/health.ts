/** Probes all dependencies at once, with reasons for failures. */
import { PartTrouble, troubleReason } from "./part-trouble.ts";

/** Rejects if the dependency does not answer. */
export type Probe = () => Promise<void>;

export type Health = {
  status: "ok" | "unavailable";
  checks: Record<string, "ok" | "unavailable">;
};

/** With a reason for each unavailable check: for operators, not for the public. */
export type ExplainedHealth = Health & { reasons?: Record<string, string> };

const probeTimeoutMs = 3000;

/** A probe without an answer after three seconds counts as unavailable. */
export async function checkHealth(probes: Record<string, Probe>): Promise<Health> {
  const { status, checks } = await explainHealth(probes);
  return { status, checks };
}

/** The same with reasons, which name addresses and settings. */
export async function explainHealth(probes: Record<string, Probe>): Promise<ExplainedHealth> {
  const asked = await Promise.all(
    Object.entries(probes).map(async ([name, probe]) => ({ name, trouble: await ask(probe) })),
  );
  const unavailable = asked.filter(({ trouble }) => trouble !== null);
  const checks = Object.fromEntries(
    asked.map(({ name, trouble }) => [name, trouble === null ? "ok" : "unavailable"] as const),
  );
  if (unavailable.length === 0) return { status: "ok", checks };
  const reasons = Object.fromEntries(
    unavailable.map(({ name, trouble }) => [name, troubleReason(trouble)]),
  );
  return { status: "unavailable", checks, reasons };
}

/**
 * Answers `/health/live` and `/health/ready` for a process without other routes; null for other
 * paths.
 */
export async function answerHealth(
  pathname: string,
  probes: Record<string, Probe>,
): Promise<Response | null> {
  if (pathname === "/health/live") return Response.json({ status: "ok" });
  if (pathname !== "/health/ready") return null;
  const health = await checkHealth(probes);
  return Response.json(health, { status: health.status === "ok" ? 200 : 503 });
}

/** Null if it answers. */
async function ask(probe: Probe): Promise<unknown> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const overdue = new PartTrouble(`gives no answer within ${probeTimeoutMs / 1000} seconds`);
  const timer = setTimeout(() => reject(overdue), probeTimeoutMs);
  try {
    await Promise.race([probe(), late]);
    return null;
  } catch (error) {
    return error ?? new Error("rejected without an error");
  } finally {
    clearTimeout(timer);
  }
}
