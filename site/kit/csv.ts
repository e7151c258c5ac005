/** Tables as CSV files (RFC 4180) for spreadsheets, whose formulas no cell can start. */

export type CsvCell = string | number | null;

/**
 * What spreadsheets take for a formula, as OWASP lists it (CSV Injection), with the wide forms of the
 * same signs: such a cell gets an apostrophe before it.
 */
const formulaStart = /^[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/;

function csvCell(value: CsvCell): string {
  if (value === null) return "";
  if (typeof value === "number") return String(value);
  const safe = formulaStart.test(value) ? `'${value}` : value;
  return `"${safe.replaceAll('"', '""')}"`;
}

export function csvLine(cells: CsvCell[]): string {
  return `${cells.map(csvCell).join(",")}\r\n`;
}

/** "12.50": cents are hundredths whatever the currency. Plain, so that spreadsheets read a number. */
export function csvAmount(cents: number): number {
  return cents / 100;
}

/** Spreadsheets take a file for UTF-8 by it. */
export const byteOrderMark = "\uFEFF";
