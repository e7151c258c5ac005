/** Operators and functions of SQL: what they take, what they give, and what computes them. Pure. */

import { ownEntry } from "../own-entry.ts";
import type { Checks } from "./checks.ts";
import { describeUnknown, displayName } from "./display.ts";
import {
  inKind,
  nameOfKind,
  nanosecondsDetail,
  placeOf,
  type Scope,
  storesNanoseconds,
  unified,
} from "./kinds.ts";
import { QUERY_TEXT_CHARS_MAX } from "./limits.ts";
import {
  type Call,
  kindOf,
  type Place,
  type PlannedCall,
  type PlannedExpression,
  type ValueKind,
} from "./plan.ts";
import type { SelectExpression } from "./select.ts";
import { knownAggregates, noClock } from "./sql-expression.ts";

type CallExpression = Extract<SelectExpression, { is: "call" }>;
type Planned = PlannedExpression | null;

/**
 * What one parameter takes. `text` and similar are values; a parameter in quotation marks of
 * `constants` has to be a constant, which becomes a setting.
 */
type Parameter =
  | "number"
  | "whole"
  | "text"
  | "texts"
  | "moment"
  | { constant: (given: SelectExpression) => string | number | null; wanted: string };

type Signature = {
  call: Call;
  takes: readonly Parameter[];
  /** Parameters that may be left out, from the end, and their settings. */
  defaults?: readonly (string | number)[];
  gives: ValueKind | ((kinds: readonly ValueKind[]) => ValueKind);
  /** Settings before those of the constants. */
  settings?: readonly (string | number)[];
  /** Whether a decimal fraction would be rounded. */
  rounds?: boolean;
};

const constantOf = (asked: SelectExpression) => (asked.is === "constant" ? asked : null);

const textOf = (asked: SelectExpression): string | null => {
  const value = constantOf(asked)?.value;
  return typeof value === "string" && constantOf(asked)?.written === "plain" ? value : null;
};

const whole = (min: number, max: number): Parameter => ({
  constant: (asked) => {
    const value = constantOf(asked)?.value;
    const fits = typeof value === "number" && Number.isInteger(value);
    return fits && value >= min && value <= max ? value : null;
  },
  wanted: `a whole number from ${min} to ${max}, as a constant`,
});

const needle: Parameter = {
  constant: (asked) => textOf(asked) || null,
  wanted: "a text constant that is not empty",
};
const anyText: Parameter = { constant: textOf, wanted: "a text constant" };
const oneCharacter: Parameter = {
  constant: (asked) => ([...(textOf(asked) ?? "")].length === 1 ? textOf(asked) : null),
  wanted: "a text constant of one character",
};
const characters = whole(0, QUERY_TEXT_CHARS_MAX);

const dateParts: Record<string, string> = {
  ...{ year: "year", quarter: "quarter", month: "month", week: "week", day: "day" },
  ...{ hour: "hour", minute: "minute", second: "second" },
  ...{ dow: "dayofweek", dayofweek: "dayofweek", weekday: "dayofweek", isodow: "isodow" },
  ...{ doy: "dayofyear", dayofyear: "dayofyear", years: "year", months: "month", days: "day" },
  ...{ hours: "hour", minutes: "minute", seconds: "second", weeks: "week", dayofmonth: "day" },
};

const oneOf = (names: readonly string[], aliases: Record<string, string> = {}): Parameter => ({
  constant: (asked) => {
    const name = (textOf(asked) ?? "").toLowerCase();
    const found = ownEntry(aliases, name) ?? name;
    return names.includes(found) ? found : null;
  },
  wanted: `one of ${names.join(", ")}, as a text constant`,
});
const partNames = [...new Set(Object.values(dateParts))];
const truncated = ["year", "quarter", "month", "week", "day", "hour", "minute", "second"];
const counted = ["year", "quarter", "month", "day", "hour", "minute", "second"];

const formats: Parameter = {
  constant: (asked) => {
    const format = textOf(asked);
    return format !== null && /^(?:[^%]|%[YmdHMSjAB%])*$/.test(format) ? format : null;
  },
  wanted: "a text constant with %Y %m %d %H %M %S %j %A %B and other characters",
};

