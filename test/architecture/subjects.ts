/** The order of the subjects in market/, and its leaves: rule 14 of ARCHITECTURE.md. */
import type { Source } from "./source.ts";

/** The files directly in market/, and the table of refusals. */
const SHARED = "shared";
const sharedFolders = ["problem"];

/** A subject imports itself and those before it. */
const core = [
  SHARED,
  "contract",
  "event",
  "account",
  "agent",
  "profile",
  "facts",
  "acceptance",
  "listing",
  "seller",
  "catalogue",
  "search",
  "access",
  "held-file",
  "coupon",
  "private-offer",
  "purchase",
  "auction",
  "bundle",
  "bounty",
];

/** A leaf that another subject imports is no longer a leaf: shared code belongs to the core. */
export const leaves = [
  "administration",
  "analytics",
  "audit",
  "collection",
  "connection",
  "delivery",
  "discovery",
  "earnings",
  "follow",
  "leaving",
  "mail",
  "message",
  "operations",
  "overview",
  "query",
  "recommendation",
  "reconciliation",
  "report",
  "request",
  "review",
  "saved-search",
  "subscription",
  "terms",
  "upkeep",
  "webhook",
];

/**
 * Tables and operations of all subjects: only these files in market/ import leaves. A folder ends
 * in a slash.
 */
export const registries = [
  "market/contracts.ts",
  "market/leaving/close-account.ts",
  "market/leaving/export-account.ts",
  "market/mail/kinds/",
  "market/mail/templates.ts",
  "market/mail/words/",
  "market/operations/kinds/",
  "market/stored.ts",
];

/** Imports against the order, and why they stay. A test checks that each exists. */
export const exceptions: { from: string; to: string; because: string }[] = [
  {
    from: "market/purchase/write-direct-purchase.ts",
    to: "market/auction/direct-sale.ts",
    because: "a sale at a hybrid's price changes its auction in the same transaction",
  },
];

type Sources = ReadonlyMap<string, Source>;

export function subjectOf(path: string): string | null {
  const [area, folder = "", ...rest] = path.split("/");
  if (area !== "market") return null;
  return rest.length === 0 || sharedFolders.includes(folder) ? SHARED : folder;
}

const isRegistry = (path: string) =>
  registries.some((entry) => (entry.endsWith("/") ? path.startsWith(entry) : path === entry));

/** The imports of a market/ file that go against the order. */
export function againstOrder({ path, imports }: Pick<Source, "path" | "imports">): string[] {
  const own = subjectOf(path);
  if (own === null || isRegistry(path)) return [];
  const place = leaves.includes(own) ? core.length : core.indexOf(own);
  return imports
    .flatMap(({ file }) => file ?? [])
    .filter((file) => {
      const subject = subjectOf(file);
      if (subject === null || subject === own) return false;
      return leaves.includes(subject) || core.indexOf(subject) > place;
    });
}

export const subjectOrder = {
  name: "14: the subjects of market have an order, and nothing but edges and registries imports a leaf",
  check(source: Source): string[] {
    const own = subjectOf(source.path);
    if (own === null) return [];
    if (!core.includes(own) && !leaves.includes(own)) return [`${own} is no subject of the order`];
    const isExcepted = (file: string) =>
      exceptions.some(({ from, to }) => from === source.path && to === file);
    return againstOrder(source)
      .filter((file) => !isExcepted(file))
      .map((file) => `→ ${file}, which is no subject before ${own}`);
  },
};

/** The imports outside registries that would break if a leaf's folder were deleted. */
export function danglingWithout(leaf: string, sources: Sources): string[] {
  return [...sources.values()]
    .filter(({ area }) => ["market", "db", "platform"].includes(area))
    .filter(({ path }) => subjectOf(path) !== leaf && !isRegistry(path))
    .flatMap(({ path, imports }) =>
      imports
        .filter(({ file }) => file !== null && subjectOf(file) === leaf)
        .map(({ file }) => `${path} → ${file}`),
    );
}
