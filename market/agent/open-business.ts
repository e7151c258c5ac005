/** An agent's open business, in words and as data. Pure. */

import type { OpenBusinessRow } from "../../db/queries/agents/open-business.ts";
import { counted } from "../counted.ts";
import type { OpenMatter } from "../errors.ts";
import { MarketError } from "../errors.ts";

export function viewOpenMatter(row: OpenBusinessRow): OpenMatter {
  const { kind, listingId: dataset_id } = row;
  if (row.kind === "auction") {
    const state = row.isClosed ? "unsettled" : "has_bids";
    return { kind, id: dataset_id, dataset_id, state };
  }
  const state = row.state === "released" || row.state === "refunded" ? "bank_dispute" : row.state;
  return { kind, id: row.purchaseId, dataset_id, state };
}

/** Null: nothing is open. */
export function openBusinessRefusal(rows: OpenBusinessRow[]): MarketError | null {
  if (rows.length === 0) return null;
  const count = (kind: OpenBusinessRow["kind"]) => rows.filter((row) => row.kind === kind).length;
  const detail = `Open are ${counted(count("auction"), "auction")} and ${counted(count("purchase"), "purchase")}.`;
  return new MarketError("agent_has_open_business", detail, { open: rows.map(viewOpenMatter) });
}
