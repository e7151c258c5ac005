/**
 * Finds `nats-server`: on the PATH, otherwise Debian's package unpacked into a folder, without
 * root.
 */
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { privateAptOptions } from "./apt.ts";

const PACKAGE = "nats-server";

/**
 * The path of a `nats-server` binary. `cacheDir` stores the unpacked package for the next start,
 * and may be shared by concurrent processes. Rejects with instructions if there is none.
 */
export async function findNatsServer(
  cacheDir: string,
  options: { onProgress?: (line: string) => void; path?: string } = {},
): Promise<string> {
  const which = (name: string) => Bun.which(name, { PATH: options.path ?? process.env.PATH });
  const installed = which(PACKAGE);
  if (installed !== null) return installed;
  const unpackedDir = join(cacheDir, PACKAGE);
  const binary = join(unpackedDir, "usr/sbin", PACKAGE);
  if (existsSync(binary)) return binary;
  if (which("apt-get") === null || which("dpkg") === null) {
    throw new Error(
      "nats-server is neither on the PATH nor to be had from Debian's archive on this machine: " +
        "install it (https://nats.io/download), or set NATS_URL to a server with JetStream.",
    );
  }
  options.onProgress?.("nats: fetching Debian's nats-server (once, 4 MB)");
  mkdirSync(cacheDir, { recursive: true });
  const workDir = mkdtempSync(join(cacheDir, `${PACKAGE}-unpacking-`));
  try {
    const archive = await downloadPackage(workDir);
    await run(["dpkg", "-x", archive, join(workDir, "root")], workDir);
    moveUnlessPresent(join(workDir, "root"), unpackedDir);
  } finally {
    rmSync(workDir, { recursive: true, force: true });
  }
  return binary;
}

/** Uses the machine's package lists if they are present and fresh, otherwise private lists. */
async function downloadPackage(workDir: string): Promise<string> {
  const withMachineLists = await tryRun(["apt-get", "download", PACKAGE], workDir);
  if (withMachineLists.ok) return downloadedFile(workDir);

  const own = privateAptOptions(workDir);
  await run(["apt-get", ...own, "update"], workDir);
  await run(["apt-get", ...own, "download", PACKAGE], workDir);
  return downloadedFile(workDir);
}

function downloadedFile(workDir: string): string {
  const file = readdirSync(workDir).find((name) => name.endsWith(".deb"));
  if (file === undefined) throw new Error("apt-get download left no .deb file behind.");
  return join(workDir, file);
}

/** If another process has unpacked it in the meantime, its copy is used. */
function moveUnlessPresent(from: string, to: string): void {
  try {
    renameSync(from, to);
  } catch (error) {
    if (!existsSync(to)) throw error;
  }
}

async function tryRun(command: string[], cwd: string): Promise<{ ok: boolean; output: string }> {
  const child = Bun.spawn(command, { cwd, stdin: "ignore", stdout: "pipe", stderr: "pipe" });
  const [out, err, exitCode] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ]);
  return { ok: exitCode === 0, output: `${out}${err}`.trim() };
}

async function run(command: string[], cwd: string): Promise<void> {
  const { ok, output } = await tryRun(command, cwd);
  if (ok) return;
  throw new Error(
    `"${command.join(" ")}" failed:\n${output}\nInstall nats-server, or set NATS_URL.`,
  );
}
