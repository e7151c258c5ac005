/**
 * Clients that hang up in the middle of a zip file whose files are in an S3 store: the API ends its
 * connections to the store.
 */
import {
  afterAll,
  afterEach,
  beforeAll,
  describe,
  expect,
  setDefaultTimeout,
  test,
} from "bun:test";
import { randomBytes } from "node:crypto";
import type { RunningProcess } from "../../../dev/parts/process.ts";
import { sellerAgent } from "../../support/agents.ts";
import { openTestApi, type TestApi } from "../../support/api.ts";
import { createDraft } from "../../support/listings.ts";
import { openConnections } from "../../support/programs/descriptors.ts";
import { type OwnStore, startOwnStore, storeStartMsMax } from "../../support/radosgw/own-store.ts";
import { eventually, freePort, testEnv } from "../../support/stack.ts";
import { publishedFolder } from "../folders/support.ts";
import {
  begin,
  fetchOnce,
  head,
  runtimes,
  surviveCollection,
  untilServing,
} from "./hang-up-support.ts";

setDefaultTimeout(60_000);

const bytesInAll = 48 * 1024 ** 2;
const hangUps = 6;
/** Idle connections that the API keeps for later calls. */
const idleMax = 3;

let store: OwnStore;
let env: Record<string, string> = {};
let api: TestApi;
let archive: string;

beforeAll(async () => {
  store = await startOwnStore();
  env = await testEnv({ LOG_LEVEL: "info", ...store.env });
  const ownPort = String(await freePort());
  const own = { API_PORT: ownPort, PUBLIC_BASE_URL: `http://localhost:${ownPort}` };
  api = await openTestApi({ ...env, ...own });
  const { token } = await sellerAgent(api);
  const draft = await createDraft(api, token, { price_cents: 0 });
  const contents = { "a.csv": "id,city\n1,Lisbon\n", "large.bin": randomBytes(bytesInAll) };
  const id = await publishedFolder(api, token, draft, contents);
  const { body } = await api.send("GET", `/datasets/${id}/download-url`);
  archive = new URL(String(body.download_url)).pathname;
}, storeStartMsMax);

afterAll(async () => {
  await api.close();
  await store.stop();
});

describe.each(runtimes)("under $name", ({ start }) => {
  let serving: RunningProcess;

  beforeAll(async () => {
    serving = start(env);
    await untilServing(serving, env);
  }, 90_000);

  afterAll(() => serving.stop());
  afterEach(() => store.proxy().silenceAnswersAfter(null));

  test("a client that hangs up during a zip file ends the API's connection to the store", async () => {
    const port = Number(new URL(String(store.env.S3_ENDPOINT)).port);
    const toStore = () => openConnections(serving.pid, "other", port);
    // The store stops sending in the middle of each file, so only the API can end the connection.
    store.proxy().silenceAnswersAfter(bytesInAll / 4);
    for (let time = 0; time < hangUps; time += 1) {
      const isUnderway = (hasBegun: boolean) => hasBegun && toStore() > 0;
      const socket = await begin(env, head(env, `GET ${archive}`), isUnderway);
      socket.destroy();
    }
    await eventually(() => serving.hasExited() || toStore() <= idleMax);
    await surviveCollection(serving);
    expect((await fetchOnce(env, "/health/live")).status).toBe(200);
  });
});
