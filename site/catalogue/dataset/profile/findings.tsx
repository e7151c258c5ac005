/** What to know before buying: the three gravest findings, then the others. */
import { capitalize } from "../../../../market/capitalize.ts";
import { type Finding, summarizeFindings } from "../../../../market/profile/important-findings.ts";
import type { Profile } from "../../../../market/profile/schemas.ts";
import { Foreign } from "../../../kit/parts.tsx";
import { shortName } from "../../charts/marks.ts";

const firstShown = 3;

export function Findings({
  profile,
}: {
  profile: Pick<Profile, "columns" | "alerts">;
}): JSX.Element {
  const found = summarizeFindings(profile).findings;
  if (found.length === 0) return "";
  const others = found.slice(firstShown);
  return (
    <section class="stack-s" id="findings">
      <h2>What to know first</h2>
      <ol class="know">
        {found.slice(0, firstShown).map((finding) => (
          <li>
            <strong>
              <Title finding={finding} />
            </strong>
            <p class="small muted">
              <Foreign text={finding.detail} />
            </p>
          </li>
        ))}
      </ol>
      {others.length > 0 && (
        <details class="small">
          <summary>{`Show ${others.length} more ${others.length === 1 ? "finding" : "findings"}`}</summary>
          <ul class="bullets">
            {others.map((finding) => (
              <li>
                <Title finding={finding} />
                {": "}
                <Foreign text={finding.detail} />
              </li>
            ))}
          </ul>
        </details>
      )}
    </section>
  );
}

/** For example "Missing values in speed". */
function Title({ finding: { code, column } }: { finding: Finding }): JSX.Element {
  return (
    <>
      {capitalize(code.replaceAll("_", " "))}
      {column !== null && (
        <>
          {" in "}
          <Foreign text={shortName(column)} />
        </>
      )}
    </>
  );
}
