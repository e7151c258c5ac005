/** Shows a draft as its public page will look, only to its seller. */

import { MarketError } from "../../../../market/errors.ts";
import { addressesOf } from "../../../../market/service.ts";
import { DraftPage } from "../../../catalogue/dataset/draft-page.tsx";
import { renderProse } from "../../../catalogue/dataset/prose.ts";
import { Icon } from "../../../kit/icons.tsx";
import { privatePage, redirectTo } from "../../../kit/respond.ts";
import type { AccountContext } from "../../context.ts";
import type { AccountRequest } from "../../handle.tsx";
import { listingId } from "./start-handlers.tsx";
import { listingPath } from "./steps.tsx";

/** GET /account/listings/{id}/preview: redirects to the findings until the file has been read. */
export async function showPreview(ctx: AccountContext, page: AccountRequest): Promise<Response> {
  const id = listingId(page);
  try {
    const preview = await ctx.account.previewDataset(page.owner, id);
    const { baseUrl } = addressesOf(ctx.config);
    const escrowDays = ctx.config.ESCROW_DAYS;
    const banner = <PreviewBanner id={id} />;
    const prose = await renderProse(preview.dataset.description);
    return privatePage(<DraftPage {...{ ...preview, prose, baseUrl, escrowDays, banner }} />);
  } catch (error) {
    const isEarly = error instanceof MarketError && error.code === "sample_not_available";
    if (!isEarly) throw error;
    return redirectTo(`${listingPath(id)}/found`);
  }
}

function PreviewBanner({ id }: { id: string }): JSX.Element {
  const path = listingPath(id);
  return (
    <div class="notice warn" role="status">
      <Icon name="warning" />
      <div class="stack-s">
        <p>
          <strong>Preview.</strong> Only you see this page. Its links and buttons work after
          publication.
        </p>
        <p>
          <a href={`${path}/terms`}>Change description and price</a>
          {" · "}
          <a href={`${path}/publish`}>Next: publish</a>
        </p>
      </div>
    </div>
  );
}
