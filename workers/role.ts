/** The interface of every worker role, and the pauses after failures. */
import type { Probe } from "../platform/health.ts";

/** One task of a worker process. It runs until it is stopped. */
export type Role = {
  /** The role's parts besides those of every worker; for `/health/ready`. */
  probes?: Record<string, Probe>;
  /** Resolves when nothing of the role runs any more; its work is settled or given back. */
  stop(): Promise<void>;
};

/** 1, 2, 4, … times the base, at most the cap. `failures` counts from 1. */
export function backoffSeconds(
  failures: number,
  limits: { baseSeconds: number; capSeconds: number },
): number {
  const doublings = Math.min(Math.max(failures - 1, 0), 30);
  return Math.min(limits.baseSeconds * 2 ** doublings, limits.capSeconds);
}
