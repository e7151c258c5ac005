import { createHash } from "node:crypto";
import { matchedTag } from "../../../../platform/http-answer.ts";
import { type FieldErrors, formErrors } from "../../../kit/form.ts";
import { readId } from "../../../kit/ids.ts";
import { privatePage, redirectTo } from "../../../kit/respond.ts";
import type { AccountContext } from "../../context.ts";
import type { AccountRequest } from "../../handle.tsx";
import { s3KeyNames } from "../../s3-keys.tsx";
import { type ImportFields, ImportPage, ImportRows, isUnfinished } from "./import-page.tsx";
import { listingId } from "./start-handlers.tsx";
import { listingPath } from "./steps.tsx";

const names = ["from", "sha256", ...s3KeyNames] as const;

/** GET /account/listings/{id}/import */
export async function showImport(ctx: AccountContext, page: AccountRequest): Promise<Response> {
  return importPage(ctx, page, { fields: fieldsOf(new URLSearchParams()), errors: {} });
}

/** POST /account/listings/{id}/import */
export async function startImport(
  ctx: AccountContext,
  page: AccountRequest,
  form: URLSearchParams,
): Promise<Response> {
  const fields = fieldsOf(form);
  const { from, sha256, region, access_key_id, secret_access_key, endpoint } = fields;
  const s3 = from.startsWith("s3:")
    ? {
        ...{ access_key_id, secret_access_key },
        ...(region === "" ? {} : { region }),
        ...(endpoint === "" ? {} : { endpoint }),
      }
    : undefined;
  try {
    const body = { from, ...(sha256 === "" ? {} : { sha256: sha256.toLowerCase() }), s3 };
    await ctx.account.startImport(page.owner, listingId(page), body);
    return redirectTo(`${listingPath(listingId(page))}/import`);
  } catch (error) {
    const shown = { ...fields, secret_access_key: "" };
    return importPage(ctx, page, { fields: shown, errors: formErrors(error), status: 400 });
  }
}

const importId = (form: URLSearchParams) =>
  readId(form.get("import_id") ?? "", "upload_not_found", "There is no import with this id.");

function fieldsOf(form: URLSearchParams): ImportFields {
  const entries = names.map((name) => [name, (form.get(name) ?? "").trim()]);
  return Object.fromEntries(entries) as ImportFields;
}

type PageState = { fields: ImportFields; errors: FieldErrors; status?: number };

async function importPage(
  ctx: AccountContext,
  page: AccountRequest,
  { fields, errors, status = 200 }: PageState,
): Promise<Response> {
  const { frame, owner } = page;
  const id = listingId(page);
  const [listing, { items }] = await Promise.all([
    ctx.account.getOwnListing(owner, id),
    ctx.account.listImports(owner, id),
  ]);
  const shown = <ImportPage {...{ frame, listing, fields, errors, imports: items }} />;
  return privatePage(shown, { status });
}

/** GET /account/listings/{id}/import/progress: the list of imports, with an ETag. */
export async function showImportProgress(
  ctx: AccountContext,
  page: AccountRequest,
): Promise<Response> {
  const id = listingId(page);
  const { items } = await ctx.account.listImports(page.owner, id);
  const isOver = !items.some(isUnfinished);
  const html = String(await (<ImportRows imports={items} />));
  const etag = `"${createHash("sha256").update(html).digest("base64url").slice(0, 22)}"`;
  const headers: [string, string][] = [["etag", etag]];
  if (isOver) headers.push(["x-live", "over"]);
  if (!isOver && matchedTag(page.ifNoneMatch, etag) !== null) {
    return new Response(null, { status: 304, headers: { etag, "cache-control": "no-store" } });
  }
  return privatePage(html, { headers });
}

/** POST /account/listings/{id}/import/cancel */
export async function cancelImport(
  ctx: AccountContext,
  page: AccountRequest,
  form: URLSearchParams,
): Promise<Response> {
  await ctx.account.cancelImport(page.owner, listingId(page), importId(form));
  return redirectTo(`${listingPath(listingId(page))}/import`);
}

/** POST /account/listings/{id}/import/retry */
export async function retryImport(
  ctx: AccountContext,
  page: AccountRequest,
  form: URLSearchParams,
): Promise<Response> {
  await ctx.account.retryImport(page.owner, listingId(page), importId(form));
  return redirectTo(`${listingPath(listingId(page))}/import`);
}
