/**
 * One operation, declared once as data. Routes, OpenAPI, scopes, tools, reference tables and generic tests
 * derive from it.
 */
import { z } from "zod";
import type { ApiKeyScope } from "../../db/vocabulary/account.ts";
import type { ProblemCode } from "../errors.ts";
import { emptyQuery } from "../text.ts";
import type { CallerKind } from "./callers.ts";

type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** `scopes`: any one of them is enough. Empty: any key may call. */
export type Caller<Kind extends CallerKind = CallerKind> = {
  kind: Kind;
  scopes: readonly ApiKeyScope[];
};

const caller =
  <Kind extends CallerKind>(kind: Kind) =>
  (...scopes: ApiKeyScope[]): Caller<Kind> => ({ kind, scopes });

export const by = {
  anyone: caller("anyone")(),
  anyoneOrOperator: caller("anyone_or_operator")(),
  anyoneOrEither: caller("anyone_or_either"),
  operator: caller("operator"),
  agent: caller("agent")(),
  operatorOrAgent: caller("operator_or_agent"),
  operatorOrApplicant: caller("operator_or_applicant"),
  applicant: caller("applicant")(),
  tokenHolder: caller("token_holder")(),
  owner: caller("owner")(),
};

/** A tool's effect, from which the MCP annotations follow. */
export type ToolEffect =
  | "reads"
  | "reads_own"
  /** The result expires, and each call returns another link. */
  | "reads_anew"
  | "reads_own_anew"
  /** Other people see it; a repeated call acts again. */
  | "acts"
  /** Other people see it; a repeated call replaces it. */
  | "replaces"
  | "acts_own"
  | "replaces_own"
  /** A repeated call changes nothing. */
  | "cancels_own"
  | "deletes_own"
  /** Prevents something that has not happened yet; a repeated call changes nothing. */
  | "calls_off"
  | "moves_money"
  /** Each repeated call commits to more. */
  | "commits_money";

type Fields<Shape> = Shape extends z.ZodObject<infer Known> ? keyof Known & string : never;

type Input<Part extends string, Shape> = readonly [
  part: Part,
  field: Fields<Shape>,
  description?: string,
  /** The tool requires a field that is optional in the operation, or leaves an object's fields to it. */
  demand?: "required" | "loose",
];

/**
 * Parts of the tools that an address selects (`/mcp?tools=buy`); each covers one task from start to end. An
 * address that selects none lists `core`.
 */
export const toolsets = [
  "core",
  "browse",
  "buy",
  "sell",
  "auctions",
  "requests",
  "follow",
  "talk",
] as const;
type Toolset = (typeof toolsets)[number];

type ToolBase = {
  name: string;
  title: string;
  /** For a model that has to choose: what the tool does, when to use another one, its limits. */
  description: string;
  /** Other words by which `find_tools` finds it; no list shows them. */
  keywords: string;
  effect: ToolEffect;
  /** The kind of caller, where it differs from the operation's. */
  calledBy?: CallerKind;
  /** Paths into the answer that `tools/list` names: the fields that a model needs to continue. Omitted: all. */
  shows?: readonly string[];
  /** The result holds only the fields of `shows`; a tool that reads takes `detail`, which gives all. */
  brief?: boolean;
  sets: readonly Toolset[];
};

/** A tool that calls one operation with the fields that it lists. */
type FieldTool<Params, Query, Body> = ToolBase & {
  inputs: Record<string, Input<"params", Params> | Input<"query", Query> | Input<"body", Body>>;
};
/**
 * A tool that chooses among several operations, or takes other inputs than they do. `output` describes its
 * result where that is not the answer of the declaring operation.
 */
type OwnTool = ToolBase & { input: z.ZodObject; output?: z.ZodType };

/** The part that all kinds of tools share. */
export type ToolFacts = ToolBase & {
  inputs?: Record<
    string,
    readonly [part: string, field: string, description?: string, demand?: string]
  >;
  input?: z.ZodObject;
  output?: z.ZodType;
};

