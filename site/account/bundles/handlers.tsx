import { BUNDLE_DATASETS_MAX } from "../../../market/bundle/limits.ts";
import { withTitles } from "../../bundles/with-titles.ts";
import { parseAmountCents } from "../../kit/amount.ts";
import { keptFormRefusal, textOf } from "../../kit/form.ts";
import { idOf } from "../../kit/ids.ts";
import { withNotice } from "../../kit/notices.ts";
import { pageWanted } from "../../kit/paging.ts";
import { privatePage, redirectTo } from "../../kit/respond.ts";
import type { AccountContext } from "../context.ts";
import type { AccountRequest, Act, Show } from "../handle.tsx";
import { paths } from "../paths.ts";
import { BundlesPage } from "./list-page.tsx";
import { type BundleDraft, NewBundlePage } from "./new-page.tsx";

/** GET /account/bundles */
export const showBundles: Show = async (ctx, { owner, frame, url }) => {
  const wanted = pageWanted(url);
  const page = await ctx.account.listBundles(owner, wanted);
  return privatePage(<BundlesPage {...{ frame, wanted, page }} />);
};

/** GET /account/bundles/new */
export const showNewBundle: Show = (ctx, page) =>
  newPage(ctx, page, { draft: draftIn(page.kept ?? new URLSearchParams()) });

/** POST /account/bundles/new */
export const makeBundle: Act = async (ctx, page, form) => {
  const draft = draftIn(form);
  if (form.get("apply") === "sum")
    return newPage(ctx, page, { draft: { ...draft, isSummed: true } });
  try {
    await ctx.account.makeBundle(page.owner, {
      ...draft,
      priceCents: parseAmountCents(draft.price),
    });
    return redirectTo(withNotice(paths.bundles, "bundle_made"));
  } catch (error) {
    const { errors, status, headers } = keptFormRefusal(error);
    return newPage(ctx, page, { draft: { ...draft, errors }, status, headers });
  }
};

/** POST /account/bundles/{id}/end */
export const endBundle: Act = async (ctx, page) => {
  const id = idOf(page, "bundle_not_found", "You have no such bundle.");
  await ctx.account.endBundle(page.owner, id);
  return redirectTo(withNotice(paths.bundles, "bundle_ended"));
};

type Again = { draft: BundleDraft; status?: number; headers?: [string, string][] };

async function newPage(
  ctx: AccountContext,
  { owner, frame }: AccountRequest,
  { draft, ...answer }: Again,
): Promise<Response> {
  const listings = await ctx.account.listBundleListings(owner);
  const { CURRENCY: currency } = ctx.config;
  const errors = withTitles(draft.errors, listings);
  const shown = { frame, listings, draft: { ...draft, errors }, currency };
  return privatePage(<NewBundlePage {...shown} />, answer);
}

function draftIn(form: URLSearchParams): BundleDraft {
  return {
    title: textOf(form, "title"),
    description: textOf(form, "description"),
    // One too many is refused with a reason.
    datasetIds: form.getAll("dataset_ids").slice(0, BUNDLE_DATASETS_MAX + 1),
    price: textOf(form, "price_cents"),
    isSummed: false,
    errors: {},
  };
}
