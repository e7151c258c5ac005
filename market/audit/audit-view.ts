/** Builds the view of an audit row for the account that it concerns. */
import type { AuditNames, AuditRow } from "../../db/queries/journal/audit-log.ts";
import type { AuditItem } from "./schemas.ts";

export function viewAuditRow(accountId: string, names: AuditNames, row: AuditRow): AuditItem {
  return {
    id: row.id,
    at: row.at.toISOString(),
    actor: viewActor(accountId, names, row),
    action: row.action,
    action_label: row.action.replace(/^.*?\./, "").replaceAll("_", " "),
    subject: {
      kind: row.subjectKind,
      id: row.subjectId,
      label: subjectLabel(accountId, names, row),
    },
    detail: viewDetail(row),
  };
}

function viewActor(accountId: string, names: AuditNames, row: AuditRow): AuditItem["actor"] {
  if (row.actorKind === "system") return { kind: "marketplace", label: "the marketplace" };
  const isMine = row.actorId === accountId;
  if (row.actorKind === "admin" && !isMine) {
    return { kind: "administrator", label: "an administrator" };
  }
  if (row.actorKind === "agent") return viewAgent(accountId, names, row);
  if (isMine) return viewOwnAct(names, row);
  const purchase = names.purchases.get(row.subjectId);
  if (purchase?.buyerId === row.actorId) return { kind: "buyer", label: "the buyer" };
  if (purchase?.sellerId === row.actorId) return { kind: "seller", label: "the seller" };
  return { kind: "other", label: "another account" };
}

function viewOwnAct(names: AuditNames, row: AuditRow): AuditItem["actor"] {
  const keyId = row.actorKind === "operator" ? row.detail.api_key_id : undefined;
  const key = typeof keyId === "string" ? names.apiKeys.get(keyId) : undefined;
  if (key === undefined) return { kind: "you", label: "you" };
  if (key.isBuiltIn) return { kind: "you", label: "you, on this website" };
  if (key.host !== null) return { kind: "key", label: `the program ${key.name}` };
  return { kind: "key", label: `the key "${key.name}"` };
}

/** An agent's row that its owner caused on the website is shown as the owner's own action. */
function viewAgent(
  accountId: string,
  names: AuditNames,
  { actorId, detail }: AuditRow,
): AuditItem["actor"] {
  const agent = names.agents.get(actorId);
  if (agent?.accountId !== accountId) return { kind: "other", label: "another agent" };
  if (detail.through === "website") {
    return { kind: "you", label: `you on the website, as "${agent.name}"` };
  }
  const by = agent.host === null ? "" : `, the program of ${agent.host}`;
  return { kind: "agent", label: `the agent "${agent.name}"${by}` };
}

function subjectLabel(accountId: string, names: AuditNames, row: AuditRow): string {
  const { subjectKind: kind, subjectId: id } = row;
  if (kind === "account") return id === accountId ? "your account" : `the account ${id}`;
  const key = names.apiKeys.get(id);
  const labels: Record<string, string | undefined> = {
    agent: names.agents.get(id)?.name,
    listing: names.listings.get(id),
    api_key: key?.accountId === accountId ? key.name : undefined,
    purchase: names.purchases.get(id)?.title,
    data_request: names.dataRequests.get(id),
    review: names.reviews.get(id),
    saved_search: names.savedSearches.get(id),
  };
  return labels[kind] ?? id;
}

/** All other details are hidden: a row may also hold the other party's or the provider's data. */
const shownDetails: Record<string, string> = {
  reason: "reason",
  cause: "cause",
  from: "from",
  version: "version",
  fields: "fields",
  name: "name",
  scopes: "scopes",
  price_cents: "price_cents",
  amount_cents: "amount_cents",
  suspended_by: "suspended by",
  agents: "agents",
  listings: "listings",
  withdrawn: "listings withdrawn",
};

const detailCharsMax = 1000;

function viewDetail({ detail }: AuditRow): AuditItem["detail"] {
  return Object.entries(detail).flatMap(([key, value]) => {
    const name = shownDetails[key];
    const text = asText(value);
    return name === undefined || text === null ? [] : [{ name, value: text }];
  });
}

function asText(value: unknown): string | null {
  if (Array.isArray(value)) return value.join(", ").slice(0, detailCharsMax);
  if (typeof value === "string") return value.slice(0, detailCharsMax);
  return typeof value === "number" || typeof value === "boolean" ? String(value) : null;
}
