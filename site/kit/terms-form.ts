/** Acceptance contracts as a form: reads posted fields, and shows a contract in them. */
import { isDeepStrictEqual } from "node:util";
import { z } from "zod";
import {
  type AcceptanceChoice,
  type AcceptanceTerms,
  acceptanceTerms,
  type Check,
  type Property,
} from "../../market/acceptance/schemas.ts";
import { sketchOf } from "../../market/acceptance/sketch-of.ts";
import {
  freshnessCheck,
  guessDays,
  guessRange,
  numberOf,
  rangeCheck,
} from "../../market/acceptance/value-checks.ts";
import { type FieldFault, MarketError } from "../../market/errors.ts";
import { parseForm, textOf } from "./form.ts";

/** Conditions on one column, as they are typed. */
type ColumnTerms = {
  column: string;
  /** In percent. */
  missing: string;
  unique: boolean;
  from: string;
  to: string;
  days: string;
};

export type TermsForm = {
  isPromised: boolean;
  table: string;
  rows: string;
  rowsMax: string;
  /** Always `TERMS_COLUMNS` of them. */
  columns: readonly ColumnTerms[];
  keysColumn: string;
  keysPercent: string;
  keys: string;
  sql: string;
  json: string;
};

/** Columns with fields of their own; more can be written as JSON. */
const TERMS_COLUMNS = 6;
export const KEYS_CHARS_MAX = 50_000;
export const TERMS_JSON_CHARS_MAX = 50_000;

const noColumn: ColumnTerms = {
  ...{ column: "", missing: "", unique: false },
  ...{ from: "", to: "", days: "" },
};

export const noTerms: TermsForm = {
  ...{ isPromised: false, table: "", rows: "", rowsMax: "" },
  columns: Array.from({ length: TERMS_COLUMNS }, () => noColumn),
  ...{ keysColumn: "", keysPercent: "", keys: "", sql: "", json: "" },
};

export const termsField = (name: string, column?: number) =>
  `acceptance_${name}${column === undefined ? "" : `_${column + 1}`}`;

const columnFields = ["column", "missing", "unique", "from", "to", "days"];

/** All fields of the form. */
export const termsFieldNames: readonly string[] = [
  ...["promised", "table", "rows", "rows_max", "keys_column", "keys_percent", "keys"],
  ...["sql", "json"],
]
  .map((name) => termsField(name))
  .concat(noTerms.columns.flatMap((_, at) => columnFields.map((name) => termsField(name, at))));

/** Fields of a page without the form are empty. */
export function readTermsForm(form: URLSearchParams): TermsForm {
  const text = (name: string, column?: number) => textOf(form, termsField(name, column)).trim();
  return {
    isPromised: form.get(termsField("promised")) === "true",
    ...{ table: text("table"), rows: text("rows"), rowsMax: text("rows_max") },
    columns: noTerms.columns.map((_, at) => ({
      ...{ column: text("column", at), missing: text("missing", at) },
      unique: form.get(termsField("unique", at)) === "true",
      ...{ from: text("from", at), to: text("to", at), days: text("days", at) },
    })),
    ...{ keysColumn: text("keys_column"), keysPercent: text("keys_percent"), keys: text("keys") },
    ...{ sql: text("sql"), json: text("json") },
  };
}

/** Whether somebody typed conditions. */
export function isTermsFormUsed({ columns, ...rest }: TermsForm): boolean {
  const values = [rest, ...columns].flatMap((fields) => Object.values(fields));
  return values.some((value) => value !== "" && value !== false);
}

/** Undefined: no condition. Errors: invalid_request, with faults by field. */
export function choiceOf(form: TermsForm): AcceptanceChoice | undefined {
  return form.isPromised ? { promised: true } : termsOf(form);
}

/** As {@link choiceOf}, for somebody who cannot choose what a seller promises. */
export function termsOf(form: TermsForm): AcceptanceTerms | undefined {
  if (form.json !== "") return termsOfJson(form);
  const faults: FieldFault[] = [];
  const schema = tableOf(form, faults);
  if (faults.length > 0)
    throw new MarketError("invalid_request", "The form is not valid.", { faults });
  return schema === null ? undefined : checked({ schema: [schema] }, form);
}

