/**
 * The trial as a user starts it: `deploy/trial/up.sh`, from a copy, so that its secrets stay out of
 * the checkout.
 */
import { cpSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { images } from "./images.ts";
import { type Machine, until } from "./machine.ts";
import type { Market } from "./trade.ts";

const rootDir = join(import.meta.dir, "../..");
const HEALTH_SECONDS_MAX = 90;
/** Log lines shown for a container that does not become healthy. */
const TOLD_LINES = 20;
const STARTED_ONCE = "migrate";

export type Trial = {
  market: Market;
  /** The container of a service, or of one of its replicas. */
  nameOf(service: string, replica?: number): string;
  /** Waits for the health check of every service; returns the names of the containers. */
  untilHealthy(): Promise<string[]>;
};

export async function startTrial(machine: Machine, name: string, portBase: number): Promise<Trial> {
  const folder = join(machine.folder, name);
  mkdirSync(folder, { recursive: true });
  for (const part of ["deploy", "dev"]) {
    cpSync(join(rootDir, part), join(folder, part), { recursive: true });
  }
  const env = {
    COMPOSE: "podman-compose",
    NO_BUILD: "1",
    PORT_BASE: String(portBase),
    TRIAL_NAME: name,
    BUN_IMAGE: images.bun,
  };
  await machine.run(["sh", "deploy/trial/up.sh"], { cwd: folder, env });
  const nameOf = (service: string, replica = 1) => `${name}_${service}_${replica}`;
  return {
    market: readMarket(join(folder, "deploy/trial/.env")),
    nameOf,
    async untilHealthy() {
      const { stdout } = await machine.run(["podman", "ps", "--all", "--format", "{{.Names}}"]);
      const names = stdout.trim().split("\n");
      const services = names.filter((each) => each !== nameOf(STARTED_ONCE));
      await Promise.all(services.map((each) => untilContainerHealthy(machine, each)));
      return services;
    },
  };
}

/** There is no systemd to run the checks, so each one is run here. */
async function untilContainerHealthy(machine: Machine, name: string): Promise<void> {
  const isHealthy = async () => {
    const check = ["podman", "healthcheck", "run", name];
    return (await machine.run(check, { mayFail: true })).exitCode === 0;
  };
  try {
    await until(`the health check of ${name}`, HEALTH_SECONDS_MAX, isHealthy);
  } catch (cause) {
    const logs = ["podman", "logs", "--tail", String(TOLD_LINES), name];
    const { stdout, stderr } = await machine.run(logs, { mayFail: true });
    throw new Error(`${cause instanceof Error ? cause.message : cause}\n${stdout}${stderr}`);
  }
}

function readMarket(file: string): Market {
  const lines = readFileSync(file, "utf8").split("\n");
  const variable = (name: string): string => {
    const line = lines.find((each) => each.startsWith(`${name}=`));
    if (line === undefined) throw new Error(`${file} has no ${name}.`);
    return line.slice(name.length + 1);
  };
  return {
    baseUrl: variable("PUBLIC_BASE_URL"),
    identity: {
      issuer: variable("OIDC_ISSUER"),
      clientId: variable("OIDC_CLIENT_ID"),
      clientSecret: variable("OIDC_CLIENT_SECRET"),
    },
  };
}

/** The image has no program but Bun that could check. */
const look = `
console.log(await Bun.file("/proc/1/status").text());
await Bun.write("/app/x", "").then(() => console.log("WROTE"), () => {});
console.log(process.getuid());`;

/**
 * The kernel's view of a container's first process and its root: no privileges, and no way to gain
 * any.
 */
export async function hardeningOf(machine: Machine, name: string): Promise<string[]> {
  const { stdout } = await machine.run(["podman", "exec", name, "bun", "-e", look]);
  const faults: string[] = [];
  if (!/^CapEff:\s+0+$/m.test(stdout)) faults.push(`${name} has capabilities`);
  if (!/^CapBnd:\s+0+$/m.test(stdout)) faults.push(`${name} can gain capabilities`);
  if (!/^NoNewPrivs:\s+1$/m.test(stdout)) faults.push(`${name} can gain privileges`);
  if (!/^Seccomp:\s+2$/m.test(stdout)) faults.push(`${name} has no seccomp filter`);
  if (stdout.includes("WROTE")) faults.push(`${name} can write its root`);
  if (!stdout.trimEnd().endsWith("\n1000")) faults.push(`${name} is not the user bun`);
  return faults;
}
