/** Debian's Chromium for the page tests: installed by itself where that is possible. */
import { existsSync } from "node:fs";
import { type Browser, chromium } from "playwright-core";

const CHROMIUM_PATH = process.env.CHROMIUM_PATH ?? "/usr/bin/chromium";
/** For a hook that may have to install the browser first. */
export const BROWSER_START_TIMEOUT_MS = 300_000;

const FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** A headless browser. Rejects with what to do when there is none and it cannot be installed. */
export async function launchChromium(): Promise<Browser> {
  if (!existsSync(CHROMIUM_PATH)) installChromium();
  return chromium.launch({ executablePath: CHROMIUM_PATH, args: FLAGS });
}

function installChromium(): void {
  if (process.getuid?.() !== 0 || Bun.which("apt-get") === null) {
    throw new Error(
      `The page tests need Chromium at ${CHROMIUM_PATH}. Install it ` +
        "(Debian: sudo apt-get install chromium), or name another one in CHROMIUM_PATH.",
    );
  }
  run(["apt-get", "update"]);
  run(["apt-get", "install", "-y", "--no-install-recommends", "chromium"]);
}

function run(command: string[]): void {
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  const done = Bun.spawnSync(command, { env, stdout: "ignore", stderr: "pipe" });
  if (done.success) return;
  throw new Error(`\`${command.join(" ")}\` failed:\n${done.stderr.toString()}`);
}