const first = (kinds: readonly ValueKind[]): ValueKind => kinds[0] ?? "number";
const sameNumber = (call: Call): Signature => ({ call, takes: ["number"], gives: first });
const float = (call: Call, rounds = false): Signature => {
  return { call, takes: ["number"], gives: "number", rounds };
};
const text = (call: Call, ...takes: Parameter[]): Signature => {
  return { call, takes: ["text", ...takes], gives: "string" };
};
const part = (name: string): Signature => {
  return { call: "date_part", takes: ["moment"], gives: "integer", settings: [name] };
};
const named = (format: string): Signature => {
  return { call: "format_date", takes: ["moment"], gives: "string", settings: [format] };
};
const length: Signature = { call: "length", takes: ["text"], gives: "integer" };
const substring: Signature = {
  call: "substring",
  takes: ["text", whole(1, 1_000_000), whole(0, 1_000_000)],
  defaults: [1_000_000],
  gives: "string",
};
const position: Signature = { call: "position", takes: ["text", needle], gives: "integer" };
const power: Signature = {
  call: "power",
  takes: [
    "number",
    {
      constant: (asked) => {
        const constant = constantOf(asked);
        const value = constant?.written === "integer" ? null : constant?.value;
        return typeof value === "number" && Math.abs(value) <= 100 ? value : null;
      },
      wanted: "a number from -100 to 100, as a constant",
    },
  ],
  gives: "number",
};
const remainder: Signature = { call: "remainder", takes: ["whole", "whole"], gives: "integer" };
const ceil = float("ceil", true);
const lastDay: Signature = { call: "last_day", takes: ["moment"], gives: "date" };

/** Functions with a fixed list of parameters, by their SQL names. */
const functions: Record<string, Signature> = {
  abs: sameNumber("abs"),
  sign: { call: "sign", takes: ["number"], gives: "integer" },
  floor: float("floor", true),
  ceil,
  ceiling: ceil,
  trunc: float("trunc", true),
  sqrt: float("sqrt"),
  ln: float("ln"),
  exp: float("exp"),
  power,
  pow: power,
  "^": power,
  mod: remainder,
  "%": remainder,
  "//": { call: "quotient", takes: ["whole", "whole"], gives: "integer" },
  lower: text("lower"),
  lcase: text("lower"),
  upper: text("upper"),
  ucase: text("upper"),
  length,
  char_length: length,
  character_length: length,
  len: length,
  trim: text("trim"),
  btrim: text("trim"),
  ltrim: text("ltrim"),
  rtrim: text("rtrim"),
  substring,
  substr: substring,
  left: { ...text("substring", characters), settings: [1] },
  right: text("right", characters),
  replace: text("replace", needle, anyText),
  position,
  strpos: position,
  instr: position,
  split_part: text("split_part", needle, whole(1, 1000)),
  lpad: text("lpad", characters, oneCharacter),
  rpad: text("rpad", characters, oneCharacter),
  strftime: { call: "format_date", takes: ["moment", formats], gives: "string" },
  dayname: named("%A"),
  monthname: named("%B"),
  last_day: lastDay,
  ...Object.fromEntries(
    ["year", "quarter", "month", "week", "day", "hour", "minute", "second"].map((name) => [
      name,
      part(name),
    ]),
  ),
  dayofmonth: part("day"),
  dayofweek: part("dayofweek"),
  weekday: part("dayofweek"),
  isodow: part("isodow"),
  dayofyear: part("dayofyear"),
  weekofyear: part("week"),
};

/** Functions whose first parameter is the unit. */
const byUnit: Record<string, Signature> = {
  date_part: {
    call: "date_part",
    takes: [oneOf(partNames, dateParts), "moment"],
    gives: "integer",
  },
  date_trunc: {
    call: "date_trunc",
    takes: [oneOf(truncated, dateParts), "moment"],
    gives: "datetime",
  },
  date_diff: {
    call: "date_diff",
    takes: [oneOf(counted, dateParts), "moment", "moment"],
    gives: "integer",
  },
};
const unitAliases: Record<string, string> = {
  extract: "date_part",
  datepart: "date_part",
  datetrunc: "date_trunc",
  datediff: "date_diff",
};

type Special = (asked: CallExpression, scope: Scope) => Planned;

