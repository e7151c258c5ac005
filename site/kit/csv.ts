/** Tables as CSV files (RFC 4180) for spreadsheets, protected against formula injection. */

export type CsvCell = string | number | null;

/**
 * Characters that start a formula in spreadsheets, according to OWASP (CSV Injection), and their
 * full-width forms. A cell that begins with one is prefixed with an apostrophe.
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

/**
 * "12.50": a cent is a hundredth in every currency. Without a currency sign, so that spreadsheets
 * read a number.
 */
export function csvAmount(cents: number): number {
  return cents / 100;
}

/** Makes spreadsheets read the file as UTF-8. */
export const byteOrderMark = "\uFEFF";
