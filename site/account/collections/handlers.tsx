import { MarketError } from "../../../market/errors.ts";
import { type FieldErrors, formErrors } from "../../kit/form.ts";
import { idOf } from "../../kit/ids.ts";
import { withNotice } from "../../kit/notices.ts";
import { pageWanted } from "../../kit/paging.ts";
import { privatePage, redirectTo } from "../../kit/respond.ts";
import type { AccountContext } from "../context.ts";
import type { AccountRequest } from "../handle.tsx";
import { paths } from "../paths.ts";
import { CollectionPage } from "./detail-page.tsx";
import { CollectionsPage } from "./list-page.tsx";
import { NewCollectionPage } from "./new-page.tsx";
import { SaveToCollectionPage } from "./save-page.tsx";
import type { CollectionFields } from "./use-cases.ts";

const collectionId = (page: AccountRequest): string =>
  idOf(page, "collection_not_found", "No collection of yours has this id.");
const datasetId = (page: AccountRequest, name: string): string =>
  idOf(page, "dataset_not_found", "No dataset has this id.", name);
const detailPath = (id: string): string => `${paths.collections}/${id}`;

/** GET /account/collections */
export async function showCollections(
  ctx: AccountContext,
  { owner, frame, url }: AccountRequest,
): Promise<Response> {
  const wanted = pageWanted(url);
  const page = await ctx.account.listCollections(owner, wanted);
  return privatePage(<CollectionsPage {...{ frame, wanted, page }} />);
}

/** GET /account/collections/new */
export function showNewCollection(ctx: AccountContext, page: AccountRequest): Promise<Response> {
  return newPage(ctx, page, fieldsIn(page.kept ?? new URLSearchParams()), {});
}

/** POST /account/collections/new */
export async function makeCollection(
  ctx: AccountContext,
  page: AccountRequest,
  form: URLSearchParams,
): Promise<Response> {
  const fields = fieldsIn(form);
  try {
    const id = await ctx.account.makeCollection(page.owner, fields);
    return redirectTo(withNotice(detailPath(id), "collection_made"));
  } catch (error) {
    return newPage(ctx, page, fields, formErrors(error));
  }
}

async function newPage(
  ctx: AccountContext,
  { owner, frame }: AccountRequest,
  fields: CollectionFields,
  errors: FieldErrors,
): Promise<Response> {
  const sellers = await ctx.account.listNameableSellers(owner);
  const page = <NewCollectionPage {...{ frame, fields, errors, sellers }} />;
  return privatePage(page, { status: statusOf(errors) });
}

/** GET /account/collections/{id} */
export function showCollection(ctx: AccountContext, page: AccountRequest): Promise<Response> {
  return detailPage(ctx, page, page.kept === null ? null : fieldsIn(page.kept), {});
}

/** POST /account/collections/{id} */
export async function changeCollection(
  ctx: AccountContext,
  page: AccountRequest,
  form: URLSearchParams,
): Promise<Response> {
  const id = collectionId(page);
  const fields = fieldsIn(form);
  try {
    await ctx.account.changeCollection(page.owner, id, fields);
  } catch (error) {
    return detailPage(ctx, page, fields, formErrors(error));
  }
  return redirectTo(withNotice(detailPath(id), "collection_changed"));
}

/** `typed`: null shows the stored values. */
async function detailPage(
  ctx: AccountContext,
  page: AccountRequest,
  typed: CollectionFields | null,
  errors: FieldErrors,
): Promise<Response> {
  const { owner, frame, url } = page;
  const wanted = pageWanted(url);
  const [kept, sellers] = await Promise.all([
    ctx.account.getCollection(owner, collectionId(page), wanted),
    ctx.account.listNameableSellers(owner),
  ]);
  const { title, description, visibility, seller } = kept.collection;
  const stored = { title, description: description ?? "", visibility, seller_id: seller?.id ?? "" };
  const fields = typed ?? stored;
  const shown = <CollectionPage {...{ frame, wanted, kept, fields, errors, sellers }} />;
  return privatePage(shown, { status: statusOf(errors) });
}

/** POST /account/collections/{id}/delete */
export async function deleteCollection(
  ctx: AccountContext,
  page: AccountRequest,
): Promise<Response> {
  await ctx.account.deleteCollection(page.owner, collectionId(page));
  return redirectTo(withNotice(paths.collections, "collection_deleted"));
}

/** POST /account/collections/{id}/datasets/{dataset}: with a position, or last. */
export async function placeInCollection(
  ctx: AccountContext,
  page: AccountRequest,
  form: URLSearchParams,
): Promise<Response> {
  const id = collectionId(page);
  const at = { id, datasetId: datasetId(page, "dataset") };
  await ctx.account.placeDataset(page.owner, at, form.get("position") ?? undefined);
  return redirectTo(withNotice(detailPath(id), "collection_saved"));
}

/** POST /account/collections/{id}/datasets/{dataset}/remove */
export async function removeFromCollection(
  ctx: AccountContext,
  page: AccountRequest,
): Promise<Response> {
  const id = collectionId(page);
  await ctx.account.removeDataset(page.owner, { id, datasetId: datasetId(page, "dataset") });
  return redirectTo(withNotice(detailPath(id), "collection_removed"));
}

/** GET /account/collections/save/{id} */
export function showSaveToCollection(ctx: AccountContext, page: AccountRequest): Promise<Response> {
  return savePage(ctx, page, page.kept?.get("title") ?? "", {});
}

/** POST /account/collections/save/{id}: to a new collection. */
export async function saveToNewCollection(
  ctx: AccountContext,
  page: AccountRequest,
  form: URLSearchParams,
): Promise<Response> {
  const title = form.get("title") ?? "";
  const fields = { title, description: "", visibility: "private", seller_id: "" };
  try {
    const id = await ctx.account.makeCollection(page.owner, fields);
    await ctx.account.placeDataset(page.owner, { id, datasetId: datasetId(page, "id") });
    return redirectTo(withNotice(detailPath(id), "collection_saved"));
  } catch (error) {
    if (error instanceof MarketError && error.code === "dataset_not_found") throw error;
    return savePage(ctx, page, title, formErrors(error));
  }
}

async function savePage(
  ctx: AccountContext,
  page: AccountRequest,
  title: string,
  errors: FieldErrors,
): Promise<Response> {
  const { owner, frame } = page;
  const saving = await ctx.account.getSaving(owner, datasetId(page, "id"));
  const shown = <SaveToCollectionPage {...{ frame, saving, title, errors }} />;
  return privatePage(shown, { status: statusOf(errors) });
}

const statusOf = (errors: FieldErrors): number => (Object.keys(errors).length === 0 ? 200 : 400);

const fieldsIn = (form: URLSearchParams): CollectionFields => ({
  title: form.get("title") ?? "",
  description: form.get("description") ?? "",
  visibility: form.get("visibility") ?? "private",
  seller_id: form.get("seller_id") ?? "",
});
