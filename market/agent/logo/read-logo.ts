import { findAgent } from "../../../db/queries/agents/agents.ts";
import { findShownLogo } from "../../../db/queries/agents/logos.ts";
import type { AdminActor } from "../../../db/vocabulary/actor.ts";
import { ObjectNotFoundError } from "../../../platform/storage/port.ts";
import type { Context } from "../../context.ts";
import { MarketError } from "../../errors.ts";
import { logoKey } from "./rules.ts";

/** A public seller's name, and its logo as WebP; null if it has none. Errors: seller_not_found. */
export async function readLogo(
  { db, storage }: Pick<Context, "db" | "storage">,
  sellerId: string,
): Promise<{ name: string; webp: Uint8Array | null }> {
  const found = await findShownLogo(db, sellerId);
  if (found === null) throw new MarketError("seller_not_found", "No seller has this id.");
  const { name, logoId } = found;
  return { name, webp: await readPicture(storage, logoId) };
}

/** A seller's logo as WebP, even a hidden one; null if it has none. Errors: seller_not_found. */
export async function readAnyLogo(
  { db, storage }: Pick<Context, "db" | "storage">,
  _admin: AdminActor,
  sellerId: string,
): Promise<Uint8Array<ArrayBuffer> | null> {
  const agent = await findAgent(db, sellerId);
  if (agent === null) throw new MarketError("seller_not_found", "No seller has this id.");
  return readPicture(storage, agent.logoId);
}

async function readPicture(
  storage: Context["storage"],
  logoId: string | null,
): Promise<Uint8Array<ArrayBuffer> | null> {
  if (logoId === null) return null;
  try {
    const body = await storage.read(logoKey(logoId));
    return new Uint8Array(await new Response(body).arrayBuffer());
  } catch (error) {
    if (error instanceof ObjectNotFoundError) return null;
    throw error;
  }
}
