/** The versions of a dataset, newest first, each with its hash and its changes. */

import type { VersionList } from "../../../market/catalogue/read-for-page.ts";
import type { DatasetDetail } from "../../../market/catalogue/schemas.ts";
import { counted } from "../../../market/counted.ts";
import { Foreign, Time } from "../../kit/parts.tsx";
import { datasetPath } from "../facts.ts";

type Version = VersionList["items"][number];
type VersionsProps = { dataset: DatasetDetail; versions: VersionList | undefined };

/** The limit for an earlier version; the version on sale shows all its changes. */
const earlierSentencesMax = 2;
const sentenceCharsMax = 400;

export function Versions({ dataset, versions }: VersionsProps): JSX.Element {
  const { links, version: current } = dataset;
  const { items, olderFrom } = versions ?? { items: [onSale(dataset)], olderFrom: null };
  return (
    <section class="card stack-m" id="versions">
      <h2>
        Versions <span class="muted">{current}</span>
      </h2>
      <ol class="stack-m versions">
        {items.map((item) => (
          <li class="stack-s" value={item.version}>
            <Heading {...{ item, current }} />
            <Changes {...{ item, dataset }} />
          </li>
        ))}
      </ol>
      <p class="small">
        {olderFrom !== null && (
          <>
            <a href={`${datasetPath(dataset.id)}/versions?versions_to=${olderFrom}`}>
              Older versions
            </a>
            {" · "}
          </>
        )}
        {links.prices !== undefined && <a href={links.prices}>All prices</a>}
      </p>
    </section>
  );
}

function Heading({ item, current }: { item: Version; current: number }): JSX.Element {
  const { version, publishedAt, rowCount, sha256 } = item;
  return (
    <>
      <h3 safe>{`Version ${version}${version === current ? ", on sale" : ""}`}</h3>
      <ul class="dots small muted">
        <li>
          {"Published "}
          <Time at={publishedAt} />
        </li>
        {rowCount !== null && <li safe>{counted(rowCount, "row")}</li>}
      </ul>
      {sha256 !== null && (
        <p class="small muted">
          {"SHA-256 "}
          <code class="hash" safe>
            {sha256}
          </code>
        </p>
      )}
    </>
  );
}

function Changes({ item, dataset }: { item: Version; dataset: DatasetDetail }): JSX.Element {
  const { version, sentences } = item;
  if (sentences === null) return "";
  const isOnSale = version === dataset.version;
  const shown = isOnSale ? sentences : sentences.slice(0, earlierSentencesMax);
  const address = `${datasetPath(dataset.id)}/changes?from=${version - 1}&to=${version}`;
  return (
    <>
      <p class="muted small" safe>{`Since version ${version - 1}:`}</p>
      <ul class="bullets">
        {shown.map((sentence) => (
          <li>
            <Foreign text={cut(sentence)} />
          </li>
        ))}
      </ul>
      <p class="small">
        <a href={address} safe>{`All changes in version ${version}`}</a>
      </p>
    </>
  );
}

function cut(sentence: string): string {
  if (sentence.length <= sentenceCharsMax) return sentence;
  return `${sentence.slice(0, sentenceCharsMax - 1)}…`;
}

/** A preview's entry for the draft, which has no versions yet. */
function onSale({ version, version_published_at: at, ...dataset }: DatasetDetail): Version {
  const { sha256, row_count: rowCount, changes } = dataset;
  return {
    version,
    publishedAt: new Date(at),
    sha256,
    rowCount,
    sentences: changes?.sentences ?? null,
  };
}
