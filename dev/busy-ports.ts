/** Refuses to start on ports that something else uses, before any part has started. */
import { isPortFree } from "./parts/ports.ts";
import type { PortName, Settings } from "./settings.ts";

/** A killed supervisor's workers give back their jobs first (`WORKER_DRAIN_SECONDS`). */
const ENDING_MS_MAX = 12_000;

/**
 * Throws when a port that the stack needs is busy, naming the port, the part and `PORT_BASE`.
 * `waitsForEnding`: the supervisor before us was killed, and its children may still be ending.
 */
export async function refuseBusyPorts(settings: Settings, waitsForEnding: boolean): Promise<void> {
  const deadline = performance.now() + (waitsForEnding ? ENDING_MS_MAX : 0);
  let busy = await busyPorts(settings);
  while (busy.length > 0 && performance.now() < deadline) {
    await Bun.sleep(50);
    busy = await busyPorts(settings);
  }
  if (busy.length === 0) return;
  const list = busy.map((name) => `  port ${settings.ports[name]} (${name.replace("_", " ")})`);
  throw new Error(
    `Something else already listens where the stack wants to:\n${list.join("\n")}\n` +
      `Stop it, or choose other ports with PORT_BASE (now ${settings.portBase}), for instance ` +
      `PORT_BASE=${settings.portBase + 100} bun dev`,
  );
}

async function busyPorts(settings: Settings): Promise<PortName[]> {
  const wanted = (Object.keys(settings.ports) as PortName[]).filter(
    (name) => !(name in settings.replacedBy),
  );
  const free = await Promise.all(wanted.map((name) => isPortFree(settings.ports[name])));
  return wanted.filter((_name, index) => !free[index]);
}
