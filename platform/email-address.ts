/**
 * The only folding of e-mail addresses: ASCII letters in lower case. Unicode's lower case makes `k` of the Kelvin
 * sign (U+212A), and so one person's address of another's.
 */
export function foldEmail(address: string): string {
  return address.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

/** Whether an address can name a person here: printable ASCII, where no letter looks like another one. */
export function isPlainEmail(address: string): boolean {
  return /^[ -~]+$/.test(address);
}
