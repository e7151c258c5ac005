/** The filters that people type: ranges, columns and places. Prices have fields of their own. */
import { type FilterName, filterNames, filters, ordered } from "../../../market/search/filters.ts";

import { keptBeside } from "./address.ts";

type Field = {
  name: FilterName;
  label: string;
  inputmode?: "decimal" | "numeric" | undefined;
  placeholder?: string | undefined;
};

const first: FilterName[] = [
  ...(["min_quality_score", "min_rows", "max_rows"] as const),
  ...(["columns", "covers_from", "covers_to", "country"] as const),
];
const elsewhere: FilterName[] = ["min_price", "max_price"];
const offered = filterNames.filter((name) => !elsewhere.includes(name));
const fields = ordered(offered, first).flatMap((name): Field[] => {
  const { form, label, typed } = filters[name];
  return form === undefined ? [] : [{ name, label, inputmode: typed, ...form }];
});

const names = fields.map(({ name }) => name);

export function FilterForm({ parameters }: { parameters: URLSearchParams }): JSX.Element {
  return (
    <details class="more-filters">
      <summary>More filters</summary>
      <form class="stack-m folded" method="get" action="/datasets">
        {keptBeside(parameters, names).map(([name, value]) => (
          <input type="hidden" name={name} value={value} />
        ))}
        {fields.map(({ name, label, inputmode, placeholder }) => (
          <div class="field">
            <label for={`filter-${name}`} safe>
              {label}
            </label>
            <input
              id={`filter-${name}`}
              name={name}
              value={parameters.getAll(name).join(",")}
              inputmode={inputmode}
              placeholder={placeholder}
              maxlength="300"
            />
          </div>
        ))}
        <button class="button plain" type="submit">
          Filter
        </button>
      </form>
    </details>
  );
}
