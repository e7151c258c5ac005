/** The browser's suggestions for the licence field: SPDX licences that suit data come first. */
import { licenseChoices } from "../../../../market/facts/license-choices.ts";

/** Rendered once, because there are about seven hundred. */
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
