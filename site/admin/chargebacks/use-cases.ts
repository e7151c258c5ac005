import type { ChargebackFilter } from "../../../db/queries/purchases/chargeback-lists.ts";
import type { AdminActor } from "../../../db/vocabulary/actor.ts";
import {
  countMoneyTasks,
  listChargebacks,
  viewChargeback,
} from "../../../market/administration/read-chargebacks.ts";
import type { Context } from "../../../market/context.ts";
import {
  attachEvidence,
  detachEvidence,
} from "../../../market/purchase/chargeback/attach-evidence.ts";
import { decideStep } from "../../../market/purchase/chargeback/decide-step.ts";
import { saveEvidence } from "../../../market/purchase/chargeback/save-evidence.ts";
import {
  type EvidenceFileField,
  evidenceBody,
  stepBody,
} from "../../../market/purchase/chargeback/schemas.ts";
import { parseForm } from "../../kit/form.ts";
import type { PageWanted } from "../../kit/paging.ts";

type ChargebackListQuery = PageWanted & {
  filter: ChargebackFilter | undefined;
  purchaseId: string | undefined;
};
type EvidenceUpload = { field: EvidenceFileField; name: string; bytes: Uint8Array };

export function chargebackUseCases(ctx: Context) {
  return {
    countMoneyTasks: (admin: AdminActor) => countMoneyTasks(ctx, admin),
    listChargebacks: (admin: AdminActor, wanted: ChargebackListQuery) =>
      listChargebacks(ctx, admin, wanted),
    getChargeback: (admin: AdminActor, id: string) => viewChargeback(ctx, admin, id),
    saveEvidence: async (admin: AdminActor, id: string, texts: object): Promise<void> => {
      await saveEvidence(ctx, admin, id, parseForm(evidenceBody, texts));
    },
    attachEvidence: (admin: AdminActor, id: string, upload: EvidenceUpload): Promise<void> =>
      attachEvidence(ctx, admin, id, upload),
    detachEvidence: (admin: AdminActor, id: string, field: EvidenceFileField): Promise<void> =>
      detachEvidence(ctx, admin, id, field),
    decideStep: async (admin: AdminActor, id: string, form: object): Promise<void> => {
      await decideStep(ctx, admin, id, parseForm(stepBody, form));
    },
  };
}
