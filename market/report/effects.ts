/** Suspends and restores what a decision is about, each kind in its own way. */
import type { Database } from "../../db/client.ts";
import { lockListingWithAgent } from "../../db/queries/accounts/suspensions.ts";
import { lockAgent, renameAgentOnce, updateAgent } from "../../db/queries/agents/agents.ts";
import { announceSeller } from "../../db/queries/agents/logos.ts";
import { announceCollections } from "../../db/queries/collections/collections.ts";
import { writeAudit } from "../../db/queries/journal/journal.ts";
import { markAgentListingsUpdated } from "../../db/queries/listings/owner-listings.ts";
import {
  findSubject,
  lockAnyBundle,
  lockAnyCollection,
  type ReportSubject,
  type SubjectKey,
  setBundleSuspended,
  setCollectionSuspended,
} from "../../db/queries/reports/subjects.ts";
import { lockDataRequest } from "../../db/queries/requests/data-requests.ts";
import type { AdminActor } from "../../db/vocabulary/actor.ts";
import type { ReportedKind, SellerPart } from "../../db/vocabulary/report.ts";
import { removeRequestOf } from "../bounty/remove-request.ts";
import { listingSuspension } from "../listing/suspension/rules.ts";
import { restoreLocked, suspendLocked } from "../listing/suspension/suspend-locked.ts";
import { hideParts, showParts } from "./rules.ts";

type Suspending = { admin: AdminActor; reason: string; parts: readonly SellerPart[]; now: Date };
type Restoring = Omit<Suspending, "reason">;

/** The locked thing and what can be done with it. */
type Hold = {
  suspend: (how: Suspending) => Promise<void>;
  restore: (how: Restoring) => Promise<void>;
};

const holders: Record<ReportedKind, (tx: Database, id: string) => Promise<Hold | null>> = {
  dataset: holdListing,
  seller: holdSeller,
  collection: holdCollection,
  bundle: holdBundle,
  request: holdRequest,
};

export type HeldSubject = { subject: ReportSubject; hold: Hold };

/** Locks the thing, then reads it. Null: there is no such thing, or not any more. */
export async function lockSubject(tx: Database, key: SubjectKey): Promise<HeldSubject | null> {
  const hold = await holders[key.kind](tx, key.id);
  const subject = hold === null ? null : await findSubject(tx, key);
  return hold === null || subject === null ? null : { subject, hold };
}

async function holdListing(tx: Database, id: string): Promise<Hold | null> {
  const locked = await lockListingWithAgent(tx, id);
  if (locked === null) return null;
  const { listing } = locked;
  return {
    async suspend({ admin, reason, now }) {
      if (listingSuspension(listing) !== "apply") return;
      await suspendLocked(tx, admin, { listing, reason }, now);
    },
    restore: ({ admin, now }) => restoreLocked(tx, admin, locked, now),
  };
}

async function holdSeller(tx: Database, id: string): Promise<Hold | null> {
  const agent = await lockAgent(tx, id);
  if (agent === null) return null;
  const change = async ({ agentName, ...to }: ReturnType<typeof hideParts>, now: Date) => {
    if (agentName !== agent.agentName) {
      // Before the rename, which changes a unique key.
      await markAgentListingsUpdated(tx, id, now);
      // Another agent of this owner may have taken a shown name meanwhile: then the placeholder stays.
      await renameAgentOnce(tx, agent, agentName);
    }
    await updateAgent(tx, id, to);
    await announceSeller(tx, id);
  };
  const subject = { subjectKind: "agent", subjectId: id } as const;
  return {
    async suspend({ admin, reason, parts, now }) {
      await change(hideParts(agent, parts), now);
      const detail = { parts, reason };
      await writeAudit(tx, { actor: admin, action: "agent.parts_hidden", ...subject, detail }, now);
    },
    async restore({ admin, parts, now }) {
      await change(showParts(agent, parts), now);
      const detail = { parts };
      await writeAudit(tx, { actor: admin, action: "agent.parts_shown", ...subject, detail }, now);
    },
  };
}

async function holdCollection(tx: Database, id: string): Promise<Hold | null> {
  const row = await lockAnyCollection(tx, id);
  if (row === null) return null;
  const set = async (at: Date | null, how: Restoring & { reason?: string }) => {
    await setCollectionSuspended(tx, id, at);
    await announceCollections(tx, row.sellerId);
    const action = at === null ? "collection.restored" : "collection.suspended";
    const detail = {
      ...(how.reason === undefined ? {} : { reason: how.reason }),
      title: row.title,
    };
    const subject = { subjectKind: "collection", subjectId: id } as const;
    await writeAudit(tx, { actor: how.admin, action, ...subject, detail }, how.now);
  };
  return { suspend: (how) => set(how.now, how), restore: (how) => set(null, how) };
}

async function holdBundle(tx: Database, id: string): Promise<Hold | null> {
  const row = await lockAnyBundle(tx, id);
  if (row === null) return null;
  const set = async (at: Date | null, how: Restoring & { reason?: string }) => {
    await setBundleSuspended(tx, id, at);
    await announceSeller(tx, row.agentId);
    const action = at === null ? "bundle.restored" : "bundle.suspended";
    const detail = { bundle_id: id, ...(how.reason === undefined ? {} : { reason: how.reason }) };
    const subject = { subjectKind: "agent", subjectId: row.agentId } as const;
    await writeAudit(tx, { actor: how.admin, action, ...subject, detail }, how.now);
  };
  return { suspend: (how) => set(how.now, how), restore: (how) => set(null, how) };
}

async function holdRequest(tx: Database, id: string): Promise<Hold | null> {
  const request = await lockDataRequest(tx, id);
  if (request === null) return null;
  return {
    suspend: ({ admin, reason, now }) => removeRequestOf(tx, admin, { request, reason, now }),
    restore: async () => {
      throw new Error(`the request ${id} cannot be restored`);
    },
  };
}
