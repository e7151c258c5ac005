/** A dataset in the search results: its data, what matched, its facts and its price. */

import { counted } from "../../../market/counted.ts";
import { periodText } from "../../../market/facts/shown-time.ts";
import { formatByteSize } from "../../../market/format.ts";
import type { SearchHit } from "../../../market/search/hit-schemas.ts";
import { type IconName, IconSymbols, IconUse } from "../../kit/icons.tsx";
import { Badge, Foreign } from "../../kit/parts.tsx";
import { ratingText } from "../../reviews/stars.tsx";
import { Thumbnail } from "../charts/thumbnail.tsx";
import { datasetPath } from "../facts.ts";
import type { Thumbnails } from "../tile/dataset-tile.tsx";
import { Price, Quality } from "../tile/price.tsx";

type Snippet = NonNullable<SearchHit["matched"]>["snippets"][number];

const pricingBadges = { auction: "Auction", hybrid: "Buy or bid" } as const;

type HitsProps = { hits: SearchHit[]; thumbnails: Thumbnails; now: Date };

export function Hits({ hits, thumbnails, now }: HitsProps): JSX.Element {
  return (
    <>
      <IconSymbols names={["rows", "table", "file", "calendar", "shield", "star", "user"]} />
      <ul class="hits">
        {hits.map((hit) => (
          <Hit {...{ hit, thumbnails, now }} />
        ))}
      </ul>
    </>
  );
}

function Hit({ hit, thumbnails, now }: Omit<HitsProps, "hits"> & { hit: SearchHit }): JSX.Element {
  const title = snippetOf(hit, "title");
  const thumbnail = thumbnails.get(hit.id) ?? null;
  return (
    <li class="hit">
      <div class="thumb">
        <Thumbnail thumbnail={thumbnail} dataset={hit} />
      </div>
      <div class="hit-words">
        <h2>
          <a class="tile-link" href={datasetPath(hit.id)}>
            {title ? <Marked snippet={title} /> : <Foreign text={hit.title} />}
          </a>
          {hit.pricing_type !== "buy_it_now" && (
            <>
              {" "}
              <Badge tone="accent" label={pricingBadges[hit.pricing_type]} />
            </>
          )}
        </h2>
        <p class="clamp small muted">
          <Description hit={hit} />
        </p>
        <Matches hit={hit} />
        <ul class="facts">
          {factsOf(hit, thumbnail?.kind === "pictures").map(([icon, fact]) => (
            <li>
              <IconUse name={icon} />
              <span safe>{fact}</span>
            </li>
          ))}
          <li>
            <IconUse name="user" />
            <a href={`/sellers/${hit.seller.id}`}>
              <Foreign text={hit.seller.name} />
            </a>
          </li>
        </ul>
      </div>
      <div class="hit-end">
        <Price dataset={hit} now={now} />
        <Quality score={hit.quality_score} />
      </div>
    </li>
  );
}

function Description({ hit }: { hit: SearchHit }): JSX.Element {
  const found = snippetOf(hit, "description");
  if (found) return <Fragment snippet={found} whole={hit.description.trim()} />;
  return <Foreign text={hit.description.slice(0, 240)} />;
}

function factsOf(hit: SearchHit, arePictures: boolean): [icon: IconName, fact: string][] {
  const { row_count: rows, column_count: columns, byte_size: bytes } = hit;
  const file = [
    ...(hit.format === null ? [] : [hit.format.toUpperCase()]),
    ...(hit.compression === null ? [] : [hit.compression]),
    ...(bytes === null ? [] : [formatByteSize(bytes)]),
  ].join(", ");
  const facts: [icon: IconName, fact: string | null][] = [
    ["rows", rows === null ? null : counted(rows, arePictures ? "picture" : "row")],
    ["table", columns === null || arePictures ? null : counted(columns, "column")],
    ["file", file === "" ? null : file],
    ["calendar", periodText(hit)],
    ["shield", hit.license_id],
    ["star", ratingText(hit.rating)],
  ];
  return facts.filter((fact): fact is [IconName, string] => fact[1] !== null);
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
          {columns.length === 1 ? "Column " : "Columns "}
          {columns.map((name, index) => (
            <>
              {index > 0 && ", "}
              <mark>
                <Foreign text={name} />
              </mark>
            </>
          ))}{" "}
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
