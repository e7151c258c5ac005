import { MarketError } from "../../../market/errors.ts";
import { searchName } from "../../catalogue/search/words.ts";
import type { FieldErrors } from "../../kit/form.ts";
import { idOf } from "../../kit/ids.ts";
import { type NoticeCode, withNotice } from "../../kit/notices.ts";
import { pageWanted } from "../../kit/paging.ts";
import { privatePage, redirectTo } from "../../kit/respond.ts";
import type { AccountContext } from "../context.ts";
import type { AccountRequest } from "../handle.tsx";
import { paths } from "../paths.ts";
import { SavedSearchPage } from "./detail-page.tsx";
import { EditSearchPage } from "./edit-page.tsx";
import {
  readSearch,
  readSearchFields,
  type SearchFields,
  searchErrors,
  searchFieldsOf,
  searchFieldsOfLink,
} from "./fields.ts";
import { SavedSearchesPage } from "./list-page.tsx";
import { NewSearchPage } from "./new-page.tsx";

type Again = { fields: SearchFields; errors: FieldErrors; status?: number };

/** GET /account/saved-searches */
export async function showSavedSearches(
  ctx: AccountContext,
  { owner, frame, url }: AccountRequest,
): Promise<Response> {
  const wanted = pageWanted(url);
  const page = await ctx.account.listSavedSearches(owner, wanted);
  const currency = ctx.config.CURRENCY;
  return privatePage(<SavedSearchesPage {...{ frame, wanted, page, currency }} />);
}

/** GET /account/saved-searches/new?query=…: the search parameters fill in the form. */
export function showNewSearch(ctx: AccountContext, page: AccountRequest): Promise<Response> {
  const { kept, url } = page;
  const fields = kept === null ? searchFieldsOfLink(url) : readSearchFields(kept);
  return newPage(ctx, page, { fields, errors: {} });
}

/** POST /account/saved-searches/new */
export async function saveSearch(
  ctx: AccountContext,
  page: AccountRequest,
  form: URLSearchParams,
): Promise<Response> {
  const fields = readSearchFields(form);
  const { search, errors } = readSearch(fields);
  if (Object.keys(errors).length > 0) return newPage(ctx, page, { fields, errors, status: 400 });
  try {
    const { id } = await ctx.account.saveSearch(page.owner, search);
    return backTo(id, "search_saved");
  } catch (error) {
    return newPage(ctx, page, { fields, errors: searchErrors(error), status: 400 });
  }
}

/** The form for saving the search that a form of the catalogue's page holds. */
export function newSearchPath(form: URLSearchParams): string {
  return `${paths.savedSearches}/new?${listedSearch(form)}`;
}

/** POST /account/saved-searches/save: at once, with a name made from its words and filters. */
export async function saveListedSearch(
  ctx: AccountContext,
  page: AccountRequest,
  form: URLSearchParams,
): Promise<Response> {
  const parameters = listedSearch(form);
  const { CURRENCY: currency } = ctx.config;
  const link = new URL(`?${parameters}`, page.url);
  link.searchParams.set("name", searchName(parameters, currency));
  const { search } = readSearch(searchFieldsOfLink(link));
  try {
    const { id } = await ctx.account.saveNewSearch(page.owner, search);
    return backTo(id, "search_saved");
  } catch (error) {
    const fields = searchFieldsOfLink(link);
    return newPage(ctx, page, { fields, errors: searchErrors(error), status: 400 });
  }
}

function listedSearch(form: URLSearchParams): URLSearchParams {
  return new URLSearchParams(form.get("search") ?? "");
}

/** GET /account/saved-searches/{id} */
export async function showSavedSearch(
  ctx: AccountContext,
  page: AccountRequest,
): Promise<Response> {
  const { owner, frame, url } = page;
  const id = searchId(page);
  const wanted = pageWanted(url);
  const [search, matches] = await Promise.all([
    ctx.account.getSavedSearch(owner, id),
    ctx.account.listSearchMatches(owner, id, wanted),
  ]);
  const currency = ctx.config.CURRENCY;
  return privatePage(<SavedSearchPage {...{ frame, search, wanted, matches, currency }} />);
}

/** GET /account/saved-searches/{id}/edit */
export async function showEditSearch(ctx: AccountContext, page: AccountRequest): Promise<Response> {
  const search = await ctx.account.getSavedSearch(page.owner, searchId(page));
  const { kept } = page;
  const fields = kept === null ? searchFieldsOf(search) : readSearchFields(kept);
  return editPage(ctx, page, { fields, errors: {} });
}

/** POST /account/saved-searches/{id}/edit */
export async function changeSearch(
  ctx: AccountContext,
  page: AccountRequest,
  form: URLSearchParams,
): Promise<Response> {
  const id = searchId(page);
  const fields = readSearchFields(form);
  const { search, errors } = readSearch(fields);
  if (Object.keys(errors).length > 0) return editPage(ctx, page, { fields, errors, status: 400 });
  try {
    await ctx.account.changeSearch(page.owner, id, search);
  } catch (error) {
    return editPage(ctx, page, { fields, errors: searchErrors(error), status: 400 });
  }
  return backTo(id, "search_changed");
}

/** POST /account/saved-searches/{id}/state */
export async function pauseSearch(
  ctx: AccountContext,
  page: AccountRequest,
  form: URLSearchParams,
): Promise<Response> {
  const id = searchId(page);
  const wish = form.get("paused");
  if (wish !== "yes" && wish !== "no") {
    throw new MarketError("invalid_request", "Choose to pause or to resume the saved search.");
  }
  await ctx.account.pauseSearch(page.owner, id, wish === "yes");
  return backTo(id, wish === "yes" ? "search_paused" : "search_resumed");
}

/** POST /account/saved-searches/{id}/delete */
export async function deleteSearch(ctx: AccountContext, page: AccountRequest): Promise<Response> {
  await ctx.account.deleteSearch(page.owner, searchId(page));
  return redirectTo(withNotice(paths.savedSearches, "search_deleted"));
}

function newPage(
  ctx: AccountContext,
  { frame }: AccountRequest,
  { fields, errors, ...answer }: Again,
): Promise<Response> {
  const currency = ctx.config.CURRENCY;
  return privatePage(<NewSearchPage {...{ frame, fields, errors, currency }} />, answer);
}

async function editPage(
  ctx: AccountContext,
  page: AccountRequest,
  { fields, errors, ...answer }: Again,
): Promise<Response> {
  const { owner, frame } = page;
  const search = await ctx.account.getSavedSearch(owner, searchId(page));
  const currency = ctx.config.CURRENCY;
  return privatePage(<EditSearchPage {...{ frame, fields, errors, search, currency }} />, answer);
}

function backTo(id: string, notice: NoticeCode): Response {
  return redirectTo(withNotice(`${paths.savedSearches}/${id}`, notice));
}

function searchId(page: AccountRequest): string {
  return idOf(page, "saved_search_not_found", "No saved search of yours has this id.");
}
