/** Compares the earnings and payouts shown to sellers with the ledger's rows. */
import { expect } from "bun:test";
import type { ledgerEntries } from "../../../db/schema/index.ts";
import type { OwnerActor } from "../../../db/vocabulary/actor.ts";
import type { Context } from "../../../market/context.ts";
import { listPayouts, readEarnings } from "../../../market/earnings/read.ts";

type Entry = typeof ledgerEntries.$inferSelect;
type Row = { state: string; listingId: string; agentId: string; entry: Entry };

/** The entries that each figure sums. */
const figures: Record<string, (entry: Entry) => boolean> = {
  sold_cents: ({ posting, account }) =>
    (posting === "captured" || posting === "funded") && account === "escrow",
  refunded_cents: ({ posting, account }) =>
    (posting === "refund_owed" && account === "refund_payable") ||
    (posting === "charged_back" && account === "buyer"),
  fee_cents: ({ posting, account }) => posting === "released" && account === "platform_fee",
  fee_returned_cents: ({ posting, amountCents }) => posting === "fee_returned" && amountCents > 0,
  released_cents: ({ posting, account }) => posting === "released" && account === "seller_payable",
  paid_out_cents: ({ posting, account }) => posting === "transferred" && account === "seller_paid",
  reversed_cents: ({ posting, amountCents }) => posting === "transfer_reversed" && amountCents > 0,
  kept_cents: ({ posting, account }) => posting === "payable_kept" && account === "platform_funds",
  set_off_cents: ({ posting, amountCents }) => posting === "set_off" && amountCents > 0,
};

const sum = (rows: Row[], isCounted: (row: Row) => boolean): number =>
  rows.filter(isCounted).reduce((total, { entry }) => total + entry.amountCents, 0);

function flowsOf(rows: Row[]): Record<string, number> {
  return Object.fromEntries(
    Object.entries(figures).map(([name, isCounted]) => [
      name,
      sum(rows, ({ entry }) => isCounted(entry)),
    ]),
  );
}

function groupsOf(rows: Row[], nameOf: (row: Row) => string): Map<string, Record<string, number>> {
  const groups = Map.groupBy(rows, nameOf);
  return new Map([...groups].map(([name, group]) => [name, flowsOf(group)]));
}

/**
 * Fails unless balances, totals, groups and payouts are plain sums of these rows at the same
 * moment.
 */
export async function expectExactEarnings(
  ctx: Context,
  owner: OwnerActor,
  rows: Row[],
): Promise<void> {
  const actors = [...new Set(rows.map(({ agentId }) => agentId))].map((agentId) => ({
    actor: { kind: "agent", agentId, verified: true } as const,
    own: rows.filter((row) => row.agentId === agentId),
  }));
  for (const { actor, own } of [{ actor: owner, own: rows }, ...actors]) {
    if (own.length === 0) continue;
    const names = {
      day: ({ entry }: Row) => entry.createdAt.toISOString().slice(0, 10),
      month: ({ entry }: Row) => entry.createdAt.toISOString().slice(0, 7),
      dataset: ({ listingId }: Row) => listingId,
    };
    for (const by of ["day", "month", "dataset"] as const) {
      const shown = await readEarnings(ctx, actor, { by, limit: 100 });
      expect(shown.totals).toEqual([{ currency: "usd", ...flowsOf(own) } as never]);
      const groups = shown.items.map(({ period, dataset, currency: _, ...flows }) => [
        period ?? dataset?.id,
        flows,
      ]);
      expect(new Map(groups as [])).toEqual(groupsOf(own, names[by]) as never);
      expectBalances(shown.balances, own);
    }
    await expectPayouts(ctx, actor, own);
  }
}

type Earnings = Awaited<ReturnType<typeof readEarnings>>;

function expectBalances(balances: Earnings["balances"], rows: Row[]): void {
  const on = (account: string) => sum(rows, ({ entry }) => entry.account === account);
  const isDisputed = ({ state, entry }: Row) => state === "disputed" && entry.account === "escrow";
  expect(balances).toMatchObject([
    {
      held_cents: on("escrow"),
      disputed_cents: sum(rows, isDisputed),
      payable_cents: on("seller_payable"),
      paid_out_cents: on("seller_paid"),
    },
  ]);
  const flows = flowsOf(rows) as Record<keyof Earnings["totals"][number], number>;
  const [balance] = balances;
  expect(balance?.held_cents).toBe(
    flows.sold_cents - flows.refunded_cents - flows.fee_cents - flows.released_cents,
  );
  expect(balance?.payable_cents).toBe(
    flows.released_cents - flows.paid_out_cents - flows.kept_cents - flows.set_off_cents,
  );
  expect(balance?.paid_out_cents).toBe(flows.paid_out_cents - flows.reversed_cents);
}

async function expectPayouts(
  ctx: Context,
  actor: Parameters<typeof listPayouts>[1],
  rows: Row[],
): Promise<void> {
  const { items } = await listPayouts(ctx, actor, { limit: 100 });
  const byPurchase = groupsOf(rows, ({ entry }) => entry.purchaseId ?? "");
  const released = [...byPurchase].filter(([, flows]) => Number(flows.released_cents) > 0);
  expect(new Set(items.map(({ id }) => id))).toEqual(new Set(released.map(([id]) => id)));
  for (const item of items) {
    const { price_cents, fee_cents, amount_cents, set_off_cents, kept_cents } = item;
    expect(amount_cents).toBe(price_cents - fee_cents - set_off_cents - kept_cents);
    const { set_off_cents: off, kept_cents: kept, reversed_cents } = byPurchase.get(item.id) ?? {};
    expect({ set_off_cents, kept_cents, reversed_cents: item.reversed_cents }).toEqual({
      set_off_cents: Number(off),
      kept_cents: Number(kept),
      reversed_cents: Number(reversed_cents),
    });
    const isSent = item.sent_at !== null;
    const sent = byPurchase.get(item.id)?.paid_out_cents ?? 0;
    expect(isSent ? amount_cents : 0).toBe(sent);
    expect(item.waits_for === null).toBe(item.status !== "waiting");
  }
}
