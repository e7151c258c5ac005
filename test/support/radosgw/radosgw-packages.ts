/** Debian's Ceph packages, unpacked into a folder: no root, and nothing is installed. */
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { privateAptOptions } from "../../../dev/parts/apt.ts";

const PACKAGES = ["radosgw", "ceph-mon", "ceph-osd"];
/** The daemons need none of them; only the `ceph` command does, which we do without. */
const NOT_NEEDED = /^python3/;

export type CephBinaries = {
  /** The command line that runs a program of the packages with its own libraries. */
  command(program: string, ...args: string[]): string[];
  libraryDir: string;
};

/**
 * Ceph's programs, downloaded (65 MB) and unpacked into `cacheDir` unless they are there and run.
 * Processes that do this at the same time don't disturb each other.
 */
export async function unpackCeph(
  cacheDir: string,
  onProgress: (line: string) => void = () => undefined,
): Promise<CephBinaries> {
  const rootDir = join(cacheDir, "root");
  if (existsSync(rootDir)) {
    const cached = binariesIn(rootDir);
    if (await runs(cached)) return cached;
    // It was unpacked on another machine, against other libraries of the system.
    rmSync(rootDir, { recursive: true, force: true });
  }
  for (const tool of ["apt-get", "dpkg"]) {
    if (Bun.which(tool) !== null) continue;
    throw new Error(`radosgw is unpacked from Debian's packages, which needs ${tool}.`);
  }
  onProgress("radosgw: fetching Debian's Ceph packages (once, 65 MB)");
  mkdirSync(cacheDir, { recursive: true });
  const workDir = mkdtempSync(join(cacheDir, "unpacking-"));
  try {
    for (const archive of await downloadPackages(workDir)) {
      await run(["dpkg", "-x", archive, join(workDir, "root")], workDir);
    }
    moveUnlessPresent(join(workDir, "root"), rootDir);
  } finally {
    rmSync(workDir, { recursive: true, force: true });
  }
  const unpacked = binariesIn(rootDir);
  await run(unpacked.command("radosgw", "--version"), cacheDir);
  return unpacked;
}

function binariesIn(rootDir: string): CephBinaries {
  const triplet = readdirSync(join(rootDir, "usr/lib")).find((name) => name.endsWith("-linux-gnu"));
  if (triplet === undefined) throw new Error(`${rootDir} holds no unpacked libraries.`);
  const libraryDir = join(rootDir, "usr/lib", triplet);
  const libraryPath = [libraryDir, join(libraryDir, "ceph"), join(rootDir, "lib", triplet)];
  return {
    libraryDir,
    command: (program, ...args) => [
      "env",
      `LD_LIBRARY_PATH=${libraryPath.join(":")}`,
      join(rootDir, "usr/bin", program),
      ...args,
    ],
  };
}

async function runs(binaries: CephBinaries): Promise<boolean> {
  for (const program of ["radosgw", "ceph-mon", "ceph-osd"]) {
    const child = Bun.spawn(binaries.command(program, "--version"), {
      stdout: "ignore",
      stderr: "ignore",
    });
    if ((await child.exited) !== 0) return false;
  }
  return true;
}

/** Fetches the packages and those libraries that this machine has not installed. */
async function downloadPackages(workDir: string): Promise<string[]> {
  const apt = ["apt-get", ...privateAptOptions(workDir)];
  await run([...apt, "update"], workDir);
  const plan = await run(
    [...apt, "--simulate", "install", "--no-install-recommends", ...PACKAGES],
    workDir,
  );
  const names = [...plan.matchAll(/^Inst (\S+)/gm)].map(([, name = ""]) => name);
  const wanted = names.filter((name) => !NOT_NEEDED.test(name));
  // Packages that the machine has installed are not in the plan, yet we run only unpacked ones.
  const all = [...new Set([...PACKAGES, ...wanted])];
  await run([...apt, "download", ...all], workDir);
  return readdirSync(workDir)
    .filter((name) => name.endsWith(".deb"))
    .map((name) => join(workDir, name));
}

/** Another process may have unpacked it meanwhile: then that copy is the one to use. */
function moveUnlessPresent(from: string, to: string): void {
  try {
    renameSync(from, to);
  } catch (error) {
    if (!existsSync(to)) throw error;
  }
}

/** Runs a command to its end and returns what it printed; throws that when it fails. */
export async function run(command: string[], cwd: string): Promise<string> {
  const child = Bun.spawn(command, { cwd, stdin: "ignore", stdout: "pipe", stderr: "pipe" });
  const [out, err, exitCode] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ]);
  if (exitCode === 0) return out;
  throw new Error(`"${command.join(" ")}" failed with ${exitCode}:\n${out}${err}`.trim());
}
