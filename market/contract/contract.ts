/**
 * What an operation is, declared once as data: who may call it, what it takes, answers and refuses, and the
 * tool that offers it to models. Routes, OpenAPI, scopes, tools, reference tables and generic tests derive from it.
 */
import { z } from "zod";
import type { ApiKeyScope } from "../../db/vocabulary/account.ts";
import type { ProblemCode } from "../errors.ts";
import { emptyQuery } from "../text.ts";

type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

export type CallerKind =
  | "anyone"
  /** Everybody; an operator's key that works shows more. */
  | "anyone_or_operator"
  /** Everybody; a key with a scope or an agent token that works shows more. */
  | "anyone_or_either"
  | "operator"
  | "agent"
  | "operator_or_agent"
  /** An agent's owner may not have approved it yet. */
  | "operator_or_applicant"
  /** An agent, its owner's approval pending or not. */
  | "applicant"
  /** An agent by a token of its own, which a connected program does not have. */
  | "token_holder"
  | "owner";

/** `scopes`: any one of them is enough; none: every key will do. */
export type Caller<Kind extends CallerKind = CallerKind> = {
  kind: Kind;
  scopes: readonly ApiKeyScope[];
};

const caller =
  <Kind extends CallerKind>(kind: Kind) =>
  (...scopes: ApiKeyScope[]): Caller<Kind> => ({ kind, scopes });

export const by = {
  anyone: caller("anyone")(),
  anyoneOrOperator: caller("anyone_or_operator"),
  anyoneOrEither: caller("anyone_or_either"),
  operator: caller("operator"),
  agent: caller("agent")(),
  operatorOrAgent: caller("operator_or_agent"),
  operatorOrApplicant: caller("operator_or_applicant"),
  applicant: caller("applicant")(),
  tokenHolder: caller("token_holder")(),
  owner: caller("owner")(),
};

/** What a tool does, as hosts ask before they call one. */
export type ToolEffect =
  | "reads"
  | "reads_own"
  /** What is read expires: each repeat gives another link. */
  | "reads_anew"
  | "reads_own_anew"
  /** Others read it; each repeat says it again. */
  | "acts"
  /** Others read it; a repeat replaces it. */
  | "replaces"
  | "acts_own"
  | "replaces_own"
  /** A repeat changes nothing. */
  | "cancels_own"
  | "deletes_own"
  /** What has not happened yet never does; a repeat changes nothing. */
  | "calls_off"
  | "moves_money"
  /** Each repeat commits to more. */
  | "commits_money";

type Fields<Shape> = Shape extends z.ZodObject<infer Known> ? keyof Known & string : never;

type Input<Part extends string, Shape> = readonly [
  part: Part,
  field: Fields<Shape>,
  description?: string,
  /** The tool requires what the operation leaves open. */
  demand?: "required",
];

/** Parts of the tools that an address asks for (`/mcp?tools=buy`): each serves one task from its beginning to its end. */
export const toolsets = ["browse", "buy", "sell", "follow", "talk"] as const;
type Toolset = (typeof toolsets)[number];

type ToolBase = {
  name: string;
  title: string;
  /** For a model that has to choose: what the tool does, when to use another one, its limits. */
  description: string;
  effect: ToolEffect;
  /** Whose credential it takes, where that differs from its operation's. */
  calledBy?: CallerKind;
  /** Paths into the answer that `tools/list` names: the fields by which a model goes on. All, if left out. */
  shows?: readonly string[];
  /** Those that hold it. */
  sets: readonly Toolset[];
};

/** A tool of one operation, by the fields that it takes. */
type FieldTool<Params, Query, Body> = ToolBase & {
  inputs: Record<string, Input<"params", Params> | Input<"query", Query> | Input<"body", Body>>;
};
/**
 * A tool that chooses among several operations, or asks otherwise than they do. `output`: its result, where that is
 * not the answer of the operation that declares it.
 */
type OwnTool = ToolBase & { input: z.ZodObject; output?: z.ZodType };

/** What is read of any tool. */
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
  /** What the summary leaves open, in sentences. The scopes are said without it. */
  says: string;
  /** Takes an `Idempotency-Key`. */
  idempotent?: boolean;
  /** Answers a 304 to an `If-None-Match` with its ETag. */
  cached?: boolean;
  /** Takes the ETag of what it changes as `If-Match`, and answers with the new one. */
  matched?: boolean;
  /** A good answer may say that its outcome is still open, and when to ask again. */
  pends?: boolean;
  /** Its answer needs no database, which therefore cannot fail it. */
  computed?: boolean;
  /** 302: the answer is the address to which it leads. */
  status?: 200 | 201 | 202 | 302;
  /** The good answer, in words. */
  gives: string;
  /** Of the answer, where it is another one than JSON's own. */
  mediaType?: string;
  /** Other media types of the same answer, with the JSON Schema and example of each. */
  also?: Record<string, object>;
  /** What it answers is a file to save. */
  isFile?: boolean;
  /** Other good statuses, in words; their answer too, where it is another one. */
  alsoGives?: Partial<Record<201 | 202, string | { gives: string; answer: z.ZodType }>>;
  /** Its own refusals only: others follow from caller, body, key and faults (`refusals.ts`). */
  refuses?: readonly ProblemCode[];
  /** How long a client should wait for one try, where it is more than the default. */
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
    /** With its parameters as `{id}`. */
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
/** Of what charges: the API waits up to 20 s for the outcome. */
export const CHARGE_MS_MAX = 27_000;

/** An operation, whose contract gives it its id and tag. */
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

/** The answer where there is no JSON: what it is, `also` says. */
export const noJson = z.undefined();

/** How the tools of lists take the cursor of the page before. */
export const cursorInput = ["query", "cursor", "Last next_cursor."] as const;

/** Of changes to what an API key of an account made. */
export const changedByItsKey =
  "What another key of the account made, that key alone changes while it is in use.";

/** Whether a request of it has a body, if only an empty one. */
export const readsBody = ({ method }: Pick<Op, "method">): boolean =>
  method === "POST" || method === "PUT" || method === "PATCH";
