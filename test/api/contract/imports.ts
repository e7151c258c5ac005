import { eq } from "drizzle-orm";
import { uploadImports } from "../../../db/schema/index.ts";
import { imports } from "../../../market/listing/import/contract.ts";
import { createDraft } from "../../support/listings.ts";
import { contractDrives, type Drive } from "./of-contracts.ts";
import type { World } from "./world.ts";

const body = { from: "https://data.example.org/prices.csv" };

/** An import that no worker runs. */
async function begunImport(w: World): Promise<{ path: string; id: string }> {
  const { token } = w.agent;
  const path = `/listings/${await createDraft(w.api, token)}/imports`;
  const { id } = (await w.api.send("POST", path, { token, body })).body;
  return { path: `${path}/${id}`, id: String(id) };
}

const ofBegun =
  (method: string, suffix = ""): Drive =>
  async (w) =>
    w.api.send(method, `${(await begunImport(w)).path}${suffix}`, { token: w.agent.token });

const ofDone =
  (method: string, suffix = ""): Drive =>
  async (w) => {
    const { path, id } = await begunImport(w);
    const done = { state: "done", dueAt: null, endedAt: new Date() } as const;
    await w.api.db.update(uploadImports).set(done).where(eq(uploadImports.id, id));
    return w.api.send(method, `${path}${suffix}`, { token: w.agent.token });
  };

export const importDrives = contractDrives(imports, {
  createImport: {
    201: (w) =>
      w.api.send("POST", `/listings/${w.draftId}/imports`, { token: w.agent.token, body }),
  },
  listImports: {
    200: (w) => w.api.send("GET", `/listings/${w.draftId}/imports`, { token: w.agent.token }),
  },
  getImport: { 200: ofBegun("GET") },
  cancelImport: { 200: ofBegun("DELETE"), 409: ofDone("DELETE") },
  retryImport: { 200: ofBegun("POST", "/retry"), 409: ofDone("POST", "/retry") },
});
