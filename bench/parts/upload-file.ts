/** The start of many benches: a draft with its file in the store, or a dataset on sale. */
import { type Caller, send } from "../stack.ts";

const pollMs = 50;

/** Publishes a dataset with this file as soon as possible; returns its id. */
export async function publishFile(
  agent: Caller,
  title: string,
  content: string,
  terms: Record<string, unknown> = {},
): Promise<string> {
  const { id, path } = await uploadFile(agent, title, content, terms);
  await send(agent, "PATCH", `/listings/draft/${id}`, { full_data_path: path });
  for (;;) {
    const listing = await send<{ publish_blockers: unknown[] }>(agent, "GET", `/listings/${id}`);
    if (listing.publish_blockers.length === 0) break;
    await Bun.sleep(pollMs);
  }
  await send(agent, "POST", `/listings/${id}/publish`);
  return id;
}

/** A draft whose file is in the store. The caller sends the PATCH that starts the job. */
export async function uploadFile(
  agent: Caller,
  title: string,
  content: string,
  terms: Record<string, unknown> = {},
): Promise<{ id: string; path: string }> {
  const draft = { title, description: "A file for a benchmark.", ...terms };
  const { id } = await send<{ id: string }>(agent, "POST", "/listings/draft", draft);
  const { full } = await send<{ full: { upload_url: string; path: string } }>(
    agent,
    "POST",
    `/listings/${id}/upload-urls`,
  );
  const put = await fetch(full.upload_url, {
    method: "PUT",
    headers: { "content-type": "text/csv" },
    body: content,
  });
  if (!put.ok) throw new Error(`PUT: ${put.status} ${await put.text()}`);
  return { id, path: full.path };
}
