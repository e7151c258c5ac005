/** Parts that nobody will join are given up at the store. */
import type { Storage } from "../../../platform/storage/port.ts";

const abortsAtOnceMax = 10;

/** What was joined or given up before is no error, so a call that broke off is made again. */
export async function abortParts(
  storage: Storage,
  objects: readonly { storagePath: string; multipartId: string | null }[],
): Promise<void> {
  for (let first = 0; first < objects.length; first += abortsAtOnceMax) {
    await Promise.all(
      objects.slice(first, first + abortsAtOnceMax).map(async ({ storagePath, multipartId }) => {
        if (multipartId !== null) await storage.abortMultipart(storagePath, multipartId);
      }),
    );
  }
}
