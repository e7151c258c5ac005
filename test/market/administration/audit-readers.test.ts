/** The parties that the database records for an audit row, compared with the plain definition. */
import { expect, setDefaultTimeout, test } from "bun:test";
import { eq, isNull, sql } from "drizzle-orm";
import fc from "fast-check";
import { writeAudit } from "../../../db/queries/journal/journal.ts";
import { agents, apiKeys, auditLog, listings, purchases } from "../../../db/schema/index.ts";
import type { Actor, OwnerActor } from "../../../db/vocabulary/actor.ts";
import { decideAgent } from "../../../market/agent/decide-agent.ts";
import { listAuditLog } from "../../../market/audit/list-audit-log.ts";
import { testApi } from "../../support/api.ts";
import {
  insertPurchase,
  newCard,
  newKey,
  newOwner,
  newSeller,
  type Seller,
} from "../../support/operators.ts";
import { eventually } from "../../support/stack.ts";

setDefaultTimeout(60_000);

const api = await testApi();

const system = { kind: "system", name: "settlement" } as const;

let agentCount = 0;

async function registered({ email }: OwnerActor): Promise<string> {
  agentCount += 1;
  const body = { owner_email: email, agent_name: `agent ${agentCount}` };
  return String((await api.send("POST", "/agent/register", { body })).body.id);
}

/** The ids of the rows shown to the account, newest first. */
async function shownTo(owner: OwnerActor): Promise<string[]> {
  const ids: string[] = [];
  for (let before: string | null | undefined; before !== null; ) {
    const page = await listAuditLog(api.ctx, owner, { limit: 100, before });
    ids.push(...page.items.map(({ id }) => id));
    before = page.next_before;
  }
  return ids;
}

/** The same by definition: examines every row of the log for each id that it may name. */
async function concerned({ accountId }: OwnerActor): Promise<string[]> {
  const { db } = api;
  const idsOf = (rows: { id: string }[]) => new Set(rows.map(({ id }) => id));
  const ownAgents = await db.select().from(agents).where(eq(agents.accountId, accountId));
  const agentIds = idsOf(ownAgents);
  const keyIds = idsOf(await db.select().from(apiKeys).where(eq(apiKeys.accountId, accountId)));
  const all = {
    listings: await db.select().from(listings),
    rows: await db.select().from(auditLog),
  };
  const listingIds = idsOf(all.listings.filter(({ agentId }) => agentIds.has(agentId)));
  const sales = new Map((await db.select().from(purchases)).map((row) => [row.id, row]));
  const isMine = (row: (typeof all.rows)[number]) => {
    const { actorKind, actorId, subjectKind, subjectId, action, at } = row;
    if (["owner", "operator", "admin"].includes(actorKind) && actorId === accountId) return true;
    if (actorKind === "agent" && agentIds.has(actorId)) return true;
    if (subjectKind === "account") return subjectId === accountId;
    if (subjectKind === "api_key") return keyIds.has(subjectId);
    if (subjectKind === "agent") return agentIds.has(subjectId);
    if (subjectKind === "listing") return listingIds.has(subjectId);
    const sale = subjectKind === "purchase" ? sales.get(subjectId) : undefined;
    if (sale?.accountId === accountId) return action !== "purchase.transferred";
    return sale?.sellerAccountId === accountId && sale.paidAt !== null && at >= sale.paidAt;
  };
  const ids = all.rows.filter(isMine).map(({ id }) => id);
  return ids.sort().reverse();
}

type Person = { seller: Seller; keyId: string; cardId: string };

async function newPerson(): Promise<Person> {
  const seller = await newSeller(api);
  const { key } = await newKey(api, seller.owner);
  return { seller, keyId: key.id, cardId: await newCard(api, seller.owner) };
}

