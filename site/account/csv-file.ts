/** Lists as CSV files to download. */
import { EARNINGS_FILE_ROWS_MAX } from "../../market/earnings/limits.ts";
import { MarketError } from "../../market/errors.ts";
import { byteOrderMark, type CsvCell, csvLine } from "../kit/csv.ts";
import { privateDownload } from "../kit/respond.ts";

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
