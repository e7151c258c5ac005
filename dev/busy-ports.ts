/** Refuses to start on ports that something else uses, before any part has started. */
import { portFault } from "./parts/ports.ts";
import type { PortName, Settings } from "./settings.ts";

/** A killed supervisor's workers give back their jobs first (`WORKER_DRAIN_SECONDS`). */
const ENDING_MS_MAX = 12_000;

/**
 * Throws when a port that the stack needs is busy, or not this user's to take, naming the port, the
 * part and `PORT_BASE`. `waitsForEnding`: the supervisor before us was killed, and its children may
 * still be ending. `runner`: what this machine starts our scripts by.
 */
export async function refuseBusyPorts(
  settings: Settings,
  { waitsForEnding, runner }: { waitsForEnding: boolean; runner: string },
): Promise<void> {
  const deadline = performance.now() + (waitsForEnding ? ENDING_MS_MAX : 0);
  let faults = await portFaults(settings);
  while (faults.some(isTaken) && performance.now() < deadline) {
    await Bun.sleep(50);
    faults = await portFaults(settings);
  }
  if (faults.length > 0) throw new Error(refusalOf(faults, settings, runner));
}

type PortFault = { name: PortName; code: string };

const isTaken = ({ code }: PortFault): boolean => code === "EADDRINUSE";

/** What stands in the way, and which other ports to try. */
export function refusalOf(
  faults: PortFault[],
  { ports, portBase }: Settings,
  runner: string,
): string {
  const list = (some: PortFault[]) =>
    some.map(({ name }) => `  port ${ports[name]} (${name.replace("_", " ")})`).join("\n");
  const taken = faults.filter(isTaken);
  const other = faults.filter((fault) => !isTaken(fault));
  const next = portBase < 1024 ? 4000 : portBase + 100;
  const choose = `choose other ports with PORT_BASE (now ${portBase}), for instance PORT_BASE=${next} ${runner} dev`;
  if (other.length === 0) {
    return `Something else already listens where the stack wants to:\n${list(taken)}\nStop it, or ${choose}`;
  }
  const codes = [...new Set(other.map(({ code }) => code))].join(", ");
  const why =
    codes === "EACCES"
      ? "Ports below 1024 take rights of their own"
      : "That is no matter of a port that is taken";
  return `The system lets nobody of this user listen there (${codes}):\n${list(other)}\n${why}: ${choose}`;
}

async function portFaults(settings: Settings): Promise<PortFault[]> {
  const wanted = (Object.keys(settings.ports) as PortName[]).filter(
    (name) => !(name in settings.replacedBy),
  );
  const codes = await Promise.all(wanted.map((name) => portFault(settings.ports[name])));
  return wanted.flatMap((name, at) => {
    const code = codes[at] ?? null;
    return code === null ? [] : [{ name, code }];
  });
}
