import type { AcceptanceTerms } from "../../market/acceptance/schemas.ts";
import { termsInWords } from "../../market/acceptance/words.ts";
import { Foreign } from "./parts.tsx";

/** A contract's conditions in plain words. */
export function TermsList({ terms }: { terms: AcceptanceTerms }): JSX.Element {
  return (
    <ul class="bullets">
      {termsInWords(terms).map((words) => (
        <li>
          <Foreign text={words} />
        </li>
      ))}
    </ul>
  );
}
