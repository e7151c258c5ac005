#!/usr/bin/env node
import { readFile } from "node:fs/promises";
import { run } from "./src/run.ts";

const stop = new AbortController();
process.once("SIGINT", () => stop.abort());
process.once("SIGTERM", () => stop.abort());
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code === "EPIPE") process.exit(0);
  throw error;
});

/** The marketplace that the package was downloaded from; npm's own package and a clone have none. */
async function ownMarket(): Promise<string | undefined> {
  const file = new URL("../service.json", import.meta.url);
  const text = await readFile(file, "utf8").catch(() => "{}");
  return (JSON.parse(text) as { url?: string }).url;
}

process.exitCode = await run(process.argv.slice(2), {
  ownMarket: await ownMarket(),
  env: process.env,
  stdin: process.stdin,
  stdout: process.stdout,
  stderr: process.stderr,
  signal: stop.signal,
});
