/** Debian's headless Chromium for the page tests: unpacked without root, or the installed one. */
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

/** The full browser draws its window even if nobody sees it, which is half of a test's cost. */
const headlessShell: DebianProgram = {
  name: "chromium-headless-shell",
  binary: "usr/lib/chromium/chromium-headless-shell",
  // Packages that a headless browser does not need.
  notNeeded:
    /^(?:perl.*|lib.*perl.*|systemd.*|libpam.*|procps|usrmerge|init-.*|sysvinit.*|dmsetup|dbus.*|libllvm.*|x11-utils|xdg-utils|.*icon-theme|libgl1-mesa-dri)$/,
  libraryFolders: ["nss", "pulseaudio"],
  // Only the folder's fonts are used, in the order of an installed Debian.
  configure: (folder) => {
    writeFileSync(
      join(folder, "fonts.conf"),
      '<?xml version="1.0"?>\n<fontconfig>' +
        '<dir prefix="relative">root/usr/share/fonts</dir>' +
        "<include>root/usr/share/fontconfig/conf.avail/60-latin.conf</include>" +
        '<cachedir prefix="xdg">fontconfig</cachedir></fontconfig>\n',
    );
    // The second is the base path of included files.
    const paths = { FONTCONFIG_FILE: "$here/fonts.conf", FONTCONFIG_PATH: "$here" };
    return { ...paths, XDG_CACHE_HOME: "$here" };
  },
};

let found: Promise<string> | undefined;

/**
 * A headless browser: the one at CHROMIUM_PATH, or Debian's headless shell (installed, or
 * downloaded once), or else an installed Chromium. `more` flags are appended to the usual ones.
 */
export async function launchChromium(more: readonly string[] = []): Promise<Browser> {
  const named = process.env.CHROMIUM_PATH;
  found ??= named ? Promise.resolve(named) : findChromium();
  const executablePath = await found;
  return chromium.launch({ executablePath, args: [...FLAGS, ...more] });
}

/** A tab in a new context; `complaints` collects console messages and script errors. */
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
