/** Stores a file from a website form at the place of its upload URL. */
import { findOwnListing } from "../../../db/queries/listings/listings.ts";
import { findUploadByPath } from "../../../db/queries/listings/uploads.ts";
import type { AgentActor } from "../../../db/vocabulary/actor.ts";
import { streamOf } from "../../../platform/stream-of.ts";
import type { Context } from "../../context.ts";
import { MarketError } from "../../errors.ts";
import { stateOf } from "./upload-view.ts";

type Arriving = { listingId: string; path: string; bytesMax: number };

/**
 * Streams the body into the store under an issued path, never holding it in memory. Nothing is stored
 * if it is interrupted or exceeds `bytesMax`. Errors: listing_not_found, path_not_issued,
 * upload_not_open, file_too_large, file_not_uploaded (an empty one).
 */
export async function storeFile(
  ctx: Context,
  agent: AgentActor,
  { listingId, path, bytesMax }: Arriving,
  body: AsyncIterable<Uint8Array>,
): Promise<void> {
  const listing = await findOwnListing(ctx.db, { listingId, agentId: agent.agentId });
  if (listing === null)
    throw new MarketError("listing_not_found", "You have no draft with this id.");
  const upload = await findUploadByPath(ctx.db, { listingId, storagePath: path });
  if (upload === null) throw new MarketError("path_not_issued", "Request an upload URL first.");
  if (stateOf(upload) !== "open") throw new MarketError("upload_not_open", "It has ended.");
  const counted = new CountedBody(body, bytesMax);
  const isTaken = await ctx.storage.writeArrived(path, counted.stream()).catch((error: unknown) => {
    if (!counted.isTooLarge) throw error;
    throw new MarketError("file_too_large", `This form accepts at most ${bytesMax} bytes.`);
  });
  if (!isTaken) throw new MarketError("upload_not_open", "Its file was attached in the meantime.");
  if (counted.byteSize > 0) return;
  const arrived = await ctx.storage.findArrived(path);
  if (arrived?.isAdmitted === false) await ctx.storage.delete(path);
  throw new MarketError("file_not_uploaded", "The file is empty.");
}

class CountedBody {
  readonly #body: AsyncIterable<Uint8Array>;
  readonly #bytesMax: number;
  byteSize = 0;

  constructor(body: AsyncIterable<Uint8Array>, bytesMax: number) {
    this.#body = body;
    this.#bytesMax = bytesMax;
  }

  get isTooLarge(): boolean {
    return this.byteSize > this.#bytesMax;
  }

  stream(): ReadableStream<Uint8Array> {
    return streamOf(this.#chunks());
  }

  async *#chunks(): AsyncGenerator<Uint8Array> {
    for await (const chunk of this.#body) {
      this.byteSize += chunk.byteLength;
      if (this.isTooLarge) throw new RangeError("the body is too long");
      yield chunk;
    }
  }
}
