export const code = (text: string | number): string => (text === "" ? "" : `\`${text}\``);

/** A cell is one line, with escaped bars. */
const cell = (text: string) => text.replaceAll("|", "\\|");

/** Without padding, which would be a tenth of the generated documents. */
export function table(head: string[], rows: string[][]): string {
  const line = (cells: string[]) => `|${cells.map(cell).join("|")}|`;
  return [line(head), `|${"---|".repeat(head.length)}`, ...rows.map(line)].join("\n");
}
