/**
 * Public reads from streaming replicas: their maximum age, which readers use the primary, and
 * failures.
 */
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { type SellerAgent, sellerAgent } from "../../support/agents.ts";
import { openTestApi, type TestApi } from "../../support/api.ts";
import { publishedListing } from "../../support/listings.ts";
import { type Cluster, type Standby, startCluster } from "../../support/programs/standby.ts";
import { eventually } from "../../support/stack.ts";

setDefaultTimeout(90_000);

let cluster: Cluster;
let standby: Standby;
let other: Standby;
/** Accepts replicas one minute old, so that a paused one stays in use. */
let patient: TestApi;
/** Stops using a replica after one second. */
let strict: TestApi;
let seller: SellerAgent;
/** An API key's token, whose reads use the primary. */
let token: string;

beforeAll(async () => {
  cluster = await startCluster(2);
  [standby, other] = cluster.standbys as [Standby, Standby];
  const urls = cluster.standbys.map(({ url }) => url).join(",");
  const shared = { DATABASE_URL: cluster.primary.url, DATABASE_REPLICA_URLS: urls };
  patient = await openTestApi({ ...shared, REPLICA_LAG_MS_MAX: "60000" });
  strict = await openTestApi({ ...shared, REPLICA_LAG_MS_MAX: "1000" });
  seller = await sellerAgent(patient);
  token = seller.token;
});

afterAll(async () => {
  await Promise.all([patient, strict].map((api) => api?.close()));
  await cluster?.stop();
});

const both = (act: (each: Standby) => Promise<void>) => Promise.all(cluster.standbys.map(act));

/** Searches with or without a credential. */
async function found(api: TestApi, title: string, call: { token?: string } = {}): Promise<boolean> {
  const answer = await api.send("GET", `/datasets?query=${title}`, call);
  expect(answer.status).toBe(200);
  return (answer.body.items as { title: string }[]).some((one) => one.title.includes(title));
}

const inUse = (api: TestApi) =>
  eventually(
    () => {
      const ages = [...api.replicas.ages().values()];
      return ages.length === 2 && ages.every((ms) => ms !== null && ms < api.replicas.behindMsMax);
    },
    { timeoutMs: 30_000 },
  );

/** The number of reads of each kind that a search causes. */
async function waysOf(api: TestApi, call: { token?: string } = {}) {
  const before = { ...api.replicas.tally };
  await found(api, "nothing", call);
  const { replica, primary, moved } = api.replicas.tally;
  return {
    replica: replica - before.replica,
    primary: primary - before.primary,
    moved: moved - before.moved,
  };
}

describe("public reads with replicas", () => {
  test("come from a replica without a credential, and from the primary with one", async () => {
    await inUse(patient);
    const anonymous = await waysOf(patient);
    expect(anonymous.replica).toBeGreaterThan(0);
    expect(anonymous).toMatchObject({ primary: 0, moved: 0 });
    expect(await waysOf(patient, { token })).toEqual({ replica: 0, primary: 0, moved: 0 });
  });

  describe("while replicas lack a new publication", () => {
    let listingId: string;
    let knownId: string;

    beforeAll(async () => {
      knownId = await publishedListing(patient, token, {
        title: "Known tides",
        price_cents: 1200,
      });
      await eventually(() => found(patient, "tides"), { timeoutMs: 30_000 });
      expect((await patient.send("GET", `/datasets/${knownId}`)).body.title).toBe("Known tides");
      await both((each) => each.pauseReplay());
      listingId = await publishedListing(patient, token, { title: "Fresh glaciers" });
    });
    afterAll(() => both((each) => each.resumeReplay()));

    test("its writer finds it, and anonymous callers get a bounded age", async () => {
      expect(await found(patient, "glaciers", { token })).toBe(true);
      expect(await found(patient, "glaciers")).toBe(false);
    });

    test("a row missing on a replica is looked up at the primary before a 404", async () => {
      const { status, body } = await patient.send("GET", `/datasets/${listingId}`);
      expect([status, body.title]).toEqual([200, "Fresh glaciers"]);
      const page = await patient.send("GET", `/datasets/${listingId}`, {
        headers: { accept: "text/html" },
      });
      expect([page.status, page.text.includes("Fresh glaciers")]).toEqual([200, true]);
      const unknown = await patient.send("GET", "/datasets/01890000-0000-7000-8000-000000000000");
      expect(unknown.status).toBe(404);
    });

    test("a client with the newer answer is not sent the older one by an ETag", async () => {
      const path = "/datasets?query=glaciers";
      const newer = await patient.send("GET", path, { token });
      const etag = String(newer.headers.get("etag"));
      const again = await patient.send("GET", path, { headers: { "if-none-match": etag } });
      expect([again.status, again.headers.get("etag")]).toEqual([304, etag]);
      const older = await patient.send("GET", path);
      expect(older.headers.get("etag")).not.toBe(etag);
      const renewed = await patient.send("GET", path, {
        headers: { "if-none-match": String(older.headers.get("etag")) },
      });
      // The replica confirms its version: this reader has seen nothing newer.
      expect(renewed.status).toBe(304);
    });

    test("a cached answer is rebuilt from the primary, not from a replica", async () => {
      const body = { price_cents: 4700 };
      const changed = await patient.send("PATCH", `/listings/${knownId}`, { token, body });
      expect(changed.status).toBe(200);
      await eventually(async () => {
        const detail = await patient.send("GET", `/datasets/${knownId}`);
        return JSON.stringify(detail.body).includes("4700");
      });
    });

    test("a replica older than the bound is left, and taken again when it has caught up", async () => {
      await eventually(() => found(strict, "glaciers"), { timeoutMs: 30_000 });
      const left = await waysOf(strict);
      expect(left).toMatchObject({ replica: 0, moved: 0 });
      expect(left.primary).toBeGreaterThan(0);
      await both((each) => each.resumeReplay());
      await inUse(strict);
      await eventually(async () => (await waysOf(strict)).replica > 0, { timeoutMs: 30_000 });
    });
  });

  test("a replica that is killed, and one that freezes, cost no read", async () => {
    await inUse(strict);
    const failed: number[] = [];
    let reading = true;
    const readers = Array.from({ length: 6 }, async () => {
      while (reading) {
        const { status } = await strict.send("GET", "/datasets?query=tides");
        if (status !== 200) failed.push(status);
      }
    });
    const age = (name: string) => strict.replicas.ages().get(name);
    other.freeze();
    await eventually(() => age("1") === null, { timeoutMs: 30_000 });
    const { replica, primary } = strict.replicas.tally;
    await eventually(() => strict.replicas.tally.replica > replica, { timeoutMs: 30_000 });
    await standby.kill();
    await eventually(() => age("0") === null, { timeoutMs: 30_000 });
    await eventually(() => strict.replicas.tally.primary > primary + 10, { timeoutMs: 30_000 });
    other.thaw();
    await inUseAgain("1").finally(() => {
      reading = false;
    });
    await Promise.all(readers);
    expect(failed).toEqual([]);
    expect(strict.replicas.tally.moved).toBeGreaterThan(0);
  });

  test("a replica that was made a primary is left: it goes its own way", async () => {
    await inUseAgain("1");
    await other.promote();
    await eventually(() => strict.replicas.ages().get("1") === null, { timeoutMs: 30_000 });
    expect(await waysOf(strict)).toMatchObject({ replica: 0 });
  });
});

const inUseAgain = (name: string) =>
  eventually(
    () => {
      const ms = strict.replicas.ages().get(name);
      return ms !== null && ms !== undefined && ms < 1000;
    },
    { timeoutMs: 40_000 },
  );
