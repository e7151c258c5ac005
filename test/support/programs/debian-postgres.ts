/** Debian's Postgres with its tools (pg_dump, pg_restore, psql, …), unpacked without root. */
import { readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { type StartedPostgres, startPostgres } from "../../../dev/parts/postgres.ts";
import { createClusterDir } from "../run-folders.ts";
import { createTestDir, freePort } from "../stack.ts";
import { unpackProgram } from "./debian-programs.ts";

/** The major version in Debian 12. */
const major = "15";
/** Unused: the packages for Debian's cluster scripts and for JIT compilation. */
const notNeeded =
  /^(?:postgresql(?:-client)?-common|ssl-cert|ucf|libllvm.*|perl.*|libperl.*|libjson-perl|netbase|init-system-helpers|sensible-utils|locales|libc-bin|libc-l10n|openssl)$/;

export type DebianPostgres = {
  major: string;
  folder: string;
  libraryPath: string;
  start(settings?: Record<string, string>): Promise<StartedPostgres & { dataDir: string }>;
  /** Runs a tool and returns its output. Rejects with its error output when it fails. */
  run(tool: string, args: string[]): Promise<string>;
};

export async function findDebianPostgres(): Promise<DebianPostgres> {
  const binary = `usr/lib/postgresql/${major}/bin/postgres`;
  const starter = await unpackProgram({ name: `postgresql-${major}`, binary, notNeeded });
  const root = join(dirname(starter), "root");
  const folder = join(root, `usr/lib/postgresql/${major}`);
  const triplet = readdirSync(join(root, "usr/lib")).find((name) => name.endsWith("-linux-gnu"));
  const libraryPath = [join(root, `usr/lib/${triplet}`), join(root, `lib/${triplet}`)].join(":");
  return {
    major,
    folder,
    libraryPath,
    async start(settings = {}) {
      const dataDir = join(createClusterDir(), "data");
      const part = await startPostgres({
        port: await freePort(),
        dataDir,
        logFile: join(createTestDir(), "postgres.log"),
        durable: false,
        server: { folder, libraryPath },
        settings,
      });
      return { ...part, dataDir };
    },
    async run(tool, args) {
      const child = Bun.spawn([join(folder, "bin", tool), ...args], {
        env: { ...process.env, LD_LIBRARY_PATH: libraryPath },
        stdout: "pipe",
        stderr: "pipe",
      });
      const [written, complaint, exitCode] = await Promise.all([
        new Response(child.stdout).text(),
        new Response(child.stderr).text(),
        child.exited,
      ]);
      if (exitCode !== 0) throw new Error(`${tool} ended with ${exitCode}: ${complaint}`);
      return written;
    },
  };
}