function termsOfJson({ json, ...form }: TermsForm): AcceptanceTerms {
  const refuse = (detail: string) => {
    const faults = [{ pointer: `/${termsField("json")}`, code: "invalid", detail }];
    return new MarketError("invalid_request", "The form is not valid.", { faults });
  };
  if (isTermsFormUsed({ ...form, json: "" })) {
    throw refuse("Use either the fields above or JSON: empty one of them.");
  }
  let given: unknown;
  try {
    given = JSON.parse(json);
  } catch (error) {
    throw refuse(`This is not JSON: ${error instanceof Error ? error.message : "it ends early"}.`);
  }
  return checked(Array.isArray(given) ? { schema: given } : given, { ...form, json });
}

const termsOnly = z.strictObject({ acceptance: acceptanceTerms });

function checked(acceptance: unknown, form: TermsForm): AcceptanceTerms {
  try {
    return parseForm(termsOnly, { acceptance }).acceptance;
  } catch (error) {
    throw atTermsFields(error, form);
  }
}

/** The error, with the field of each condition in place of the condition's place in the contract. */
export function atTermsFields(error: unknown, form: TermsForm): unknown {
  if (!(error instanceof MarketError)) return error;
  const faults = error.faults.map((fault) => ({ ...fault, ...placed(fault, form) }));
  return new MarketError(error.code, error.message, { ...error.facts, faults });
}

const placeShape =
  /^\/(?:acceptance|contract)(?:\/(schema(?:\/\d+\/(properties|quality)\/(\d+))?.*))?$/;

function placed({ pointer, detail }: FieldFault, form: TermsForm): Partial<FieldFault> {
  const found = placeShape.exec(pointer);
  if (found === null) return {};
  const [, place, kind, index] = found;
  if (form.json !== "") {
    const said = place === undefined ? detail : `${place}: ${detail}`;
    return { pointer: `/${termsField("json")}`, detail: said };
  }
  if (kind === "quality") {
    const check = fileChecksOf(form)[Number(index)];
    return { pointer: `/${check?.field ?? termsField("rows")}` };
  }
  if (kind !== "properties") return {};
  const at = usedColumns(form)[Number(index)]?.at;
  return {
    pointer: `/${at === undefined ? termsField("keys") : termsField("column", at)}`,
    detail: detail.replace(placeInQuery, ""),
  };
}

/** Nobody has typed the query that a field becomes. */
const placeInQuery = /^Line \d+, column \d+: /;

type Schema = { name?: string; quality: Check[]; properties: Property[] };

function tableOf(form: TermsForm, faults: FieldFault[]): Schema | null {
  const refuse = (field: string, detail: string) =>
    faults.push({ pointer: `/${field}`, code: "invalid", detail });
  const number = (field: string, text: string, most = Number.MAX_SAFE_INTEGER) => {
    const value = numberOf(text);
    if (value !== null && value >= 0 && value <= most) return value;
    refuse(field, most === 100 ? "Enter a percentage such as 5." : "Enter a number such as 1000.");
    return 0;
  };
  const quality = fileChecksOf(form).map(({ field, text, check }) =>
    check(field === termsField("sql") ? text : number(field, text)),
  );
  const properties = [
    ...usedColumns(form).map(({ terms, at }) => propertyOf(terms, at, { refuse, number })),
    ...keysOf(form, { refuse, number }),
  ];
  if (quality.length + properties.length === 0) {
    if (form.table !== "") refuse(termsField("table"), "State a condition on this table.");
    return null;
  }
  return { ...(form.table === "" ? {} : { name: form.table }), quality, properties };
}

type FileCheck = { field: string; text: string; check: (value: string | number) => Check };

/** The conditions on the whole file that are filled in, in their order in the contract. */
function fileChecksOf({ rows, rowsMax, sql }: TermsForm): FileCheck[] {
  const all: FileCheck[] = [
    {
      ...{ field: termsField("rows"), text: rows },
      check: (mustBeGreaterOrEqualTo) => ({ metric: "rowCount", mustBeGreaterOrEqualTo }),
    },
    {
      ...{ field: termsField("rows_max"), text: rowsMax },
      check: (mustBeLessOrEqualTo) => ({ metric: "rowCount", mustBeLessOrEqualTo }),
    },
    {
      ...{ field: termsField("sql"), text: sql },
      check: (query) => ({ type: "sql", query: String(query), mustBe: true }),
    },
  ];
  return all.filter(({ text }) => text !== "");
}

function usedColumns({ columns }: TermsForm): { terms: ColumnTerms; at: number }[] {
  const used = columns.map((terms, at) => ({ terms, at }));
  return used.filter(({ terms }) => !isDeepStrictEqual(terms, noColumn));
}

type Reading = {
  refuse: (field: string, detail: string) => void;
  number: (field: string, text: string, most?: number) => number;
};

