/** Postgres' own programs, with the arguments from docs/operating.md. */
import { spawn } from "node:child_process";
import { join } from "node:path";

export const dumpFormats = ["custom", "plain"] as const;
export type DumpFormat = (typeof dumpFormats)[number];

type Work = { url: string; file: string; dumpFormat: DumpFormat; programDir?: string | undefined };

export async function dump(work: Work & { snapshotId: string }): Promise<void> {
  await run(work, "pg_dump", [
    `--dbname=${work.url}`,
    `--format=${work.dumpFormat}`,
    `--file=${work.file}`,
    `--snapshot=${work.snapshotId}`,
    "--no-owner",
    "--no-acl",
  ]);
}

/** Restores into an empty database; stops at the first error. */
export async function restore(work: Work): Promise<void> {
  if (work.dumpFormat === "plain") {
    const strict = ["--quiet", "--no-psqlrc", "--single-transaction", "--set=ON_ERROR_STOP=1"];
    await run(work, "psql", [`--dbname=${work.url}`, ...strict, `--file=${work.file}`]);
    return;
  }
  const strict = ["--exit-on-error", "--no-owner", "--no-acl"];
  await run(work, "pg_restore", [`--dbname=${work.url}`, ...strict, work.file]);
}

const complaintCharsMax = 4000;

function run({ programDir }: Work, program: string, args: string[]): Promise<void> {
  const command = programDir === undefined ? program : join(programDir, program);
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: ["ignore", "ignore", "pipe"] });
    let complaint = "";
    child.stderr.on("data", (chunk: Buffer) => {
      complaint = (complaint + chunk).slice(-complaintCharsMax);
    });
    child.on("error", reject);
    child.on("close", (exitCode) => {
      if (exitCode === 0) resolve();
      else reject(new Error(`${program} ended with ${exitCode}: ${complaint}`));
    });
  });
}
