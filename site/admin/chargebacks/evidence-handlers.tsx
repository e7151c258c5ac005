import {
  type EvidenceFileField,
  type EvidenceText,
  evidenceFiles,
  evidenceTexts,
} from "../../../market/purchase/chargeback/schemas.ts";
import { formErrors, textOf, type Upload } from "../../kit/form.ts";
import { withNotice } from "../../kit/notices.ts";
import { privatePage, redirectTo } from "../../kit/respond.ts";
import type { AdminContext } from "../context.ts";
import type { AdminRequest } from "../handle.ts";
import { type EvidenceForm, EvidencePage } from "./evidence-page.tsx";
import { chargebackId } from "./ids.ts";

/** GET /admin/chargebacks/{id}/evidence */
export function showEvidence(ctx: AdminContext, page: AdminRequest): Promise<Response> {
  return showEvidenceAgain(ctx, page, { texts: undefined, errors: {} });
}

/** POST /admin/chargebacks/{id}/evidence */
export async function saveEvidence(
  ctx: AdminContext,
  page: AdminRequest,
  given: URLSearchParams,
): Promise<Response> {
  const id = chargebackId(page);
  const texts = textsOf(given);
  try {
    await ctx.administration.saveEvidence(page.admin, id, texts);
  } catch (error) {
    return showEvidenceAgain(ctx, page, { texts, errors: formErrors(error) });
  }
  return redirectTo(withNotice(`/admin/chargebacks/${id}/evidence`, "evidence_saved"));
}

/** Leaves out empty texts. */
function textsOf(given: URLSearchParams): Partial<Record<EvidenceText, string>> {
  const typed = evidenceTexts.map((name) => [name, textOf(given, name).trim()] as const);
  return Object.fromEntries(typed.filter(([, text]) => text !== ""));
}

/** POST /admin/chargebacks/{id}/evidence/files */
export async function attachEvidence(
  ctx: AdminContext,
  page: AdminRequest,
  { fields, file }: Upload,
): Promise<Response> {
  const id = chargebackId(page);
  const field = fileField(fields);
  const refuse = (errors: EvidenceForm["errors"]) =>
    showEvidenceAgain(ctx, page, { texts: undefined, errors });
  if (field === undefined) return refuse({ field: "Choose the kind of file." });
  if (file === null) return refuse({ file: "Choose a file." });
  try {
    await ctx.administration.attachEvidence(page.admin, id, { field, ...file });
  } catch (error) {
    return refuse(formErrors(error));
  }
  return redirectTo(withNotice(`/admin/chargebacks/${id}/evidence`, "evidence_attached"));
}

/** POST /admin/chargebacks/{id}/evidence/files/remove */
export async function detachEvidence(
  ctx: AdminContext,
  page: AdminRequest,
  given: URLSearchParams,
): Promise<Response> {
  const id = chargebackId(page);
  const field = fileField(given);
  if (field === undefined) return showEvidence(ctx, page);
  await ctx.administration.detachEvidence(page.admin, id, field);
  return redirectTo(withNotice(`/admin/chargebacks/${id}/evidence`, "evidence_detached"));
}

function fileField(given: URLSearchParams): EvidenceFileField | undefined {
  return evidenceFiles.find((one) => one === given.get("field"));
}

/** Shows the page with a refused form's input. */
export async function showEvidenceAgain(
  ctx: AdminContext,
  page: AdminRequest,
  form: EvidenceForm,
): Promise<Response> {
  const chargeback = await ctx.administration.getChargeback(page.admin, chargebackId(page));
  const status = Object.keys(form.errors).length === 0 ? 200 : 400;
  return privatePage(<EvidencePage {...{ frame: page.frame, chargeback, form }} />, { status });
}
