/**
 * One service made of several processes at one address: the test's own, and others that it kills.
 */

import { openTestApi } from "../../support/api.ts";
import { forFile } from "../../support/for-file.ts";
import { killableProcesses } from "../../support/programs/killed-processes.ts";
import { freePort, testEnv } from "../../support/stack.ts";

/** For the top of a test file. Clients use the address of whichever process runs there. */
export async function openKilledService() {
  const port = String(await freePort());
  const PUBLIC_BASE_URL = `http://localhost:${port}`;
  const api = await forFile(openTestApi({ PUBLIC_BASE_URL }));
  const env = await testEnv({
    API_PORT: port,
    PUBLIC_BASE_URL,
    DATABASE_URL: api.databaseUrl,
    SESSION_SECRET: api.config.SESSION_SECRET.join(","),
  });
  return { api, baseUrl: PUBLIC_BASE_URL, processes: killableProcesses(env) };
}
