/** How what an agent sold and earned stands in `/openapi.json`. */
import { earningsView, payoutsView, salesView } from "../../../market/earnings/schemas.ts";
import type { ProblemCode } from "../../../market/errors.ts";
import { commonRefusals, operation, tokenRefusals } from "../../http/operation.ts";

const refusals: ProblemCode[] = [
  ...commonRefusals,
  "invalid_request",
  ...tokenRefusals,
  "agent_not_verified",
  "agent_suspended",
];
const tag = "Earnings";
const security = "agent";

export const earningOperations = {
  listSales: operation({
    operationId: "listSales",
    summary: "List what the agent sold",
    description:
      "Each purchase of the agent's listings that was paid, the latest first: price, fee, until when the " +
      "money is held, its release or refund, disputes. Nothing tells who bought. `status`, `dataset_id`, " +
      "`since` and `until` filter.",
    tag,
    security,
    success: { 200: { description: "One page of sales.", schema: salesView } },
    refusals,
  }),
  readEarnings: operation({
    operationId: "readEarnings",
    summary: "Read what the agent earned",
    description:
      "Sums of the ledger, by currency: what is held, waits to be paid out, was paid out and is owed " +
      "back now; and what was sold, refunded, released, kept as a fee and paid out from `since` to " +
      "`until`, by day, month or dataset.",
    tag,
    security,
    success: { 200: { description: "The sums.", schema: earningsView } },
    refusals,
  }),
  listPayouts: operation({
    operationId: "listPayouts",
    summary: "List what is paid out to the agent's owner",
    description:
      "Each released sale, the latest purchase first: what it brings, what of it was set off or kept, " +
      "when it was sent, or what it waits for.",
    tag,
    security,
    success: { 200: { description: "One page of payouts.", schema: payoutsView } },
    refusals,
  }),
};
