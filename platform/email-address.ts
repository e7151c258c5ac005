/**
 * The only way to fold e-mail addresses: ASCII letters to lower case. Unicode's lower case turns
 * the Kelvin sign (U+212A) into `k`, and so one person's address into another's.
 */
export function foldEmail(address: string): string {
  return address.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

/** Whether an address is safe as an identity: printable ASCII, which has no look-alike letters. */
export function isPlainEmail(address: string): boolean {
  return /^[ -~]+$/.test(address);
}
