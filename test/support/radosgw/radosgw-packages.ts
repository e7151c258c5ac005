/** Debian's Ceph packages, unpacked into a folder without root. */
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { privateAptOptions } from "../../../dev/parts/apt.ts";

const PACKAGES = ["radosgw", "ceph-mon", "ceph-osd"];
/** Only the `ceph` command needs Python, and it is not used here. */
const NOT_NEEDED = /^python3/;

export type CephBinaries = {
  /** The command line that runs one of the programs with the packages' own libraries. */
  command(program: string, ...args: string[]): string[];
  libraryDir: string;
};

/**
 * Downloads Ceph's programs (65 MB) and unpacks them into `cacheDir`, unless they are there and
 * run. Concurrent processes do not disturb each other.
 */
export async function unpackCeph(
  cacheDir: string,
  onProgress: (line: string) => void = () => undefined,
): Promise<CephBinaries> {
  const rootDir = join(cacheDir, "root");
  if (existsSync(rootDir)) {
    const cached = binariesIn(rootDir);
    if (await runs(cached)) return cached;
    // It was unpacked on a machine with other system libraries.
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

/** Downloads the packages and the libraries that this machine lacks. */
async function downloadPackages(workDir: string): Promise<string[]> {
  const apt = ["apt-get", ...privateAptOptions(workDir)];
  await run([...apt, "update"], workDir);
  const plan = await run(
    [...apt, "--simulate", "install", "--no-install-recommends", ...PACKAGES],
    workDir,
  );
  const names = [...plan.matchAll(/^Inst (\S+)/gm)].map(([, name = ""]) => name);
  const wanted = names.filter((name) => !NOT_NEEDED.test(name));
  // The plan omits packages that are installed, yet only unpacked ones are used.
  const all = [...new Set([...PACKAGES, ...wanted])];
  await run([...apt, "download", ...all], workDir);
  return readdirSync(workDir)
    .filter((name) => name.endsWith(".deb"))
    .map((name) => join(workDir, name));
}

/** If another process has unpacked it meanwhile, that copy is used. */
function moveUnlessPresent(from: string, to: string): void {
  try {
    renameSync(from, to);
  } catch (error) {
    if (!existsSync(to)) throw error;
  }
}

/** Runs a command and returns its output; throws that output when the command fails. */
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
