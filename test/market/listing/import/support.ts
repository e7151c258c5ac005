/** Starts imports over the API, and runs them as a worker does. */
import { expect } from "bun:test";
import { createHash } from "node:crypto";
import { eq } from "drizzle-orm";
import { uploads } from "../../../../db/schema/index.ts";
import { claimDueImports } from "../../../../market/listing/import/run-claims.ts";
import {
  openRemoteFiles,
  type RemoteOptions,
} from "../../../../platform/transfers/remote-files.ts";
import { runImport } from "../../../../workers/jobs/run-import.ts";
import type { Json, TestApi } from "../../../support/api.ts";
import { createDraft } from "../../../support/listings.ts";
import { silentLog } from "../../../support/log-lines.ts";

export const never = new AbortController().signal;
export const mebibyte = 1024 ** 2;

export const sha256 = (bytes: string | Uint8Array) =>
  createHash("sha256").update(bytes).digest("hex");

export const remoteWith = (options: Partial<RemoteOptions> = {}) =>
  openRemoteFiles({ silenceSeconds: 2, redirectsMax: 5, allowLoopback: true, ...options });

export function importsOf(api: TestApi, token: string) {
  async function start(body: Json) {
    const listingId = await createDraft(api, token);
    const at = `/listings/${listingId}/imports`;
    const answer = await api.send("POST", at, { token, body });
    expect([answer.status, answer.text.slice(0, 300)]).toEqual([201, expect.anything()]);
    const id = String(answer.body.id);
    return {
      id,
      listingId,
      read: async () => (await api.send("GET", `${at}/${id}`, { token })).body,
      cancel: () => api.send("DELETE", `${at}/${id}`, { token }),
      retry: () => api.send("POST", `${at}/${id}/retry`, { token }),
      upload: async () => (await api.db.select().from(uploads).where(eq(uploads.id, id)))[0],
      listing: async () => (await api.send("GET", `/listings/${listingId}`, { token })).body,
    };
  }

  /** One round of a worker: every due import is run once. */
  async function work(options: Partial<RemoteOptions> = {}, signal = never): Promise<string[]> {
    const due = await claimDueImports(api.ctx, 10);
    const deps = { ctx: api.ctx, remote: remoteWith(options), log: silentLog };
    return Promise.all(due.map((row) => runImport(deps, row, signal)));
  }

  return { start, work };
}
