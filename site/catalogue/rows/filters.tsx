/** The filters of a table's rows: those in use as chips, and the form that adds one. */
import { escapeHtml } from "@kitajs/html";
import { QUERY_TEXT_CHARS_MAX } from "../../../market/limits.ts";
import { Foreign } from "../../kit/parts.tsx";
import {
  type Condition,
  operatorWords,
  type RowsWish,
  rowsQuery,
  type TableColumn,
} from "./read-wish.ts";

type FiltersProps = { wish: RowsWish; path: string };

export function Filters({ wish, path }: FiltersProps): JSX.Element {
  const { conditions } = wish;
  if (conditions.length === 0) return "";
  return (
    <ul class="chips" aria-label="Filters in use">
      {conditions.map((condition, at) => (
        <li>
          <a
            rel="nofollow"
            href={path + rowsQuery(wish, { conditions: conditions.toSpliced(at, 1) })}
          >
            <span class="unseen">Remove </span>
            <Foreign text={wordsOf(condition)} />
            <span aria-hidden="true">×</span>
          </a>
        </li>
      ))}
    </ul>
  );
}

function wordsOf({ column, op, value }: Condition): string {
  const words: Partial<Record<Condition["op"], string>> = operatorWords;
  return [column, words[op] ?? op, value].filter((part) => part !== "").join(" ");
}

type FormProps = FiltersProps & { columns: readonly TableColumn[] };

/** The filters in use come with it: the form adds one more. */
export function FilterForm({ wish, path, columns }: FormProps): JSX.Element {
  if (columns.length === 0) return "";
  const kept = new URLSearchParams(rowsQuery(wish, {}));
  return (
    <form class="search" method="get" action={path} aria-label="Filter the rows">
      {[...kept].map(([name, value]) => (
        <input type="hidden" name={name} value={escapeHtml(value)} />
      ))}
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
        Add the filter
      </button>
    </form>
  );
}
