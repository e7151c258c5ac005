/**
 * The driver faults fixed by our patch (patches/README.md): all but the last of these tests fail
 * without it. The last one guards what already worked.
 */
import { afterAll, expect, test } from "bun:test";
import { createServer, connect as openSocket, type Socket } from "node:net";
import postgres from "postgres";
import { createTestDatabase, eventually } from "../support/stack.ts";

const database = await createTestDatabase();
const admin = postgres(database.url, { max: 1 });
await admin`create table faults (n int)`;
afterAll(async () => {
  await admin.end({ timeout: 5 });
  await database.drop();
});

const open = (options: postgres.Options<Record<string, never>> = {}) =>
  postgres(database.url, { max: 1, onnotice: () => {}, backoff: () => 0.01, ...options });
const pidOf = async (sql: postgres.ISql) => {
  const [row] = await sql<{ pid: number }[]>`select pg_backend_pid() as pid`;
  return Number(row?.pid);
};
const kill = (pid: number) => admin`select pg_terminate_backend(${pid})`;
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => "answered",
    (error: { code?: string }) => error.code,
  );

const ready = Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 0, 0x5a, 0, 0, 0, 5, 0x49]);

/** A server that accepts every login, and then passes each message to `act`. */
async function startServer(act: (socket: Socket) => void) {
  const server = createServer((socket) => {
    socket.on("error", () => {});
    socket.once("data", () => {
      socket.write(ready);
      socket.on("data", () => act(socket));
    });
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const { port } = server.address() as { port: number };
  return { url: `postgres://user@127.0.0.1:${port}/none`, close: () => server.close() };
}

test("a transaction whose session is killed takes no further query, nor lets one into the next session", async () => {
  let isClosed = false;
  const sql = open({ onclose: () => (isClosed = true) });
  const late: (string | undefined)[] = [];
  await sql
    .begin(async (tx) => {
      await kill(await pidOf(tx));
      await eventually(() => isClosed);
      await sql`select 1`;
      late.push(await codeOf(tx`insert into faults values (1)`));
      late.push(await codeOf(tx`insert into faults values (2)`));
    })
    .catch(() => {});
  await eventually(() => late.length === 2);
  expect(late).not.toContain("answered");
  expect(await admin`select * from faults`).toHaveLength(0);
  await sql.end();
});

test("what waits in a transaction is refused when its session is killed", async () => {
  const sql = open({ max_pipeline: 1 } as object);
  const codes: Promise<string | undefined>[] = [];
  const work = sql.begin(async (tx) => {
    const pid = await pidOf(tx);
    codes.push(...[1, 2, 3, 4].map(() => codeOf(tx`select pg_sleep(60)`)));
    await kill(pid);
    await Promise.all(codes);
  });
  await codeOf(work);
  expect(await Promise.all(codes)).not.toContain("answered");
  await sql.end();
});

test("BEGIN holds its connection also where it fills the pipeline", async () => {
  const sql = open({ max_pipeline: 0 } as object);
  expect(await sql.begin((tx) => pidOf(tx))).toBeGreaterThan(0);
  await sql.end();
});

test("a socket that has room again does not hand a transaction's connection to others", async () => {
  const sockets: Socket[] = [];
  const { hostname, port } = new URL(database.url);
  const socket = async () => {
    const made = openSocket(Number(port), hostname);
    await new Promise((done) => made.once("connect", done));
    sockets.push(made);
    return made;
  };
  const sql = open({ socket } as object);
  let outside: Promise<unknown> | undefined;
  await expect(
    sql.begin(async (tx) => {
      await pidOf(tx);
      sockets[0]?.emit("drain");
      outside = sql`insert into faults values (3)`.execute();
      await pidOf(tx);
      throw new Error("rolled back");
    }),
  ).rejects.toThrow("rolled back");
  await outside;
  expect(await admin`delete from faults where n = 3 returning n`).toHaveLength(1);
  await sql.end();
});

test("a query that cannot be written leaves the one before it its answer", async () => {
  const sql = open();
  await sql`select 1`;
  const before = codeOf(sql`select pg_sleep(0.2)`);
  const wrong = codeOf(sql`select ${undefined as unknown as number}::int`);
  expect(await Promise.all([before, wrong])).toEqual(["answered", "UNDEFINED_VALUE"]);
  await sql.end();
});

test("a query without a byte from its server loses its connection, and the pool goes on", async () => {
  const sql = open({ stall_timeout: 1 } as object);
  expect(await codeOf(sql`select pg_sleep(60)`)).toBe("CONNECTION_STALLED");
  expect(await codeOf(sql`select 1`)).toBe("answered");
  await sql.end();
});

test("a pool whose query was lost can be closed", async () => {
  const server = await startServer((socket) => socket.resetAndDestroy());
  const sql = postgres(server.url, { max: 1, fetch_types: false });
  expect(await codeOf(sql`select 1`)).not.toBe("answered");
  await sql.end();
  server.close();
});

test("a connection that is lost while it asks for the types ends no process", async () => {
  const server = await startServer((socket) => socket.destroy());
  const sql = postgres(server.url, { max: 1 });
  expect(await codeOf(sql`select 1`)).not.toBe("answered");
  await sql.end({ timeout: 1 });
  server.close();
});

test("of several hosts the next one is asked", async () => {
  const url = new URL(database.url);
  const several = database.url.replace(url.host, `127.0.0.1:9,${url.host}`);
  const sql = postgres(several, { max: 1, backoff: () => 0.01 });
  expect(await codeOf(sql`select 1`)).toBe("answered");
  await sql.end();
});
