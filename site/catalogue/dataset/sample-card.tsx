/** The sample on a dataset's page: pictures as a contact sheet, and rows with a search. */

import type { DatasetDetail } from "../../../market/catalogue/schemas.ts";
import { counted } from "../../../market/counted.ts";
import type { Profile, Sample } from "../../../market/profile/schemas.ts";
import { Card } from "../../kit/parts.tsx";
import { datasetPath } from "../facts.ts";
import type { ShownColumns } from "./profile/column-pager.tsx";
import { SampleTable } from "./sample-table.tsx";

export type SampleCardProps = {
  dataset: DatasetDetail;
  /** The profile of the shown columns of the shown table; null if there is none. */
  profile: Profile | null;
  /** `away`: the store cannot return it at the moment. */
  sample: Sample | null | "away";
  shown: ShownColumns;
  /** The shown table; undefined: the default table. */
  table: string | undefined;
  /** The text that the shown rows contain; empty: any. */
  words: string;
};

export function SampleCard(props: SampleCardProps): JSX.Element {
  const { dataset, profile, sample, shown, table, words } = props;
  if (sample === null) {
    return (
      <Card title="No sample">
        <p safe>{dataset.no_sample?.detail ?? "This table has no sample."}</p>
      </Card>
    );
  }
  if (sample === "away") {
    return (
      <Card title="Sample">
        <p>The sample cannot be read right now. Open the page again in a moment.</p>
      </Card>
    );
  }
  const path = datasetPath(dataset.id);
  const query = table === undefined ? "" : `&table=${encodeURIComponent(table)}`;
  const pictures = profile?.images === undefined ? null : readPictures(sample);
  return (
    <section class="stack-s" id="sample">
      <h2>Sample</h2>
      {pictures !== null && pictures.shown > 0 && (
        <img
          class="sheet-picture"
          src={`${path}/sample?format=webp`}
          alt={`Contact sheet of ${counted(pictures.shown, "picture")} of the sample`}
        />
      )}
      <form class="find" method="get" action={`${path}#sample`}>
        {table !== undefined && <input type="hidden" name="table" value={table} />}
        <label class="unseen" for="rows-that-hold">
          Rows that hold
        </label>
        <input
          id="rows-that-hold"
          type="search"
          name="rows"
          value={words}
          maxlength="100"
          placeholder="Find in these rows"
        />
        <button class="button plain" type="submit">
          Show
        </button>
      </form>
      <SampleTable
        sample={pictures?.facts ?? sample}
        words={words}
        first={shown.first}
        count={shown.count}
      />
      {dataset.capabilities.download && dataset.links.query !== undefined && (
        <p>
          <a href={`${path}/rows${query.replace("&", "?")}`}>Look through all rows</a>, filtered and
          sorted
        </p>
      )}
      <p class="small">
        {"The sample as "}
        <a href={`${path}/sample?format=json${query}`}>JSON</a>
        {" or "}
        <a href={`${path}/sample?format=csv${query}`}>CSV</a>
      </p>
    </section>
  );
}

/**
 * A sample of pictures has them in the last column, as data URLs, which the contact sheet shows.
 */
function readPictures(sample: Sample): { facts: Sample; shown: number } {
  const at = sample.columns.findIndex(({ name }) => name === "thumbnail");
  const others = <Item,>(items: Item[]) => items.filter((_, index) => index !== at);
  return {
    facts: { ...sample, columns: others(sample.columns), rows: sample.rows.map(others) },
    shown: sample.rows.filter((row) => typeof row[at] === "string").length,
  };
}