function propertyOf(terms: ColumnTerms, at: number, { refuse, number }: Reading): Property {
  const { column, missing, unique, from, to, days } = terms;
  if (column === "") refuse(termsField("column", at), "Name the column of these conditions.");
  if (isAbove(from, to)) refuse(termsField("to", at), "Is below the minimum value.");
  const share = missing === "" ? null : number(termsField("missing", at), missing, 100);
  const quality: Check[] = [
    ...(share === null || share === 0
      ? []
      : [{ metric: "nullValues", unit: "percent", mustBeLessOrEqualTo: share } as const]),
    ...(from === "" && to === "" ? [] : [rangeCheck({ from, to })]),
    ...(days === "" ? [] : [freshnessCheck(number(termsField("days", at), days))]),
  ];
  return {
    name: column,
    ...(share === 0 ? { required: true } : {}),
    ...(unique ? { unique: true } : {}),
    ...(quality.length === 0 ? {} : { quality }),
  };
}

/** Of two numbers, or two texts such as dates. */
function isAbove(from: string, to: string): boolean {
  if (from === "" || to === "") return false;
  const [low, high] = [numberOf(from), numberOf(to)];
  if (low !== null && high !== null) return low > high;
  return low === null && high === null && from > to;
}

/** The values themselves are not sent on: a sketch of them is. */
function keysOf(form: TermsForm, { refuse, number }: Reading): Property[] {
  const { keysColumn: column, keysPercent: percent, keys } = form;
  if (column === "" && percent === "" && keys === "") return [];
  const name = termsField("keys_column");
  if (column === "") refuse(name, "Name the column to compare your values with.");
  if (keys === "") refuse(termsField("keys"), "Enter your values, one in each line.");
  const share = number(termsField("keys_percent"), percent, 100);
  const sketch = sketchOf(keys.slice(0, KEYS_CHARS_MAX).split("\n"));
  const check = {
    metric: "matchedValues",
    unit: "percent",
    mustBeGreaterOrEqualTo: share,
  } as const;
  return [{ name: column, quality: [{ ...check, arguments: { sketch } }] }];
}

/** A contract in the form: in its fields if they can express it, otherwise as JSON. */
export function termsFormOf(terms: AcceptanceTerms | null): TermsForm {
  if (terms === null) return noTerms;
  const form = fieldsOf(terms);
  if (form !== null && isDeepStrictEqual(termsOf(form), normalized(terms))) return form;
  return { ...noTerms, json: JSON.stringify(terms, null, 2) };
}

/** What is absent and what is empty or false mean the same. */
function normalized({ schema }: AcceptanceTerms): AcceptanceTerms {
  return {
    schema: schema.map(({ quality = [], properties = [], ...table }) => ({
      ...table,
      quality,
      properties: properties.map(({ required, unique, quality: checks = [], ...property }) => ({
        ...property,
        ...(required === true ? { required } : {}),
        ...(unique === true ? { unique } : {}),
        ...(checks.length === 0 ? {} : { quality: checks }),
      })),
    })),
  };
}

function fieldsOf({ schema: [table, ...others] }: AcceptanceTerms): TermsForm | null {
  const { name = "", quality = [], properties = [] } = table ?? {};
  if (others.length > 0 || properties.length > TERMS_COLUMNS) return null;
  const limit = (operator: "mustBeGreaterOrEqualTo" | "mustBeLessOrEqualTo") =>
    quality.find(({ metric, [operator]: value }) => metric === "rowCount" && value !== undefined)?.[
      operator
    ];
  return {
    ...noTerms,
    table: name,
    rows: String(limit("mustBeGreaterOrEqualTo") ?? ""),
    rowsMax: String(limit("mustBeLessOrEqualTo") ?? ""),
    sql: quality.find(({ query }) => query !== undefined)?.query ?? "",
    columns: noTerms.columns.map((_, at) => columnOf(properties[at])),
  };
}

/** A guess: the contract that it leads to is compared. */
function columnOf(property: Property | undefined): ColumnTerms {
  if (property === undefined) return noColumn;
  const { name: column, required, unique = false, quality = [] } = property;
  const queries = quality.map(({ query = "" }) => query).join("\n");
  const share = quality.find(({ metric }) => metric === "nullValues")?.mustBeLessOrEqualTo;
  return {
    ...{ column, unique },
    missing: required === true ? "0" : String(share ?? ""),
    ...guessRange(queries),
    days: guessDays(queries),
  };
}
