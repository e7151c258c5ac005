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

/** Says which containers there are. */
const podman = `#!/bin/sh
cat "$(dirname "$0")/containers"
`;

type Given = { migration?: string; program?: string; containers?: string; order?: string[] };

/** Runs the script from a copy. */
async function start(given: Given) {
  const { migration = "The database is migrated.\n", program = "compose" } = given;
  const folder = createTestDir();
  mkdirSync(join(folder, "deploy/trial"), { recursive: true });
  cpSync(script, join(folder, "deploy/trial/up.sh"));
  for (const [name, text] of Object.entries({ [program]: compose, podman })) {
    writeFileSync(join(folder, name), text);
    chmodSync(join(folder, name), 0o755);
  }
  writeFileSync(join(folder, "migration"), migration);
  writeFileSync(join(folder, "containers"), given.containers ?? "");
  const PATH = `${folder}:${process.env.PATH}`;
  const env = { ...process.env, PATH, COMPOSE: join(folder, program), NO_BUILD: "1" };
  const command = ["sh", "deploy/trial/up.sh", ...(given.order ?? [])];
  const child = Bun.spawn(command, { cwd: folder, env, stderr: "pipe" });
  const [told, exitCode] = await Promise.all([new Response(child.stderr).text(), child.exited]);
  const linesOf = (name: string) =>
    existsSync(join(folder, name))
      ? readFileSync(join(folder, name), "utf8").trim().split("\n")
      : [];
  const calls = linesOf("calls").map((call) => call.replace(/^.* compose\.trial\.yaml /, ""));
  const starts = calls.filter((call) => call.startsWith("up -d"));
  return { told, exitCode, calls, starts, asked: linesOf("asked").length };
}

test("it waits for Postgres, and starts the rest once the database is migrated", async () => {
  const { exitCode, starts, asked } = await start({});
  expect({ exitCode, asked, starts: starts.length }).toEqual({ exitCode: 0, asked: 3, starts: 2 });
  expect(starts[1]).toEndWith("up -d --no-build");
});

test("podman-compose, which only restarts containers, is made to recreate them", async () => {
  const program = "podman-compose";
  const { calls } = await start({ program, containers: "0123456789ab\n" });
  expect(calls[0]).toBe("down --timeout 60");
  expect(calls[1]).toStartWith("up -d --no-build postgres");
  expect((await start({ program })).calls[0]).toBe(calls[1]);
  expect((await start({ containers: "0123456789ab\n" })).calls[0]).toBe(calls[1]);
});

test("stopped containers have time to end", async () => {
  const { calls } = await start({ order: ["down", "--volumes"] });
  expect(calls).toEqual(["down --timeout 60 --volumes"]);
});

test("after a migration that failed it starts nothing, and says so", async () => {
  const { exitCode, starts, told } = await start({
    migration: "error: a table is in the way\n",
  });
  expect({ exitCode, starts: starts.length }).toEqual({ exitCode: 1, starts: 1 });
  expect(told).toContain("The database is not migrated");
});
