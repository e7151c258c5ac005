import { accessStates } from "../../../db/vocabulary/access.ts";
import { type FieldErrors, keptFormRefusal, textOf } from "../../kit/form.ts";
import { idOf } from "../../kit/ids.ts";
import { withNotice } from "../../kit/notices.ts";
import { pageWanted } from "../../kit/paging.ts";
import { privatePage, redirectTo } from "../../kit/respond.ts";
import type { AccountContext } from "../context.ts";
import type { AccountRequest, Act, Show } from "../handle.tsx";
import { paths } from "../paths.ts";
import { accessAnswerNames } from "./answers.ts";
import { AskPage } from "./ask-page.tsx";
import { GatePage } from "./gate-page.tsx";
import { AccessPage } from "./list-page.tsx";

/** GET /account/access */
export const showAccess: Show = async (ctx, { owner, frame, url }) => {
  const given = url.searchParams.get("status");
  const status = accessStates.find((state) => state === given);
  const wanted = { ...pageWanted(url), status };
  const [page, gates] = await Promise.all([
    ctx.account.listAccess(owner, wanted),
    ctx.account.listGates(owner),
  ]);
  return privatePage(<AccessPage {...{ frame, wanted, page, gates }} />);
};

/** POST /account/access/{id}/decide */
export const decideAccess: Act = async (ctx, page, form) => {
  const id = idOf(page, "access_request_not_found", "You have no such request.");
  const reason = textOf(form, "reason").trim();
  const decision = textOf(form, "decision");
  await ctx.account.decideAccess(page.owner, id, {
    decision,
    ...(reason === "" ? {} : { reason }),
  });
  return redirectTo(withNotice(paths.access, "access_decided"));
};

type Again = { errors?: FieldErrors; status?: number; headers?: [string, string][] };

/** GET /account/access/gate/{listing} */
export const showGate: Show = async (ctx, page) => {
  const gate = await ctx.account.readGate(page.owner, listingId(page));
  const stored = { text: (gate.questions ?? []).join("\n"), hidesSample: gate.isSampleHidden };
  return gatePage(ctx, page, page.kept === null ? stored : gateForm(page.kept), {});
};

/** POST /account/access/gate/{listing} */
export const saveGate: Act = async (ctx, page, form) => {
  const given = gateForm(form);
  const questions = given.text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
  try {
    const { hidesSample } = given;
    await ctx.account.saveGate(page.owner, listingId(page), { questions, hidesSample });
    return redirectTo(withNotice(paths.access, "gate_saved"));
  } catch (error) {
    const { errors, ...refused } = keptFormRefusal(error);
    // One field holds all questions.
    const [first] = Object.values(errors);
    const placed: FieldErrors = first === undefined ? {} : { questions: first };
    return gatePage(ctx, page, given, { errors: placed, ...refused });
  }
};

type GateForm = { text: string; hidesSample: boolean };

const gateForm = (form: URLSearchParams): GateForm => {
  return { text: textOf(form, "questions"), hidesSample: form.has("hide_sample") };
};

async function gatePage(
  ctx: AccountContext,
  page: AccountRequest,
  form: GateForm,
  { errors = {}, ...answer }: Again,
): Promise<Response> {
  const gate = await ctx.account.readGate(page.owner, listingId(page));
  return privatePage(<GatePage frame={page.frame} {...{ gate, ...form, errors }} />, answer);
}

/** GET /account/access/to/{dataset} */
export const showAskForAccess: Show = (ctx, page) => askPage(ctx, page, answersIn(page.kept), {});

/** POST /account/access/to/{dataset} */
export const askForAccess: Act = async (ctx, page, form) => {
  const answers = answersIn(form);
  const id = datasetId(page);
  try {
    await ctx.account.askForAccess(page.owner, id, answers);
    return redirectTo(withNotice(`${paths.access}/to/${id}`, "access_asked"));
  } catch (error) {
    const { errors, ...refused } = keptFormRefusal(error);
    return askPage(ctx, page, answers, { errors, ...refused });
  }
};

async function askPage(
  ctx: AccountContext,
  page: AccountRequest,
  answers: string[],
  { errors = {}, ...answer }: Again,
): Promise<Response> {
  const { dataset, latest } = await ctx.account.readAccess(page.owner, datasetId(page));
  const { frame } = page;
  return privatePage(<AskPage {...{ frame, dataset, latest, answers, errors }} />, answer);
}

/** In the order of the questions. */
function answersIn(form: URLSearchParams | null): string[] {
  if (form === null) return [];
  return accessAnswerNames.filter((name) => form.has(name)).map((name) => textOf(form, name));
}

const listingId = (page: AccountRequest): string =>
  idOf(page, "listing_not_found", "You have no listing on sale with this id.");
const datasetId = (page: AccountRequest): string =>
  idOf(page, "dataset_not_found", "No dataset on sale has this id.");
