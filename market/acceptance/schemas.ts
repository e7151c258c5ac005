/**
 * An acceptance contract: the part of the Open Data Contract Standard 3.1 that a computer can decide
 * (https://bitol-io.github.io/open-data-contract-standard/). Names are the standard's.
 */
import { z } from "zod";
import { decodeSketch, SKETCH_CHARS_MAX } from "../../sdk/src/value-sketch.ts";
import { placeAfter } from "../characters.ts";
import {
  ACCEPTANCE_CHARS_MAX,
  ACCEPTANCE_CHECKS_MAX,
  ACCEPTANCE_COLUMN_CHARS_MAX,
  ACCEPTANCE_COLUMNS_MAX,
  ACCEPTANCE_KEY_COLUMNS_MAX,
  ACCEPTANCE_SKETCH_VALUES_MIN,
  ACCEPTANCE_SQL_CHARS_MAX,
  ACCEPTANCE_TABLES_MAX,
  ACCEPTANCE_TEXT_CHARS_MAX,
  ACCEPTANCE_VALUES_MAX,
} from "./limits.ts";
import { contradictions, isImpossible } from "./possible.ts";
import { readStandard } from "./read-standard.ts";

const wellFormed = (charsMax: number) =>
  z
    .string()
    .max(charsMax)
    .refine((text) => text.isWellFormed(), "contains half of a surrogate pair");
const text = wellFormed(ACCEPTANCE_TEXT_CHARS_MAX);

/**
 * Sellers and administrators read queries: these characters reorder text or show nothing. Joiners stay, which
 * Persian words and emoji need.
 */
const hidden = /[\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\u{e0000}-\u{e007f}]/u;

const readable = (charsMax: number) =>
  wellFormed(charsMax).superRefine((given, refine) => {
    const at = given.search(hidden);
    if (at < 0) return;
    const code = given.codePointAt(at)?.toString(16).toUpperCase().padStart(4, "0");
    const message = `has the invisible character U+${code} in ${placeAfter(given.slice(0, at))}`;
    refine.addIssue({ code: "custom", path: [], message });
  });
const scalar = z.union([text, z.number(), z.boolean()]);
const scalarOrNull = z.union([...scalar.options, z.null()]);
const values = z.array(scalarOrNull).min(1).max(ACCEPTANCE_VALUES_MAX);

// A tuple would be clearer, but generators of clients and Spectral want `items` of an array.
const bounds = z
  .array(scalar)
  .length(2)
  .refine(([from = 0, to = 0]) => typeof from !== typeof to || from <= to, "starts above its end");

const operators = {
  mustBe: scalar.optional(),
  mustNotBe: scalar.optional(),
  mustBeGreaterThan: scalar.optional(),
  mustBeGreaterOrEqualTo: scalar.optional(),
  mustBeLessThan: scalar.optional(),
  mustBeLessOrEqualTo: scalar.optional(),
  mustBeBetween: bounds.optional(),
  mustNotBeBetween: bounds.optional(),
};
export type Operator = keyof typeof operators;
export const operatorNames = Object.keys(operators) as Operator[];

const metrics = [
  "rowCount",
  "nullValues",
  "missingValues",
  "invalidValues",
  "duplicateValues",
  "matchedValues",
] as const;

const argumentsOf = [
  ["invalidValues", "validValues"],
  ["missingValues", "missingValues"],
  ["matchedValues", "sketch"],
] as const;

const columnName = wellFormed(ACCEPTANCE_COLUMN_CHARS_MAX).min(1);

const sketch = z
  .string()
  .min(1)
  .max(SKETCH_CHARS_MAX)
  .superRefine((given, refine) => {
    const refuse = (message: string) => refine.addIssue({ code: "custom", path: [], message });
    const decoded = decodeSketch(given);
    if (decoded === null) refuse("is no sketch of format 1");
    else if (decoded.hashes.length < ACCEPTANCE_SKETCH_VALUES_MIN)
      refuse(`has fewer than ${ACCEPTANCE_SKETCH_VALUES_MIN} different values`);
  })
  .meta({ description: "Of your own values, as in `POST /matches`." });

/** In the published schema: {@link readStandard} takes further fields, by name. */
const open = { additionalProperties: true };

