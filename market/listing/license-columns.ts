/** The columns of a listing that say its licence: as the seller wrote it, and what is known of it. Pure. */
import { readLicense } from "../facts/licenses.ts";

/** They change together; null is no licence. */
export function licenseColumns(license: string | null) {
  const { id, terms } = readLicense(license);
  return { license, factsLicense: license, licenseId: id, licenseTerms: terms };
}