const specials: Record<string, Special> = {
  "+": (asked, scope) => checkSum(asked, scope, 1),
  "-": (asked, scope) => checkSum(asked, scope, -1),
  "*": (asked, scope) => checkArithmetic("multiply", asked, scope),
  "/": checkDivision,
  negative: (asked, scope) => checkSign(asked, scope),
  positive: (asked, scope) => checkSign(asked, scope),
  round: checkRound,
  coalesce: (asked, scope) => checkCombined("coalesce", asked, scope),
  ifnull: (asked, scope) => checkCombined("coalesce", asked, scope),
  greatest: (asked, scope) => checkCombined("greatest", asked, scope),
  least: (asked, scope) => checkCombined("least", asked, scope),
  nullif: checkNullif,
  "||": (asked, scope) => checkConcatenation("concatenate", asked, scope),
  concat: (asked, scope) => checkConcatenation("concatenate_present", asked, scope),
  starts_with: (asked, scope) => checkTextTest("starts_with", asked, scope),
  prefix: (asked, scope) => checkTextTest("starts_with", asked, scope),
  ends_with: (asked, scope) => checkTextTest("ends_with", asked, scope),
  suffix: (asked, scope) => checkTextTest("ends_with", asked, scope),
  contains: (asked, scope) => checkTextTest("contains", asked, scope),
};

/** What to write instead of well-known functions that are not supported. */
const refusals: Record<string, string> = {
  now: noClock,
  today: noClock,
  random: "Random values are not available.",
  log: "Use ln(x) / ln(10): PostgreSQL and other systems give log different bases.",
  log10: "Use ln(x) / ln(10).",
  log2: "Use ln(x) / ln(2).",
  regexp_matches: "Use LIKE.",
  regexp_replace: "Use replace.",
  string_agg: "Select the rows with ORDER BY instead.",
  array_agg: "Select the rows with ORDER BY instead.",
  list: "Select the rows with ORDER BY instead.",
  first: "Use min or max: rows have no order within a group.",
  last: "Use min or max: rows have no order within a group.",
  any_value: "Use min or max.",
  mode: "Group by the value, and order by count(*) DESC.",
  approx_count_distinct: "Use count(DISTINCT …), which is exact.",
  timezone: "Times are in UTC; add an INTERVAL.",
  to_char: "Use strftime.",
  age: "Use date_diff.",
};

const knownFunctions = [
  ...[functions, byUnit, specials].flatMap((table) => Object.keys(table)),
  ...knownAggregates,
].filter((name) => /^[a-z]/.test(name) && name !== "negative" && name !== "positive");

export function checkCall(asked: CallExpression, scope: Scope): Planned {
  const { checks } = scope;
  const name = ownEntry(unitAliases, asked.name) ?? asked.name;
  const special = ownEntry(specials, name);
  if (special !== undefined) return special(asked, scope);
  const signature = ownEntry(byUnit, name) ?? ownEntry(functions, name);
  if (signature !== undefined) return checkSignature(signature, asked, scope);
  if (checks.isFull) return null;
  return checks.refuse(asked.at, unknownFunction(name));
}

/** Whether a function can be called, whatever its arguments. */
export function isFunction(asked: string): boolean {
  const name = ownEntry(unitAliases, asked) ?? asked;
  return [specials, byUnit, functions].some((table) => Object.hasOwn(table, name));
}

export function unknownFunction(name: string): string {
  const advice = ownEntry(refusals, name);
  if (advice !== undefined) return `The function ${name} is not supported. ${advice}`;
  return describeUnknown("function", name, knownFunctions);
}

function checkSignature(
  { call, takes, defaults = [], gives, settings = [], rounds = false }: Signature,
  asked: CallExpression,
  scope: Scope,
): Planned {
  const { checks } = scope;
  const { of: given, at } = asked;
  const least = takes.length - defaults.length;
  if (given.length < least || given.length > takes.length) {
    const wanted = least === takes.length ? `${least}` : `${least} to ${takes.length}`;
    const detail = `\`${asked.name}\` takes ${wanted} values, not ${given.length}.`;
    return checks.refuse(at, detail);
  }
  const values: PlannedExpression[] = [];
  const constants: (string | number)[] = [];
  let isFaulty = false;
  for (const [position, parameter] of takes.entries()) {
    const argument = given[position];
    if (argument === undefined) {
      const setting = defaults[position - least];
      if (setting !== undefined) constants.push(setting);
    } else if (typeof parameter === "object") {
      const setting = parameter.constant(argument);
      if (setting !== null) constants.push(setting);
      else {
        const place = placeOf(argument);
        checks.refuse(place, `\`${asked.name}\` takes ${parameter.wanted} here.`);
        isFaulty = true;
      }
    } else {
      const value = checkArgument(argument, parameter, asked, scope);
      if (value === null) isFaulty = true;
      else values.push(value);
    }
  }
  if (isFaulty) return null;
  if (rounds && values.some((value) => kindOf(value) === "decimal")) {
    const detail = "SQL rounds decimals and doubles differently: CAST the value AS DOUBLE first.";
    return checks.refuse(at, detail);
  }
  const kind = typeof gives === "string" ? gives : gives(values.map(kindOf));
  return { is: "call", call, of: values, settings: [...settings, ...constants], kind, at };
}

