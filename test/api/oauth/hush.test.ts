/** The output of the authorisation server's library: only JSON lines. */
import { expect, test } from "bun:test";
import { join } from "node:path";
import { testEnv } from "../../support/stack.ts";

const repositoryDir = join(import.meta.dir, "../../..");

/** Loads the server and asks it for a client whose metadata document is at a non-public address. */
const program = `
  const { createProvider } = await import("./api/oauth/provider.ts");
  const { loadConfig } = await import("./platform/config.ts");
  const { createLogger } = await import("./platform/log.ts");
  const { openRequestDatabases } = await import("./db/request-databases.ts");
  const config = loadConfig(process.env);
  const log = createLogger({ level: "silent", service: "test" });
  const { db } = openRequestDatabases(config, log).main;
  const resolve = async () => [{ address: "10.0.0.8", family: 4 }];
  const provider = createProvider({ config, db, now: () => new Date() }, { resolve });
  const { Client } = provider;
  await Client.find("https://client.example/client.json").catch(({ error }) => console.warn(error));
  console.warn("heard");
  process.exit(0);
`;

test("the service logs no line of plain text, and passes on warnings of others", async () => {
  const child = Bun.spawn([process.execPath, "-e", program], {
    cwd: repositoryDir,
    env: { ...process.env, ...(await testEnv()) },
    stdout: "pipe",
    stderr: "pipe",
  });
  const said = [
    await new Response(child.stdout).text(),
    await new Response(child.stderr).text(),
    await child.exited,
  ];
  expect(said).toEqual(["", "invalid_client\nheard\n", 0]);
});
