import { createDraft } from "../../support/listings.ts";
import { publishedFolder } from "../folders/support.ts";
import type { World } from "./world.ts";

/** A folder on sale by the market's seller, at this price. */
export async function folderOnSale(w: World, priceCents: number): Promise<string> {
  const { token } = w.market.seller;
  const draftId = await createDraft(w.api, token, { price_cents: priceCents });
  const contents = { "a.csv": "id,city\n1,Lisbon\n", "b.csv": `code,name\n${draftId},x\n` };
  return publishedFolder(w.api, token, draftId, contents);
}
