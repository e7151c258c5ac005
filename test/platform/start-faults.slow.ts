/** A process that cannot start reports the reason in one line, with the variable to change. */
import { expect, setDefaultTimeout, test } from "bun:test";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { createTestDatabase, freePort, testEnv } from "../support/stack.ts";

setDefaultTimeout(60_000);
const root = join(import.meta.dir, "../..");

async function run(script: string, env: Record<string, string>) {
  const started = Bun.spawn([process.execPath, script], {
    cwd: root,
    env: { PATH: process.env.PATH, ...env },
    stdout: "ignore",
    stderr: "pipe",
  });
  const said = await new Response(started.stderr).text();
  return { code: await started.exited, said };
}

test.each([
  ["api/main.ts", "API_PORT", "The API"],
  ["mcp/main.ts", "MCP_PORT", "The MCP server"],
  ["workers/query/main.ts", "QUERY_PORT", "The query process"],
  ["workers/embeddings/main.ts", "EMBEDDINGS_PORT", "The embeddings endpoint"],
])("%s at a port that is taken names %s", async (script, variable, who) => {
  const busy = createServer();
  await new Promise<void>((heard) => busy.listen(0, "127.0.0.1", heard));
  const { port } = busy.address() as AddressInfo;
  const env = await testEnv({ QUERY_URL: "http://127.0.0.1:9", QUERY_SECRET: "q".repeat(32) });
  const { code, said } = await run(script, { ...env, [variable]: String(port) });
  busy.close();
  expect(said).toBe(`${who} cannot start. ${variable}: port ${port} is taken\n`);
  expect(code).toBe(1);
});

test("a migration that its database refuses names the variable, and holds no trace of a program", async () => {
  const { url, drop } = await createTestDatabase();
  const addressOf = (change: (address: URL) => void) => {
    const address = new URL(url);
    change(address);
    return address.href;
  };
  const away = await freePort();
  const cases: [string, string][] = [
    [addressOf((to) => Object.assign(to, { username: "nobody" })), "refuses the user of"],
    [
      addressOf((to) => Object.assign(to, { pathname: "/nowhere" })),
      "has no database of the name in",
    ],
    [
      addressOf((to) => Object.assign(to, { port: String(away) })),
      "does not answer (ECONNREFUSED)",
    ],
    ["mysql://127.0.0.1/market", "no address"],
  ];
  for (const variable of ["DATABASE_URL", "DATABASE_DIRECT_URL"]) {
    for (const [address, words] of cases) {
      const { code, said } = await run("db/migrate.ts", { [variable]: address });
      expect(said).toStartWith(`The migration cannot start. ${variable}: `);
      expect(said).toContain(words);
      expect(said.split("\n")).toHaveLength(2);
      expect(code).toBe(1);
    }
  }
  await drop();
});
