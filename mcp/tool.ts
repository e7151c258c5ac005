/** What a tool is, and how a call of one runs: check the arguments, ask the API, tell the answer. */
import type { CallToolResult, ContentBlock, ToolAnnotations } from "@modelcontextprotocol/server";
import type { z } from "zod";
import { holdsCredential } from "../market/account/rules.ts";
import { type CallerKind, callers } from "../market/contract/callers.ts";
import type { FieldFault } from "../market/errors.ts";
import { validationWords } from "../market/validation-words.ts";
import type { Operation } from "./api-client.ts";
import { type ApiClient, type Caller, type CallInput, callPublic } from "./api-client.ts";
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

/** Of the faults of one call; a model learns no more from more of them. */
const FAULTS_MAX = 20;
/** Of the name of such an argument. */
const NAME_CHARS_MAX = 60;

export type ToolCall = {
  request<Answer extends z.ZodType>(
    operation: Operation<Answer>,
    input?: Omit<CallInput, "authorization" | "signal">,
  ): Promise<z.output<Answer>>;
  /** As `callPublic` does. */
  requestPublic<Answer extends z.ZodType>(
    operation: Operation<Answer>,
    input: Omit<CallInput, "authorization" | "signal">,
    ofSeller?: Operation<Answer>,
  ): Promise<z.output<Answer>>;
  /** Whether the caller shows an agent's own token, which sells and never buys. */
  isAgent: boolean;
  person: Person;
  /** The refusal of what the caller gave at `pointer`. */
  refuse(pointer: string, detail: string): ProblemError;
  signal: AbortSignal | undefined;
};

export type ToolReply<Answer> = {
  /** What the marketplace itself says of the answer, in a line or a few. */
  text: string;
  /** What strangers say in it. */
  stranger?: { source: string; text: string };
  /** Where strangers speak in the structured content. */
  untrusted?: string[];
  links?: Extract<ContentBlock, { type: "resource_link" }>[];
  /** Pictures of the data, for models that see. */
  images?: Extract<ContentBlock, { type: "image" }>[];
  /** The answer as it is given on, where it differs from the API's. */
  structured?: Answer;
};

export type ToolSpec<Input extends z.ZodObject, Output extends z.ZodType, Answer> = {
  name: string;
  title: string;
  /** For a model that has to choose: what it does, when to take it, and when another one. */
  description: string;
  /** Whose bearer token it takes. */
  by: CallerKind;
  annotations: Required<Omit<ToolAnnotations, "title">>;
  input: Input;
  output: Output;
  /** Paths into the answer that `tools/list` names. */
  shows?: readonly string[];
  /** The toolsets that hold it. */
  sets?: readonly string[];
  run(call: ToolCall, args: z.output<Input>): Promise<Answer>;
  tell(answer: Answer, args: z.output<Input>): ToolReply<z.input<Output>>;
};

export type CallEnvironment = {
  api: ApiClient;
  caller: Caller;
  /** Where the marketplace's pages are. */
  siteUrl: string;
  signal: AbortSignal | undefined;
  person: Person;
};
export type CallOutcome = {
  result: CallToolResult;
  problem: Problem | null;
  /** Of a fault of our own, for the log; the caller is not told. */
  cause?: unknown;
};

export type Tool = Pick<
  ToolSpec<z.ZodObject, z.ZodType, unknown>,
  "name" | "title" | "description" | "by" | "annotations" | "input" | "output" | "shows" | "sets"
> & {
  /** As they are listed. */
  parameters: JsonSchema;
  /**
   * Throws {@link PersonNeeded}, and when the caller has hung up: whatever else goes wrong, the result
   * says it.
   */
  call(environment: CallEnvironment, args: unknown): Promise<CallOutcome>;
};

