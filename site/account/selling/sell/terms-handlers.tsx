import type { ListingView } from "../../../../market/listing/schemas.ts";
import type { FieldErrors } from "../../../kit/form.ts";
import { withNotice } from "../../../kit/notices.ts";
import { privatePage, redirectTo } from "../../../kit/respond.ts";
import {
  atTermsFields,
  readTermsForm,
  type TermsForm,
  termsField,
  termsFormOf,
  termsOf,
} from "../../../kit/terms-form.ts";
import type { AccountContext } from "../../context.ts";
import type { AccountRequest } from "../../handle.tsx";
import { PublishPage } from "./publish-page.tsx";
import { listingId } from "./start-handlers.tsx";
import { jobOf, listingPath } from "./steps.tsx";
import {
  fieldPointer,
  lengthErrors,
  readDraftTerms,
  readSaleTerms,
  readTermFields,
  type TermFields,
  termErrors,
  termFieldsOf,
} from "./terms-fields.ts";
import { TermsPage } from "./terms-page.tsx";

/** GET /account/listings/{id}/terms */
export async function showTerms(ctx: AccountContext, page: AccountRequest): Promise<Response> {
  const listing = await ctx.account.getOwnListing(page.owner, listingId(page));
  if (page.kept !== null) {
    const fields = readTermFields(page.kept, listing);
    const contract = readContract(page.kept, listing);
    return termsPage(page, { listing, fields, contract, errors: {}, isShown: false });
  }
  const fields = termFieldsOf(listing);
  const contract = termsFormOf(listing.contract ?? null);
  const errors = listing.description === "" ? {} : blockersOf(listing);
  return termsPage(page, { listing, fields, contract, errors, isShown: false });
}

/** As `readTermFields`. */
function readContract(form: URLSearchParams, listing: ListingView): TermsForm {
  if (form.has(termsField("json"))) return readTermsForm(form);
  return termsFormOf(listing.contract ?? null);
}

/** POST /account/listings/{id}/terms: saves them, or previews the description. */
export async function saveTerms(
  ctx: AccountContext,
  page: AccountRequest,
  form: URLSearchParams,
): Promise<Response> {
  const { owner } = page;
  const listing = await ctx.account.getOwnListing(owner, listingId(page));
  const fields = readTermFields(form, listing);
  const contract = readContract(form, listing);
  if (form.get("act") === "look") {
    const errors = lengthErrors(fields);
    const isShown = errors.description === undefined;
    return termsPage(page, { listing, fields, contract, errors, isShown });
  }
  const isDraft = listing.status === "draft";
  const read = isDraft ? readDraftTerms(fields) : readSaleTerms(fields, listing);
  const refuse = (errors: FieldErrors) =>
    termsPage(page, { listing, fields, contract, errors, isShown: false, status: 400 });
  if (Object.keys(read.errors).length > 0) return refuse(read.errors);
  try {
    const terms = { ...read.form, contract: termsOf(contract) ?? null };
    if (!isDraft) {
      await ctx.account.changeOnSale(owner, listing.id, terms);
      return redirectTo(withNotice(listingPath(listing.id), "listing_changed"));
    }
    const saved = await ctx.account.changeDraft(owner, listing.id, terms);
    const errors = blockersOf(saved);
    // The terms are saved but still cannot go on sale, for example because the auction has ended.
    if (Object.keys(errors).length > 0) return refuse(errors);
    const next = jobOf(saved) === "ended" ? "/preview" : "/found";
    return redirectTo(withNotice(`${listingPath(listing.id)}${next}`, "terms_saved"));
  } catch (error) {
    return refuse(termErrors(atTermsFields(error, contract)));
  }
}

/** The terms' faults that prevent publishing, by field. The file has its own page. */
function blockersOf(listing: ListingView): FieldErrors {
  const ofTerms = listing.publish_blockers.filter(
    ({ pointer }) => !/^\/(full_data_path|data_profile)/.test(pointer),
  );
  return Object.fromEntries(
    ofTerms.map(({ pointer, detail }) => [fieldPointer(pointer).slice(1), detail]),
  );
}

type TermsPageState = {
  listing: ListingView;
  fields: TermFields;
  contract: TermsForm;
  errors: FieldErrors;
  isShown: boolean;
  status?: number;
};

function termsPage({ frame }: AccountRequest, { status = 200, ...shown }: TermsPageState) {
  return privatePage(<TermsPage frame={frame} {...shown} />, { status });
}

/** GET /account/listings/{id}/publish */
export async function showPublish(ctx: AccountContext, page: AccountRequest): Promise<Response> {
  const { owner, frame } = page;
  const [listing, payouts] = await Promise.all([
    ctx.account.getOwnListing(owner, listingId(page)),
    ctx.account.readPayouts(owner),
  ]);
  const mayBePaid = payouts.state === "ready";
  return privatePage(<PublishPage {...{ frame, listing, mayBePaid }} />);
}

/** POST /account/listings/{id}/publish */
export async function publish(ctx: AccountContext, page: AccountRequest): Promise<Response> {
  const { id } = await ctx.account.publish(page.owner, listingId(page));
  return redirectTo(withNotice(listingPath(id), "listing_published"));
}
