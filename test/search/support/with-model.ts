/** An API with the bundled small English model, served by a separate process. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startEmbeddings } from "../../../dev/parts/embeddings.ts";
import { freePort } from "../../../dev/parts/ports.ts";
import { embedListings } from "../../../market/search/embed/embed-listings.ts";
import { openTestApi, type TestApi } from "../../support/api.ts";

const listingsPerCall = 32;

export async function openApiWithModel(): Promise<{ api: TestApi; close: () => Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), "market-model-"));
  const options = { port: await freePort(), logFile: join(folder, "embeddings.log") };
  const model = await startEmbeddings(options);
  const api = await openTestApi({
    EMBEDDINGS_URL: model.url,
    EMBEDDINGS_MODEL: model.model,
    EMBEDDINGS_LANGUAGE: "en",
    // A busy machine answers late; only the results are measured.
    EMBEDDINGS_QUERY_MS_MAX: "4000",
  });
  const close = async () => {
    await api.close();
    await model.stop();
    rmSync(folder, { recursive: true });
  };
  return { api, close };
}

/** Makes the vectors of all the listings, as the role `embed` does. */
export async function embedAll({ ctx }: Pick<TestApi, "ctx">, ids: string[]): Promise<void> {
  if (ctx.embeddings === null) throw new Error("there is no model");
  for (let at = 0; at < ids.length; at += listingsPerCall) {
    const listingIds = ids.slice(at, at + listingsPerCall);
    const result = await embedListings(ctx, ctx.embeddings, { listingIds, mayIsolate: false });
    if (result.kind !== "done") throw new Error(`not embedded: ${JSON.stringify(result)}`);
  }
}
