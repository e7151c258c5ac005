/**
 * PgBouncer in transaction mode, which operators put in front of a Postgres with few connections.
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { SQL } from "bun";
import { type StartedPart, startProcess, untilReady } from "../../../dev/parts/process.ts";
import { createTestDir, freePort } from "../stack.ts";
import { unpackProgram } from "./debian-programs.ts";

/** Pools the sessions of the database at `directUrl`, one transaction at a time. */
export async function startPgbouncer(
  directUrl: string,
  { sessionsMax }: { sessionsMax: number },
): Promise<StartedPart & { url: string }> {
  const program =
    Bun.which("pgbouncer") ??
    (await unpackProgram({ name: "pgbouncer", binary: "usr/sbin/pgbouncer" }));
  const folder = createTestDir();
  const port = await freePort();
  const direct = new URL(directUrl);
  const settings = join(folder, "pgbouncer.ini");
  writeFileSync(
    settings,
    `[databases]
* = host=${direct.hostname} port=${direct.port} user=${direct.username}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = ${sessionsMax}
max_client_conn = 500
`,
  );
  // PgBouncer refuses to run as root.
  const asNobody = process.getuid?.() === 0 ? ["-u", "nobody"] : [];
  const child = startProcess({
    name: "pgbouncer",
    command: [program, ...asNobody, settings],
    logFile: join(folder, "log"),
    stopSignal: "SIGTERM",
  });
  const url = `postgres://${direct.username}@127.0.0.1:${port}${direct.pathname}`;
  await untilReady(child, () => answers(url));
  return { url, process: child, stop: child.stop };
}

async function answers(url: string): Promise<boolean> {
  const sql = new SQL(url, { max: 1, connectionTimeout: 5, prepare: false });
  try {
    await sql.unsafe("select 1");
    return true;
  } catch {
    return false;
  } finally {
    await sql.close();
  }
}
