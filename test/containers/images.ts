/**
 * The images: bases built from Debian's packages and npm's Bun, since there is no image registry,
 * and ours.
 */
import { cpSync, existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { findNatsServer } from "../../dev/parts/nats-binary.ts";
import { embeddedBinaries } from "../../dev/parts/postgres.ts";
import type { Machine } from "./machine.ts";

const rootDir = join(import.meta.dir, "../..");
const cacheDir = join(rootDir, ".data/cache");
const sources = join(import.meta.dir, "images");

export const images = {
  bun: "oven/bun:1.4.5-slim",
  postgres: "postgres:18",
  nats: "nats:2.12-alpine",
  market: "dataset-market:1.0.0",
  profile: "dataset-market-profile:1.0.0",
  standIns: "dataset-market-stand-ins:1.0.0",
  former: "dataset-market:former",
} as const;

/** The official slim image leaves these out too. */
const leftOut = ["var/cache/apt", "var/lib/apt/lists", "usr/share/man", "usr/share/locale"];

/** The base of our images, and those of Postgres and NATS, which only need that base. */
export async function buildBases(machine: Machine): Promise<() => Promise<void>> {
  const folder = join(machine.folder, "bases");
  mkdirSync(folder, { recursive: true });
  cpSync(sources, folder, { recursive: true });
  await makeRootFolder(machine, join(folder, "base.tar"));
  await build(machine, { folder, file: "base.dockerfile", tag: images.bun });
  rmSync(join(folder, "base.tar"));
  return async () => {
    const native = join(folder, "native");
    cpSync(embeddedBinaries(), native, { recursive: true, verbatimSymlinks: true });
    cpSync(await findNatsServer(cacheDir), join(folder, "nats-server"));
    const args = { BASE: images.bun };
    await build(machine, { folder, file: "postgres.dockerfile", tag: images.postgres, args });
    await build(machine, { folder, file: "nats.dockerfile", tag: images.nats, args });
    rmSync(folder, { recursive: true });
  };
}

export async function buildMarket(machine: Machine): Promise<void> {
  const file = "Dockerfile";
  const shared = { folder: rootDir, file, sharesLayers: true };
  await build(machine, { ...shared, tag: images.market });
  await build(machine, { ...shared, tag: images.profile, target: "profile" });
}

export async function buildStandIns(machine: Machine): Promise<void> {
  const file = "deploy/trial/Dockerfile";
  await build(machine, { folder: rootDir, file, tag: images.standIns });
}

/**
 * The files needed to install packages. A layer is reused only if their permissions and times are
 * equal too.
 */
const firstLayers = ["package.json", "bun.lock", "bunfig.toml", "patches", "deploy/image"];

/**
 * Builds the image of a commit in this clone. False if it is missing, as in an export without git.
 */
export async function buildFormer(machine: Machine, commit: string): Promise<boolean> {
  const folder = join(machine.folder, "former");
  const archive = join(machine.folder, "former.tar");
  mkdirSync(folder, { recursive: true });
  const git = Bun.which("git");
  if (git === null) return false;
  const asked = ["-c", `safe.directory=${rootDir}`, "archive", `--output=${archive}`, commit];
  const { exitCode } = await machine.run([git, ...asked], { cwd: rootDir, mayFail: true });
  if (exitCode !== 0) return false;
  await machine.run(["tar", "-xf", archive, "-C", folder]);
  for (const path of firstLayers) {
    const compared = ["-c", `safe.directory=${rootDir}`, "diff", "--quiet", commit, "--", path];
    const { exitCode: differs } = await machine.run([git, ...compared], {
      cwd: rootDir,
      mayFail: true,
    });
    if (differs !== 0) continue;
    rmSync(join(folder, path), { recursive: true });
    await machine.run(["cp", "--archive", join(rootDir, path), join(folder, path)]);
  }
  await build(machine, { folder, file: "Dockerfile", tag: images.former, sharesLayers: true });
  rmSync(folder, { recursive: true });
  rmSync(archive);
  return true;
}

/** As `podman images` counts: unpacked, including the base. */
export async function sizeOf(machine: Machine, image: string): Promise<number> {
  const format = ["--format", "{{.Size}}"];
  const { stdout } = await machine.run(["podman", "image", "inspect", ...format, image]);
  return Number(stdout.trim());
}

/**
 * The image's contents in MB. Rejects if something unneeded is in it or something needed is
 * missing.
 */
export async function contentsOf(machine: Machine, image: string): Promise<string> {
  const look = "test/containers/images/look.ts";
  const mount = `${join(rootDir, look)}:/app/${look}:ro`;
  const options = ["--rm", "--network", "none", "--volume", mount, image];
  const { stdout } = await machine.run(["podman", "run", ...options, "bun", look]);
  return stdout.trim();
}

type Build = {
  folder: string;
  file: string;
  tag: string;
  /** The stage to build; the last one without. */
  target?: string;
  args?: Record<string, string>;
  /** Whether builds share layers; without another build that costs more than it saves. */
  sharesLayers?: boolean;
};

/** Docker's format keeps HEALTHCHECK. It uses the host's network, for the package registry. */
async function build(machine: Machine, options: Build): Promise<void> {
  const { folder, file, tag, target, args = {}, sharesLayers = false } = options;
  const given = Object.entries(args).flatMap(([name, value]) => [
    "--build-arg",
    `${name}=${value}`,
  ]);
  const fixed = ["--format", "docker", "--network", "host", "--pull-never"];
  // `vfs` would copy each layer completely.
  const isOverlay = machine.driver === "overlay";
  const lent = isOverlay ? lentPackages() : [];
  const kept = isOverlay && sharesLayers ? ["--layers"] : [];
  const stage = target === undefined ? [] : ["--target", target];
  const all = [...fixed, ...lent, ...kept, ...given, ...stage, "-t", tag, "-f", file, "."];
  await machine.run(["buildah", "bud", ...all], { cwd: folder });
}

/** Packages that Bun has already downloaded on this machine; changes by a build are discarded. */
function lentPackages(): string[] {
  const folder = join(homedir(), ".bun/install/cache");
  return existsSync(folder) ? ["--volume", `${folder}:/root/.bun/install/cache:O`] : [];
}

/** Debian's packages are downloaded once, and cached like the tests' other downloads. */
async function makeRootFolder({ run, folder }: Machine, target: string): Promise<void> {
  const kept = join(cacheDir, "containers/bookworm-with-licences.tar");
  const root = join(folder, "bookworm");
  mkdirSync(root);
  const [bun] = await Promise.all([
    baselineBun(run, folder),
    existsSync(kept) ? run(["tar", "-xf", kept, "-C", root]) : makeDebian(run, root, kept),
  ]);
  cpSync(bun, join(root, "usr/local/bin/bun"));
  const certificates = process.env.NODE_EXTRA_CA_CERTS ?? process.env.SSL_CERT_FILE;
  if (certificates) cpSync(certificates, join(root, "etc/ssl/certs/ca-certificates.crt"));
  await run(["tar", "-C", root, "-cf", target, "."]);
  rmSync(root, { recursive: true });
}

async function makeDebian(run: Machine["run"], root: string, kept: string): Promise<void> {
  mkdirSync(dirname(kept), { recursive: true });
  await run(["debootstrap", "--variant=minbase", "--include=ca-certificates", "bookworm", root]);
  for (const path of leftOut) rmSync(join(root, path), { recursive: true });
  const documents = [join(root, "usr/share/doc"), "-type", "f", "!", "-name", "copyright"];
  await run(["find", ...documents, "-delete"]);
  await run(["chroot", root, "useradd", "--create-home", "--uid", "1000", "bun"]);
  await run(["tar", "-C", root, "-cf", `${kept}.new`, "."]);
  renameSync(`${kept}.new`, kept);
}

/** The Bun build that runs on every x64 processor, in the version that runs this. */
async function baselineBun(run: Machine["run"], folder: string): Promise<string> {
  const home = join(folder, "bun");
  mkdirSync(home, { recursive: true });
  const name = "@oven/bun-linux-x64-baseline";
  writeFileSync(
    join(home, "package.json"),
    JSON.stringify({ dependencies: { [name]: Bun.version } }),
  );
  await run([process.execPath, "install", "--no-save"], { cwd: home });
  return join(home, "node_modules", name, "bin/bun");
}
