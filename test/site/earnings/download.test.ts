/** An earnings file is complete or refused: it never ends early. */
import { expect, test } from "bun:test";
import { EARNINGS_FILE_ROWS_MAX } from "../../../market/earnings/limits.ts";
import { csvFile } from "../../../site/account/csv-file.ts";

/** A list of this many rows, in pages of the requested size. */
function listOf(total: number) {
  return csvFile<number>({
    fileName: "sales",
    columns: ["row"],
    cellsOf: (row) => [row],
    async read({ limit, cursor = "0" }) {
      const from = Number(cursor);
      const items = Array.from({ length: Math.min(limit, total - from) }, (_, at) => from + at);
      const to = from + items.length;
      return { items, pagination: { next_cursor: to < total ? String(to) : null } };
    },
  });
}

test("as many rows as a file may have are all in it, in order", async () => {
  const lines = (await (await listOf(EARNINGS_FILE_ROWS_MAX)).text()).trim().split("\r\n");
  expect(lines).toHaveLength(EARNINGS_FILE_ROWS_MAX + 1);
  expect(lines.at(-1)).toBe(String(EARNINGS_FILE_ROWS_MAX - 1));
});

test("one row more is refused, and says what to ask for", async () => {
  await expect(listOf(EARNINGS_FILE_ROWS_MAX + 1)).rejects.toMatchObject({
    code: "invalid_request",
    message: expect.stringContaining("at most 20,000 rows"),
  });
});
