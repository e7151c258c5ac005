/** The filters that people type: ranges, columns and places. */
import { type FilterName, filterNames, filters, ordered } from "../../../market/search/filters.ts";

type Field = {
  name: FilterName;
  label: string;
  inputmode?: "decimal" | "numeric" | undefined;
  placeholder?: string | undefined;
};

const first: FilterName[] = [
  ...(["min_price", "max_price", "min_quality_score", "min_rows", "max_rows"] as const),
  ...(["columns", "covers_from", "covers_to", "country"] as const),
];
const fields = ordered(filterNames, first).flatMap((name): Field[] => {
  const { form, label, typed } = filters[name];
  return form === undefined ? [] : [{ name, label, inputmode: typed, ...form }];
});

const names = new Set<string>(fields.map(({ name }) => name));
const places = new Set(["cursor", "offset"]);

export function FilterForm(props: { parameters: URLSearchParams; currency: string }): JSX.Element {
  const { parameters, currency } = props;
  const others = [...parameters].filter(([name]) => !names.has(name) && !places.has(name));
  const isUsed = fields.some(({ name }) => parameters.has(name));
  return (
    <details class="card" open={isUsed}>
      <summary>More filters</summary>
      <form class="stack-m folded" method="get" action="/datasets">
        {others.map(([name, value]) => (
          <input type="hidden" name={name} value={value} />
        ))}
        {fields.map(({ name, label, inputmode, placeholder }) => (
          <div class="field">
            <label for={`filter-${name}`} safe>
              {name.endsWith("_price") ? `${label}, ${currency.toUpperCase()}` : label}
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
