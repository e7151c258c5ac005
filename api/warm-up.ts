/**
 * Before a process reports that it is ready, it renders its first pages, so that no person waits
 * the quarter of a second for compiling and connecting. Its documents follow.
 */
import { discoveryPaths } from "../market/discovery/vocabulary.ts";
import type { Peer } from "../platform/client-address.ts";
import type { Probe } from "../platform/health.ts";
import { PartTrouble } from "../platform/part-trouble.ts";

/** After this time the process is ready even if the pages are not. */
const WARM_UP_MS_MAX = 3000;
/** Compiled code is not yet fast: the sixth search takes a third of the first one's time. */
const ROUNDS = 6;

type Fetch = (request: Request, peer: Peer) => Response | Promise<Response>;

export type WarmUp = {
  /** Rejects until the pages have been rendered; one of the probes of `/health/ready`. */
  probe: Probe;
  /**
   * Renders the front page, its first dataset, and two searches; then reports ready and makes the
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
      // The first caller of a failing page gets its error.
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
    // One search that finds something, and one that counts and corrects spelling without results in
    // most catalogues.
    const found = path === undefined ? [] : [path, `/datasets?query=${encodeURIComponent(title)}`];
    for (const also of ["/datasets?query=weather%20by%20city", ...found]) {
      await (await show(also)).arrayBuffer();
    }
  }
}

/** Takes half a second for the three documents, in slices, so that no other request waits. */
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
