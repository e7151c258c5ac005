import { type EarningGroup, earningGroups } from "../../../../db/vocabulary/purchase.ts";
import type { PayoutView, SaleView } from "../../../../market/earnings/schemas.ts";
import { PAGE_ITEMS_DEFAULT } from "../../../../market/limits.ts";
import { privatePage } from "../../../kit/respond.ts";
import type { AccountContext } from "../../context.ts";
import { csvFile } from "../../csv-file.ts";
import type { AccountRequest } from "../../handle.tsx";
import {
  earningCells,
  earningColumns,
  namesOf,
  payoutCells,
  payoutColumns,
  saleCells,
  saleColumns,
} from "./download.ts";
import { daysOf, instantsOf, readFilter } from "./filter.tsx";
import { EarningsPage } from "./list-page.tsx";
import { PayoutsPage } from "./payouts-page.tsx";

/** GET /account/earnings */
export async function showEarnings(ctx: AccountContext, page: AccountRequest): Promise<Response> {
  const { frame, owner, url } = page;
  const [filter, by] = [readFilter(url), groupOf(url)];
  const days = daysOf(filter);
  const seller = { ...owner, agentId: filter.agentId };
  const query = { by, ...days, limit: PAGE_ITEMS_DEFAULT, cursor: cursorOf(url) };
  const [earnings, agents] = await Promise.all([
    ctx.account.readEarnings(seller, query),
    ctx.account.readEarningsByAgent(owner, days),
  ]);
  return privatePage(<EarningsPage {...{ frame, filter, by, earnings, agents }} />);
}

/** GET /account/earnings/download */
export async function downloadEarnings(
  ctx: AccountContext,
  { owner, url }: AccountRequest,
): Promise<Response> {
  const [filter, by] = [readFilter(url), groupOf(url)];
  const seller = { ...owner, agentId: filter.agentId };
  return csvFile({
    fileName: `earnings-by-${by}`,
    columns: earningColumns,
    cellsOf: earningCells,
    read: (slice) => ctx.account.readEarnings(seller, { by, ...daysOf(filter), ...slice }),
  });
}

/** GET /account/earnings/payouts */
export async function showPayouts(ctx: AccountContext, page: AccountRequest): Promise<Response> {
  const { frame, owner, url } = page;
  const filter = readFilter(url);
  const seller = { ...owner, agentId: filter.agentId };
  const query = { ...instantsOf(filter), limit: PAGE_ITEMS_DEFAULT, cursor: cursorOf(url) };
  const [payouts, agents] = await Promise.all([
    ctx.account.listPayouts(seller, query),
    ctx.account.readEarningsByAgent(owner, {}),
  ]);
  return privatePage(<PayoutsPage {...{ frame, filter, payouts, agents }} />);
}

/** GET /account/earnings/payouts/download */
export async function downloadPayouts(
  ctx: AccountContext,
  { owner, url }: AccountRequest,
): Promise<Response> {
  const filter = readFilter(url);
  const seller = { ...owner, agentId: filter.agentId };
  const names = namesOf(await ctx.account.readEarningsByAgent(owner, {}));
  return csvFile({
    fileName: "payouts",
    columns: payoutColumns,
    cellsOf: (payout: PayoutView) => payoutCells(payout, names),
    read: (slice) => ctx.account.listPayouts(seller, { ...instantsOf(filter), ...slice }),
  });
}

/** GET /account/sales/download */
export async function downloadSales(
  ctx: AccountContext,
  { owner, url }: AccountRequest,
): Promise<Response> {
  const filter = readFilter(url);
  const seller = { ...owner, agentId: filter.agentId };
  const names = namesOf(await ctx.account.readEarningsByAgent(owner, {}));
  return csvFile({
    fileName: "sales",
    columns: saleColumns,
    cellsOf: (sale: SaleView) => saleCells(sale, names),
    read: (slice) => ctx.account.listSoldByCursor(seller, { ...instantsOf(filter), ...slice }),
  });
}

function groupOf(url: URL): EarningGroup {
  const given = url.searchParams.get("by");
  return earningGroups.find((group) => group === given) ?? "month";
}

const cursorOf = (url: URL): string | undefined => url.searchParams.get("cursor") ?? undefined;