/** Everything that may happen to one person, with a second person involved. */
const acts: Record<string, (one: Person, other: Person) => Promise<unknown>> = {
  "makes a key": ({ seller }) => newKey(api, seller.owner),
  "has an agent that asks": ({ seller }) => registered(seller.owner),
  "decides what asks": async ({ seller }) => {
    const waiting = await api.db.select().from(agents).where(isNull(agents.accountId));
    for (const { id, ownerEmail } of waiting) {
      if (ownerEmail !== seller.owner.email) continue;
      await decideAgent(api.ctx, seller.owner, id, id.endsWith("0") ? "reject" : "approve");
    }
  },
  "has an agent that changes a listing": ({ seller }) => {
    const actor = { kind: "agent", agentId: seller.agentId, verified: true } as const;
    return audit(actor, "listing.updated", "listing", seller.listingId);
  },
  "is suspended by the other": ({ seller }, other) => {
    const admin = { ...other.seller.owner, kind: "admin" } as const;
    return audit(admin, "account.suspended", "account", seller.owner.accountId);
  },
  "orders and does not pay": (one, other) => order(one, other),
  buys: async (one, other) => {
    const id = await order(one, other);
    await pay(id);
    await audit(system, "purchase.transferred", "purchase", id);
  },
};

const audit = (
  actor: Actor,
  action: string,
  subjectKind: "listing" | "account" | "purchase",
  subjectId: string,
  at = later(),
) => writeAudit(api.db, { actor, action, subjectKind, subjectId }, at);

let lastMs = Date.now();
/** A new time for each call, so that events in order also have ascending times. */
function later(): Date {
  lastMs += 1;
  return new Date(lastMs);
}

async function order(one: Person, other: Person): Promise<string> {
  const { accountId } = one.seller.owner;
  const id = await insertPurchase(api, {
    by: one.seller.owner,
    apiKeyId: one.keyId,
    paymentMethodId: one.cardId,
    from: other.seller,
    priceCents: 900,
    state: "payment_pending",
  });
  const actor = { kind: "operator", accountId, apiKeyId: one.keyId } as const;
  await audit(actor, "purchase.opened", "purchase", id);
  return id;
}

/** Like `settlePayment`: the row first, then the log entry, both with the same time. */
async function pay(id: string): Promise<void> {
  const now = later();
  const paid = { state: "in_escrow", paidAt: now, chargeId: "ch", releaseDueAt: now } as const;
  await api.db.update(purchases).set(paid).where(eq(purchases.id, id));
  await audit(system, "purchase.paid", "purchase", id, now);
}

test("after any history each account sees exactly the rows that concern it", async () => {
  const history = fc.array(
    fc.record({ act: fc.constantFrom(...Object.keys(acts)), isFirst: fc.boolean() }),
    { minLength: 5, maxLength: 25 },
  );
  await fc.assert(
    fc.asyncProperty(history, async (steps) => {
      const [first, second] = [await newPerson(), await newPerson()];
      for (const { act, isFirst } of steps) {
        await (isFirst ? acts[act]?.(first, second) : acts[act]?.(second, first));
      }
      for (const { seller } of [first, second]) {
        const shown = await shownTo(seller.owner);
        expect(shown).toEqual(await concerned(seller.owner));
        expect(shown.length).toBeGreaterThan(0);
      }
    }),
    { numRuns: 15 },
  );
}, 180_000);

test("a row about an agent that is written while its owner decides is not lost to the owner", async () => {
  const owner = await newOwner(api);
  const agentId = await registered(owner);
  const entry = { actor: system, action: "agent.suspended", subjectKind: "agent" } as const;
  const { deciding } = await api.db.transaction(async (tx) => {
    await writeAudit(tx, { ...entry, subjectId: agentId }, new Date());
    let isOver = false;
    const call = decideAgent(api.ctx, owner, agentId, "approve").finally(() => {
      isOver = true;
    });
    await eventually(async () => isOver || (await isSomebodyWaiting()));
    return { deciding: call };
  });
  await deciding;
  expect(await shownTo(owner)).toEqual(await concerned(owner));
});

async function isSomebodyWaiting(): Promise<boolean> {
  const rows = await api.db.execute(sql`
    select 1 from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`);
  return rows.length > 0;
}
