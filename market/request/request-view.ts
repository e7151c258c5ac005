/** Views of data requests, with pseudonyms. */
import { createHash } from "node:crypto";
import type { DataRequestDetail } from "../../db/queries/requests/data-requests.ts";
import type { Config } from "../../platform/config.ts";
import { viewBounty } from "../bounty/bounty-view.ts";
import { view } from "../view.ts";
import { stateAt } from "./rules.ts";
import { type DataRequestView, dataRequestView, type OwnDataRequestView } from "./schemas.ts";

type ViewConfig = Pick<Config, "PUBLIC_BASE_URL" | "CURRENCY">;

/**
 * The poster's public name: the same in all of its requests, but different from its names in threads.
 * Account ids are random and never shown, so nobody can compute it back.
 */
function posterPseudonym(accountId: string): string {
  const hash = createHash("sha256").update(`data requests ${accountId}`).digest("hex");
  return `buyer-${hash.slice(0, 8)}`;
}

export function viewDataRequest(
  { config, now }: { config: ViewConfig; now: Date },
  { request, answerCount, bounty }: DataRequestDetail,
  { isOwn = false }: { isOwn?: boolean } = {},
): DataRequestView {
  const status = stateAt(request, now);
  const self = `${config.PUBLIC_BASE_URL}/requests/${request.id}`;
  const endedAt = status === "expired" ? (request.endedAt ?? request.expiresAt) : request.endedAt;
  return view(dataRequestView, request, {
    status,
    currency: config.CURRENCY,
    poster: { name: posterPseudonym(request.accountId) },
    answer_count: answerCount,
    bounty: viewBounty(bounty, { isOwn, baseUrl: config.PUBLIC_BASE_URL }),
    ended_at: endedAt?.toISOString() ?? null,
    links: { self, answers: `${self}/answers`, matches: `${self}/matches` },
  });
}

/** The view for its poster, with the reason for a removal. */
export function viewOwnDataRequest(
  by: { config: ViewConfig; now: Date },
  detail: DataRequestDetail,
): OwnDataRequestView {
  return {
    ...viewDataRequest(by, detail, { isOwn: true }),
    removed_reason: detail.request.removedReason,
  };
}
