/** Defines a tool and how one call runs: check the arguments, call the API, word the answer. */
import type { CallToolResult, ContentBlock, ToolAnnotations } from "@modelcontextprotocol/server";
import type { z } from "zod";
import { holdsCredential } from "../market/account/rules.ts";
import { type CallerKind, callers } from "../market/contract/callers.ts";
import type { FieldFault } from "../market/errors.ts";
import { validationWords } from "../market/validation-words.ts";
import type { Operation } from "./api-client.ts";
import { type ApiClient, type Caller, type CallInput, callPublic } from "./api-client.ts";
import { briefly, leadsTo } from "./brief.ts";
import { forgive, readingsText } from "./forgive.ts";
import { type JsonSchema, parametersOf } from "./json-schema.ts";
import { nearestName } from "./nearest-name.ts";
import { type Person, PersonNeeded } from "./person/ask-person.ts";
import {
  invalidArguments,
  type Occasion,
  type Problem,
  ProblemError,
  toolFailed,
  withNext,
} from "./problem.ts";
import { fence, marked, shorten, untrustedMeta } from "./untrusted.ts";

/** The number of reported faults for one call; more do not help a model. */
const FAULTS_MAX = 20;
/** The longest part of an unknown argument's name that a fault repeats. */
const NAME_CHARS_MAX = 60;

export type ToolCall = {
  request<Answer extends z.ZodType>(
    operation: Operation<Answer>,
    input?: Omit<CallInput, "authorization" | "signal">,
  ): Promise<z.output<Answer>>;
  /** See `callPublic`. */
  requestPublic<Answer extends z.ZodType>(
    operation: Operation<Answer>,
    input: Omit<CallInput, "authorization" | "signal">,
    ofSeller?: Operation<Answer>,
  ): Promise<z.output<Answer>>;
  /** The caller asks for all fields. */
  isFull: boolean;
  /** Whether the caller presents an agent's own token, which can sell but not buy. */
  isAgent: boolean;
  person: Person;
  /** A refusal of the value that the caller gave at `pointer`. */
  refuse(pointer: string, detail: string): ProblemError;
  signal: AbortSignal | undefined;
};

export type ToolReply<Answer> = {
  /** The marketplace's own words about the answer, in one or a few lines. */
  text: string;
  /** Text that strangers wrote. */
  stranger?: { source: string; text: string };
  /** Paths of the structured content that hold strangers' text. */
  untrusted?: string[];
  /** Links to resources, or resources themselves. */
  links?: ContentBlock[];
  /** Images from the dataset, for models that accept them. */
  images?: Extract<ContentBlock, { type: "image" }>[];
  /** Replaces the API's answer where the tool returns another one. */
  structured?: Answer;
};

export type ToolSpec<Input extends z.ZodObject, Output extends z.ZodType, Answer> = {
  name: string;
  title: string;
  /** Helps a model choose: what the tool does, when to use it, and when to use another one. */
  description: string;
  /** Other words by which `find_tools` finds it. */
  keywords: string;
  /** The kind of caller whose bearer token the tool takes. */
  by: CallerKind;
  annotations: Required<Omit<ToolAnnotations, "title">>;
  input: Input;
  output: Output;
  /** Paths of the answer that `tools/list` names. */
  shows?: readonly string[];
  /** Results hold only the fields of `shows`, unless `detail` asks for all. */
  brief?: boolean;
  /** The toolsets that contain it. */
  sets?: readonly string[];
  run(call: ToolCall, args: z.output<Input>): Promise<Answer>;
  tell(answer: Answer, args: z.output<Input>): ToolReply<z.input<Output>>;
};

export type CallEnvironment = {
  api: ApiClient;
  caller: Caller;
  siteUrl: string;
  signal: AbortSignal | undefined;
  person: Person;
};
export type CallOutcome = {
  result: CallToolResult;
  problem: Problem | null;
  /** The cause of a fault of our own, for the log only. */
  cause?: unknown;
};

export type Tool = Pick<
  ToolSpec<z.ZodObject, z.ZodType, unknown>,
  | "name"
  | "title"
  | "description"
  | "keywords"
  | "by"
  | "annotations"
  | "input"
  | "output"
  | "shows"
  | "sets"
> & {
  /** As shown in `tools/list`. */
  parameters: JsonSchema;
  /** Throws {@link PersonNeeded}, and if the caller hangs up. Other failures become results. */
  call(environment: CallEnvironment, args: unknown): Promise<CallOutcome>;
};

/**
 * Binds a tool's schemas to its functions, so that each tool is typed although the table is not.
 */
export function defineTool<Input extends z.ZodObject, Output extends z.ZodType, Answer>(
  spec: ToolSpec<Input, Output, Answer>,
): Tool {
  const { run, tell, ...facts } = spec;
  const { name, by, input, brief = false, shows = null } = facts;
  const parameters = parametersOf(input);
  return {
    ...facts,
    parameters,
    async call(environment, given) {
      try {
        const { args, note } = readArguments({ name, input, parameters }, environment, given);
        const isFull = takesDetail(facts) && "detail" in args && args.detail === "full";
        const answer = await run(bind({ name, by, isFull }, environment, args), args);
        const fields = brief && !isFull ? shows : null;
        return { result: resultOf(tell(answer, args), answer, { note, fields }), problem: null };
      } catch (error) {
        if (error instanceof PersonNeeded) throw error;
        if (error instanceof ProblemError) return refusal(error.problem);
        if (environment.signal?.aborted === true) throw error;
        return { ...refusal(toolFailed(occasionOf(environment, name))), cause: error };
      }
    },
  };
}

