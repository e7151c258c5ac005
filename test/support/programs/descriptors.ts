/** A process's open files, and its connections by port. Linux only, like the stack. */
import { readdirSync, readFileSync, readlinkSync } from "node:fs";

/** The files in a folder that a process has open. */
export function openFiles(pid: number, folder: string): string[] {
  return descriptorsOf(pid).filter((target) => target.startsWith(`${folder}/`));
}

/** The process's connections with this port at its own end or at the other end. */
export function openConnections(pid: number, end: "own" | "other", port: number): number {
  const sockets = new Set(descriptorsOf(pid));
  const tables = ["tcp", "tcp6"].map((name) => readFileSync(`/proc/${pid}/net/${name}`, "utf8"));
  return tables
    .flatMap((table) => table.trim().split("\n").slice(1))
    .filter((line) => {
      const [, own = "", other = "", state, , , , , , inode] = line.trim().split(/\s+/);
      const address = end === "own" ? own : other;
      const isAtPort = Number.parseInt(address.split(":")[1] ?? "", 16) === port;
      return isAtPort && state !== listening && sockets.has(`socket:[${inode}]`);
    }).length;
}

const listening = "0A";

function descriptorsOf(pid: number): string[] {
  return readdirSync(`/proc/${pid}/fd`).flatMap((entry) => {
    try {
      return [readlinkSync(`/proc/${pid}/fd/${entry}`)];
    } catch {
      return [];
    }
  });
}
