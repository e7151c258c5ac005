/**
 * Containers on this machine: whether it can run them, where their storage is, and how programs are
 * run.
 */
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const needed = ["podman", "buildah", "runc", "podman-compose", "debootstrap", "iptables", "mount"];
const HELPER = "/usr/lib/podman/netavark";

/** Why this machine cannot run the test's containers; null if it can. */
export function whatIsMissing(): string | null {
  if (process.platform !== "linux" || process.arch !== "x64") return "it is no Linux on x64";
  if (process.getuid?.() !== 0) return "the user is not root";
  const absent = needed.filter((name) => Bun.which(name) === null);
  if (!existsSync(HELPER)) absent.push("netavark");
  return absent.length === 0 ? null : `${absent.join(", ")} is not installed`;
}

type RunOptions = {
  cwd?: string;
  env?: Record<string, string>;
  /** Returns the exit code instead of rejecting. */
  mayFail?: boolean;
};
type Ended = { exitCode: number; stdout: string; stderr: string };

export type Machine = {
  folder: string;
  /** `overlay`, or `vfs` if the kernel refuses it. */
  driver: string;
  run(command: string[], options?: RunOptions): Promise<Ended>;
  /** Stops everything, removes containers, volumes and networks, and keeps images in `folder`. */
  clear(): Promise<void>;
};

const TOLD_CHARS_MAX = 3000;

/**
 * Uses separate storage and settings below `folder`, so that nothing else on the machine is
 * touched.
 */
export async function openMachine(folder: string): Promise<Machine> {
  for (const name of ["networks", "tmp"]) mkdirSync(join(folder, name), { recursive: true });
  const driver = await chooseDriver(folder);
  const storage = `[storage]
driver = "${driver}"
graphroot = "${join(folder, "root")}"
runroot = "${join(folder, "run")}"
`;
  // crun fails on hybrid cgroups, and nothing here has systemd. Without these limits runc may be
  // refused its defaults.
  const containers = `[containers]
default_ulimits = ["nofile=20000:20000", "nproc=4000:4000"]
[engine]
runtime = "runc"
cgroup_manager = "cgroupfs"
events_logger = "file"
tmp_dir = "${join(folder, "engine")}"
[network]
network_config_dir = "${join(folder, "networks")}"
`;
  writeFileSync(join(folder, "storage.conf"), storage);
  writeFileSync(join(folder, "containers.conf"), containers);
  const env = {
    ...process.env,
    CONTAINERS_CONF: join(folder, "containers.conf"),
    CONTAINERS_STORAGE_CONF: join(folder, "storage.conf"),
    BUILDAH_ISOLATION: "chroot",
    TMPDIR: join(folder, "tmp"),
  };
  const running = new Set<Bun.Subprocess>();
  const run = async (command: string[], options: RunOptions = {}) => {
    const ended = await runProgram(
      command,
      { ...options, env: { ...env, ...options.env } },
      running,
    );
    if (ended.exitCode === 0 || options.mayFail) return ended;
    const told = `${ended.stdout}\n${ended.stderr}`.trim().slice(-TOLD_CHARS_MAX);
    throw new Error(`${command.slice(0, 4).join(" ")} … ended with ${ended.exitCode}:\n${told}`);
  };
  return {
    folder,
    driver,
    run,
    async clear() {
      for (const child of running) child.kill();
      await Promise.all([...running].map(({ exited }) => exited));
      await run(["podman", "rm", "--all", "--force", "--volumes", "--time", "0"], {
        mayFail: true,
      });
      await run(["podman", "volume", "prune", "--force"], { mayFail: true });
      await run(["podman", "network", "prune", "--force"], { mayFail: true });
    },
  };
}

/** Overlay copies nothing; vfs copies the whole image for each container. */
async function chooseDriver(folder: string): Promise<string> {
  const probe = join(folder, "overlay-probe");
  for (const name of ["lower", "upper", "work", "merged"]) {
    mkdirSync(join(probe, name), { recursive: true });
  }
  const [lower, upper, work, merged] = ["lower", "upper", "work", "merged"].map((name) =>
    join(probe, name),
  );
  const layers = `lowerdir=${lower},upperdir=${upper},workdir=${work}`;
  const mount = ["mount", "-t", "overlay", "overlay", "-o", layers, `${merged}`];
  const { exitCode } = await runProgram(mount, {});
  if (exitCode === 0) await runProgram(["umount", `${merged}`], {});
  return exitCode === 0 ? "overlay" : "vfs";
}

async function runProgram(
  command: string[],
  { cwd, env }: RunOptions,
  running = new Set<Bun.Subprocess>(),
): Promise<Ended> {
  const child = Bun.spawn(command, {
    cwd,
    env: env ?? process.env,
    stdout: "pipe",
    stderr: "pipe",
  });
  running.add(child);
  const [stdout, stderr, exitCode] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ]);
  running.delete(child);
  return { exitCode, stdout, stderr };
}

/** Polls until it holds. Rejects, naming `what`, after `secondsMax`. */
export async function until(
  what: string,
  secondsMax: number,
  holds: () => Promise<boolean>,
): Promise<void> {
  const deadline = performance.now() + secondsMax * 1000;
  while (!(await holds())) {
    if (performance.now() > deadline) throw new Error(`${what}: not within ${secondsMax} s`);
    await Bun.sleep(100);
  }
}
