#!/usr/bin/env node
/**
 * A local MCP server over standard input and output that hands every message to the marketplace's
 * own, over HTTP. It has no dependency and knows no tool: what the service offers is what it offers.
 */
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { createExchange } from "./exchange.mjs";
import { readSettings, SettingsError } from "./settings.mjs";

const DRAIN_MS_MAX = 10_000;
const { url: ownUrl, version } = JSON.parse(
  readFileSync(new URL("./service.json", import.meta.url), "utf8"),
);

/** Standard output carries messages alone; words for people go here. */
const say = (words) => process.stderr.write(`dataset-market: ${words}\n`);
const send = (message) => process.stdout.write(`${JSON.stringify(message)}\n`);

function start() {
  const settings = readSettings(process.env, ownUrl);
  say(`${version}, ${settings.url}, ${settings.key === null ? "without a key" : "with a key"}`);
  const exchange = createExchange({ ...settings, say, send });
  const running = new Set();
  const lines = createInterface({ input: process.stdin, crlfDelay: Number.POSITIVE_INFINITY });
  lines.on("line", (line) => {
    if (line.trim() === "") return;
    const served = serve(exchange, line).finally(() => running.delete(served));
    running.add(served);
  });
  lines.on("close", async () => {
    setTimeout(() => process.exit(0), DRAIN_MS_MAX).unref();
    await Promise.allSettled(running);
    process.exit(0);
  });
}

async function serve(exchange, line) {
  let message;
  try {
    message = JSON.parse(line);
  } catch {
    send({ jsonrpc: "2.0", id: null, error: { code: -32_700, message: "This is no JSON." } });
    return;
  }
  await exchange(message);
}

try {
  start();
} catch (error) {
  if (!(error instanceof SettingsError)) throw error;
  say(error.message);
  process.exit(1);
}
