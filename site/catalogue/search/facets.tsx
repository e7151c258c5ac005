/** Counts of the results. Each value is a link that finds only those results. */
import { askByName } from "../../../market/search/column-asks.ts";
import type { SearchView } from "../../../market/search/schemas.ts";
import { daySeconds } from "../../../platform/time.ts";
import { formatCount } from "../../kit/format.ts";
import { IconSymbols, IconUse } from "../../kit/icons.tsx";
import { searchLink } from "./address.ts";
import { PriceRange } from "./price-range.tsx";
import { valueWord } from "./words.ts";

type Facets = NonNullable<SearchView["facets"]>;
type FacetName = keyof Facets;
type Changes = Record<string, string | null>;

const valuesShownMax = 10;
/** Of a facet that is folded. */
const foldedShownMax = 6;

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
  license_group: { title: "Licence allows", filter: one("license"), isOpen: true },
  quality: {
    title: "Quality",
    filter: (value) => (value === "0" ? null : { min_quality_score: value }),
    isOpen: true,
  },
  format: { title: "Format", filter: one("format"), isOpen: true },
  column_kinds: { title: "Contains", filter: one("columns") },
  updated: { title: "Updated", filter: updatedWithin },
  rows: { title: "Rows", filter: between("min_rows", "max_rows") },
  pricing_type: { title: "How it is sold", filter: one("pricing_type") },
  ending: { title: "Auctions", filter: endingWithin },
  license: { title: "Licence", filter: one("license") },
  tags: { title: "Tags", filter: one("tags") },
  columns: { title: "Columns", filter: (value) => ({ columns: askByName(value) }) },
  covers: { title: "Years covered", filter: between("covers_from", "covers_to") },
  country: { title: "Country", filter: one("country") },
  language: { title: "Language", filter: one("language") },
  has_personal_data: { title: "Personal data", filter: one("has_personal_data") },
};

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

type ListProps = { facets: Facets; parameters: URLSearchParams; now: Date; currency: string };

export function FacetList(props: ListProps): JSX.Element {
  const names = Object.keys(kinds) as FacetName[];
  return (
    <nav class="facets" aria-label="Filters">
      <IconSymbols names={["arrow"]} />
      {names.map((name) => (
        <Facet name={name} {...props} />
      ))}
    </nav>
  );
}

function Facet({ name, ...props }: ListProps & { name: FacetName }): JSX.Element {
  const { facets, parameters, now, currency } = props;
  const kind = kinds[name];
  const values = Object.entries(facets[name])
    .flatMap(([value, count]) => {
      const changes = kind?.filter(value, now) ?? null;
      return changes === null ? [] : [{ value, count, changes }];
    })
    .slice(0, kind?.isOpen === true ? valuesShownMax : foldedShownMax);
  if (kind === undefined || values.length === 0) return "";
  const isAnyOn = values.some(({ changes }) => isOn(parameters, changes));
  return (
    <details open={kind.isOpen === true || isAnyOn}>
      <summary>
        <span safe>{kind.title}</span>
        <IconUse name="arrow" />
      </summary>
      {name === "price" && <PriceRange counts={facets.price_range} {...{ parameters, currency }} />}
      <ul>
        {values.map(({ value, count, changes }) => (
          <li>
            <Value
              {...{ parameters, changes, count }}
              text={valueWord(name === "license_group" ? "license" : name, value)}
            />
          </li>
        ))}
      </ul>
    </details>
  );
}

type ValueProps = { text: string; count: number; changes: Changes; parameters: URLSearchParams };

function Value({ text, count, changes, parameters }: ValueProps): JSX.Element {
  const isChosen = isOn(parameters, changes);
  return (
    <a
      {...searchLink(parameters, isChosen ? off(changes) : changes)}
      aria-current={isChosen ? "true" : undefined}
    >
      <span safe>{text}</span>
      <small safe>{formatCount(count)}</small>
    </a>
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
