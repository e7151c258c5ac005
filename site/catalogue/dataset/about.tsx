/** The seller's description of a dataset, and the findings about it as a whole. */
import type { DatasetDetail } from "../../../market/catalogue/schemas.ts";
import { periodText } from "../../../market/facts/shown-time.ts";
import type { Profile } from "../../../market/profile/schemas.ts";
import { Facts, Foreign } from "../../kit/parts.tsx";
import { BoundsMap } from "../charts/bounds-map.tsx";
import { licenseFact, provenanceFacts } from "./provenance.tsx";

type AboutProps = {
  dataset: DatasetDetail;
  profile: Profile | null;
  /** The description as HTML from `prose.ts`, which escapes the seller's own HTML. */
  prose: string;
};

export function About({ dataset, profile, prose }: AboutProps): JSX.Element {
  const cover = periodText(dataset);
  const personal = dataset.has_personal_data;
  const { countries, languages, documents } = dataset;
  return (
    <section class="card stack-m" id="about">
      <h2>About</h2>
      <div class="prose">{prose}</div>
      <Facts
        facts={[
          cover === null ? null : ["Time covered", <span safe>{cover}</span>],
          countries === null ? null : ["Countries", <span safe>{countries.join(", ")}</span>],
          languages === null ? null : ["Language", <span safe>{languages.join(", ")}</span>],
          licenseFact(dataset),
          ...provenanceFacts(dataset),
          personal === null
            ? null
            : ["Personal data", <span>{personal ? "Found" : "None found"}</span>],
          documents.length === 0
            ? null
            : ["Documents", <Foreign text={documents.map(({ path }) => path).join(", ")} />],
        ]}
      />
      {profile && profile.bounds !== null && <BoundsMap bounds={profile.bounds} />}
      {profile && profile.alerts.length > 0 && (
        <ul class="bullets small">
          {profile.alerts.map(({ detail }) => (
            <li>
              <Foreign text={detail} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
