import { EARNINGS_FILE_ROWS_MAX } from "../../../../market/earnings/limits.ts";
import type { AgentEarnings } from "../../../../market/earnings/read.ts";
import type { EarningsView, PayoutView, SaleView } from "../../../../market/earnings/schemas.ts";
import { MarketError } from "../../../../market/errors.ts";
import { byteOrderMark, type CsvCell, csvAmount, csvLine } from "../../../kit/csv.ts";
import { privateDownload } from "../../../kit/respond.ts";

const rowsPerReadMax = 500;

type Page<Item> = { items: Item[]; pagination: { next_cursor: string | null } };

type File<Item> = {
  fileName: string;
  columns: string[];
  cellsOf: (item: Item) => CsvCell[];
  read: (slice: { limit: number; cursor?: string | undefined }) => Promise<Page<Item>>;
};

/** The whole list as a file. Errors: invalid_request if it exceeds the row limit. */
export async function csvFile<Item>(file: File<Item>): Promise<Response> {
  const chunks = [byteOrderMark + csvLine(file.columns)];
  let rows = 0;
  let cursor: string | undefined;
  do {
    const { items, pagination } = await file.read({ limit: rowsPerReadMax, cursor });
    rows += items.length;
    if (rows > EARNINGS_FILE_ROWS_MAX) throw tooLong();
    chunks.push(items.map((item) => csvLine(file.cellsOf(item))).join(""));
    cursor = pagination.next_cursor ?? undefined;
  } while (cursor !== undefined);
  const contentType = "text/csv; charset=utf-8; header=present";
  return privateDownload(chunks, { fileName: `${file.fileName}.csv`, contentType });
}

function tooLong(): MarketError {
  const most = EARNINGS_FILE_ROWS_MAX.toLocaleString("en");
  const detail = `A file has at most ${most} rows. Choose a shorter period.`;
  return new MarketError("invalid_request", detail);
}

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
