import { MarketError } from "../../../market/errors.ts";
import { type FieldErrors, formErrors } from "../../kit/form.ts";
import { idOf, readId } from "../../kit/ids.ts";
import { withNotice } from "../../kit/notices.ts";
import { privatePage, redirectTo } from "../../kit/respond.ts";
import type { AccountContext } from "../context.ts";
import type { AccountRequest } from "../handle.tsx";
import { paths } from "../paths.ts";
import { s3KeyNames } from "../s3-keys.tsx";
import { type BucketFields, BucketsPage } from "./list-page.tsx";

const names = ["bucket", "prefix", ...s3KeyNames] as const;

/** GET /account/buckets */
export async function showBuckets(ctx: AccountContext, page: AccountRequest): Promise<Response> {
  return bucketsPage(ctx, page, { fields: fieldsOf(new URLSearchParams()), errors: {} });
}

/** POST /account/buckets: writes a test object first. */
export async function saveBucket(
  ctx: AccountContext,
  page: AccountRequest,
  form: URLSearchParams,
): Promise<Response> {
  const fields = fieldsOf(form);
  const given = Object.entries(fields).filter(([, value]) => value !== "");
  try {
    await ctx.account.saveBucket(page.owner, Object.fromEntries(given));
    return redirectTo(withNotice(paths.buckets, "bucket_saved"));
  } catch (error) {
    const isRefused = error instanceof MarketError && error.code === "delivery_target_refused";
    const errors = isRefused ? { bucket: error.message } : formErrors(error);
    const shown = { ...fields, secret_access_key: "" };
    return bucketsPage(ctx, page, { fields: shown, errors, status: 400 });
  }
}

function fieldsOf(form: URLSearchParams): BucketFields {
  const entries = names.map((name) => [name, (form.get(name) ?? "").trim()]);
  return Object.fromEntries(entries) as BucketFields;
}

type PageState = { fields: BucketFields; errors: FieldErrors; status?: number };

async function bucketsPage(
  ctx: AccountContext,
  { frame, owner }: AccountRequest,
  { fields, errors, status = 200 }: PageState,
): Promise<Response> {
  const buckets = await ctx.account.listBuckets(owner);
  return privatePage(<BucketsPage {...{ frame, fields, errors, buckets }} />, { status });
}

const bucketId = (page: AccountRequest) =>
  idOf(page, "delivery_target_not_found", "You have no bucket with this id.");

/** POST /account/buckets/{id}/remove */
export async function removeBucket(ctx: AccountContext, page: AccountRequest): Promise<Response> {
  await ctx.account.removeBucket(page.owner, bucketId(page));
  return redirectTo(withNotice(paths.buckets, "bucket_removed"));
}

/** POST /account/buckets/{id}/deliver */
export async function deliverAgain(
  ctx: AccountContext,
  page: AccountRequest,
  form: URLSearchParams,
): Promise<Response> {
  const given = form.get("purchase_id") ?? "";
  const purchaseId = readId(given, "purchase_not_found", "You have no purchase with this id.");
  await ctx.account.deliverAgain(page.owner, bucketId(page), purchaseId);
  return redirectTo(withNotice(paths.buckets, "delivery_asked"));
}