type Facts = {
  summary: string;
  /** Details beyond the summary, in sentences. The scopes are added automatically. */
  says: string;
  /** Accepts an `Idempotency-Key`. */
  idempotent?: boolean;
  /** Answers 304 to an `If-None-Match` that has the current ETag. */
  cached?: boolean;
  /** Accepts the ETag of the resource as `If-Match`, and returns the new one. */
  matched?: boolean;
  /** A successful answer may say that the outcome is still open, and when to ask again. */
  pends?: boolean;
  /** The answer needs no database, so it can never be 503 `database_unavailable`. */
  computed?: boolean;
  /** For 302, the answer is the target address. */
  status?: 200 | 201 | 202 | 302;
  /** The successful answer, in words. */
  gives: string;
  /** The answer's media type, where it is not `application/json`. */
  mediaType?: string;
  /** Other media types of the same answer, each with JSON Schema and example. */
  also?: Record<string, object>;
  /** The answer is a file to save. */
  isFile?: boolean;
  /** Other successful statuses, in words, with their answer where it differs. */
  alsoGives?: Partial<Record<201 | 202, string | { gives: string; answer: z.ZodType }>>;
  /** Only its own refusals; the others follow from caller, body, key and faults (`refusals.ts`). */
  refuses?: readonly ProblemCode[];
  /** How long a client should wait for one attempt, where that is longer than the default. */
  tryMsMax?: number;
};

type Spec<Kind extends CallerKind, Params, Query, Body, Answer, Tool> = Facts & {
  at: `${Method} /${string}`;
  by: Caller<Kind>;
  params?: Params;
  query?: Query;
  body?: Body;
  example?: Body extends z.ZodType ? z.input<Body> : never;
  answer: Answer;
  tool?: Tool;
};

type Shape = z.ZodType;

export type Op<
  Kind extends CallerKind = CallerKind,
  Params extends Shape | undefined = Shape | undefined,
  Query extends Shape = Shape,
  Body extends Shape | undefined = Shape | undefined,
  Answer extends Shape = Shape,
  Tool extends ToolFacts | undefined = ToolFacts | undefined,
> = Required<Pick<Facts, "summary" | "says" | "status" | "gives" | "refuses" | "tryMsMax">> &
  Pick<
    Facts,
    | "idempotent"
    | "cached"
    | "matched"
    | "pends"
    | "computed"
    | "mediaType"
    | "also"
    | "isFile"
    | "alsoGives"
  > & {
    /** `operationId` of the document. */
    id: string;
    tag: string;
    method: Method;
    /** With parameters written as `{id}`. */
    path: string;
    by: Caller<Kind>;
    params: Params;
    query: Query;
    body: Body;
    example: unknown;
    answer: Answer;
    tool: Tool;
  };

const TRY_MS_MAX = 10_000;
/** For operations that charge: the API waits up to 20 s for the outcome. */
export const CHARGE_MS_MAX = 27_000;

export function op<
  Kind extends CallerKind,
  Answer extends Shape,
  Params extends Shape | undefined = undefined,
  Query extends Shape = typeof emptyQuery,
  Body extends Shape | undefined = undefined,
  const Tool extends FieldTool<Params, Query, Body> | OwnTool | undefined = undefined,
>(
  spec: Spec<Kind, Params, Query, Body, Answer, Tool>,
): Op<Kind, Params, Query, Body, Answer, Tool> {
  const { at, ...facts } = spec;
  const [method, path] = at.split(" ");
  return {
    status: 200,
    refuses: [],
    tryMsMax: TRY_MS_MAX,
    ...facts,
    id: "",
    tag: "",
    method: method as Method,
    path: path ?? "",
    params: spec.params as Params,
    query: (spec.query ?? emptyQuery) as Query,
    body: spec.body as Body,
    example: spec.example,
    tool: spec.tool as Tool,
  };
}

/** Operations by their ids, all of one tag. The bound is weak on purpose: a strict one infers `unknown`. */
export function contract<const Ops extends Record<string, { id: string; tag: string }>>(
  tag: string,
  ops: Ops,
): Ops {
  const named = Object.entries(ops).map(([id, one]) => [id, { ...one, id, tag }]);
  return Object.fromEntries(named) as Ops;
}

/** The answer of an operation without JSON; `also` describes it. */
export const noJson = z.undefined();

/** How list tools describe the previous page's cursor. */
export const cursorInput = ["query", "cursor", "Last next_cursor."] as const;

/** For operations that change something that an API key created. */
export const changedByItsKey =
  "Only the key that created it can change it while that key is in use.";

/** Whether a request has a body, possibly an empty one. */
export const readsBody = ({ method }: Pick<Op, "method">): boolean =>
  method === "POST" || method === "PUT" || method === "PATCH";
