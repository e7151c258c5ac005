/** What benches of uploads begin with: a draft and its file in the store. */
import { type Caller, send } from "./stack.ts";

/** A draft whose file lies in the store; the PATCH that starts its job is the caller's. */
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
