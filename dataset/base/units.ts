/** Units next to numbers: currency signs and codes, and percent. */

/** Currency signs of a single country, by ISO 4217. */
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
  // Signs of several countries, or of no currency, are kept as written.
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

/** The unit for a sign or code; null if it is none. */
export function unitOf(written: string): string | null {
  if (Object.hasOwn(moneySigns, written)) return moneySigns[written] ?? null;
  return moneyCodes.has(written) ? written : null;
}

/** Whether the unit is a share of a whole, in which thousands are rare. */
export function isShare(unit: string): boolean {
  return unit === "%" || unit === "‰";
}
