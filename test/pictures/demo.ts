/** A `bun dev` with part of the demo, with its own ports and data. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { z } from "zod";
import { freePort, isPortFree } from "../../dev/parts/ports.ts";
import { eventually } from "../support/stack.ts";
import { pictureFiles } from "./views.ts";

export type Demo = { baseUrl: string; dataDir: string; close: () => Promise<void> };

const repositoryDir = join(import.meta.dir, "../..");
const PORTS = 13;
const isLoaded = (output: string) => /^Open http.* first\.$/m.test(output);

/** Resolves when the demo is loaded; rejects with the output if the stack ends before. */
export async function startDemo(files = pictureFiles): Promise<Demo> {
  const dataDir = mkdtempSync(join(tmpdir(), "pictures-"));
  const portBase = await freePortBase();
  const child = Bun.spawn([process.execPath, "dev/main.ts"], {
    cwd: repositoryDir,
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      DEMO_FILES: files.join(","),
      DATA_DIR: dataDir,
      PORT_BASE: String(portBase),
    },
    stdout: "pipe",
    stderr: "inherit",
  });
  const close = async () => {
    child.kill("SIGTERM");
    await child.exited;
    rmSync(dataDir, { recursive: true, force: true });
  };
  let output = "";
  const decoder = new TextDecoder();
  for await (const chunk of child.stdout) {
    output += decoder.decode(chunk, { stream: true });
    if (isLoaded(output)) break;
  }
  if (isLoaded(output) && !output.includes("not complete")) {
    const baseUrl = `http://localhost:${portBase}`;
    await eventually(() => isFrontCurrent(baseUrl), { timeoutMs: 60_000 });
    return { baseUrl, dataDir, close };
  }
  await close();
  throw new Error(`the demo was not loaded:\n${output}`);
}

/** The front page is cached for a while, so it may still show the catalogue as it was before. */
async function isFrontCurrent(baseUrl: string): Promise<boolean> {
  const { pagination } = z
    .object({ pagination: z.object({ total: z.number() }) })
    .parse(await (await fetch(`${baseUrl}/datasets?limit=1`)).json());
  const front = await (await fetch(baseUrl, { headers: { accept: "text/html" } })).text();
  return front.includes(`Browse all ${pagination.total} datasets`);
}

async function freePortBase(): Promise<number> {
  for (;;) {
    const base = await freePort();
    const ports = Array.from({ length: PORTS }, (_, offset) => base + offset);
    if ((await Promise.all(ports.map(isPortFree))).every(Boolean)) return base;
  }
}