const check = z
  .strictObject({
    name: readable(ACCEPTANCE_TEXT_CHARS_MAX).optional(),
    type: z.enum(["library", "sql"]).optional(),
    metric: z.enum(metrics).optional().meta({
      description:
        "The standard's, and `matchedValues`: how many of the values of `sketch` the column has.",
    }),
    arguments: z
      .strictObject({
        validValues: values.optional(),
        missingValues: values.optional(),
        sketch: sketch.optional(),
        properties: z
          .array(columnName)
          .min(1)
          .max(ACCEPTANCE_KEY_COLUMNS_MAX)
          .optional()
          .meta({ description: "Of a table's `duplicateValues`: no combination twice." }),
      })
      .optional(),
    query: readable(ACCEPTANCE_SQL_CHARS_MAX)
      .min(1)
      .optional()
      .meta({
        description:
          "With `type: sql`: one SELECT of one aggregated value. `{object}` is the table, `{property}` the column, " +
          "`{today}` the date of the check.",
        example: "SELECT max(day) >= {today} - 1 FROM {object}",
      }),
    unit: z.enum(["rows", "percent"]).optional(),
    ...operators,
  })
  .superRefine((one, refine) => {
    const refuse = (field: string, message: string) =>
      refine.addIssue({ code: "custom", path: [field], message });
    const isSql = one.query !== undefined || one.type === "sql";
    if (isSql && one.query === undefined) refuse("query", "is missing");
    if (isSql && one.type === "library") refuse("type", "must be sql for a `query`");
    if (isSql && one.metric !== undefined) refuse("metric", "cannot be combined with `query`");
    if (isSql && one.unit === "percent") refuse("unit", "a `query` computes its own percentage");
    if (!isSql && one.metric === undefined) refuse("metric", "is missing: or give a `query`");
    const given = one.arguments ?? {};
    for (const [metric, name] of argumentsOf) {
      if ((one.metric === metric) === (given[name] !== undefined)) continue;
      refuse("arguments", `\`${name}\` goes with the metric ${metric}, and only with it`);
    }
    if (given.properties !== undefined && one.metric !== "duplicateValues") {
      refuse("arguments", "`properties` goes with the metric duplicateValues, and only with it");
    }
    const used = operatorNames.filter((name) => one[name] !== undefined);
    if (used.length !== 1) refuse("metric", "needs exactly one operator, such as `mustBe`");
    const isNumber = [one[used[0] ?? "mustBe"]].flat().every((value) => typeof value === "number");
    if (!isSql && used.length === 1 && !isNumber) refuse(used[0] ?? "", "must be a number");
    else if (used.length === 1 && isImpossible(one)) refuse(used[0] ?? "", "can be met by no file");
  })
  .meta({ id: "AcceptanceCheck", ...open });
export type Check = z.infer<typeof check>;

const logicalTypes = [
  "string",
  "date",
  "timestamp",
  "time",
  "number",
  "integer",
  "boolean",
  "array",
  "object",
] as const;
export type LogicalType = (typeof logicalTypes)[number];

const checks = z.array(check).max(ACCEPTANCE_CHECKS_MAX);

const property = z
  .strictObject({
    name: columnName,
    logicalType: z.enum(logicalTypes).optional(),
    required: z.boolean().optional().meta({ description: "No missing value." }),
    unique: z.boolean().optional().meta({ description: "No value twice." }),
    quality: checks.optional(),
  })
  .meta(open);
export type Property = z.infer<typeof property>;

const table = z
  .strictObject({
    name: wellFormed(ACCEPTANCE_COLUMN_CHARS_MAX)
      .optional()
      .meta({ description: "Of a file with several tables; by default its first." }),
    properties: z.array(property).max(ACCEPTANCE_COLUMNS_MAX).optional(),
    quality: checks.optional(),
  })
  .superRefine(({ quality = [], properties = [] }, refine) => {
    for (const [at, check] of quality.entries()) {
      const message = misplaced(check);
      if (message === null) continue;
      refine.addIssue({ code: "custom", path: ["quality", at, "metric"], message });
    }
    for (const [at, { quality: own = [] }] of properties.entries()) {
      const index = own.findIndex((check) => check.arguments?.properties !== undefined);
      const path = ["properties", at, "quality", index, "arguments", "properties"];
      const message = "belongs to a table's check";
      if (index >= 0) refine.addIssue({ code: "custom", path, message });
    }
  })
  .meta({ id: "ContractTable", ...open });

