import { createHash } from "node:crypto";
import type { Database } from "../../../db/client.ts";
import {
  type ChargebackRow,
  findChargeback,
  updateChargeback,
} from "../../../db/queries/purchases/chargebacks.ts";
import type { AdminActor } from "../../../db/vocabulary/actor.ts";
import type { Answer } from "../../../platform/payments/port.ts";
import type { Context } from "../../context.ts";
import { MarketError } from "../../errors.ts";
import { auditPurchase } from "../audit-purchase.ts";
import { EVIDENCE_FILE_BYTES_MAX } from "../limits.ts";
import { evidenceFileName, evidenceMediaType, filesByteSize } from "./evidence-rules.ts";
import { chargebackNotFound, lockDecided } from "./lock-decided.ts";
import { obstaclesTo } from "./rules.ts";
import type { EvidenceFile, EvidenceFileField } from "./schemas.ts";
import { readStepFacts } from "./step-facts.ts";

type EvidenceUpload = { field: EvidenceFileField; name: string; bytes: Uint8Array };

/**
 * Uploads the file to the provider and stores its id in the draft; a field holds one file, the latest.
 * Holds no lock during the upload: a process that dies then leaves an unused file at the provider, and
 * uploading the same file again within a day returns the same one.
 * Errors: chargeback_not_found, party_to_dispute, chargeback_step_closed, invalid_request (type or
 * size), payments_unavailable.
 */
export async function attachEvidence(
  ctx: Context,
  admin: AdminActor,
  chargebackId: string,
  given: EvidenceUpload,
): Promise<void> {
  const found = await findChargeback(ctx.db, chargebackId);
  if (found === null) throw chargebackNotFound();
  await ctx.db.transaction((tx) => lockOpen(tx, { ctx, admin, chargebackId }));
  const mediaType = evidenceMediaType(given.bytes);
  if (mediaType === null) throw wrongFile("It is not a PDF, JPEG or PNG.");
  refuseLarge(found, given);
  const name = evidenceFileName(given.name);
  const digest = createHash("sha256").update(given.bytes).digest("hex");
  const key = `evidence-${chargebackId}-${digest}`;
  const file = { name, mediaType, bytes: given.bytes };
  const { id } = uploaded(await ctx.payments.uploadEvidence(file, key));
  await change(ctx, { admin, chargebackId }, (row) => {
    refuseLarge(row, given);
    const kept = { id, name, byteSize: given.bytes.byteLength };
    return { ...row.evidence?.files, [given.field]: kept };
  });
}

/** Errors: chargeback_not_found, party_to_dispute, chargeback_step_closed. */
export async function detachEvidence(
  ctx: Context,
  admin: AdminActor,
  chargebackId: string,
  field: EvidenceFileField,
): Promise<void> {
  await change(ctx, { admin, chargebackId }, (row) => {
    const { [field]: _gone, ...kept } = row.evidence?.files ?? {};
    return kept;
  });
}

type ChargebackRef = { admin: AdminActor; chargebackId: string };
type Files = Partial<Record<EvidenceFileField, EvidenceFile>>;

async function change(
  ctx: Context,
  { admin, chargebackId }: ChargebackRef,
  filesOf: (row: ChargebackRow) => Files,
): Promise<void> {
  const now = ctx.now();
  await ctx.db.transaction(async (tx) => {
    const { purchase, row } = await lockOpen(tx, { ctx, admin, chargebackId });
    const files = filesOf(row);
    const evidence = { texts: row.evidence?.texts ?? {}, files };
    await updateChargeback(tx, row.id, { evidence, evidenceSavedAt: now });
    const detail = { dispute_id: row.id, files: Object.keys(files) };
    const step = { actor: admin, action: "purchase.evidence_saved", detail } as const;
    await auditPurchase(tx, purchase.id, step, now);
  });
}

async function lockOpen(
  tx: Database,
  { ctx, admin, chargebackId }: ChargebackRef & { ctx: Context },
) {
  const locked = await lockDecided(tx, admin, chargebackId);
  const [obstacle] = obstaclesTo("save_draft", await readStepFacts(tx, locked.row, ctx.now()));
  if (obstacle !== undefined) throw new MarketError("chargeback_step_closed", obstacle);
  return locked;
}

function refuseLarge(row: ChargebackRow, { field, bytes }: EvidenceUpload): void {
  const { byteLength: byteSize } = bytes;
  if (filesByteSize(row.evidence?.files ?? {}, { field, byteSize }) <= EVIDENCE_FILE_BYTES_MAX)
    return;
  throw wrongFile(`All files together may have at most ${EVIDENCE_FILE_BYTES_MAX} bytes.`);
}

function uploaded(answer: Answer<{ id: string }>): { id: string } {
  if (answer.kind === "ok") return answer.value;
  if (answer.kind === "refused")
    throw wrongFile(`The payment provider refused it: ${answer.detail}`);
  throw new MarketError("payments_unavailable", "The file could not be uploaded. Try again.");
}

function wrongFile(detail: string): MarketError {
  const faults = [{ pointer: "/file", code: "invalid_value", detail }];
  return new MarketError("invalid_request", "The file cannot be used as evidence.", { faults });
}
