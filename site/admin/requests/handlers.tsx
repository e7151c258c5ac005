import { type DataRequestState, dataRequestStates } from "../../../db/vocabulary/request.ts";
import { type FieldErrors, formErrors, textOf } from "../../kit/form.ts";
import { idOf } from "../../kit/ids.ts";
import { withNotice } from "../../kit/notices.ts";
import { pageWanted } from "../../kit/paging.ts";
import { privatePage, redirectTo } from "../../kit/respond.ts";
import type { AdminContext } from "../context.ts";
import type { AdminRequest } from "../handle.ts";
import { AnswerPage } from "./answer-page.tsx";
import { RequestPage } from "./detail-page.tsx";
import { RequestsPage } from "./list-page.tsx";
import { emptyRemoval, type RemovalForm } from "./removal-card.tsx";

/** GET /admin/requests */
export async function showRequests(
  ctx: AdminContext,
  { admin, frame, url }: AdminRequest,
): Promise<Response> {
  const status = dataRequestStates.find((state) => state === url.searchParams.get("status"));
  const wanted: { status: DataRequestState | undefined; limit: number; offset: number } = {
    ...pageWanted(url),
    status,
  };
  const page = await ctx.administration.listRequests(admin, wanted);
  return privatePage(<RequestsPage {...{ frame, wanted, page }} />);
}

/** GET /admin/requests/{id} */
export function showRequest(ctx: AdminContext, page: AdminRequest): Promise<Response> {
  return requestPage(ctx, page, { form: emptyRemoval, status: 200 });
}

/** GET /admin/requests/{id}/answers/{answer} */
export function showAnswer(ctx: AdminContext, page: AdminRequest): Promise<Response> {
  return answerPage(ctx, page, { form: emptyRemoval, status: 200 });
}

/** POST /admin/requests/{id}/remove */
export function removeRequest(
  ctx: AdminContext,
  page: AdminRequest,
  given: URLSearchParams,
): Promise<Response> {
  const id = requestIdOf(page);
  return remove(given, {
    act: (form) => ctx.administration.removeRequest(page.admin, id, form),
    done: withNotice(`/admin/requests/${id}`, "request_removed"),
    showAgain: (form) => requestPage(ctx, page, { form, status: 400 }),
  });
}

/** POST /admin/requests/{id}/answers/{answer} */
export function removeAnswer(
  ctx: AdminContext,
  page: AdminRequest,
  given: URLSearchParams,
): Promise<Response> {
  const key = answerKeyOf(page);
  return remove(given, {
    act: (form) => ctx.administration.removeAnswer(page.admin, key, form),
    done: withNotice(`/admin/requests/${key.requestId}`, "answer_removed"),
    showAgain: (form) => answerPage(ctx, page, { form, status: 400 }),
  });
}

type Removal = {
  act: (form: { reason: string }) => Promise<void>;
  /** The address to which it redirects. */
  done: string;
  showAgain: (form: RemovalForm) => Promise<Response>;
};

async function remove(given: URLSearchParams, removal: Removal): Promise<Response> {
  const reason = textOf(given, "reason");
  const showAgain = (errors: FieldErrors) => removal.showAgain({ reason, errors });
  if (reason.trim() === "")
    return showAgain({ reason: "Give a reason; the people concerned get it." });
  try {
    await removal.act({ reason });
  } catch (error) {
    return showAgain(formErrors(error));
  }
  return redirectTo(removal.done);
}

type Again = { form: RemovalForm; status: number };

async function requestPage(
  ctx: AdminContext,
  page: AdminRequest,
  { form, status }: Again,
): Promise<Response> {
  const { admin, frame, url } = page;
  const wanted = pageWanted(url);
  const shown = await ctx.administration.getRequest(admin, requestIdOf(page), wanted);
  return privatePage(<RequestPage {...{ frame, wanted, shown, form }} />, { status });
}

async function answerPage(
  ctx: AdminContext,
  page: AdminRequest,
  { form, status }: Again,
): Promise<Response> {
  const { admin, frame } = page;
  const answer = await ctx.administration.getAnswer(admin, answerKeyOf(page));
  return privatePage(<AnswerPage {...{ frame, answer, form }} />, { status });
}

function requestIdOf(page: AdminRequest): string {
  return idOf(page, "data_request_not_found", "No data request has this id.");
}

function answerKeyOf(page: AdminRequest): { requestId: string; answerId: string } {
  const noAnswer = "The request has no such answer.";
  const answerId = idOf(page, "data_request_answer_not_found", noAnswer, "answer");
  return { requestId: requestIdOf(page), answerId };
}
