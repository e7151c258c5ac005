/** The system calls of a query's child that receives hostile words: it reads only its input. */
import { expect, setDefaultTimeout, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createDiskStorage } from "../../../platform/storage/disk.ts";
import { forFile } from "../../support/for-file.ts";
import { findProgram } from "../../support/programs/debian-programs.ts";
import { processesWith } from "../../support/programs/processes.ts";
import { createTestDir, eventually } from "../../support/stack.ts";
import { foreignWords } from "./foreign-words.ts";
import { hostileWords, placesOf } from "./hostile-words.ts";
import { irisParquet, openQueryWorld } from "./query-world.ts";

setDefaultTimeout(120_000);

/** All calls that open, name or change a file, all network calls, and the ways around both. */
const traced =
  "trace=%file,%network,execve,execveat,fork,vfork,memfd_create,io_uring_setup,ptrace,bpf,mount";

const folder = createTestDir();
const storage = createDiskStorage({
  kind: "disk",
  rootDir: join(folder, "store"),
  signingSecrets: ["s".repeat(32)],
  publicBaseUrl: "http://localhost",
});
const strace = await findProgram("strace");

/** Attaches to a running process; null if the kernel does not permit it. */
async function attach(pid: string, output: string) {
  const command = [strace, "-f", "-s", "400", "-e", traced, "-o", output, "-p", pid];
  const tracer = Bun.spawn(command, { stdin: "ignore", stdout: "ignore", stderr: "pipe" });
  let told = "";
  const reading = (async () => {
    for await (const piece of tracer.stderr) told += new TextDecoder().decode(piece);
  })();
  await eventually(() => /attached|not permitted|denied/i.test(told), { timeoutMs: 30_000 });
  if (!told.includes("attached")) return null;
  return {
    async detach() {
      tracer.kill("SIGINT");
      await Promise.all([tracer.exited, reading]);
      return readFileSync(output, "utf8").split("\n");
    },
  };
}

async function mayTrace(): Promise<boolean> {
  const idle = Bun.spawn(["sleep", "60"]);
  const tracer = await attach(String(idle.pid), join(folder, "idle.trace"));
  await tracer?.detach();
  idle.kill();
  await idle.exited;
  return tracer !== null;
}

const isAllowed = await mayTrace();
if (!isAllowed) console.warn("Not shown here: the kernel lets nobody trace (ptrace is refused).");

type Call = { name: string; text: string; path: string | null };

/**
 * `1234 openat(AT_FDCWD, "/path", O_RDONLY) = 3`; the ends of calls that began earlier are skipped.
 */
function callOf(line: string): Call[] {
  const [, name, text] = /^\d+ +(\w+)\((.*)$/.exec(line) ?? [];
  if (name === undefined || text === undefined) return [];
  const [, path = null] = /"((?:[^"\\]|\\.)*)"/.exec(text) ?? [];
  return [{ name, text, path }];
}

/** Calls that look at a file; an empty path stands for an open file. */
const looking = new Set(["openat", "statx", "newfstatat", "readlink", "access"]);
/**
 * Its standard input and output are sockets of its parent, without an address. The last call may be
 * under way when the tracer is detached.
 */
const talking = /^(0|\d+), .*, NULL(, NULL|, 0)(\)| <detached)/;

function isHarmless({ name, text, path }: Call, inputs: readonly string[]): boolean {
  if (name === "recvfrom" || name === "sendto")
    return /unfinished/.test(text) || talking.test(text);
  if (!looking.has(name) || /O_WRONLY|O_RDWR|O_CREAT/.test(text)) return false;
  return path === "" || path === "/proc/self/statm" || inputs.some((one) => path?.startsWith(one));
}

test("told hostile words and files a child opens its input to read, and no other file, socket or program", async () => {
  if (!isAllowed) return;
  const world = await forFile(openQueryWorld(storage));
  const irises = await world.store(await irisParquet());
  const noise = Buffer.from(readFileSync(await irisParquet()));
  noise.fill(0xa5, 200, 900);
  await Bun.write(join(folder, "noise.parquet"), noise);
  const broken = await world.store(join(folder, "noise.parquet"));
  const [child = ""] = processesWith(world.folder).filter((line) => line.includes("query/main.ts"));
  const [pid = ""] = child.split(" ");
  const tracer = await attach(pid, join(folder, "child.trace"));
  const secretFile = join(folder, "secret.csv");
  const paths = { secretFile, folder, touched: join(folder, "touched") };
  const words = hostileWords(paths);
  for (const word of words) {
    for (const place of placesOf(word)) {
      await world.ask(irises, place);
      await world.ask(broken, place);
    }
  }
  for (const [at, word] of foreignWords(paths).entries()) {
    const places = placesOf(word);
    for (const turn of [0, 5]) await world.ask(irises, places[(at + turn) % places.length] ?? {});
  }
  await world.ask(irises, { order_by: [{ column: "sepal", direction: "desc" }], offset: 150 });
  const calls = ((await tracer?.detach()) ?? []).flatMap(callOf);
  const inputs = ["copies", "parts"].map((name) => join(world.folder, name));
  const opened = calls.filter(({ name, path }) => name === "openat" && path?.endsWith(".parquet"));
  expect(opened.length).toBeGreaterThan(words.length * 5);
  const harmful = calls.filter((call) => !isHarmless(call, inputs));
  expect(harmful.map(({ name, text }) => `${name}(${text}`)).toEqual([]);
});
