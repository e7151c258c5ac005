/**
 * Debian's Chromium without root: the package and its libraries, unpacked into a folder. Prints the
 * path of a program that starts it, for CHROMIUM_PATH: `bun test/support/unpack-chromium.ts`.
 */
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { privateAptOptions } from "../../dev/parts/apt.ts";
import { run } from "../../dev/radosgw-packages.ts";

/** What every Debian has, or what a browser without a window does without. */
const NOT_NEEDED =
  /^(?:libc6|libgcc-s1|gcc-.*|perl.*|lib.*perl.*|systemd.*|libpam.*|dpkg|tar|passwd|adduser|mount|procps|debconf|usrmerge|init-.*|sysvinit.*|dmsetup|dbus.*|libllvm.*|x11-utils|xdg-utils|.*icon-theme|libgl1-mesa-dri)$/;

/** Downloads (170 MB) and unpacks it unless it is there; returns the path of its starter. */
export async function unpackChromium(cacheDir: string): Promise<string> {
  const rootDir = join(cacheDir, "root");
  const starter = join(cacheDir, "chromium");
  if (existsSync(starter)) return starter;
  mkdirSync(cacheDir, { recursive: true });
  const workDir = mkdtempSync(join(cacheDir, "unpacking-"));
  try {
    for (const archive of await downloadPackages(workDir)) {
      await run(["dpkg", "-x", archive, join(workDir, "root")], workDir);
    }
    rmSync(rootDir, { recursive: true, force: true });
    renameSync(join(workDir, "root"), rootDir);
  } finally {
    rmSync(workDir, { recursive: true, force: true });
  }
  writeStarter(cacheDir, rootDir, starter);
  return starter;
}

/** Planned as for an empty machine: which libraries this one has does not matter then. */
async function downloadPackages(workDir: string): Promise<string[]> {
  const apt = ["apt-get", ...privateAptOptions(workDir)];
  await run([...apt, "update"], workDir);
  const emptyMachine = ["-o", "Dir::State::status=/dev/null"];
  const install = ["--simulate", "install", "--no-install-recommends", "chromium"];
  const plan = await run([...apt, ...emptyMachine, ...install], workDir);
  const names = [...plan.matchAll(/^Inst (\S+)/gm)].map(([, name = ""]) => name);
  await run([...apt, "download", ...names.filter((name) => !NOT_NEEDED.test(name))], workDir);
  return readdirSync(workDir)
    .filter((name) => name.endsWith(".deb"))
    .map((name) => join(workDir, name));
}

/** Libraries and fonts are found in the folder alone, as on a machine that has neither. */
function writeStarter(cacheDir: string, rootDir: string, starter: string): void {
  const triplet = readdirSync(join(rootDir, "usr/lib")).find((name) => name.endsWith("-linux-gnu"));
  if (triplet === undefined) throw new Error(`${rootDir} holds no unpacked libraries.`);
  const libraryDir = join(rootDir, "usr/lib", triplet);
  const libraries = [
    libraryDir,
    join(libraryDir, "nss"),
    join(libraryDir, "pulseaudio"),
    join(rootDir, "lib", triplet),
  ];
  const fonts = join(cacheDir, "fonts.conf");
  writeFileSync(
    fonts,
    `<?xml version="1.0"?>\n<fontconfig><dir>${join(rootDir, "usr/share/fonts")}</dir>` +
      `<cachedir>${join(cacheDir, "fonts")}</cachedir></fontconfig>\n`,
  );
  const unfinished = `${starter}.new`;
  writeFileSync(
    unfinished,
    `#!/bin/sh\nexport LD_LIBRARY_PATH='${libraries.join(":")}' FONTCONFIG_FILE='${fonts}'\n` +
      `exec '${join(rootDir, "usr/lib/chromium/chromium")}' "$@"\n`,
  );
  chmodSync(unfinished, 0o755);
  renameSync(unfinished, starter);
}

if (import.meta.main) {
  console.log(await unpackChromium(join(import.meta.dir, "../../.data/cache/chromium")));
}
