import { findShownLogo } from "../../../db/queries/agents/logos.ts";
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
  if (logoId === null) return { name, webp: null };
  try {
    const body = await storage.read(logoKey(logoId));
    return { name, webp: new Uint8Array(await new Response(body).arrayBuffer()) };
  } catch (error) {
    if (error instanceof ObjectNotFoundError) return { name, webp: null };
    throw error;
  }
}
