/** A listing's licence columns: the seller's text, and its parsed terms. Pure. */
import { readLicense } from "../facts/licenses.ts";

/** The columns always change together; null means no licence. */
export function licenseColumns(license: string | null) {
  const { id, terms } = readLicense(license);
  return { license, factsLicense: license, licenseId: id, licenseTerms: terms };
}
