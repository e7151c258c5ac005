/**
 * Ten columns of common kinds. The seed makes each run's file different, like those of real
 * sellers.
 */
export function makeCsv(csvBytes: number, seed: number): string {
  const lines = ["id,name,city,amount,ratio,active,day,code,email,note"];
  let bytes = 0;
  for (let row = 0; bytes < csvBytes; row += 1) {
    const mixed = (row * 2_654_435_761 + seed * 40_503) % 1_000_003;
    const line = [
      row,
      `name ${mixed % 5000}`,
      ["Lisbon", "Oslo", "Quito", "Hanoi"][mixed % 4],
      (mixed / 100).toFixed(2),
      (mixed / 1_000_003).toFixed(6),
      mixed % 2 === 0,
      `2026-${String((mixed % 12) + 1).padStart(2, "0")}-${String((mixed % 28) + 1).padStart(2, "0")}`,
      String(mixed % 99_999).padStart(5, "0"),
      `user${mixed}@example.org`,
      "some words of text",
    ].join(",");
    lines.push(line);
    bytes += line.length + 1;
  }
  return `${lines.join("\n")}\n`;
}
