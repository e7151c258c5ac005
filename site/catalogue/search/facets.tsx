/** Counts of the results. Each value is a link that finds only those results. */
import type { SearchView } from "../../../market/search/schemas.ts";
import { daySeconds } from "../../../platform/time.ts";
import { formatCount } from "../../kit/format.ts";
import { searchPath } from "./address.ts";
import { valueWord } from "./words.ts";

type Facets = NonNullable<SearchView["facets"]>;
type FacetName = keyof Facets;
type Changes = Record<string, string | null>;

const valuesShownMax = 12;

type FacetKind = {
  title: string;
  /** The address parameters for this value; null if no filter finds it. */
  filter(value: string, now: Date): Changes | null;
  isOpen?: boolean;
};

const one = (name: string) => (value: string) => (value === "unknown" ? null : { [name]: value });

/** For example "1000-9999" or "-1899"; both ends are included. */
const between = (from: string, to: string) => (value: string) => {
  const [, low = "", high = ""] = /^(-?\d*)-(\d*)$/.exec(value) ?? [];
  if (low === "" && high === "") return null;
  return { [from]: low || null, [to]: high || null };
};

const kinds: Partial<Record<FacetName, FacetKind>> = {
  category: { title: "Category", filter: one("category"), isOpen: true },
  price: {
    title: "Price",
    filter: (value) => ({
      free: value === "free" ? "true" : null,
      min_price: value === "paid" ? "0.01" : null,
    }),
    isOpen: true,
  },
  pricing_type: { title: "How it is sold", filter: one("pricing_type") },
  format: { title: "Format", filter: one("format"), isOpen: true },
  rows: { title: "Rows", filter: between("min_rows", "max_rows") },
  license_group: { title: "Licence allows", filter: one("license") },
  license: { title: "Licence", filter: one("license") },
  tags: { title: "Tags", filter: one("tags") },
  columns: { title: "Columns", filter: one("columns") },
  column_kinds: { title: "Columns with", filter: one("columns") },
  quality: { title: "Quality", filter: (value) => (value === "0" ? null : atLeast(value)) },
  ending: { title: "Auctions", filter: endingWithin },
  covers: { title: "Years covered", filter: between("covers_from", "covers_to") },
  country: { title: "Country", filter: one("country") },
  language: { title: "Language", filter: one("language") },
  updated: { title: "Updated", filter: updatedWithin },
  has_personal_data: { title: "Personal data", filter: one("has_personal_data") },
};

const atLeast = (score: string): Changes => ({ min_quality_score: score });

function endingWithin(value: string, now: Date): Changes | null {
  const days = /^(\d+)d$/.exec(value)?.[1];
  if (days === undefined) return null;
  const before = new Date(now.getTime() + Number(days) * daySeconds * 1000);
  return { ending_before: before.toISOString() };
}

function updatedWithin(value: string, now: Date): Changes | null {
  const days = /^(\d+)d$/.exec(value)?.[1];
  if (days === undefined) return null;
  const since = new Date(now.getTime() - Number(days) * daySeconds * 1000);
  return { updated_since: since.toISOString().slice(0, 10) };
}

export function FacetList(props: {
  facets: Facets;
  parameters: URLSearchParams;
  now: Date;
}): JSX.Element {
  const { facets, parameters, now } = props;
  const names = Object.keys(kinds) as FacetName[];
  return (
    <nav class="facets" aria-label="Filters">
      {names.map((name) => (
        <Facet {...{ name, parameters, now }} counts={facets[name]} />
      ))}
    </nav>
  );
}

type FacetProps = {
  name: FacetName;
  counts: Record<string, number>;
  parameters: URLSearchParams;
  now: Date;
};

function Facet({ name, counts, parameters, now }: FacetProps): JSX.Element {
  const kind = kinds[name];
  const values = Object.entries(counts)
    .flatMap(([value, count]) => {
      const changes = kind?.filter(value, now) ?? null;
      return changes === null ? [] : [{ value, count, changes }];
    })
    .slice(0, valuesShownMax);
  if (kind === undefined || values.length === 0) return "";
  const isAnyOn = values.some(({ changes }) => isOn(parameters, changes));
  return (
    <details open={kind.isOpen === true || isAnyOn}>
      <summary safe>{kind.title}</summary>
      <ul>
        {values.map(({ value, count, changes }) => (
          <li>
            <a
              href={searchPath(parameters, isOn(parameters, changes) ? off(changes) : changes)}
              aria-current={isOn(parameters, changes) ? "true" : undefined}
            >
              <span safe>{valueWord(name === "license_group" ? "license" : name, value)}</span>
              <span safe>{formatCount(count)}</span>
            </a>
          </li>
        ))}
      </ul>
    </details>
  );
}

function isOn(parameters: URLSearchParams, changes: Changes): boolean {
  const given = Object.entries(changes).filter(([, value]) => value !== null);
  return (
    given.length > 0 &&
    given.every(([name, value]) => parameters.getAll(name).includes(value ?? ""))
  );
}

const off = (changes: Changes): Changes =>
  Object.fromEntries(Object.keys(changes).map((name) => [name, null]));
