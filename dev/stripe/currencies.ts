/** The currencies in Stripe's error message, and its smallest charges. */

const names =
  "usd aed afn all amd ang aoa ars aud awg azn bam bbd bdt bgn bhd bif bmd bnd bob brl bsd bwp " +
  "byn bzd cad cdf chf clp cny cop crc cve czk djf dkk dop dzd egp etb eur fjd fkp gbp gel gip " +
  "gmd gnf gtq gyd hkd hnl hrk htg huf idr ils inr isk jmd jod jpy kes kgs khr kmf krw kwd kyd " +
  "kzt lak lbp lkr lrd lsl mad mdl mga mkd mmk mnt mop mro mur mvr mwk mxn myr mzn nad ngn nio " +
  "nok npr nzd omr pab pen pgk php pkr pln pyg qar ron rsd rub rwf sar sbd scr sek sgd shp sle " +
  "sos srd std szl thb tjs tnd top try ttd twd tzs uah ugx uyu uzs vnd vuv wst xaf xcd xof xpf " +
  "yer zar zmw";

export const currencies = names.split(" ");

const symbols: Record<string, string> = { usd: "$", eur: "€", gbp: "£" };
const minima: Record<string, number> = {
  aud: 50,
  cad: 50,
  chf: 50,
  czk: 1500,
  dkk: 250,
  eur: 50,
  gbp: 30,
  hkd: 400,
  huf: 17500,
  jpy: 50,
  mxn: 1000,
  nok: 300,
  nzd: 50,
  pln: 200,
  sek: 300,
  sgd: 50,
};
const MINIMUM_DEFAULT = 50;
const zeroDecimal = new Set(
  "bif clp djf gnf jpy kmf krw mga pyg rwf ugx vnd vuv xaf xof xpf".split(" "),
);

/** The smallest charge in the currency's smallest unit. */
export function minimumAmount(currency: string): number {
  return minima[currency] ?? MINIMUM_DEFAULT;
}

/** An amount in the smallest unit, written as in Stripe's messages: `$1,234.50`. */
export function formatAmount(amount: number, currency: string): string {
  const digits = zeroDecimal.has(currency) ? 0 : 2;
  const figure = (amount / 10 ** digits).toLocaleString("en-US", {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
  const symbol = symbols[currency];
  return symbol === undefined ? `${figure} ${currency}` : `${symbol}${figure}`;
}
