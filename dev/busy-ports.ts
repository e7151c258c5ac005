/** Refuses to start if another program uses one of the ports, before any part has started. */
import { portFault } from "./parts/ports.ts";
import type { PortName, Settings } from "./settings.ts";

/** Workers of a killed supervisor first give back their jobs (`WORKER_DRAIN_SECONDS`). */
const ENDING_MS_MAX = 12_000;

/**
 * Throws if a required port is busy or not permitted, with the port, the part and `PORT_BASE`.
 * `waitsForEnding`: the previous supervisor was killed, so its children may still be ending.
 * `runner`: the command that starts our scripts on this machine.
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

/** Describes the obstacles, and suggests other ports. */
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
    return `Another program already listens on these ports:\n${list(taken)}\nStop it, or ${choose}`;
  }
  const codes = [...new Set(other.map(({ code }) => code))].join(", ");
  const why =
    codes === "EACCES" ? "Ports below 1024 require special rights" : "The ports are not in use";
  return `The system does not let this user listen on these ports (${codes}):\n${list(other)}\n${why}: ${choose}`;
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