const numeric: ReadonlySet<ValueKind> = new Set(["integer", "number", "decimal"]);

const accepted: Record<
  Exclude<Parameter, object>,
  { kinds: ReadonlySet<ValueKind>; words: string }
> = {
  number: { kinds: numeric, words: "a number" },
  whole: { kinds: new Set(["integer"]), words: "a whole number" },
  text: { kinds: new Set(["string"]), words: "a text" },
  texts: { kinds: new Set(["string", "integer", "boolean", "date"]), words: "a text" },
  moment: { kinds: new Set(["date", "datetime"]), words: "a date or a time with its date" },
};

function checkArgument(
  argument: SelectExpression,
  parameter: Exclude<Parameter, object>,
  { name }: CallExpression,
  scope: Scope,
): Planned {
  const { checks } = scope;
  const value = scope.check(argument, scope);
  if (value === null) return null;
  const { kinds, words } = accepted[parameter];
  const kind = kindOf(value);
  const place = placeOf(argument);
  if (storesNanoseconds(value)) return checks.refuse(place, nanosecondsDetail);
  if (kinds.has(kind)) return value;
  if (kind === "null") {
    const own: ValueKind = parameter === "number" ? "number" : ([...kinds][0] ?? "string");
    return { is: "literal", value: null, kind: own };
  }
  return checks.refuse(place, describeArgument(name, words, value));
}

function describeArgument(name: string, words: string, value: PlannedExpression): string {
  const kind = nameOfKind(kindOf(value));
  const what = value.is === "column" ? `column ${displayName(value.column.name)}` : "this value";
  return `\`${name}\` takes ${words}; ${what} is of type ${kind}. CAST it if that is meant.`;
}

function call(
  name: Call,
  of: PlannedExpression[],
  kind: ValueKind,
  at: Place,
  settings: (string | number)[] = [],
): PlannedCall {
  return { is: "call", call: name, of, settings, kind, at };
}

/** Sums of numbers, dates and days, and times and intervals. */
function checkSum(asked: CallExpression, scope: Scope, sign: 1 | -1): Planned {
  const { checks } = scope;
  const { at } = asked;
  const [left, right] = asked.of;
  if (left === undefined || right === undefined) return null;
  if (left.is === "interval" && right.is !== "interval" && sign === 1) {
    return checkSum({ ...asked, of: [right, left] }, scope, 1);
  }
  if (right.is === "interval") {
    const moment = checkArgument(left, "moment", asked, scope);
    if (moment === null) return null;
    const settings = [sign * right.months, sign * right.microseconds];
    return call("add_interval", [inKind(moment, "datetime", at)], "datetime", at, settings);
  }
  const one = scope.check(left, scope);
  const two = scope.check(right, scope);
  if (one === null || two === null) return null;
  const kinds = [kindOf(one), kindOf(two)];
  if (kinds[0] === "date" && kinds[1] === "integer") {
    const days = sign === 1 ? two : call("negate", [two], "integer", at);
    return call("add_days", [one, days], "date", at);
  }
  if (kinds[0] === "integer" && kinds[1] === "date" && sign === 1) {
    return call("add_days", [two, one], "date", at);
  }
  if (sign === -1 && kinds[0] === "date" && kinds[1] === "date") {
    return call("days_between", [one, two], "integer", at);
  }
  if (sign === -1 && kinds.includes("datetime")) {
    return checks.refuse(at, "The difference of two times is date_diff('second', from, to).");
  }
  return arithmetic(sign === 1 ? "add" : "subtract", [one, two], asked, checks);
}

function checkArithmetic(name: Call, asked: CallExpression, scope: Scope): Planned {
  const values = asked.of.map((one) => scope.check(one, scope));
  const known = values.filter((value) => value !== null);
  if (known.length < values.length) return null;
  return arithmetic(name, known, asked, scope.checks);
}

function arithmetic(
  name: Call,
  values: PlannedExpression[],
  { at, name: symbol }: CallExpression,
  checks: Checks,
): Planned {
  const other = values.find((value) => !numeric.has(kindOf(value)) && kindOf(value) !== "null");
  if (other !== undefined) {
    return checks.refuse(at, describeArgument(symbol, "numbers", other));
  }
  const common = unified(values, at, checks, "combined");
  if (common === null) return null;
  if (common.kind === "null") return { is: "literal", value: null, kind: "integer" };
  return call(name, common.values, common.kind, at);
}

