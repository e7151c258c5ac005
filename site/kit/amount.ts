const AMOUNT_SHAPE = /^\d{1,12}(?:\.\d{1,2})?$/;

/** The cents of a typed amount such as "25", "12.5" or "1,250.00"; null for anything else. */
export function parseAmountCents(text: string): number | null {
  const plain = text.replace(/^[^\d.,-]{0,4}\s*/, "").replace(/(?<=\d),(?=\d{3}(?:\D|$))/g, "");
  if (!AMOUNT_SHAPE.test(plain)) return null;
  const [units = "", decimals = ""] = plain.split(".");
  return Number(units) * 100 + Number(decimals.padEnd(2, "0"));
}
