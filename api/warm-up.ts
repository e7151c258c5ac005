/**
 * A process shows its first pages to itself before it says that it is ready: what they compile and
 * connect takes a quarter of a second, for which no person waits. Its documents follow.
 */
import { discoveryPaths } from "../market/discovery/vocabulary.ts";
import type { Peer } from "../platform/client-address.ts";
import type { Probe } from "../platform/health.ts";
import { PartTrouble } from "../platform/part-trouble.ts";

/** A process is ready without them where they take longer. */
const WARM_UP_MS_MAX = 3000;
/** What is compiled once is not yet quick: a search takes a third of its first time from the sixth on. */
const ROUNDS = 6;

type Fetch = (request: Request, peer: Peer) => Response | Promise<Response>;

export type WarmUp = {
  /** Rejects until the pages were shown: one of the probes of `/health/ready`. */
  probe: Probe;
  /**
   * Shows the front page, its first dataset, and searches: for that one, and for words alone. Once ready, makes the
   * documents. Never rejects.
   */
  run(fetch: Fetch, baseUrl: string): Promise<void>;
};

export function createWarmUp(): WarmUp {
  let isOver = false;
  return {
    async probe() {
      if (!isOver) throw new PartTrouble("the first pages are being made");
    },
    async run(fetch, baseUrl) {
      const { promise: late, resolve } = Promise.withResolvers<void>();
      const timer = setTimeout(resolve, WARM_UP_MS_MAX);
      // What a page cannot be made of is told to the first who asks for it.
      await Promise.race([showPages(fetch, baseUrl).catch(() => {}), late]);
      clearTimeout(timer);
      isOver = true;
      await showDocuments(fetch, baseUrl).catch(() => {});
    },
  };
}

const firstDataset = /href="(\/datasets\/[0-9a-f-]{36})"><bdi>([^<]*)/;

const headers = { accept: "text/html", "accept-encoding": "gzip, br, zstd" };

async function showPages(fetch: Fetch, baseUrl: string): Promise<void> {
  const show = (path: string, more = headers) =>
    fetch(new Request(baseUrl + path, { headers: more }), () => "warm-up");
  for (let round = 0; round < ROUNDS; round += 1) {
    const front = await show("/", { ...headers, "accept-encoding": "identity" });
    const [, path, title = ""] = firstDataset.exec(await front.text()) ?? [];
    // One that finds something, and one that is counted and spelled for nothing in most catalogues.
    const found = path === undefined ? [] : [path, `/datasets?query=${encodeURIComponent(title)}`];
    for (const also of ["/datasets?query=weather%20by%20city", ...found]) {
      await (await show(also)).arrayBuffer();
    }
  }
}

/** Half a second of work for the three, which they do in slices: nobody else waits for it meanwhile. */
async function showDocuments(fetch: Fetch, baseUrl: string): Promise<void> {
  for (const path of [
    discoveryPaths.openapi,
    discoveryPaths.llmsFullText,
    discoveryPaths.reference,
  ]) {
    const shown = await fetch(new Request(baseUrl + path, { headers }), () => "warm-up");
    await shown.arrayBuffer();
  }
}
