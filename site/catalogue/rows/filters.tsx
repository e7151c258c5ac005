/** The row filters of a table: those in use as chips, and the form that adds one. */
import { escapeHtml } from "@kitajs/html";
import { QUERY_TEXT_CHARS_MAX } from "../../../market/query/limits.ts";
import { formatCount } from "../../kit/format.ts";
import { Icon } from "../../kit/icons.tsx";
import { Foreign } from "../../kit/parts.tsx";
import {
  type Condition,
  columnsShownMax,
  operatorWords,
  type RowsWish,
  rowsQuery,
  type TableColumn,
  textColumns,
} from "./read-wish.ts";

type FiltersProps = { wish: RowsWish; path: string };

export function Filters({ wish, path }: FiltersProps): JSX.Element {
  const { conditions, words } = wish;
  if (conditions.length === 0 && words === "") return "";
  return (
    <ul class="chips" aria-label="Filters in use">
      {words !== "" && (
        <Chip text={`text contains ${words}`} href={path + rowsQuery(wish, { words: "" })} />
      )}
      {conditions.map((condition, at) => (
        <Chip
          text={wordsOf(condition)}
          href={path + rowsQuery(wish, { conditions: conditions.toSpliced(at, 1) })}
        />
      ))}
    </ul>
  );
}

function Chip({ text, href }: { text: string; href: string }): JSX.Element {
  return (
    <li>
      <a rel="nofollow" href={href}>
        <span class="unseen">Remove </span>
        <Foreign text={text} />
        <span aria-hidden="true">×</span>
      </a>
    </li>
  );
}

function wordsOf({ column, op, value }: Condition): string {
  const words: Partial<Record<Condition["op"], string>> = operatorWords;
  return [column, words[op] ?? op, value].filter((part) => part !== "").join(" ");
}

type FormProps = FiltersProps & { columns: readonly TableColumn[] };

/** Searches all text of the shown columns, together with the filters in use. */
export function WordsForm({ wish, path, columns }: FormProps): JSX.Element {
  if (textColumns(columns).length === 0) return "";
  return (
    <form class="rows-search" method="get" action={path} aria-label="Search these rows">
      <Kept query={rowsQuery(wish, { words: "" })} />
      <label class="unseen" for="words">
        Rows with text that contains
      </label>
      <input
        id="words"
        type="search"
        name="words"
        value={escapeHtml(wish.words)}
        maxlength={String(QUERY_TEXT_CHARS_MAX)}
        placeholder="Search these rows"
      />
      <button type="submit" aria-label="Search">
        <Icon name="search" />
      </button>
    </form>
  );
}

function Kept({ query }: { query: string }): JSX.Element {
  return (
    <>
      {[...new URLSearchParams(query)].map(([name, value]) => (
        <input type="hidden" name={name} value={escapeHtml(value)} />
      ))}
    </>
  );
}

/** Adds one filter to those in use, which the form carries along. */
export function FilterForm({ wish, path, columns }: FormProps): JSX.Element {
  if (columns.length === 0) return "";
  return (
    <form class="search" method="get" action={path} aria-label="Filter the rows">
      <Kept query={rowsQuery(wish, {})} />
      <div class="field">
        <label for="column">Column</label>
        <select id="column" name="column">
          {columns.map(({ name }) => (
            <option value={escapeHtml(name)} safe>
              {name}
            </option>
          ))}
        </select>
      </div>
      <div class="field">
        <label for="op">Test</label>
        <select id="op" name="op">
          {Object.entries(operatorWords).map(([op, words]) => (
            <option value={op}>{words}</option>
          ))}
        </select>
      </div>
      <div class="field">
        <label for="value">Value</label>
        <input id="value" name="value" maxlength={String(QUERY_TEXT_CHARS_MAX)} />
      </div>
      <button class="button primary" type="submit">
        Add filter
      </button>
    </form>
  );
}

/** With more columns, names are typed instead of ticked. */
const ticksMax = 60;

/** Chooses the shown columns; the rest of the address stays. */
export function ColumnPicker({ wish, path, columns, shown }: PickerProps): JSX.Element {
  if (columns.length < 2) return "";
  return (
    <details class="picker">
      <summary class="button plain" safe>
        {`Columns: ${shown.length} of ${formatCount(columns.length)}`}
      </summary>
      <form class="stack-s" method="get" action={path} aria-label="Columns">
        <Kept query={rowsQuery(wish, { chosen: [], first: 0 })} />
        {columns.length <= ticksMax ? (
          <ul>
            {columns.map(({ name }) => (
              <li>
                <label>
                  <input
                    type="checkbox"
                    name="columns"
                    value={escapeHtml(name)}
                    checked={shown.some((one) => one.name === name)}
                  />{" "}
                  <Foreign text={name} />
                </label>
              </li>
            ))}
          </ul>
        ) : (
          <div class="field">
            <label for="columns">Names, with commas between</label>
            <input id="columns" name="columns" value={escapeHtml(wish.chosen.join(", "))} />
          </div>
        )}
        <p class="row">
          <button class="button primary small-button" type="submit">
            Apply
          </button>
          {wish.chosen.length > 0 && (
            <a href={path + rowsQuery(wish, { chosen: [] })} rel="nofollow">
              Reset
            </a>
          )}
          <span class="muted small" safe>{`At most ${columnsShownMax}.`}</span>
        </p>
      </form>
    </details>
  );
}

type PickerProps = FormProps & { shown: readonly TableColumn[] };
