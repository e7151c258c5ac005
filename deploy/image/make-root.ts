/**
 * `bun deploy/image/make-root.ts FOLDER MODULES`: lays out the image's root in FOLDER from the
 * Debian system in which it runs: the runtime, the programs that start children, and the libraries
 * that these and the native parts of MODULES are linked to. Each Debian package involved leaves its
 * record and its licence, as in distroless images.
 */
import { spawnSync } from "node:child_process";
import {
  chmodSync,
  copyFileSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import process from "node:process";

/** `dataset/child/process.ts` starts children with these; health checks are shell commands. */
const programs = ["/bin/sh", "/usr/bin/prlimit", "/usr/bin/setpriv"];
const runtime = "/usr/local/bin/bun";

/** Users, name resolution, and the Debian version. Missing files are skipped. */
const settings = [
  "/etc/passwd",
  "/etc/group",
  "/etc/nsswitch.conf",
  "/etc/debian_version",
  "/etc/os-release",
  "/usr/lib/os-release",
  "/usr/share/common-licenses",
];
/** The package of the last three. */
const packageOfSettings = "base-files";

/** Links from Debian's root into /usr, without which neither a shell nor the loader is found. */
const rootLinks = ["/bin", "/lib", "/lib64", "/sbin"];
/** Mount points for the container engine and for memory file systems. */
const emptyFolders = { dev: 0o755, proc: 0o755, run: 0o755, sys: 0o755, tmp: 0o1777 };

const lists = "/var/lib/dpkg/info";
const records = "/var/lib/dpkg/status";
const nativeFile = /\.(?:node|so(?:\.[\d.]+)?)$/;

/** A file of Debian: the requested path, and its real location. */
type Found = { path: string; real: string };

function makeRoot(root: string, modules: string): void {
  for (const [name, mode] of Object.entries(emptyFolders)) {
    mkdirSync(join(root, name), { recursive: true });
    chmodSync(join(root, name), mode);
  }
  const copy = (path: string) =>
    cpSync(path, join(root, path), { recursive: true, verbatimSymlinks: true });
  for (const path of rootLinks.filter((each) => lstatSync(each).isSymbolicLink())) copy(path);
  for (const path of settings.filter((each) => existsSync(each))) copy(path);

  const linked = librariesOf([runtime, ...programs, ...nativeFilesBelow(modules)]);
  const debian = [...programs, ...linked].map(find);
  for (const { path, real } of [find(runtime), ...debian]) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    copyFileSync(real, join(root, path));
    chmodSync(join(root, path), statSync(real).mode);
  }
  for (const name of new Set([packageOfSettings, ...packagesOf(debian)])) writeRecord(root, name);
}

/** Resolves the links of a name's folder: /lib/x is /usr/lib/x. */
function canonical(path: string): string {
  return join(realpathSync(dirname(path)), basename(path));
}

function find(path: string): Found {
  return { path: canonical(path), real: realpathSync(path) };
}

function nativeFilesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && nativeFile.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));
}

/** The libraries that the loader would load for any of these files, except those next to them. */
function librariesOf(files: string[]): string[] {
  const paths = files.flatMap((file) => {
    const { stdout: lines, status } = spawnSync("ldd", [file], { encoding: "utf8" });
    if (status !== 0 || lines.includes("not found"))
      throw new Error(`${file} cannot be loaded here:\n${lines}`);
    return [...lines.matchAll(/^\s+(?:.+ => )?(\/\S+) \(0x/gm)].map(([, path = ""]) => path);
  });
  return [...new Set(paths)].filter((path) => /^\/(?:usr\/)?lib/.test(path));
}

/** The packages of these files. Refuses a file without a package, whose origin would be unknown. */
function packagesOf(files: Found[]): Set<string> {
  const wanted = new Map(files.flatMap((file) => [file.path, file.real].map((p) => [p, file])));
  const names = new Set([...wanted.keys()].map((path) => basename(path)));
  const packages = new Set<string>();
  const met = new Set<Found>();
  for (const list of readdirSync(lists).filter((name) => name.endsWith(".list"))) {
    for (const line of readFileSync(join(lists, list), "utf8").split("\n")) {
      if (!names.has(basename(line)) || !existsSync(dirname(line))) continue;
      const file = wanted.get(canonical(line));
      if (file === undefined) continue;
      met.add(file);
      packages.add(basename(list, ".list").replace(/:.*$/, ""));
    }
  }
  const strays = files.filter((file) => !met.has(file)).map(({ path }) => path);
  if (strays.length > 0) throw new Error(`Of no Debian package: ${strays.join(", ")}`);
  return packages;
}

function writeRecord(root: string, name: string): void {
  const record = readFileSync(records, "utf8")
    .split("\n\n")
    .find((each) => each.startsWith(`Package: ${name}\n`));
  if (record === undefined) throw new Error(`dpkg knows no package ${name}.`);
  const folder = join(root, `${records}.d`);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, name), `${record.trim()}\n`);
  const licence = `/usr/share/doc/${name}/copyright`;
  if (!existsSync(licence)) throw new Error(`${licence} is not there.`);
  mkdirSync(dirname(join(root, licence)), { recursive: true });
  copyFileSync(licence, join(root, licence));
}

const [folder, modules] = process.argv.slice(2);
if (folder === undefined || modules === undefined)
  throw new Error("Name the folder of the new root, and that of the packages.");
makeRoot(folder, modules);
