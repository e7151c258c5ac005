/**
 * A form that is posted when the session has ended keeps what was typed: sealed in a cookie, for the same
 * account, for an hour. Its page then comes back filled in, and nothing is sent by itself.
 */
import { MarketError } from "../../market/errors.ts";
import {
  KEPT_FORM_TTL_SECONDS,
  openKeptForm,
  sealKeptForm,
} from "../../platform/sealed/kept-form.ts";
import {
  clearCookie,
  isFormToken,
  isFromThisSite,
  openLapsedSession,
  readCookie,
  serializeCookie,
} from "../../platform/session.ts";
import type { KitContext } from "../kit/context.ts";
import { isUploadForm, LONG_FORM_BYTES_MAX, readForm, readUpload } from "../kit/form.ts";
import { DISPUTE_FORM_BYTES_MAX } from "./disputes/attachments-field.tsx";
import { requestFieldNames } from "./requests/form.tsx";
import { searchFieldNames } from "./saved-searches/fields.ts";
import { termFieldNames } from "./selling/sell/terms-fields.ts";

/** Where the form is posted, the page that it is on, and what of it may be kept: no secret, file or card. */
type Rule = [form: string, page: string, fields: readonly string[]];

const sameAddress = (path: string, fields: readonly string[]): Rule => [path, path, fields];

const rules: Rule[] = [
  sameAddress("/account/messages/:id", ["message"]),
  sameAddress("/account/messages/to/:id", ["message"]),
  sameAddress("/account/purchases/:id/message", ["message"]),
  ["/account/purchases/:id/dispute", "/account/purchases/:id", ["reason", "detail"]],
  ["/account/sales/:id/dispute", "/account/sales/:id", ["text"]],
  sameAddress("/account/reviews/of/:id", ["stars", "text"]),
  sameAddress("/account/reviews/:id/answer", ["text"]),
  sameAddress("/account/reviews/:id/report", ["about", "reason", "detail"]),
  sameAddress("/account/reports/of/:id", ["reason", "detail"]),
  sameAddress("/account/reports/decisions/:id", ["text"]),
  sameAddress("/account/requests/new", requestFieldNames),
  sameAddress("/account/requests/:id/edit", requestFieldNames),
  sameAddress("/account/saved-searches/new", searchFieldNames),
  sameAddress("/account/saved-searches/:id/edit", searchFieldNames),
  sameAddress("/account/listings/:id/terms", termFieldNames),
];

type Place = { page: string; fields: readonly string[] };

const places = rules.map(([form, page, fields]) => ({
  shape: new RegExp(`^${form.replace(":id", "([0-9a-fA-F-]{36})")}$`),
  page,
  fields,
}));

/** What may be kept of a form that is posted to this path; null: nothing. */
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
  /** Null where it is too long for a cookie. */
  cookie: string | null;
};

/**
 * What was typed into this posted form, where its own page of a session that has ended sent it; null for
 * every other sender, and for a form of which nothing is kept.
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
  const { accountId } = session;
  const typed = { accountId, path: place.page, fields };
  const sealed = await sealKeptForm(config.SESSION_SECRET, typed, ctx.now());
  const cookie = sealed && serializeCookie(config, "keptForm", sealed, KEPT_FORM_TTL_SECONDS);
  return { page: place.page, fields, cookie };
}

const fieldsIn = (form: URLSearchParams, place: Place): SavedForm["fields"] =>
  place.fields.flatMap((name) => form.getAll(name).map((text): [string, string] => [name, text]));

/** What was typed into the form that was posted to this path, as far as it may be shown again. */
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

/** What was kept for the page at this address, of this account; null for every other. */
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

/** The form was sent now, in a session: what was kept of one is forgotten. */
export function forgetKept({ config }: KitContext, request: Request, answer: Response): Response {
  if (readCookie(config, "keptForm", request.headers.get("cookie")) === undefined) return answer;
  if (findPlace(new URL(request.url).pathname) === null) return answer;
  answer.headers.append("set-cookie", clearCookie(config, "keptForm"));
  return answer;
}

/** What is too long for a cookie, to be copied by hand. */
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
