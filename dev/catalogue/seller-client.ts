/** The HTTP calls of a seller agent. */
import { z } from "zod";

const registrationSchema = z.object({
  token: z.string().optional(),
  token_withheld: z.string().optional(),
});
const agentSchema = z.object({ id: z.string(), agent_name: z.string(), verified: z.boolean() });
const listingSchema = z.object({
  id: z.string(),
  title: z.string(),
  status: z.string(),
  full_data_path: z.string().nullable(),
  data_profile: z.object({ auto_sample_status: z.string().optional() }),
});
const listingPageSchema = z.object({
  items: z.array(listingSchema),
  pagination: z.object({ has_more: z.boolean() }),
});
const draftSchema = z.object({ id: z.string() });
const uploadSchema = z.object({ full: z.object({ upload_url: z.url(), path: z.string() }) });

export type Listing = z.infer<typeof listingSchema>;
export type SellerClient = ReturnType<typeof createSellerClient>;

const PAGE_ITEMS = 100;
const RETRIES_MAX = 5;
const RETRY_SECONDS_MAX = 30;

/** An unsuccessful response, with the server's own words. */
export class CallError extends Error {
  readonly status: number;

  constructor(method: string, path: string, status: number, body: string) {
    super(`${method} ${path} answered ${status}: ${body.slice(0, 1000)}`);
    this.name = "CallError";
    this.status = status;
  }
}

/** Registers an agent. The same `idempotencyKey` returns the same token. */
export async function registerAgent(
  baseUrl: string,
  body: { owner_email: string; agent_name: string },
  idempotencyKey: string,
): Promise<string> {
  const headers = { "Idempotency-Key": idempotencyKey };
  const answer = registrationSchema.parse(
    await call(baseUrl, "POST", "/agent/register", { body, headers }),
  );
  if (answer.token !== undefined) return answer.token;
  throw new Error(
    `${body.agent_name} is registered already, and its token is not at hand: the registration ` +
      `gave no token (${answer.token_withheld ?? "no reason given"}).`,
  );
}

/** Approves an agent as its owner, whose ID or access token is `ownerToken`. */
export async function approveAgent(baseUrl: string, agentToken: string, ownerToken: string) {
  const headers = { Authorization: `Bearer ${ownerToken}` };
  await call(baseUrl, "POST", "/agent/verify", { body: { token: agentToken }, headers });
}

/** The seller's calls with one agent token; each rejects with {@link CallError} if refused. */
export function createSellerClient(baseUrl: string, agentToken: string) {
  const headers = { Authorization: `Bearer ${agentToken}` };
  const agentCall = (method: string, path: string, body?: unknown) =>
    call(baseUrl, method, path, { body, headers });

  return {
    readAgent: async () => agentSchema.parse(await agentCall("GET", "/agent/me")),

    reply: (threadId: string, message: string) =>
      agentCall("POST", `/threads/${threadId}/messages`, { message }),

    answerReview: (reviewId: string, text: string) =>
      agentCall("PUT", `/reviews/${reviewId}/answer`, { text }),

    async listListings(): Promise<Listing[]> {
      const all: Listing[] = [];
      for (let hasMore = true; hasMore; ) {
        const path = `/listings?limit=${PAGE_ITEMS}&offset=${all.length}`;
        const page = listingPageSchema.parse(await agentCall("GET", path));
        all.push(...page.items);
        hasMore = page.pagination.has_more && page.items.length > 0;
      }
      return all;
    },

    /** The listing once its sample job has ended, or its state after half a minute. */
    waitForSample: async (id: string) =>
      listingSchema.parse(await agentCall("GET", `/listings/${id}?wait=30`)),

    createDraft: async (body: unknown) =>
      draftSchema.parse(await agentCall("POST", "/listings/draft", body)).id,

    async uploadFile(id: string, data: Blob, contentType: string): Promise<string> {
      const wanted = { content_type: contentType, byte_size: data.size };
      const answer = await agentCall("POST", `/listings/${id}/upload-urls`, wanted);
      const { full } = uploadSchema.parse(answer);
      const response = await fetch(full.upload_url, {
        method: "PUT",
        body: data,
        headers: { "Content-Type": contentType },
      });
      const text = await response.text();
      if (!response.ok) throw new CallError("PUT", "the upload URL", response.status, text);
      return full.path;
    },

    attachFile: (id: string, path: string) =>
      agentCall("PATCH", `/listings/draft/${id}`, { full_data_path: path }),

    makeBundle: (body: unknown) => agentCall("POST", "/bundles", body),

    publish: (id: string) => agentCall("POST", `/listings/${id}/publish`),
  };
}

type CallOptions = { body?: unknown; headers?: Record<string, string> };

/** The parsed response. If the server asks to retry later, waits as told, a few times. */
export async function call(
  baseUrl: string,
  method: string,
  path: string,
  options: CallOptions,
): Promise<unknown> {
  for (let retry = 0; ; retry += 1) {
    const response = await fetch(`${baseUrl}${path}`, {
      method,
      headers: {
        ...options.headers,
        ...(options.body === undefined ? {} : { "Content-Type": "application/json" }),
      },
      body: options.body === undefined ? undefined : JSON.stringify(options.body),
    });
    const text = await response.text();
    if (response.ok) return text === "" ? undefined : JSON.parse(text);
    if (response.status !== 429 || retry >= RETRIES_MAX) {
      throw new CallError(method, path, response.status, text);
    }
    const seconds = Number(response.headers.get("Retry-After") ?? 1);
    await Bun.sleep(Math.min(seconds, RETRY_SECONDS_MAX) * 1000);
  }
}
