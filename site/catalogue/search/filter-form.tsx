/** The filters that are typed: ranges, columns and places. */

type Field = {
  name: string;
  label: string;
  inputmode?: "decimal" | "numeric";
  placeholder?: string;
};

const fields: Field[] = [
  { name: "min_price", label: "Price from", inputmode: "decimal" },
  { name: "max_price", label: "Price to", inputmode: "decimal" },
  {
    name: "min_quality_score",
    label: "Quality from 0 to 1",
    inputmode: "decimal",
    placeholder: "0.8",
  },
  { name: "min_rows", label: "Rows from", inputmode: "numeric" },
  { name: "max_rows", label: "Rows to", inputmode: "numeric" },
  { name: "columns", label: "Columns", placeholder: "lat:latitude, price:number" },
  { name: "covers_from", label: "Data since", placeholder: "2015 or 2015-06" },
  { name: "covers_to", label: "Data until", placeholder: "2020" },
  { name: "country", label: "Country", placeholder: "DE, Austria" },
  { name: "bbox", label: "West, south, east, north", placeholder: "5.9,47.2,15.1,55.1" },
  { name: "updated_since", label: "Updated since", placeholder: "2026-01-01" },
];

const names = new Set(fields.map(({ name }) => name));
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