type Table = z.infer<typeof table>;

/** Why a check cannot be one of a whole table; null if it can. */
function misplaced({ metric, arguments: given }: Check): string | null {
  if (metric === undefined || metric === "rowCount") return null;
  if (metric !== "duplicateValues") return `${metric} belongs to a property`;
  if (given?.properties !== undefined) return null;
  return "duplicateValues belongs to a property, or needs `arguments.properties`";
}

/** Checks that compute a figure; the existence and type of a column are not counted. */
function countChecks(schema: readonly Table[]): number {
  return schema.reduce((sum, { properties = [], quality = [] }) => {
    const own = properties.map(
      (one) =>
        Number(one.required === true) + Number(one.unique === true) + (one.quality?.length ?? 0),
    );
    return sum + quality.length + own.reduce((total, count) => total + count, 0);
  }, 0);
}

const tables = z
  .array(table)
  .min(1)
  .max(ACCEPTANCE_TABLES_MAX)
  .meta({ description: "Conditions, by table." });

function requireChecks(schema: readonly Table[], refine: z.RefinementCtx): void {
  const refuse = (message: string) =>
    refine.addIssue({ code: "custom", path: ["schema"], message });
  if (countChecks(schema) > ACCEPTANCE_CHECKS_MAX) {
    refuse(`has more than ${ACCEPTANCE_CHECKS_MAX} checks`);
  }
  const columns = schema.reduce((sum, { properties = [] }) => sum + properties.length, 0);
  if (columns > ACCEPTANCE_COLUMNS_MAX) refuse(`has more than ${ACCEPTANCE_COLUMNS_MAX} columns`);
  // Pages of a hundred contracts are read and written at once.
  const text = JSON.stringify(schema, (key, value) => (key === "sketch" ? undefined : value));
  if (text.length > ACCEPTANCE_CHARS_MAX) {
    refuse(`has more than ${ACCEPTANCE_CHARS_MAX} characters as JSON, without its sketches`);
  }
  const isEmpty = schema.every(
    ({ properties = [], quality = [] }) => properties.length + quality.length === 0,
  );
  if (isEmpty) refuse("has no check");
  for (const path of contradictions(schema)) {
    refine.addIssue({ code: "custom", path, message: "contradicts an earlier condition" });
  }
}

const standard =
  "the `schema` of an Open Data Contract (ODCS 3.1); fields that only describe are ignored";

/** Takes a whole document of the standard. */
const ofStandard = <Shape extends z.ZodType>(shape: Shape) =>
  z.preprocess((given, refine) => {
    return readStandard(given, (path, message) =>
      refine.addIssue({ code: "custom", path, message }),
    );
  }, shape);

export const acceptanceTerms = ofStandard(
  z
    .strictObject({ schema: tables })
    .superRefine(({ schema }, refine) => requireChecks(schema, refine)),
).meta({
  ...{ id: "Contract", ...open },
  description: `Conditions on the whole file: ${standard}.`,
});

/** A buyer's conditions: their own, or those that the seller promises. */
export const acceptanceChoice = ofStandard(
  z
    .strictObject({
      schema: tables.optional(),
      promised: z
        .literal(true)
        .optional()
        .meta({ description: "Instead: the dataset's `contract`." }),
    })
    .superRefine(({ schema, promised }, refine) => {
      if ((schema === undefined) === (promised === undefined)) {
        refine.addIssue({ code: "custom", path: ["schema"], message: "give schema or promised" });
      }
      if (schema !== undefined) requireChecks(schema, refine);
    }),
).meta({
  ...{ id: "Acceptance", ...open },
  description:
    `Conditions on the whole file: ${standard}. After payment the ` +
    "marketplace checks them before anyone can download: if all hold, the seller is paid at once; if one fails, " +
    "you are refunded; if they cannot be evaluated, an administrator decides.",
});
export type AcceptanceChoice = z.infer<typeof acceptanceChoice>;

export type AcceptanceTerms = z.infer<typeof acceptanceTerms>;
