/** Workers killed with SIGKILL while they draw a trial's rows. */
import { expect, setDefaultTimeout, test } from "bun:test";
import { and, eq } from "drizzle-orm";
import { auditLog, trialFiles, uploads } from "../../../db/schema/index.ts";
import { trialPath } from "../../../market/listing/trial/trial-paths.ts";
import { newPayingBuyer } from "../../support/money.ts";
import { killableProcesses } from "../../support/programs/killed-processes.ts";
import { eventually, testEnv } from "../../support/stack.ts";
import { buyTrial, download, endedTrial, onSale, testTrading } from "./support.ts";

setDefaultTimeout(120_000);

const trading = await testTrading({ roles: ["relay", "profile"] });
const { api, provider } = trading;
const { NATS_STREAM_PREFIX, storage } = api.config;
const env = await testEnv({
  ...{ DATABASE_URL: api.databaseUrl, NATS_STREAM_PREFIX },
  ...(storage.kind === "disk" ? { STORAGE_DIR: storage.rootDir } : {}),
});
const { start, kill } = killableProcesses(env);

test("whenever a worker is killed, the rows are drawn and recorded once", async () => {
  const rows = Array.from({ length: 200_000 }, (_, n) => `${n},word ${n}`);
  const trial = { rows: 50_000, price_cents: 100 };
  const id = await onSale(trading, `n,word\n${rows.join("\n")}\n`, { trial });
  const rowOf = async () => {
    const [row] = await api.db.select().from(trialFiles).where(eq(trialFiles.listingId, id));
    if (row === undefined) throw new Error("no trial's file was requested");
    return row;
  };
  const { id: fileId } = await rowOf();
  const moments: (() => Promise<boolean>)[] = [
    async () => (await rowOf()).attempts === 1,
    async () =>
      (await rowOf()).attempts === 2 && (await api.ctx.storage.head(trialPath(fileId))) !== null,
  ];
  for (const isMoment of moments) {
    const child = start("workers/main.ts", "twin");
    await eventually(async () => ((await isMoment()) ? true : undefined), { timeoutMs: 60_000 });
    await kill(child);
    // As when the lease of the dead worker ends.
    const isOpen = and(eq(trialFiles.listingId, id), eq(trialFiles.state, "preparing"));
    await api.db.update(trialFiles).set({ dueAt: new Date() }).where(isOpen);
  }
  const last = start("workers/main.ts", "twin");
  const ended = await endedTrial(trading, id);
  await kill(last);
  expect(ended).toMatchObject({ status: "ready", error: null });
  const recorded = and(eq(auditLog.action, "listing.trial_prepared"), eq(auditLog.subjectId, id));
  expect(await api.db.$count(auditLog, recorded)).toBe(1);
  expect(await api.db.$count(uploads, eq(uploads.state, "trial"))).toBe(1);
  const buyer = await newPayingBuyer(api, provider);
  const bought = await buyTrial(trading, buyer, id);
  const got = await download(trading, buyer, String(bought.body.id));
  expect(got.sha256).toBe(ended.sha256 as string);
  expect(got.text.split("\n").length).toBe(50_002);
});
