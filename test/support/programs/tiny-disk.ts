/** A file system of a few kilobytes, which really gets full. */
import { mkdtempSync, rmdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

type TinyDisk = { path: string; remove(): void };

/** Throws if this user may neither mount nor create a mount namespace. */
export async function mountTinyDisk(kibibytes: number): Promise<TinyDisk> {
  const path = mkdtempSync(join(tmpdir(), "tiny-disk-"));
  const mount = ["mount", "-t", "tmpfs", "-o", `size=${kibibytes}k`, "tmpfs", path];
  if (Bun.spawnSync(mount).success) {
    return {
      path,
      remove() {
        Bun.spawnSync(["umount", "--lazy", path]);
        rmdirSync(path);
      },
    };
  }
  return mountInNamespace(path, mount);
}

/**
 * An ordinary user may mount inside a namespace; others reach it through the process that holds it.
 */
async function mountInNamespace(path: string, mount: string[]): Promise<TinyDisk> {
  const script = `${mount.join(" ")} && echo mounted && exec cat`;
  const holder = Bun.spawn(
    ["unshare", "--user", "--map-root-user", "--mount", "sh", "-c", script],
    {
      stdin: "pipe",
      stdout: "pipe",
      stderr: "pipe",
    },
  );
  const { value } = await holder.stdout.getReader().read();
  if (value === undefined) {
    rmdirSync(path);
    const complaint = await new Response(holder.stderr).text();
    throw new Error(`a full disk needs a user who may mount: ${complaint}`);
  }
  return {
    path: `/proc/${holder.pid}/root${path}`,
    remove() {
      holder.kill();
      rmdirSync(path);
    },
  };
}
