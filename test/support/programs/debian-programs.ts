/**
 * Programs from Debian's archive without root: a package and its libraries, unpacked into a cache
 * folder. Tests use them for programs outside Debian's base system that are not installed.
 */
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { privateAptOptions } from "../../../dev/parts/apt.ts";
import { run } from "../radosgw/radosgw-packages.ts";

export type DebianProgram = {
  /** The package's name, also used for its cache folder and its launcher. */
  name: string;
  /** The program's path inside the package, such as `usr/bin/curl`. */
  binary: string;
  /**
   * Dependencies that the program does not need to start, in addition to packages every Debian has.
   */
  notNeeded?: RegExp;
  /** Library folders below the machine type's own folder. */
  libraryFolders?: string[];
  /**
   * Writes further files into the folder; returns variables, whose values may use `$here` for it.
   */
  configure?: (folder: string) => Record<string, string>;
};

const CACHE_DIR = join(import.meta.dir, "../../../.data/cache");
const IN_EVERY_DEBIAN =
  /^(?:libc6|libgcc-s1|gcc-.*|perl-base|dpkg|tar|passwd|adduser|mount|debconf)$/;

/** The path of the installed program, or of the one in Debian's package of the same name. */
export async function findProgram(name: string): Promise<string> {
  return Bun.which(name) ?? unpackProgram({ name, binary: `usr/bin/${name}` });
}

/**
 * Downloads and unpacks the program if it is missing; returns the path of its launcher. If several
 * processes want it at once, one downloads it and the others wait.
 */
export async function unpackProgram(program: DebianProgram, cacheDir = CACHE_DIR): Promise<string> {
  const folder = join(cacheDir, program.name);
  const starter = join(folder, program.name);
  if (existsSync(starter)) return starter;
  for (const tool of ["apt-get", "dpkg"]) {
    if (Bun.which(tool) !== null) continue;
    throw new Error(`${program.name} is not installed, and unpacking Debian's needs ${tool}.`);
  }
  mkdirSync(cacheDir, { recursive: true });
  const release = await takeTurn(join(cacheDir, `${program.name}.lock`));
  try {
    if (!existsSync(starter)) await unpack(program, cacheDir);
  } finally {
    release();
  }
  return starter;
}

/** A child process that ends with this one holds the lock. Without `flock` nobody waits. */
async function takeTurn(lockFile: string): Promise<() => void> {
  const flock = Bun.which("flock");
  if (flock === null) return () => undefined;
  const holder = Bun.spawn([flock, lockFile, "cat"], { stdin: "pipe", stdout: "pipe" });
  holder.stdin.write("mine");
  await holder.stdin.flush();
  await holder.stdout.getReader().read();
  return () => {
    holder.stdin.end();
  };
}

async function unpack(program: DebianProgram, cacheDir: string): Promise<void> {
  const folder = join(cacheDir, program.name);
  const workDir = mkdtempSync(join(cacheDir, `${program.name}-unpacking-`));
  try {
    const unpackedDir = join(workDir, "unpacked");
    mkdirSync(unpackedDir);
    for (const archive of await downloadPackages(program, workDir)) {
      await run(["dpkg", "-x", archive, join(unpackedDir, "root")], workDir);
    }
    writeStarter(program, unpackedDir);
    moveUnlessPresent(unpackedDir, folder, join(folder, program.name));
  } finally {
    rmSync(workDir, { recursive: true, force: true });
  }
}

/** Resolved as for an empty machine, so that the libraries installed here do not matter. */
async function downloadPackages(program: DebianProgram, workDir: string): Promise<string[]> {
  const apt = ["apt-get", ...privateAptOptions(workDir)];
  await run([...apt, "update"], workDir);
  const emptyMachine = ["-o", "Dir::State::status=/dev/null"];
  const install = ["--simulate", "install", "--no-install-recommends", program.name];
  const plan = await run([...apt, ...emptyMachine, ...install], workDir);
  const names = [...plan.matchAll(/^Inst (\S+)/gm)].map(([, name = ""]) => name);
  const wanted = names.filter(
    (name) => !IN_EVERY_DEBIAN.test(name) && program.notNeeded?.test(name) !== true,
  );
  await run([...apt, "download", ...wanted], workDir);
  return readdirSync(workDir)
    .filter((name) => name.endsWith(".deb"))
    .map((name) => join(workDir, name));
}

/** The launcher finds the libraries relative to itself, so that the checkout may be moved. */
function writeStarter(program: DebianProgram, folder: string): void {
  const rootDir = join(folder, "root");
  // Some packages still keep all their libraries in `lib`, as before it was merged with `usr/lib`.
  const folders = ["usr/lib", "lib"].map((name) => join(rootDir, name)).filter(existsSync);
  const triplet = folders
    .flatMap((name) => readdirSync(name))
    .find((name) => name.endsWith("-linux-gnu"));
  if (triplet === undefined) throw new Error(`${rootDir} holds no unpacked libraries.`);
  const libraryDir = `$here/root/usr/lib/${triplet}`;
  const libraries = [
    libraryDir,
    ...(program.libraryFolders ?? []).map((name) => `${libraryDir}/${name}`),
    `$here/root/lib/${triplet}`,
  ];
  const variables = { LD_LIBRARY_PATH: libraries.join(":"), ...program.configure?.(folder) };
  const settings = Object.entries(variables).map(([name, value]) => `export ${name}="${value}"\n`);
  const starter = join(folder, program.name);
  writeFileSync(
    starter,
    `#!/bin/sh\nhere=$(dirname "$(readlink -f "$0")")\n${settings.join("")}` +
      `exec "$here/root/${program.binary}" "$@"\n`,
  );
  chmodSync(starter, 0o755);
}

/** If another process was first, its copy is used. */
function moveUnlessPresent(from: string, to: string, starter: string): void {
  if (!existsSync(starter)) rmSync(to, { recursive: true, force: true });
  try {
    renameSync(from, to);
  } catch (error) {
    if (!existsSync(starter)) throw error;
  }
}
