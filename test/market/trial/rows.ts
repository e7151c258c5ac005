/** Listings with a trial whose file is ready, as rows. */
import { createHash } from "node:crypto";
import { eq } from "drizzle-orm";
import { v7 } from "uuid";
import { listings, trialFiles, uploads } from "../../../db/schema/index.ts";
import { trialPath } from "../../../market/listing/trial/trial-paths.ts";
import type { TestApi } from "../../support/api.ts";
import { type Money, offer } from "../../support/money.ts";
import { uploadRow } from "../../support/rows.ts";

export const trial = { rows: 20, price_cents: 100 };

/** A listing for 1000 cents with a trial for 100. Returns its id. */
export async function trialListing(
  { api, seller }: Pick<Money, "api" | "seller">,
  given: Parameters<typeof offer>[2] = {},
): Promise<string> {
  const id = await offer(api, seller, given);
  await api.db.update(listings).set({ trial }).where(eq(listings.id, id));
  await giveTrialFile(api, id);
  return id;
}

/** The file of the listing's trial and current version, ready to be sold. Returns its id. */
export async function giveTrialFile(api: TestApi, listingId: string): Promise<string> {
  const [listing] = await api.db.select().from(listings).where(eq(listings.id, listingId));
  if (listing?.currentUploadId == null) throw new Error("the listing has no file");
  const id = v7();
  const bytes = new TextEncoder().encode(`price\n${id}\n`);
  const now = api.ctx.now();
  const [storagePath, uploadId] = [trialPath(id), listing.currentUploadId];
  await api.ctx.storage.write(storagePath, bytes, "text/csv");
  const stored = await api.ctx.storage.head(storagePath);
  const { rows } = listing.trial ?? trial;
  await api.db.insert(trialFiles).values({
    ...{ id, listingId, uploadId, rows, state: "ready", createdAt: now, finishedAt: now },
  });
  await api.db.insert(uploads).values(
    uploadRow({
      ...{ id, listingId, state: "trial", storagePath, issuedAt: now, finishedAt: now },
      ...{ byteSize: bytes.length, objectEtag: stored?.etag, format: "csv" },
      sha256: createHash("sha256").update(bytes).digest("hex"),
    }),
  );
  return id;
}
