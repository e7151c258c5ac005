/** Every documented status of the discovery documents. */

import { discoveryPaths as paths } from "../../../market/discovery/service.ts";
import type { Answer } from "../../support/api.ts";
import type { World } from "./world.ts";

type Drive = (world: World) => Promise<Answer>;
type Drives = Record<string, Record<number, Drive>>;

/** A document that depends on the configuration alone. */
function fixed(path: string): Record<number, Drive> {
  return {
    200: (w) => w.api.send("GET", path),
    304: (w) => again(w, path),
    400: (w) => w.api.send("GET", `${path}?verbose=true`),
    429: (w) => w.spentApi.send("GET", path),
  };
}

async function again(w: World, path: string): Promise<Answer> {
  const first = await w.api.send("GET", path);
  const etag = String(first.headers.get("etag"));
  return w.api.send("GET", path, { headers: { "if-none-match": etag } });
}

export const discoveryDrives: Drives = {
  listProblems: fixed(paths.problems),
  getProblem: {
    ...fixed(`${paths.problems}/purchase_required`),
    404: (w) => w.api.send("GET", `${paths.problems}/no_such_code`),
  },
  readLlmsText: fixed(paths.llmsText),
  readApiCatalog: fixed(paths.apiCatalog),
  readAiCatalog: fixed(paths.aiCatalog),
  readMcpCatalog: fixed(paths.mcpCatalog),
  readServerCard: fixed(paths.serverCard),
  readAgentCard: fixed(paths.formerAgentCard),
  readAgentCardOfA2a: fixed(paths.agentCard),
  readProtectedResource: fixed(paths.protectedResource),
  readSitemap: {
    ...fixed(paths.sitemap),
    404: (w) => w.api.send("GET", `${paths.sitemap}?page=4999`),
    500: (w) => w.brokenApi.send("GET", paths.sitemap),
  },
};
