/** A waiting purchase as its agent and its owner see it. */
import {
  findWaitingDetail,
  type WaitingDetail,
} from "../../../db/queries/purchases/waiting-purchases.ts";
import type { WaitingState } from "../../../db/vocabulary/purchase.ts";
import type { Config } from "../../../platform/config.ts";
import type { Context } from "../../context.ts";
import { MarketError } from "../../errors.ts";
import { view } from "../../view.ts";
import { presentState } from "./rules.ts";
import { type WaitingPurchaseView, waitingPurchaseView } from "./schemas.ts";
import { waitingPageUrl } from "./waiting-page.ts";

type Deps = { config: Pick<Config, "PUBLIC_BASE_URL">; now: Date };

/** The row's effective state at `now`: it may have expired before the clock has marked it. */
export function viewWaiting(detail: WaitingDetail, { config, now }: Deps): WaitingPurchaseView {
  const { waiting, file, keyName, card } = detail;
  const status = presentState(waiting, now);
  const baseUrl = config.PUBLIC_BASE_URL;
  const self = `${baseUrl}/waiting-purchases/${waiting.id}`;
  const confirm = waitingPageUrl(baseUrl, waiting.id);
  const { purchaseId, purseId, bundleId } = waiting;
  return view(waitingPurchaseView, waiting, {
    status,
    next_action: nextAction[status](confirm),
    dataset_id: waiting.listingId,
    dataset_title: waiting.title,
    dataset_version: waiting.version,
    dataset_license: waiting.license,
    bundle_id: bundleId,
    datasets: (waiting.bundled ?? []).map((one) => ({
      dataset_id: one.listingId,
      dataset_title: one.title,
      dataset_version: one.version,
      dataset_license: one.license,
    })),
    sha256: file?.sha256 ?? null,
    byte_size: file?.byteSize ?? null,
    format: file?.format ?? null,
    ended_at: endedAt(detail, status),
    purchase_id: purchaseId,
    bundle_purchase_id: purseId,
    metadata: {
      api_key_id: waiting.apiKeyId,
      api_key_name: keyName,
      payment_method: { id: waiting.paymentMethodId, ...card },
    },
    links: {
      self,
      ...(bundleId === null
        ? { dataset: `${baseUrl}/datasets/${waiting.listingId}` }
        : { bundle: `${baseUrl}/bundles/${bundleId}` }),
      confirm,
      ...(status === "waiting" ? { cancel: `${self}/cancel` } : {}),
      ...(purchaseId === null ? {} : { purchase: `${baseUrl}/purchases/${purchaseId}` }),
      ...(purseId === null
        ? {}
        : { purchases: `${baseUrl}/purchases?bundle_purchase_id=${purseId}` }),
    },
  });
}

function endedAt({ waiting }: WaitingDetail, status: WaitingState): string | null {
  const at = status === "expired" ? waiting.expiresAt : waiting.endedAt;
  return at?.toISOString() ?? null;
}

const nextAction: Record<WaitingState, (page: string) => string> = {
  waiting: (page) =>
    `Ask your owner to approve or refuse it at ${page} (they got a mail, too). Check later with ` +
    "this resource or the event waiting_purchase.ended; do not buy it another way meanwhile.",
  approved: () => "The owner has approved it: read the purchases that links name.",
  refused: () => "The owner has refused it. Do not ask for it again unless they say so.",
  cancelled: () => "It was cancelled. To ask again, buy it again.",
  superseded: () => "It was requested on other terms, or bought: see those instead.",
  expired: () => "Nobody answered in time. To ask again, buy it again.",
};

/** Errors: waiting_purchase_not_found. */
export async function loadWaitingView(
  { db, config, now }: Pick<Context, "db" | "config" | "now">,
  id: string,
): Promise<WaitingPurchaseView> {
  const detail = await findWaitingDetail(db, id);
  if (detail !== null) return viewWaiting(detail, { config, now: now() });
  throw new MarketError("waiting_purchase_not_found", "There is no waiting purchase with this id.");
}
