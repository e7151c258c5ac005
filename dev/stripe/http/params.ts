/** Form-encoded parameters: Stripe's types as Zod schemas, and its refusals of invalid values. */
import { parse } from "qs";
import { z } from "zod";
import { currencies } from "../currencies.ts";
import { InvalidParameters, type StripeError } from "./failure.ts";

const DEPTH_MAX = 8;
const PARAMETERS_MAX = 1000;
const METADATA_KEYS_MAX = 50;
const METADATA_KEY_LENGTH_MAX = 40;
const METADATA_VALUE_LENGTH_MAX = 500;

export type Input = Record<string, unknown>;

/** Decodes a body or a query string with bracket nesting. */
export function decodeForm(text: string): Input {
  return parse(text, {
    depth: DEPTH_MAX,
    parameterLimit: PARAMETERS_MAX,
    arrayLimit: PARAMETERS_MAX,
  }) as Input;
}

/** Adds an issue with Stripe's own code besides its message. */
function refuse(context: z.RefinementCtx, message: string, code?: string): never {
  context.addIssue({ code: "custom", message, params: { code } });
  return z.NEVER;
}

/** At Stripe an empty string unsets a value: it becomes null here. */
export const text = z.string().transform((value) => (value === "" ? null : value));
export const id = z.string().min(1);
export const bool = z.string().transform((value, context) => {
  if (value === "true" || value === "1") return true;
  if (value === "false" || value === "0") return false;
  return refuse(context, `Invalid boolean: ${value}`);
});
export const integer = z.string().transform((value, context) => {
  if (/^-?\d{1,15}$/.test(value)) return Number(value);
  return refuse(context, `Invalid integer: ${value}`, "parameter_invalid_integer");
});
export const positive = integer.transform((value, context) => {
  if (value >= 1) return value;
  const message = "This value must be greater than or equal to 1.";
  return refuse(context, message, "parameter_invalid_integer");
});
export const currency = z.string().transform((value, context) => {
  const lower = value.toLowerCase();
  if (currencies.includes(lower)) return lower;
  const known = currencies.join(", ");
  return refuse(
    context,
    `Invalid currency: ${lower}. Stripe currently supports these currencies: ${known}`,
  );
});
export const url = z.string().transform((value, context) => {
  if (/^https?:\/\/\S+$/.test(value)) return value;
  return refuse(context, "Not a valid URL", "url_invalid");
});
export const metadata = z
  .union([z.literal("").transform(() => ({})), z.record(z.string(), z.string())])
  .superRefine((value, context) => {
    const entries = Object.entries(value);
    if (entries.length > METADATA_KEYS_MAX) {
      refuse(context, `Metadata can have up to ${METADATA_KEYS_MAX} keys.`);
    }
    for (const [key, one] of entries) {
      if (key.length > METADATA_KEY_LENGTH_MAX) {
        refuse(context, `Metadata keys can have up to ${METADATA_KEY_LENGTH_MAX} characters.`);
      }
      if (one.length > METADATA_VALUE_LENGTH_MAX) {
        const limit = `Metadata values can have up to ${METADATA_VALUE_LENGTH_MAX} characters`;
        refuse(context, `${limit}, but you passed in a value that is ${one.length} characters.`);
      }
    }
  });
/** A number, or bounds such as `created[gte]`. */
export const range = z.union([
  integer,
  z.strictObject({
    gt: integer.optional(),
    gte: integer.optional(),
    lt: integer.optional(),
    lte: integer.optional(),
  }),
]);
/** An object whose fields the stand-in accepts and ignores. */
export const anything = z.record(z.string(), z.unknown());
export const expand = z.array(z.string()).optional();
/**
 * The pinned SDK's parameter names for an operation: any other name in a schema is a type error.
 */
export type FieldsOf<Params> = { [Key in keyof Params]?: z.ZodType };

export const paging = {
  limit: integer.optional(),
  starting_after: id.optional(),
  ending_before: id.optional(),
  expand,
};

/** Merges metadata like Stripe: keeps set keys, removes keys set to an empty string. */
export function mergeMetadata(
  before: Record<string, string>,
  given: Record<string, string> | undefined,
): Record<string, string> {
  const merged = Object.entries({ ...before, ...given }).filter(([, value]) => value !== "");
  return Object.fromEntries(merged);
}

/** Throws `InvalidParameters` for the first fault, unknown parameters first. */
export function parseInput<Schema extends z.ZodType>(
  schema: Schema,
  input: Input,
): z.output<Schema> {
  const parsed = schema.safeParse(input);
  if (parsed.success) return parsed.data;
  const { issues } = parsed.error;
  const first = issues.find((issue) => issue.code === "unrecognized_keys") ?? issues[0];
  throw new InvalidParameters(400, {
    type: "invalid_request_error",
    ...(first === undefined ? { message: "Invalid request." } : describe(first, input)),
  });
}

function describe(issue: z.core.$ZodIssue, input: Input): Omit<StripeError, "type"> {
  const param = bracketed(issue.path);
  if (issue.code === "unrecognized_keys") {
    const names = issue.keys.map((key) => bracketed([...issue.path, key]));
    const message = `Received unknown parameter${names.length > 1 ? "s" : ""}: ${names.join(", ")}`;
    return { code: "parameter_unknown", message, param: names[0] };
  }
  const value = issue.path.reduce<unknown>(
    (inner, key) => (inner as Input | undefined)?.[String(key)],
    input,
  );
  if (value === undefined) {
    return { code: "parameter_missing", message: `Missing required param: ${param}.`, param };
  }
  if (issue.code === "custom") {
    const code: unknown = issue.params?.code;
    const given = typeof code === "string" ? { code } : {};
    return { ...given, message: issue.message, param };
  }
  if (issue.code === "invalid_value") {
    const message = `Invalid ${param}: must be one of ${issue.values.join(", ")}`;
    return { message, param };
  }
  const empty = value === "";
  const message = empty
    ? `You passed an empty string for '${param}'. We assume empty values are an attempt to unset ` +
      `a parameter; however '${param}' cannot be unset. You should remove '${param}' from your ` +
      "request or supply a non-empty value."
    : `Invalid ${issue.code === "invalid_type" ? issue.expected : "value"}: ${param}`;
  return { ...(empty ? { code: "parameter_invalid_empty" } : {}), message, param };
}

function bracketed(path: PropertyKey[]): string {
  const [first, ...rest] = path.map(String);
  return `${first ?? ""}${rest.map((key) => `[${key}]`).join("")}`;
}
