/** Debian's Chromium without windows for the page tests: unpacked without root, or what is installed. */
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Browser, type BrowserContextOptions, chromium } from "playwright-core";
import { type DebianProgram, unpackProgram } from "../support/programs/debian-programs.ts";

export const DESKTOP = { width: 1280, height: 800 };

const INSTALLED_PATH = "/usr/bin/chromium";
/** For a hook that may have to download the browser first (110 MB). */
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

/** The whole one draws its window though nobody sees it, which is half of what a test costs. */
const headlessShell: DebianProgram = {
  name: "chromium-headless-shell",
  binary: "usr/lib/chromium/chromium-headless-shell",
  // What a browser without a window does without.
  notNeeded:
    /^(?:perl.*|lib.*perl.*|systemd.*|libpam.*|procps|usrmerge|init-.*|sysvinit.*|dmsetup|dbus.*|libllvm.*|x11-utils|xdg-utils|.*icon-theme|libgl1-mesa-dri)$/,
  libraryFolders: ["nss", "pulseaudio"],
  // Fonts are found in the folder alone, and preferred as an installed Debian prefers them.
  configure: (folder) => {
    writeFileSync(
      join(folder, "fonts.conf"),
      '<?xml version="1.0"?>\n<fontconfig>' +
        '<dir prefix="relative">root/usr/share/fonts</dir>' +
        "<include>root/usr/share/fontconfig/conf.avail/60-latin.conf</include>" +
        '<cachedir prefix="xdg">fontconfig</cachedir></fontconfig>\n',
    );
    // The second is where the path of the included file starts.
    const paths = { FONTCONFIG_FILE: "$here/fonts.conf", FONTCONFIG_PATH: "$here" };
    return { ...paths, XDG_CACHE_HOME: "$here" };
  },
};

let found: Promise<string> | undefined;

/**
 * A headless browser: that of CHROMIUM_PATH, or Debian's shell without windows, installed or downloaded
 * once, or else an installed Chromium. `more` flags come behind those of all tests.
 */
export async function launchChromium(more: readonly string[] = []): Promise<Browser> {
  const named = process.env.CHROMIUM_PATH;
  found ??= named ? Promise.resolve(named) : findChromium();
  const executablePath = await found;
  return chromium.launch({ executablePath, args: [...FLAGS, ...more] });
}

/** A tab in a context of its own; `complaints` are the console's words and the scripts' errors. */
export async function openTab(browser: Browser, options: BrowserContextOptions = {}) {
  const complaints: string[] = [];
  const context = await browser.newContext({ viewport: DESKTOP, ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(10_000);
  page.on("console", (message) => complaints.push(message.text()));
  page.on("pageerror", (error) => complaints.push(error.message));
  return { context, page, complaints };
}

async function findChromium(): Promise<string> {
  try {
    return Bun.which(headlessShell.name) ?? (await unpackProgram(headlessShell));
  } catch (cause) {
    if (existsSync(INSTALLED_PATH)) return INSTALLED_PATH;
    throw new Error(
      "The page tests need Chromium, and Debian's could not be unpacked. Install one " +
        "(Debian: sudo apt-get install chromium-headless-shell), or name it in CHROMIUM_PATH.",
      { cause },
    );
  }
}
