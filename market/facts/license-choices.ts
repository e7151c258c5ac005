/**
 * The licences that a seller can choose: SPDX's list, with licences that are usual for data first.
 */
import licenseList from "spdx-license-list";

export type LicenseChoice = { id: string; name: string };

const usualForData = [
  "CC-BY-4.0",
  "CC0-1.0",
  "CC-BY-SA-4.0",
  "CC-BY-NC-4.0",
  "CC-BY-NC-SA-4.0",
  "CC-BY-ND-4.0",
  "ODbL-1.0",
  "ODC-By-1.0",
  "PDDL-1.0",
  "CDLA-Permissive-2.0",
  "OGL-UK-3.0",
  "MIT",
  "Apache-2.0",
];

export function licenseChoices(): LicenseChoice[] {
  const others = Object.keys(licenseList)
    .filter((id) => !usualForData.includes(id))
    .toSorted();
  return [...usualForData, ...others].flatMap((id) => {
    const known = licenseList[id];
    return known === undefined ? [] : [{ id, name: known.name }];
  });
}
