/**
 * The complete path of a file, as in `bench/large/upload.ts` with 60 GB, at a small size: client,
 * API and worker are killed with SIGKILL, the worker's disk never holds the file, and every byte
 * and row arrives.
 */
import { expect, setDefaultTimeout, test } from "bun:test";
import { openLargeFile } from "../../../bench/large/large-file.ts";
import { runLarge } from "../../../bench/large/large-run.ts";
import { verifiedAgent } from "../../support/agents.ts";
import { openTestApi } from "../../support/api.ts";
import { forFile } from "../../support/for-file.ts";
import { killableProcesses } from "../../support/programs/killed-processes.ts";
import { freePort, testEnv } from "../../support/stack.ts";

setDefaultTimeout(240_000);

const bytes = 16 * 2 ** 20;
const [port, queryPort] = [String(await freePort()), String(await freePort())];
const PUBLIC_BASE_URL = `http://localhost:${port}`;
const query = { QUERY_PORT: queryPort, QUERY_URL: `http://127.0.0.1:${queryPort}` };
const api = await forFile(openTestApi({ PUBLIC_BASE_URL, ...query }));
const { storage, AGENT_TOKEN_SECRET } = api.config;
if (storage.kind !== "disk") throw new Error("this test is about the disk store");
const processes = killableProcesses(
  await testEnv({
    ...{ API_PORT: port, PUBLIC_BASE_URL, DATABASE_URL: api.databaseUrl, ...query },
    AGENT_TOKEN_SECRET: AGENT_TOKEN_SECRET.join(","),
    STORAGE_DIR: storage.rootDir,
    STORAGE_SIGNING_SECRET: storage.signingSecrets.join(","),
    NATS_STREAM_PREFIX: `t${crypto.randomUUID()}`,
    ...{ JOB_ACK_WAIT_SECONDS: "2", WORK_FILE_BYTES_MAX: "1000000" },
  }),
);

test("a file in parts comes whole through joining, profile, Parquet copy, query and download", async () => {
  const { token } = await verifiedAgent(api);
  const noted = new Map<string, string>();
  processes.start("workers/query/main.ts");
  const file = await openLargeFile("csv", bytes);
  await runLarge(
    {
      agent: { headers: { authorization: `Bearer ${token}` }, base: PUBLIC_BASE_URL },
      api: await processes.startApi(),
      start: processes.start,
      startApi: processes.startApi,
      note: (name, value) => noted.set(name, value),
    },
    file,
    bytes,
  );
  expect(noted.get("parts")).toBe("4");
});
