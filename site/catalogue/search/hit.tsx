/** A dataset in the search results. */
import { periodText } from "../../../market/facts/shown-time.ts";
import type { SearchHit } from "../../../market/search/hit-schemas.ts";
import { Badge, Foreign, Time } from "../../kit/parts.tsx";
import { ratingText } from "../../reviews/stars.tsx";
import { QualityMeter } from "../charts/quality-meter.tsx";
import { datasetPath, offerText, shapeFacts } from "../facts.ts";

type Snippet = NonNullable<SearchHit["matched"]>["snippets"][number];

export function Hit({ hit }: { hit: SearchHit }): JSX.Element {
  const title = snippetOf(hit, "title");
  const description = snippetOf(hit, "description");
  return (
    <li class="hit">
      <h2>
        <a href={datasetPath(hit.id)}>
          {title ? <Marked snippet={title} /> : <Foreign text={hit.title} />}
        </a>
      </h2>
      <Price hit={hit} />
      <p class="clamp">
        {description ? (
          <Fragment snippet={description} whole={hit.description.trim()} />
        ) : (
          <Foreign text={hit.description.slice(0, 300)} />
        )}
      </p>
      <ul class="dots small muted">
        <li>
          <a href={`/sellers/${hit.seller.id}`}>
            <Foreign text={hit.seller.name} />
          </a>
        </li>
        {factsOf(hit).map((fact) => (
          <li safe>{fact}</li>
        ))}
        {hit.quality_score !== null && (
          <li>
            <QualityMeter score={hit.quality_score} label="Quality" />
          </li>
        )}
      </ul>
      <Matches hit={hit} />
    </li>
  );
}

function Price({ hit }: { hit: SearchHit }): JSX.Element {
  const { auction } = hit;
  return (
    <div class="hit-price stack-s">
      <strong safe>{offerText(hit)}</strong>
      {auction !== null && (
        <span class="small muted">
          {auction.state === "open" ? "ends " : `${auction.state}, ends `}
          <Time at={auction.ends_at} day />
        </span>
      )}
    </div>
  );
}

function factsOf(hit: SearchHit): string[] {
  const cover = periodText(hit);
  const rating = ratingText(hit.rating);
  return [
    ...shapeFacts(hit),
    ...(hit.license_id === null ? [] : [hit.license_id]),
    ...(cover === null ? [] : [cover]),
    ...(rating === null ? [] : [rating]),
  ];
}

/** Columns that match the search words, and words that match nothing. */
function Matches({ hit }: { hit: SearchHit }): JSX.Element {
  const columns = hit.matched?.columns ?? [];
  const joins = hit.joinable ?? [];
  if (columns.length + joins.length + hit.missing_words.length === 0) return "";
  return (
    <p class="small">
      {columns.length > 0 && (
        <>
          {"Columns: "}
          <Foreign text={columns.join(", ")} />{" "}
        </>
      )}
      {joins.length > 0 && (
        <>
          {"Joins by "}
          <Foreign
            text={joins.map(({ column, with: theirs }) => `${column} = ${theirs}`).join(", ")}
          />{" "}
        </>
      )}
      {hit.missing_words.length > 0 && (
        <Badge tone="plain" label={`without: ${hit.missing_words.join(", ")}`} />
      )}
    </p>
  );
}

/** A part of a description, marked where it was cut. */
function Fragment({ snippet, whole }: { snippet: Snippet; whole: string }): JSX.Element {
  const text = snippet.text.trim();
  return (
    <>
      {!whole.startsWith(text) && "… "}
      <Marked snippet={snippet} />
      {!whole.endsWith(text) && " …"}
    </>
  );
}

/** A text of the seller's, with the search words highlighted. */
function Marked({ snippet: { text, highlights } }: { snippet: Snippet }): JSX.Element {
  const starts = [0, ...highlights.map(([, end = 0]) => end)];
  return (
    <bdi>
      {starts.map((start, index) => {
        const [from = text.length, to = text.length] = highlights[index] ?? [];
        return (
          <>
            <span safe>{text.slice(start, from)}</span>
            {from < to && <mark safe>{text.slice(from, to)}</mark>}
          </>
        );
      })}
    </bdi>
  );
}

function snippetOf({ matched }: SearchHit, field: Snippet["field"]): Snippet | undefined {
  return matched?.snippets.find((snippet) => snippet.field === field);
}
