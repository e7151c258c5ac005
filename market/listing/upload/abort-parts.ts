/** Aborts multipart uploads that nobody will complete. */
import type { Storage } from "../../../platform/storage/port.ts";

const abortsAtOnceMax = 10;

/** An upload that was already completed or aborted is no error, so an interrupted call can be repeated. */
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
