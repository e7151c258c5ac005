/** A market with payments and real workers: files are profiled, and the rows of trials drawn. */
import { createHash } from "node:crypto";
import { rmSync } from "node:fs";
import { v7 } from "uuid";
import { openDatasetChildren } from "../../../workers/jobs/dataset-children.ts";
import type { RoleName } from "../../../workers/roles.ts";
import { startWorker } from "../../../workers/worker.ts";
import { agentTokenOf } from "../../support/agents.ts";
import { forFile } from "../../support/for-file.ts";
import { attachFile, createDraft } from "../../support/listings.ts";
import { silentLog } from "../../support/log-lines.ts";
import { buy, type Money, type MoneyBuyer, openMoney } from "../../support/money.ts";
import { createTestDir, eventually } from "../../support/stack.ts";
import { openSuiteBus } from "../../support/workers.ts";

export type Trading = Money & { sellerToken: string };

/** For the top of a test file: its parts stop after the file's last test. */
export async function testTrading({
  env = {},
  roles = ["relay", "profile", "twin"],
}: {
  env?: Record<string, string>;
  roles?: RoleName[];
} = {}): Promise<Trading> {
  const NATS_STREAM_PREFIX = `t${v7().replaceAll("-", "")}`;
  const money = await openMoney({ env: { NATS_STREAM_PREFIX, ...env } });
  await forFile(Promise.resolve({ close: () => money.close() }));
  const { api } = money;
  const bus = await openSuiteBus(api.config);
  await bus.ensureTopology();
  await bus.drain();
  const dir = createTestDir();
  const worker = await startWorker({
    config: api.config,
    roles,
    service: "test",
    openDatasets: (tempDir) => openDatasetChildren(api.config, tempDir, 0),
    now: api.ctx.now,
    log: silentLog,
    signal: new AbortController().signal,
  });
  await forFile(
    Promise.resolve({
      close: async () => {
        await worker.stop();
        rmSync(dir, { recursive: true, force: true });
      },
    }),
  );
  return { ...money, sellerToken: await agentTokenOf(api, money.seller.agentId) };
}

type File = string | Uint8Array<ArrayBuffer>;

/** A draft whose file is profiled. Returns its id. */
async function profiledDraft(
  { api, sellerToken: token }: Trading,
  content: File,
  fields: object = {},
): Promise<string> {
  const id = await createDraft(api, token, { price_cents: 1000, ...fields });
  await attachFile(api, token, id, content);
  await untilProfiled(api, token, id);
  return id;
}

async function untilProfiled(api: Money["api"], token: string, id: string): Promise<void> {
  await eventually(
    async () => {
      const { body } = await api.send("GET", `/listings/${id}`, { token });
      const slot = (body.next_version ?? body) as { data_profile: Record<string, unknown> };
      return slot.data_profile.auto_sample_status === undefined ? undefined : true;
    },
    { timeoutMs: 60_000 },
  );
}

/** The same on sale. */
export async function onSale(
  trading: Trading,
  content: File,
  fields: object = {},
): Promise<string> {
  const id = await profiledDraft(trading, content, fields);
  await publish(trading, id);
  return id;
}

async function publish({ api, sellerToken: token }: Trading, id: string): Promise<void> {
  const answer = await api.send("POST", `/listings/${id}/publish`, { token });
  if (answer.status !== 200) throw new Error(answer.text);
}

export async function publishVersion(trading: Trading, id: string, content: File) {
  const { api, sellerToken: token } = trading;
  await api.send("POST", `/listings/${id}/versions`, { token });
  await attachFile(api, token, id, content);
  await untilProfiled(api, token, id);
  await publish(trading, id);
}

export type TrialView = {
  rows: number;
  price_cents: number;
  status: string;
  byte_size: number | null;
  sha256: string | null;
  error: { code: string; detail: string } | null;
};

/** The dataset's trial once its rows are drawn, or could not be. */
export async function endedTrial({ api }: Pick<Money, "api">, id: string): Promise<TrialView> {
  return await eventually(
    async () => {
      const { body } = await api.send("GET", `/datasets/${id}`);
      const trial = body.trial as TrialView | null;
      return trial === null || trial.status === "preparing" ? undefined : trial;
    },
    { timeoutMs: 60_000 },
  );
}

export const buyTrial = (
  { api }: Pick<Money, "api">,
  buyer: Pick<MoneyBuyer, "token" | "cardId">,
  id: string,
  body: object = {},
) => buy(api, buyer, id, { body: { trial: true, ...body } });

export type Download = {
  text: string;
  sha256: string;
  view: { sha256: string; byte_size: number; parquet: { download_url: string; sha256: string }[] };
};

/** Downloads the file of a purchase by its signed URL, with the hash of the bytes. */
export async function download(
  { api }: Pick<Money, "api">,
  { token }: Pick<MoneyBuyer, "token">,
  purchaseId: string,
): Promise<Download> {
  const answer = await api.send("GET", `/purchases/${purchaseId}/download-url`, { token });
  if (answer.status !== 200) throw new Error(answer.text);
  const view = answer.body as Download["view"] & { download_url: string };
  const bytes = new Uint8Array(await (await fetch(view.download_url)).arrayBuffer());
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  return { text: new TextDecoder().decode(bytes), sha256, view };
}
