/** `deploy/trial/up.sh` with a compose that ends well whatever happened, as podman-compose 1.0.3 does. */
import { expect, test } from "bun:test";
import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createTestDir } from "../support/stack.ts";

const script = join(import.meta.dir, "../../deploy/trial/up.sh");

/** Writes down how it was called; Postgres is ready when it is asked for the third time. */
const compose = `#!/bin/sh
folder=$(dirname "$0")
echo "podman $*"
case "$*" in
  *pg_isready*)
    echo asked >>"$folder/asked"
    [ "$(grep -c asked "$folder/asked")" -lt 3 ] || { for last; do :; done; pg_isready() { :; }; eval "$last"; } ;;
  *migrate*) cat "$folder/migration" ;;
  *) echo "$*" >>"$folder/calls" ;;
esac
echo "exit code: 1"
exit 0
`;

/** Runs the script from a copy. */
async function start(migration: string) {
  const folder = createTestDir();
  mkdirSync(join(folder, "deploy/trial"), { recursive: true });
  cpSync(script, join(folder, "deploy/trial/up.sh"));
  writeFileSync(join(folder, "compose"), compose);
  chmodSync(join(folder, "compose"), 0o755);
  writeFileSync(join(folder, "migration"), migration);
  const env = { ...process.env, COMPOSE: join(folder, "compose"), NO_BUILD: "1" };
  const child = Bun.spawn(["sh", "deploy/trial/up.sh"], { cwd: folder, env, stderr: "pipe" });
  const [told, exitCode] = await Promise.all([new Response(child.stderr).text(), child.exited]);
  const linesOf = (name: string) =>
    existsSync(join(folder, name))
      ? readFileSync(join(folder, name), "utf8").trim().split("\n")
      : [];
  const starts = linesOf("calls").filter((call) => call.includes("up -d"));
  return { told, exitCode, starts, asked: linesOf("asked").length };
}

test("it waits for Postgres, and starts the rest once the database is migrated", async () => {
  const { exitCode, starts, asked } = await start("The database is migrated.\n");
  expect({ exitCode, asked, starts: starts.length }).toEqual({ exitCode: 0, asked: 3, starts: 2 });
  expect(starts[1]).toEndWith("up -d --no-build");
});

test("after a migration that failed it starts nothing, and says so", async () => {
  const { exitCode, starts, told } = await start("error: a table is in the way\n");
  expect({ exitCode, starts: starts.length }).toEqual({ exitCode: 1, starts: 1 });
  expect(told).toContain("The database is not migrated");
});
