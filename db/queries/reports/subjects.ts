/** The things that can be reported: what they are called, whether everybody sees them, and who owns them. */
import { eq, type SQL, sql } from "drizzle-orm";
import type { Database } from "../../client.ts";
import {
  accounts,
  agents,
  bundles,
  collections,
  dataRequests,
  listings,
} from "../../schema/index.ts";
import type { ReportedKind, SellerPart } from "../../vocabulary/report.ts";
import { type BundleRow, isShownBundle } from "../bundles/bundles.ts";
import { type CollectionRow, isPublicCollection } from "../collections/collections.ts";
import { isPublic as isPublicRequest } from "../requests/data-requests.ts";
import { isPublicSeller, isStandingSeller } from "../sellers/sellers.ts";

export type SubjectKey = { kind: ReportedKind; id: string };

export type ReportSubject = SubjectKey & {
  /** Null: it was deleted, or its owner keeps it private. */
  title: string | null;
  /** `suspended`: by any suspension, also of its seller. `gone`: no longer public. */
  state: "shown" | "suspended" | "gone";
  /** Whether an administrator holds the thing itself back. */
  isHeld: boolean;
  /** The selling agent of a dataset or bundle, the agent that keeps a collection, or the seller itself. */
  agentId: string | null;
  accountId: string | null;
  hiddenParts: SellerPart[];
};

type Columns = Record<"id" | "title" | "state" | "isHeld" | "agentId" | "accountId", SQL>;

const sellerOf = (agentId: SQL) => sql`join ${agents} on ${agents.id} = ${agentId}`;

const sources: Record<ReportedKind, { from: SQL; columns: Columns; hiddenParts?: SQL }> = {
  dataset: {
    from: sql`${listings} ${sellerOf(sql`${listings.agentId}`)}`,
    columns: {
      id: sql`${listings.id}`,
      title: sql`${listings.title}`,
      state: sql`case ${listings.status} when 'active' then 'shown' when 'suspended' then 'suspended'
        else 'gone' end`,
      isHeld: sql`${listings.status} = 'suspended' and ${listings.suspendedBy} = 'listing'`,
      agentId: sql`${agents.id}`,
      accountId: sql`${agents.accountId}`,
    },
  },
  seller: {
    from: sql`${agents}`,
    columns: {
      id: sql`${agents.id}`,
      title: sql`${agents.agentName}`,
      state: sql`case when ${isPublicSeller} then 'shown'
        when ${isStandingSeller} then 'suspended' else 'gone' end`,
      isHeld: sql`cardinality(${agents.hiddenParts}) > 0`,
      agentId: sql`${agents.id}`,
      accountId: sql`${agents.accountId}`,
    },
    hiddenParts: sql`to_json(${agents.hiddenParts})`,
  },
  collection: {
    from: sql`${collections}`,
    columns: {
      id: sql`${collections.id}`,
      title: sql`case when ${collections.isPublic} then ${collections.title} end`,
      state: sql`case when ${isPublicCollection} then 'shown'
        when ${collections.isPublic} then 'suspended' else 'gone' end`,
      isHeld: sql`${collections.suspendedAt} is not null`,
      agentId: sql`case when ${collections.principalKind} = 'agent' then ${collections.principalId} end`,
      accountId: sql`${collections.accountId}`,
    },
  },
  bundle: {
    from: sql`${bundles} ${sellerOf(sql`${bundles.agentId}`)}`,
    columns: {
      id: sql`${bundles.id}`,
      title: sql`${bundles.title}`,
      state: sql`case when ${isShownBundle} then 'shown'
        when ${agents.deletedAt} is null then 'suspended' else 'gone' end`,
      isHeld: sql`${bundles.suspendedAt} is not null`,
      agentId: sql`${agents.id}`,
      accountId: sql`${agents.accountId}`,
    },
  },
  request: {
    from: sql`${dataRequests} join ${accounts} on ${accounts.id} = ${dataRequests.accountId}`,
    columns: {
      id: sql`${dataRequests.id}`,
      title: sql`${dataRequests.title}`,
      state: sql`case when ${isPublicRequest} then 'shown'
        when ${dataRequests.state} = 'removed' then 'gone' else 'suspended' end`,
      isHeld: sql`false`,
      agentId: sql`null::uuid`,
      accountId: sql`${dataRequests.accountId}`,
    },
  },
};