/** Public tools send no credentials, even if the connection has some. */
function bind(
  { name, by, isFull }: { name: string; by: CallerKind; isFull: boolean },
  environment: CallEnvironment,
  args: object,
): ToolCall {
  const { api, caller, signal, person } = environment;
  const authorization =
    callers[by].takes.length === 0 ? null : (bearerOf(args) ?? caller.authorization);
  return {
    request: (operation, input = {}) =>
      api.call(operation, caller, { ...input, authorization, signal }),
    requestPublic: async (operation, input, ofSeller) => {
      const asked = { ...input, authorization, signal };
      return (await callPublic(api, operation, caller, asked, ofSeller)).answer;
    },
    isFull,
    isAgent: authorization !== null && !holdsCredential(authorization),
    person,
    refuse: (pointer, detail) => {
      const fault = { pointer, code: "invalid", detail };
      return new ProblemError(invalidArguments(occasionOf(environment, name), [fault]));
    },
    signal,
  };
}

/** Of what a tool changed or signed, another tool reads all fields. */
export const takesDetail = ({ brief, annotations }: BriefFacts): boolean =>
  brief === true && annotations.readOnlyHint && annotations.idempotentHint;

type BriefFacts = {
  brief?: boolean | undefined;
  annotations: Pick<Required<ToolAnnotations>, "readOnlyHint" | "idempotentHint">;
};

/** Hosts with fixed headers can pass the token of register_agent as an argument. */
export function bearerOf(args: unknown): string | null {
  if (typeof args !== "object" || args === null || !("agent_token" in args)) return null;
  const { agent_token: token } = args;
  return typeof token === "string" && token !== "" ? `Bearer ${token}` : null;
}

function readArguments<Input extends z.ZodObject>(
  { name, input, parameters }: { name: string; input: Input; parameters: JsonSchema },
  environment: CallEnvironment,
  given: unknown,
): { args: z.output<Input>; note: string } {
  const { args, readings } = forgive(parameters, withoutNulls(given ?? {}));
  const parsed = input.safeParse(args, { error: argumentWords });
  if (parsed.success) return { args: parsed.data, note: readingsText(readings) };
  const faults = parsed.error.issues.flatMap((issue) => faultsOf(issue, input.shape));
  const occasion = occasionOf(environment, name);
  throw new ProblemError(invalidArguments(occasion, faults.slice(0, FAULTS_MAX)));
}

export function occasionOf(
  { siteUrl, caller }: Pick<CallEnvironment, "siteUrl" | "caller">,
  toolName: string,
): Occasion {
  return { siteUrl, instance: `tool:${toolName}`, requestId: caller.requestId };
}

/** Models write null for arguments that they omit. */
function withoutNulls(given: unknown): unknown {
  if (typeof given !== "object" || given === null || Array.isArray(given)) return given;
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null));
}

/** Amounts are never guessed: `$10` and `1,000` get a hint how to write them. */
const plainNumber = "takes a plain number such as 9.99, without currency or separators";

function argumentWords(issue: z.core.$ZodRawIssue): string {
  const words = validationWords(issue);
  return words === "has to be a number" ? plainNumber : words;
}

function faultsOf(issue: z.core.$ZodIssue, shape: Record<string, z.ZodType>): FieldFault[] {
  const known = Object.keys(shape);
  if (issue.code !== "unrecognized_keys") {
    const [name = "", ...inner] = issue.path.map(String);
    // The description says where a missing or wrong value comes from.
    const words = inner.length === 0 ? shape[name]?.description : undefined;
    const hint = words === undefined ? "" : ` (${words})`;
    const pointer = `/${[name, ...inner].join("/")}`;
    return [{ pointer, code: issue.code, detail: `${issue.message}${hint}` }];
  }
  return issue.keys.slice(0, FAULTS_MAX).map((given, at) => {
    const key = shorten(given, NAME_CHARS_MAX);
    const nearest = nearestName(key, known);
    // Only the first fault lists all names: a tool may have dozens.
    const names = at === 0 ? `; known: ${known.join(", ") || "none"}` : "";
    const hint = nearest !== null ? `; did you mean ${nearest}?` : names;
    return { pointer: `/${key}`, code: "unknown_field", detail: `is not known${hint}` };
  });
}

type Shown = {
  /** What was converted in the arguments. */
  note: string;
  /** The fields of a brief result; null: all. */
  fields: readonly string[] | null;
};

function resultOf(
  told: ToolReply<unknown>,
  answer: unknown,
  { note, fields }: Shown,
): CallToolResult {
  const { text, stranger, links = [], images = [], structured: whole = answer } = told;
  const structured = fields === null ? (whole as object) : briefly(whole, fields);
  const { untrusted: pointers = [] } = told;
  const untrusted =
    fields === null ? pointers : pointers.filter((pointer) => leadsTo(structured, pointer));
  const content: ContentBlock[] = [{ type: "text", text: note === "" ? text : `${note} ${text}` }];
  if (stranger !== undefined) {
    content.push({ type: "text", text: fence(stranger.source, stranger.text) });
  }
  return {
    content: [...content, ...images, ...links],
    structuredContent: marked(structured, untrusted),
    ...(untrusted.length > 0 ? { _meta: untrustedMeta(untrusted) } : {}),
  };
}

/** No structured content: older clients would validate it against the schema of a success. */
export function refusal(problem: Problem): CallOutcome {
  const text = JSON.stringify(withNext(problem));
  return { result: { content: [{ type: "text", text }], isError: true }, problem };
}
