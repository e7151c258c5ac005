/** What numbers may have beside them: signs and codes of money, and percent. */

/** Signs of one country's money, by ISO 4217. */
const moneySigns: Readonly<Record<string, string>> = {
  "€": "EUR",
  "£": "GBP",
  "₹": "INR",
  "₽": "RUB",
  "₩": "KRW",
  "₺": "TRY",
  "₪": "ILS",
  "₴": "UAH",
  "₫": "VND",
  "₱": "PHP",
  "฿": "THB",
  "₦": "NGN",
  "₡": "CRC",
  "₲": "PYG",
  "₸": "KZT",
  "₾": "GEL",
  zł: "PLN",
  Kč: "CZK",
  R$: "BRL",
  US$: "USD",
  A$: "AUD",
  AU$: "AUD",
  C$: "CAD",
  CA$: "CAD",
  NZ$: "NZD",
  HK$: "HKD",
  S$: "SGD",
  NT$: "TWD",
  // Of several countries, or no money: told as they are.
  $: "$",
  "¥": "¥",
  kr: "kr",
  "%": "%",
  "‰": "‰",
};

const moneyCodes = new Set(
  (
    "AED ARS AUD BDT BGN BRL CAD CHF CLP CNY COP CRC CZK DKK EGP EUR GBP GEL HKD HUF IDR ILS INR ISK JPY " +
    "KES KRW KZT MAD MXN MYR NGN NOK NZD PEN PHP PKR PLN QAR RON RSD RUB SAR SEK SGD THB TRY TWD UAH USD UYU " +
    "VND ZAR"
  ).split(" "),
);

/** The unit that a sign or code stands for; null where it is none. */
export function unitOf(written: string): string | null {
  if (Object.hasOwn(moneySigns, written)) return moneySigns[written] ?? null;
  return moneyCodes.has(written) ? written : null;
}

/** Parts of a whole, of which thousands are rare. */
export function isShare(unit: string): boolean {
  return unit === "%" || unit === "‰";
}
