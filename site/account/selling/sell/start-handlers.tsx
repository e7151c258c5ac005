import { formErrors } from "../../../kit/form.ts";
import { idOf } from "../../../kit/ids.ts";
import { withNotice } from "../../../kit/notices.ts";
import { privatePage, redirectTo } from "../../../kit/respond.ts";
import type { AccountContext } from "../../context.ts";
import type { AccountRequest } from "../../handle.tsx";
import { paths } from "../../paths.ts";
import { ListingPage } from "./listing-page.tsx";
import { type StartFields, StartPage } from "./start-page.tsx";
import { listingPath } from "./steps.tsx";

const draftsShown = { limit: 50, offset: 0, agent_id: undefined, status: "draft" } as const;

/** GET /account/sell */
export async function showStart(ctx: AccountContext, page: AccountRequest): Promise<Response> {
  return startPage(ctx, page, { fields: { title: "", agent_name: "" }, errors: {} });
}

/** POST /account/sell: makes a draft, and the built-in agent with the first draft. */
export async function startListing(
  ctx: AccountContext,
  page: AccountRequest,
  form: URLSearchParams,
): Promise<Response> {
  const name = form.get("agent_name");
  const fields = { title: (form.get("title") ?? "").trim(), agent_name: name?.trim() ?? "" };
  try {
    const agent_name = name === null ? null : fields.agent_name;
    const { id } = await ctx.account.startDraft(page.owner, { title: fields.title, agent_name });
    return redirectTo(`${listingPath(id)}/file`);
  } catch (error) {
    return startPage(ctx, page, { fields, errors: formErrors(error), status: 400 });
  }
}

type StartPageState = {
  fields: StartFields;
  errors: ReturnType<typeof formErrors>;
  status?: number;
};

async function startPage(
  ctx: AccountContext,
  { owner, frame }: AccountRequest,
  { fields, errors, status = 200 }: StartPageState,
): Promise<Response> {
  const [sellerName, drafts, payouts] = await Promise.all([
    ctx.account.sellerName(owner),
    ctx.account.listListings(owner, draftsShown),
    ctx.account.readPayouts(owner),
  ]);
  const shown = <StartPage {...{ frame, fields, errors, sellerName, drafts, payouts }} />;
  return privatePage(shown, { status });
}

/** GET /account/listings/{id} */
export async function showListing(ctx: AccountContext, page: AccountRequest): Promise<Response> {
  const listing = await ctx.account.getOwnListing(page.owner, listingId(page));
  const trial = await ctx.account.readOwnTrial(listing);
  return privatePage(<ListingPage frame={page.frame} {...{ listing, trial }} />);
}

/** POST /account/listings/{id}/delete */
export async function deleteDraft(ctx: AccountContext, page: AccountRequest): Promise<Response> {
  await ctx.account.deleteDraft(page.owner, listingId(page));
  return redirectTo(withNotice(paths.listings, "draft_deleted"));
}

/** POST /account/listings/{id}/withdraw */
export async function withdraw(ctx: AccountContext, page: AccountRequest): Promise<Response> {
  const { id } = await ctx.account.withdraw(page.owner, listingId(page));
  return redirectTo(withNotice(listingPath(id), "listing_withdrawn"));
}

/** POST /account/listings/{id}/versions: redirects to the new version's file step. */
export async function openVersion(ctx: AccountContext, page: AccountRequest): Promise<Response> {
  const { id } = await ctx.account.openVersion(page.owner, listingId(page));
  return redirectTo(`${listingPath(id)}/file`);
}

/** POST /account/listings/{id}/discard */
export async function discardVersion(ctx: AccountContext, page: AccountRequest): Promise<Response> {
  const { id } = await ctx.account.discardVersion(page.owner, listingId(page));
  return redirectTo(withNotice(listingPath(id), "version_discarded"));
}

export function listingId(page: AccountRequest): string {
  return idOf(page, "listing_not_found", "You have no listing with this id.");
}
