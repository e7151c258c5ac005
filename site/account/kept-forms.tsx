/**
 * Saves a form that is posted after the session ended, or whose answer leads away from it: encrypted
 * in a cookie, for the same account, for an hour. The form's page then comes back filled in. Nothing
 * is submitted automatically.
 */
import { reportedKinds } from "../../db/vocabulary/report.ts";
import { MarketError } from "../../market/errors.ts";
import {
  KEPT_FORM_TTL_SECONDS,
  type KeptForm,
  openKeptForm,
  sealKeptForm,
} from "../../platform/sealed/kept-form.ts";
import {
  clearCookie,
  cookieName,
  isFormToken,
  isFromThisSite,
  openLapsedSession,
  readCookie,
  serializeCookie,
} from "../../platform/session.ts";
import type { KitContext } from "../kit/context.ts";
import { isUploadForm, LONG_FORM_BYTES_MAX, readForm, readUpload } from "../kit/form.ts";
import { termsFieldNames } from "../kit/terms-form.ts";
import { accessAnswerNames } from "./access/answers.ts";
import { DISPUTE_FORM_BYTES_MAX } from "./disputes/attachments-field.tsx";
import { bountyFieldNames, requestFieldNames } from "./requests/form.tsx";
import { searchFieldNames } from "./saved-searches/fields.ts";
import { termFieldNames } from "./selling/sell/terms-fields.ts";

/** The form's address, its page, and the fields that may be saved: no secrets, files or cards. */
type Rule = [form: string, page: string, fields: readonly string[]];

const sameAddress = (path: string, fields: readonly string[]): Rule => [path, path, fields];

const privateOfferFields = ["expires_in_hours", "note"];

const rules: Rule[] = [
  sameAddress("/account/messages/:id", ["message"]),
  sameAddress("/account/messages/to/:id", ["message"]),
  sameAddress("/account/purchases/:id/message", ["message"]),
  ["/account/purchases/:id/dispute", "/account/purchases/:id", ["reason", "detail"]],
  sameAddress("/account/seller-page/:id", ["about", "websites"]),
  ["/account/sales/:id/dispute", "/account/sales/:id", ["text"]],
  sameAddress("/account/reviews/of/:id", ["stars", "text"]),
  sameAddress("/account/reviews/:id/answer", ["text"]),
  sameAddress("/account/reviews/:id/report", ["about", "reason", "detail"]),
  ...reportedKinds.map((kind) =>
    sameAddress(`/account/reports/of/${kind}/:id`, ["reason", "detail"]),
  ),
  sameAddress("/account/reports/decisions/:id", ["text"]),
  sameAddress("/account/requests/new", [
    ...requestFieldNames,
    ...bountyFieldNames,
    ...termsFieldNames,
  ]),
  sameAddress("/account/requests/:id/edit", requestFieldNames),
  sameAddress("/account/saved-searches/new", searchFieldNames),
  sameAddress("/account/saved-searches/:id/edit", searchFieldNames),
  sameAddress("/account/listings/:id/terms", [...termFieldNames, ...termsFieldNames]),
  sameAddress("/account/answers/new", ["request_id", "dataset_id", "note"]),
  sameAddress("/account/collections/new", ["title", "description", "visibility", "seller_id"]),
  sameAddress("/account/bundles/new", ["title", "description", "dataset_ids", "price_cents"]),
  sameAddress("/account/coupons/new", [
    ...["dataset_ids", "code", "percent_off", "amount_off_cents", "max_uses", "expires_at"],
  ]),
  sameAddress("/account/access/to/:id", accessAnswerNames),
  sameAddress("/account/access/gate/:id", ["questions"]),
  sameAddress("/account/private-offers/new/:id", privateOfferFields),
  sameAddress("/account/private-offers/to/:id", privateOfferFields),
  sameAddress("/account/private-offers/for/:id", privateOfferFields),
  ["/account/private-offers/:id/counter", "/account/private-offers/:id", privateOfferFields],
  ["/account/datasets/:id/buy", "/datasets/:id/buy", ["coupon", ...termsFieldNames]],
  ["/account/bundle-orders/:id", "/bundles/:id/buy", ["promised"]],
  ["/account/datasets/:id/subscribe", "/datasets/:id/subscribe", ["plan", ...termsFieldNames]],
  ["/account/datasets/:id/bid", "/datasets/:id/bid", termsFieldNames],
];

type Place = { page: string; fields: readonly string[] };

const places = rules.map(([form, page, fields]) => ({
  shape: new RegExp(`^${form.replace(":id", "([0-9a-fA-F-]{36})")}$`),
  page,
  fields,
}));

/** The fields that may be saved of a form posted to this path; null: none. */
function findPlace(path: string): Place | null {
  for (const { shape, page, fields } of places) {
    const found = shape.exec(path);
    if (found !== null) return { page: page.replace(":id", found[1] ?? ""), fields };
  }
  return null;
}

