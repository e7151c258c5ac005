import { deleteLogoNotes, lockUnnamedLogos } from "../../../db/queries/agents/logos.ts";
import { hourMs } from "../../../platform/time.ts";
import type { Context } from "../../context.ts";
import { type PurgeLimits, purgeInBatches } from "../../purge-in-batches.ts";
import { logoKey } from "./rules.ts";

const sweepLimits: PurgeLimits = { rowsPerBatchMax: 200, secondsMax: 10 };
/** No call runs this long: a file that no agent names by then stays unused. */
const undecidedMs = hourMs;

/** Deletes the files of logos that no agent names; returns how many. Any number of processes may run it. */
export async function sweepLogos({ db, storage, now }: Context): Promise<number> {
  const notedBefore = new Date(now().getTime() - undecidedMs);
  return purgeInBatches(sweepLimits, (rowsMax) =>
    db.transaction(async (tx) => {
      const ids = await lockUnnamedLogos(tx, { notedBefore, rowsMax });
      if (ids.length > 0) await storage.deleteAll(ids.map(logoKey));
      await deleteLogoNotes(tx, ids);
      return ids.length;
    }),
  );
}
