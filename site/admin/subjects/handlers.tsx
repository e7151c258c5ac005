import type { SubjectView } from "../../../market/administration/schemas.ts";
import { type FieldErrors, formErrors, textOf } from "../../kit/form.ts";
import { idOf } from "../../kit/ids.ts";
import { withNotice } from "../../kit/notices.ts";
import { privatePage, redirectTo } from "../../kit/respond.ts";
import type { AdminContext } from "../context.ts";
import type { AdminAct, AdminRequest, AdminShow } from "../handle.ts";
import { SubjectPage } from "./detail-page.tsx";
import { FindPage } from "./find-page.tsx";
import { subjectPath } from "./standing.tsx";
import { notFoundCodes, type SuspendableKind } from "./use-cases.ts";

/** GET /admin/find */
export async function findSubjects(
  ctx: AdminContext,
  { admin, frame, url }: AdminRequest,
): Promise<Response> {
  const q = (url.searchParams.get("q") ?? "").trim();
  if (q === "") return redirectTo("/admin");
  try {
    const subjects = await ctx.administration.findSubjects(admin, q);
    return privatePage(<FindPage {...{ frame, q, subjects }} />);
  } catch (error) {
    const errors = formErrors(error);
    const fault = errors.q ?? errors.form ?? "Search for something else.";
    return privatePage(<FindPage {...{ frame, q, subjects: [], fault }} />, { status: 400 });
  }
}

/** GET /admin/{kind}s/{id} */
export function showSubject(kind: SuspendableKind): AdminShow {
  return async (ctx, page) => {
    const subject = await readSubject(ctx, page, kind);
    const form = { reason: "", errors: {} };
    return privatePage(<SubjectPage {...{ frame: page.frame, kind, subject, form }} />);
  };
}

/** POST /admin/{kind}s/{id}/suspend */
export function suspendSubject(kind: SuspendableKind): AdminAct {
  return async (ctx, page, given) => {
    const subject = await readSubject(ctx, page, kind);
    const reason = textOf(given, "reason");
    const showAgain = (errors: FieldErrors) =>
      privatePage(
        <SubjectPage {...{ frame: page.frame, kind, subject, form: { reason, errors } }} />,
        { status: 400 },
      );
    if (reason.trim() === "") return showAgain({ reason: "Give a reason; the person reads it." });
    try {
      await ctx.administration.suspend(page.admin, kind, subject.id, { reason });
    } catch (error) {
      return showAgain(formErrors(error));
    }
    return redirectTo(withNotice(subjectPath(kind, subject.id), "suspended"));
  };
}

/** POST /admin/{kind}s/{id}/restore */
export function restoreSubject(kind: SuspendableKind): AdminAct {
  return async (ctx, page) => {
    const { id } = await readSubject(ctx, page, kind);
    await ctx.administration.restore(page.admin, kind, id);
    return redirectTo(withNotice(subjectPath(kind, id), "restored"));
  };
}

function readSubject(
  ctx: AdminContext,
  page: AdminRequest,
  kind: SuspendableKind,
): Promise<SubjectView> {
  const id = idOf(page, notFoundCodes[kind], `No ${kind} has this id.`);
  return ctx.administration.getSubject(page.admin, kind, id);
}