function checkDivision(asked: CallExpression, scope: Scope): Planned {
  const values = asked.of.map((one) => checkArgument(one, "number", asked, scope));
  const known = values.filter((value) => value !== null);
  if (known.length < values.length) return null;
  const [left, right] = known.map(numberOf);
  if (typeof left === "number" && typeof right === "number" && right !== 0) {
    return { is: "literal", value: { of: "number", value: left / right }, kind: "number" };
  }
  const floats = known.map((value) => inKind(value, "number", asked.at));
  return call("divide", floats, "number", asked.at);
}

/** The number of a literal; null for other expressions. */
function numberOf(expression: PlannedExpression): number | null {
  const value = expression.is === "literal" ? expression.value : null;
  if (value?.of === "integer") return Number(value.digits);
  return value?.of === "number" ? value.value : null;
}

function checkSign(asked: CallExpression, scope: Scope): Planned {
  const [argument] = asked.of;
  if (argument === undefined) return null;
  const value = checkArgument(argument, "number", asked, scope);
  if (value === null || asked.name === "positive") return value;
  return call("negate", [value], kindOf(value), asked.at);
}

function checkRound(asked: CallExpression, scope: Scope): Planned {
  const { checks } = scope;
  const [argument, digits] = asked.of;
  if (argument === undefined || asked.of.length > 2) {
    return checks.refuse(asked.at, "`round` takes a number, and digits if wanted.");
  }
  const value = checkArgument(argument, "number", asked, scope);
  if (value === null) return null;
  if (kindOf(value) === "decimal") {
    const detail = "SQL rounds decimals and doubles differently: round(CAST(… AS DOUBLE), digits).";
    return checks.refuse(asked.at, detail);
  }
  const constant = digits === undefined ? 0 : constantOf(digits)?.value;
  const isWhole = typeof constant === "number" && Number.isInteger(constant);
  if (!isWhole || Math.abs(constant) > 15) {
    const place = digits === undefined ? asked.at : placeOf(digits);
    return checks.refuse(place, "The digits of `round` are a whole number from -15 to 15.");
  }
  if (kindOf(value) === "integer") {
    if (constant >= 0) return value;
    const detail = "Whole numbers are rounded to whole digits only: CAST the value AS DOUBLE.";
    return checks.refuse(asked.at, detail);
  }
  return call("round", [value], "number", asked.at, [constant]);
}

function checkCombined(
  name: "coalesce" | "greatest" | "least",
  asked: CallExpression,
  scope: Scope,
): Planned {
  const { checks } = scope;
  if (asked.of.length === 0 || (asked.name === "ifnull" && asked.of.length !== 2)) {
    return checks.refuse(asked.at, `\`${asked.name}\` takes other numbers of values.`);
  }
  const values = asked.of.map((one) => scope.check(one, scope));
  const known = values.filter((value) => value !== null);
  if (known.length < values.length) return null;
  const use = name === "coalesce" ? "combined" : "compared";
  const common = unified(known, asked.at, checks, use);
  return common === null ? null : call(name, common.values, common.kind, asked.at);
}

function checkNullif(asked: CallExpression, scope: Scope): Planned {
  const { checks } = scope;
  if (asked.of.length !== 2) return checks.refuse(asked.at, "`nullif` takes two values.");
  const [one, two] = asked.of.map((value) => scope.check(value, scope));
  if (!one || !two) return null;
  const common = unified([one, two], asked.at, checks, "compared");
  const [left, right] = common?.values ?? [];
  if (common === null || left === undefined || right === undefined) return null;
  return call("nullif", [one, left, right], kindOf(one), asked.at);
}

function checkConcatenation(name: Call, asked: CallExpression, scope: Scope): Planned {
  const values = asked.of.map((one) => checkArgument(one, "texts", asked, scope));
  const known = values.filter((value) => value !== null);
  if (known.length < values.length || known.length === 0) return null;
  const texts = known.map((value) =>
    kindOf(value) === "string" ? value : call("cast", [value], "string", asked.at, ["text"]),
  );
  return call(name, texts, "string", asked.at);
}

function checkTextTest(
  op: "starts_with" | "ends_with" | "contains",
  asked: CallExpression,
  scope: Scope,
): Planned {
  const [of, value] = asked.of;
  if (of === undefined || value === undefined || asked.of.length !== 2) {
    return scope.checks.refuse(asked.at, `\`${asked.name}\` takes a text and a text constant.`);
  }
  return scope.check({ is: "text", of, op, value, ignoresCase: false, at: asked.at }, scope);
}
