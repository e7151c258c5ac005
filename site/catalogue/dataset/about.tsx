/** The About tab: the seller's description and statements, and related datasets. */
import type { DatasetDetail } from "../../../market/catalogue/schemas.ts";
import { periodText } from "../../../market/facts/shown-time.ts";
import type { RelatedDatasets } from "../../../market/search/joinable/list-related.ts";
import { Facts, Foreign, Time } from "../../kit/parts.tsx";
import { TermsList } from "../../kit/terms-list.tsx";
import { datasetPath } from "../facts.ts";
import { licenseFact, provenanceFacts } from "./provenance.tsx";
import { Joinable } from "./related.tsx";

type AboutProps = {
  dataset: DatasetDetail;
  /** The description as HTML from `prose.ts`, which escapes the seller's own HTML. */
  prose: string;
  /** A preview has none. */
  related?: RelatedDatasets | undefined;
};

export function AboutTab({ dataset, prose, related }: AboutProps): JSX.Element {
  const cover = periodText(dataset);
  const personal = dataset.has_personal_data;
  const { countries, languages, documents } = dataset;
  return (
    <>
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
      </section>
      <SellersContract dataset={dataset} />
      {related && <Joinable dataset={dataset} related={related} />}
      <ForMachines dataset={dataset} />
    </>
  );
}

function SellersContract({ dataset }: Pick<AboutProps, "dataset">): JSX.Element {
  const { contract, contract_checked_at: checkedAt, version } = dataset;
  if (contract === null) return "";
  return (
    <section class="card stack-s" id="contract">
      <h2>The seller promises</h2>
      <TermsList terms={contract} />
      <p class="small muted">
        We check each version before it is published.
        {checkedAt !== null && (
          <>
            {" "}
            <span safe>{`Version ${version} passed`}</span> <Time at={checkedAt} />.
          </>
        )}
      </p>
    </section>
  );
}

function ForMachines({ dataset: { id, links } }: Pick<AboutProps, "dataset">): JSX.Element {
  const path = datasetPath(id);
  return (
    <section class="card stack-s">
      <h2>For machines</h2>
      <ul class="bullets">
        <li>
          <a href={`${path}/croissant`}>Croissant</a>
        </li>
        {links.parquet !== undefined && (
          <li>
            <a href={links.parquet}>The table as Parquet</a>
          </li>
        )}
        {links.files !== undefined && (
          <li>
            <a href={links.files}>The list of files</a>
          </li>
        )}
        {links.prices !== undefined && (
          <li>
            <a href={links.prices}>All prices</a>
          </li>
        )}
      </ul>
    </section>
  );
}
