import type { AgentEarnings } from "../../../../market/earnings/read.ts";
import type { EarningsView, PayoutView, SaleView } from "../../../../market/earnings/schemas.ts";
import { type CsvCell, csvAmount } from "../../../kit/csv.ts";

export const earningColumns = [
  "period",
  "dataset_id",
  "dataset_title",
  "currency",
  "sold",
  "refunded",
  "fees",
  "fees_returned",
  "released",
  "paid_out",
  "taken_back",
  "kept",
  "set_off",
];

export function earningCells(item: EarningsView["items"][number]): CsvCell[] {
  const amounts = [
    item.sold_cents,
    item.refunded_cents,
    item.fee_cents,
    item.fee_returned_cents,
    item.released_cents,
    item.paid_out_cents,
    item.reversed_cents,
    item.kept_cents,
    item.set_off_cents,
  ];
  const { period, dataset, currency } = item;
  const group = [period, dataset?.id ?? null, dataset?.title ?? null];
  return [...group, currency, ...amounts.map(csvAmount)];
}

const soldColumns = ["id", "dataset_id", "dataset_title", "version", "agent_id", "agent"];

function soldCells(item: SaleView | PayoutView, names: Map<string, string>): CsvCell[] {
  const { id, dataset_id, dataset_title, dataset_version, agent_id } = item;
  return [id, dataset_id, dataset_title, dataset_version, agent_id, names.get(agent_id) ?? null];
}

export const saleColumns = [
  ...soldColumns,
  "status",
  "sold_at",
  "released_at",
  "refunded_at",
  "paid_out_at",
  "currency",
  "price",
  "fee",
  "net",
  "payable",
  "paid_out",
];

export function saleCells(sale: SaleView, names: Map<string, string>): CsvCell[] {
  const { price_cents, fee_cents, net_cents, payable_cents, paid_out_cents } = sale;
  const amounts = [price_cents, fee_cents, net_cents, payable_cents, paid_out_cents];
  return [
    ...soldCells(sale, names),
    sale.status,
    sale.sold_at,
    sale.released_at,
    sale.refunded_at,
    sale.transferred_at,
    sale.currency,
    ...amounts.map(csvAmount),
  ];
}

export const payoutColumns = [
  ...soldColumns,
  "status",
  "waits_for",
  "released_at",
  "sent_at",
  "transfer_id",
  "currency",
  "price",
  "fee",
  "set_off",
  "kept",
  "amount",
  "taken_back",
];

export function payoutCells(payout: PayoutView, names: Map<string, string>): CsvCell[] {
  const { price_cents, fee_cents, set_off_cents, kept_cents, amount_cents } = payout;
  const amounts = [price_cents, fee_cents, set_off_cents, kept_cents, amount_cents];
  return [
    ...soldCells(payout, names),
    payout.status,
    payout.waits_for?.code ?? null,
    payout.released_at,
    payout.sent_at,
    payout.transfer_id,
    payout.currency,
    ...[...amounts, payout.reversed_cents].map(csvAmount),
  ];
}

export const namesOf = (agents: AgentEarnings[]): Map<string, string> =>
  new Map(agents.map(({ agent }) => [agent.id, agent.name]));
