/** What a browser proposes in the field of the licence: those of SPDX that suit data first. */
import { licenseChoices } from "../../../../market/facts/license-choices.ts";

/** Drawn once: there are some seven hundred. */
const options: JSX.Element = (
  <>
    {licenseChoices().map(({ id, name }) => (
      <option value={id} safe>
        {name}
      </option>
    ))}
  </>
);

export function LicenseList({ id }: { id: string }): JSX.Element {
  return <datalist id={id}>{options}</datalist>;
}
