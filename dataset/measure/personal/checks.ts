/**
 * Check digits and numbering plans, which distinguish card, account and telephone numbers from
 * other digits.
 */

/** Whether a number has a correct Luhn check digit (ISO/IEC 7812-1, annex B). */
export function passesLuhn(digits: string): boolean {
  return luhnSum(digits) % 10 === 0;
}

export function luhnSum(digits: string): number {
  let sum = 0;
  for (let i = 0; i < digits.length; i++) {
    const digit = digits.charCodeAt(digits.length - 1 - i) - 48;
    if (i % 2 === 0) sum += digit;
    else sum += digit > 4 ? digit * 2 - 9 : digit * 2;
  }
  return sum;
}

/** Card number ranges as [length, first and last value of the leading digits]. */
const cardRanges: readonly (readonly [length: number, from: number, to: number])[] = [
  [13, 4, 4],
  [14, 300, 305],
  [14, 36, 36],
  [14, 38, 39],
  [15, 34, 34],
  [15, 37, 37],
  [16, 4, 4],
  [16, 2200, 2204],
  [16, 2221, 2720],
  [16, 5018, 5020],
  [16, 5038, 5038],
  [16, 51, 55],
  [16, 5893, 5893],
  [16, 62, 62],
  [16, 6304, 6304],
  [16, 3528, 3589],
  [16, 6011, 6011],
  [16, 644, 659],
  [16, 6759, 6763],
];

/** The bounds of the card number ranges: starts and ends alternating, sorted. */
export const cardBounds = Float64Array.from(
  cardRanges.flatMap(([length, from, to]) => {
    const scale = 10 ** (length - String(from).length);
    return [from * scale, (to + 1) * scale];
  }),
).sort();

/** Whether a whole number lies in an issuer's range of card numbers. */
export function isInCardRange(value: number): boolean {
  let passed = 0;
  while (passed < cardBounds.length && value >= (cardBounds[passed] as number)) passed++;
  return passed % 2 === 1;
}

/** Length of an account number by country: the registry of ISO 13616. */
const ibanLengths =
  "AD24 AE23 AL28 AT20 AZ28 BA20 BE16 BG22 BH22 BI27 BR29 BY28 CH21 CR22 CY28 CZ24 DE22 DJ27 DK18 " +
  "DO28 EE20 EG29 ES24 FI18 FK18 FO18 FR27 GB22 GE22 GI23 GL18 GR27 GT28 HN28 HR21 HU28 IE22 IL23 " +
  "IQ23 IS26 IT27 JO30 KW30 KZ20 LB28 LC32 LI21 LT20 LU20 LV21 LY25 MC27 MD24 ME22 MK19 MN20 MR27 " +
  "MT31 MU30 NI28 NL18 NO15 OM23 PK24 PL28 PS29 PT25 QA29 RO24 RS22 RU33 SA24 SC31 SD18 SE24 SI19 " +
  "SK24 SM27 SO23 ST25 SV28 TL23 TN24 TR26 UA29 VA22 VG24 XK20 YE30";

export const ibanLengthByCountry: ReadonlyMap<string, number> = new Map(
  ibanLengths.split(" ").map((entry) => [entry.slice(0, 2), Number(entry.slice(2))]),
);

/** Whether a text is a valid IBAN: country, length and ISO 7064 MOD 97-10. */
export function isIban(compact: string): boolean {
  if (ibanLengthByCountry.get(compact.slice(0, 2)) !== compact.length) return false;
  const text = compact.slice(4) + compact.slice(0, 4);
  let rest = 0;
  for (const char of text) {
    const value = Number.parseInt(char, 36);
    rest = (value > 9 ? rest * 100 + value : rest * 10 + value) % 97;
  }
  return rest === 1;
}

/** Calling codes of one to three digits assigned by the ITU (E.164, list of 2023). */
const callingCode =
  /^(?:[17]|2(?:0|7|1[12368]|[2-6]\d|9[01789])|3(?:[0-469]|[578]\d)|4(?:[013-9]|2[013])|5(?:[1-8]|[09]\d)|6(?:[0-6]|[78]\d|9[0-2])|8(?:[1246]|0[08]|5[02356]|7[08]|8[012368])|9(?:[0-58]|6[0-8]|7[0-79]|9[2-68]))/;

/** Whether digits after a `+` begin with a calling code and have a length that E.164 allows. */
export function isInternationalNumber(digits: string): boolean {
  return digits.length >= 8 && digits.length <= 15 && callingCode.test(digits);
}

const octet = "(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)";
const ipv4Shape = new RegExp(`^${octet}(?:\\.${octet}){3}$`);
/**
 * Addresses of nobody in particular: private, shared, of this machine, for documentation and
 * benchmarks, of groups and reserved (IANA's special-purpose registry, RFC 6890).
 */
const ipv4Nobody =
  /^(?:0|10|127|22[4-9]|2[3-5]\d|169\.254|172\.(?:1[6-9]|2\d|3[01])|192\.168|192\.0\.[02]|198\.1[89]|198\.51\.100|203\.0\.113|100\.(?:6[4-9]|[7-9]\d|1[01]\d|12[0-7]))\./;
/** The same of IPv6: unspecified, loopback, link-local, private, groups, documentation. */
const ipv6Nobody = /^(?:::1?$|fe[89ab][0-9a-f]:|f[cd][0-9a-f]{2}:|ff[0-9a-f]{2}:|2001:0?db8:)/i;

export function isIpv4(text: string): boolean {
  return ipv4Shape.test(text) && !ipv4Nobody.test(text);
}

/** Whether a text is an IPv6 address in any spelling; times such as `12:30:15` are not. */
export function isIpv6(text: string): boolean {
  const sides = text.split("::");
  if (sides.length > 2 || !text.includes(":") || ipv6Nobody.test(text)) return false;
  const groups = sides.flatMap((side) => (side === "" ? [] : side.split(":")));
  const last = groups.at(-1) ?? "";
  const embedded = ipv4Shape.test(last) ? 1 : 0;
  if (embedded && ipv4Nobody.test(last)) return false;
  const words = embedded ? groups.slice(0, -1) : groups;
  if (!words.every((word) => /^[0-9a-f]{1,4}$/i.test(word))) return false;
  const count = groups.length + embedded;
  if (sides.length === 1) return count === 8;
  // `::` and `::1` identify nobody; two groups or more are a real address.
  return count >= 2 && count <= 7 && /\d/.test(text);
}