export type SavedForm = {
  /** The page that shows the form. */
  page: string;
  fields: [name: string, value: string][];
  /** Null if the input is too long for a cookie. */
  cookie: string | null;
};

/**
 * The input of a form that our own page sent after its session ended. Null for any other sender,
 * and for a form without saved fields.
 */
export async function keepForm(ctx: KitContext, request: Request): Promise<SavedForm | null> {
  const { config } = ctx;
  const { headers } = request;
  const place = findPlace(new URL(request.url).pathname);
  if (place === null || !isFromThisSite(headers, config.PUBLIC_BASE_URL)) return null;
  const value = readCookie(config, "session", headers.get("cookie"));
  const session = await openLapsedSession(config.SESSION_SECRET, value, ctx.now());
  const form = session === null ? null : await readTyped(request);
  if (session === null || form === null) return null;
  const token = form.get("form_token") ?? "";
  if (!isFormToken(config.SESSION_SECRET, value ?? "", token)) return null;
  const fields = fieldsIn(form, place);
  const typed = { accountId: session.accountId, path: place.page, fields };
  return { page: place.page, fields, cookie: await cookieOf(ctx, typed) };
}

async function cookieOf({ config, now }: KitContext, typed: KeptForm): Promise<string | null> {
  const sealed = await sealKeptForm(config.SESSION_SECRET, typed, now());
  return sealed && serializeCookie(config, "keptForm", sealed, KEPT_FORM_TTL_SECONDS);
}

/**
 * The cookies of an answer that leads away from this form, such as to the payment provider.
 * Errors: invalid_request if the input is too long for a cookie.
 */
export async function keepTyped(
  ctx: KitContext,
  { owner, url }: { owner: { accountId: string }; url: URL },
  form: URLSearchParams,
): Promise<string[]> {
  const place = findPlace(url.pathname);
  const fields = place === null ? [] : fieldsIn(form, place);
  if (place === null || fields.every(([, text]) => text.trim() === "")) return [];
  const cookie = await cookieOf(ctx, { accountId: owner.accountId, path: place.page, fields });
  if (cookie !== null) return [cookie];
  const detail =
    "What you typed is too long to keep while you are away. Add the card under Payment methods, in " +
    "another tab, and choose it here.";
  const faults = [{ pointer: "/payment_method_id", code: "invalid", detail }];
  throw new MarketError("invalid_request", detail, { faults });
}

const fieldsIn = (form: URLSearchParams, place: Place): SavedForm["fields"] =>
  place.fields.flatMap((name) => form.getAll(name).map((text): [string, string] => [name, text]));

/** The input of the form posted to this path, limited to the fields that may be shown again. */
export function typedIn(path: string, form: unknown): SavedForm["fields"] {
  const place = findPlace(path);
  const fields = form instanceof Object && "fields" in form ? form.fields : form;
  return place !== null && fields instanceof URLSearchParams ? fieldsIn(fields, place) : [];
}

async function readTyped(request: Request): Promise<URLSearchParams | null> {
  try {
    if (isUploadForm(request)) return (await readUpload(request, DISPUTE_FORM_BYTES_MAX)).fields;
    return await readForm(request, LONG_FORM_BYTES_MAX);
  } catch (error) {
    if (error instanceof MarketError) return null;
    throw error;
  }
}

/** The saved input for this page and this account; otherwise null. */
export async function readKept(
  ctx: KitContext,
  request: Request,
  accountId: string,
): Promise<URLSearchParams | null> {
  const value = readCookie(ctx.config, "keptForm", request.headers.get("cookie"));
  if (value === undefined) return null;
  const kept = await openKeptForm(ctx.config.SESSION_SECRET, value, ctx.now());
  const isHere = kept?.path === new URL(request.url).pathname && kept.accountId === accountId;
  return kept !== null && isHere ? new URLSearchParams(kept.fields) : null;
}

/** Deletes the saved input once the form was sent within a session, unless the answer saves it. */
export function forgetKept({ config }: KitContext, request: Request, answer: Response): Response {
  const name = cookieName(config, "keptForm");
  if (answer.headers.getSetCookie().some((cookie) => cookie.startsWith(`${name}=`))) return answer;
  if (readCookie(config, "keptForm", request.headers.get("cookie")) === undefined) return answer;
  if (findPlace(new URL(request.url).pathname) === null) return answer;
  answer.headers.append("set-cookie", clearCookie(config, "keptForm"));
  return answer;
}

/** Shows input that is too long for a cookie, for copying by hand. */
export function TypedTexts({ fields }: { fields: SavedForm["fields"] }): JSX.Element {
  return (
    <div class="stack-m">
      {fields
        .filter(([, text]) => text.trim() !== "")
        .map(([name, text]) => (
          <div class="field">
            <label for={`typed-${name}`} safe>
              {name.replaceAll("_", " ")}
            </label>
            <textarea id={`typed-${name}`} readonly rows="4" safe>
              {text}
            </textarea>
          </div>
        ))}
    </div>
  );
}