/** Binds a tool's shapes to its functions, so that each tool is typed and their table is not. */
export function defineTool<Input extends z.ZodObject, Output extends z.ZodType, Answer>(
  spec: ToolSpec<Input, Output, Answer>,
): Tool {
  const { run, tell, ...facts } = spec;
  const { name, by, input } = facts;
  const parameters = parametersOf(input);
  return {
    ...facts,
    parameters,
    async call(environment, given) {
      try {
        const { args, note } = readArguments({ name, input, parameters }, environment, given);
        const answer = await run(bind({ name, by }, environment, args), args);
        return { result: resultOf(tell(answer, args), answer, note), problem: null };
      } catch (error) {
        if (error instanceof PersonNeeded) throw error;
        if (error instanceof ProblemError) return refusal(error.problem);
        if (environment.signal?.aborted === true) throw error;
        return { ...refusal(toolFailed(occasionOf(environment, name))), cause: error };
      }
    },
  };
}

/** Public tools carry no credentials on, whatever the connection has. */
function bind(
  { name, by }: { name: string; by: CallerKind },
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
    isAgent: authorization !== null && !holdsCredential(authorization),
    person,
    refuse: (pointer, detail) => {
      const fault = { pointer, code: "invalid", detail };
      return new ProblemError(invalidArguments(occasionOf(environment, name), [fault]));
    },
    signal,
  };
}

/** Hosts whose headers are fixed can hand on the token of register_agent as an argument. */
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
  const known = Object.keys(input.shape);
  const faults = parsed.error.issues.flatMap((issue) => faultsOf(issue, known));
  const occasion = occasionOf(environment, name);
  throw new ProblemError(invalidArguments(occasion, faults.slice(0, FAULTS_MAX)));
}

export function occasionOf(
  { siteUrl, caller }: Pick<CallEnvironment, "siteUrl" | "caller">,
  toolName: string,
): Occasion {
  return { siteUrl, instance: `tool:${toolName}`, requestId: caller.requestId };
}

/** Models write null for what they leave out. */
function withoutNulls(given: unknown): unknown {
  if (typeof given !== "object" || given === null || Array.isArray(given)) return given;
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null));
}

/** An amount is never guessed: `$10` and `1,000` are told how to be written. */
const plainNumber = "takes a plain number such as 9.99, without currency or separators";

function argumentWords(issue: z.core.$ZodRawIssue): string {
  const words = validationWords(issue);
  return words === "has to be a number" ? plainNumber : words;
}

function faultsOf(issue: z.core.$ZodIssue, known: string[]): FieldFault[] {
  if (issue.code !== "unrecognized_keys") {
    const pointer = `/${issue.path.map(String).join("/")}`;
    return [{ pointer, code: issue.code, detail: issue.message }];
  }
  return issue.keys.slice(0, FAULTS_MAX).map((given, at) => {
    const key = shorten(given, NAME_CHARS_MAX);
    const nearest = nearestName(key, known);
    // All names are told once: a tool may have dozens.
    const names = at === 0 ? `; known: ${known.join(", ") || "none"}` : "";
    const hint = nearest !== null ? `; did you mean ${nearest}?` : names;
    return { pointer: `/${key}`, code: "unknown_field", detail: `is not known${hint}` };
  });
}

function resultOf(told: ToolReply<unknown>, answer: unknown, note: string): CallToolResult {
  const { text, stranger, untrusted = [], links = [], images = [], structured = answer } = told;
  const content: ContentBlock[] = [{ type: "text", text: note === "" ? text : `${note} ${text}` }];
  if (stranger !== undefined) {
    content.push({ type: "text", text: fence(stranger.source, stranger.text) });
  }
  return {
    content: [...content, ...images, ...links],
    structuredContent: marked(structured as object, untrusted),
    ...(untrusted.length > 0 ? { _meta: untrustedMeta(untrusted) } : {}),
  };
}

/** No structured content: older clients would check it against the schema of a success. */
export function refusal(problem: Problem): CallOutcome {
  const text = JSON.stringify(withNext(problem));
  return { result: { content: [{ type: "text", text }], isError: true }, problem };
}
