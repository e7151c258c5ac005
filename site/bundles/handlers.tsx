/** The public page of a bundle. */
import { toAnswer } from "../../platform/http-answer.ts";
import type { CatalogueContext } from "../catalogue/context.ts";
import { readId } from "../kit/ids.ts";
import { PAGE_CONTENT_TYPE, taggedPage } from "../kit/respond.ts";
import { BundlePage } from "./bundle-page.tsx";

/** GET /bundles/{id} from a browser. */
export async function showBundle(
  ctx: CatalogueContext,
  request: Request,
  givenId: string,
): Promise<Response> {
  const id = readId(givenId, "bundle_not_found", "No bundle has this id.");
  const bundle = await ctx.getBundle(id);
  const page = { bundle, escrowDays: ctx.config.ESCROW_DAYS };
  const body = await (<BundlePage {...page} />);
  return taggedPage(request, toAnswer({ body, contentType: PAGE_CONTENT_TYPE }));
}