/** The thing of a row that names its kind and id; null if it was deleted. */
export function subjectOf(kind: SQL, id: SQL): SQL<ReportSubject | null> {
  const branches = Object.entries(sources).map(([name, { from, columns, hiddenParts }]) => {
    const { id: ownId, title, state, isHeld, agentId, accountId } = columns;
    const hidden = hiddenParts ?? sql`'[]'::json`;
    return sql`select json_build_object('kind', ${name}::text, 'id', ${ownId}, 'title', ${title},
      'state', ${state}, 'isHeld', ${isHeld}, 'agentId', ${agentId}, 'accountId', ${accountId},
      'hiddenParts', ${hidden}) from ${from} where ${kind} = ${name} and ${ownId} = ${id}`;
  });
  return sql<ReportSubject | null>`(${sql.join(branches, sql` union all `)})`;
}

/** What is left of a deleted thing. */
export const goneSubject = ({ kind, id }: SubjectKey): ReportSubject => ({
  ...{ kind, id, title: null, state: "gone", isHeld: false },
  ...{ agentId: null, accountId: null, hiddenParts: [] },
});

/** Null: there is no such thing. */
export async function findSubject(
  db: Database,
  { kind, id }: SubjectKey,
): Promise<ReportSubject | null> {
  const wanted = subjectOf(sql`${kind}::text`, sql`${id}::uuid`);
  const [row] = await db.execute<{ found: ReportSubject | null }>(sql`select ${wanted} as found`);
  return row?.found ?? null;
}

export type ReportedWords = {
  /** The text below the title; null: there is none. */
  text: string | null;
  /** Web addresses that a seller names. */
  websites: string[];
  /** The name of a seller that administrators hide. */
  hiddenName: string | null;
  hasLogo: boolean;
};

const noWords: ReportedWords = { text: null, websites: [], hiddenName: null, hasLogo: false };

const described = {
  dataset: listings,
  collection: collections,
  bundle: bundles,
  request: dataRequests,
};

/** What administrators judge, hidden or not; only for them. */
export async function readReportedWords(
  db: Database,
  { kind, id }: SubjectKey,
): Promise<ReportedWords> {
  if (kind !== "seller") {
    const { description: text, id: column } = described[kind];
    const [row] = await db.select({ text }).from(described[kind]).where(eq(column, id));
    return { ...noWords, text: row?.text ?? null };
  }
  const { about: text, websites, hiddenName, logoId } = agents;
  const hasLogo = sql<boolean>`${logoId} is not null`;
  const columns = { text, websites, hiddenName, hasLogo };
  const [row] = await db.select(columns).from(agents).where(eq(agents.id, id));
  return row ?? noWords;
}

/** Locks a collection of any keeper. */
export async function lockAnyCollection(tx: Database, id: string): Promise<CollectionRow | null> {
  const isIt = eq(collections.id, id);
  const [row] = await tx.select().from(collections).where(isIt).for("update");
  return row ?? null;
}

export async function setCollectionSuspended(
  tx: Database,
  id: string,
  suspendedAt: Date | null,
): Promise<void> {
  await tx.update(collections).set({ suspendedAt }).where(eq(collections.id, id));
}

/** Locks a bundle of any agent; orders that hold it come first. */
export async function lockAnyBundle(tx: Database, id: string): Promise<BundleRow | null> {
  const [row] = await tx.select().from(bundles).where(eq(bundles.id, id)).for("no key update");
  return row ?? null;
}

export async function setBundleSuspended(
  tx: Database,
  id: string,
  suspendedAt: Date | null,
): Promise<void> {
  await tx.update(bundles).set({ suspendedAt }).where(eq(bundles.id, id));
}
