/** Serves a contract's operations: one route each, with authentication, validation and answer. */
import { Elysia } from "elysia";
import { z } from "zod";
import type { AgentRow } from "../../db/queries/agents/agents.ts";
import type { AgentActor, OperatorActor, OwnerActor } from "../../db/vocabulary/actor.ts";
import type { Context } from "../../market/context.ts";
import type { CallerKind } from "../../market/contract/callers.ts";
import { noJson, type Op, readsBody } from "../../market/contract/contract.ts";
import { refusalsOf } from "../../market/contract/refusals.ts";
import { connectionScopesOf, descriptionOf } from "../../market/contract/words.ts";
import type { Precondition } from "../../market/precondition.ts";
import { refusalOf } from "../../market/refusal.ts";
import { emptyBody } from "../../market/text.ts";
import { respond, toAnswer } from "../../platform/http-answer.ts";
import type { Edge } from "../edge.ts";
import {
  operatorIfKnown,
  operatorOrAgentIfKnown,
  requireAgent,
  requireOperator,
  requireOperatorOrAgent,
  requireOperatorOrApplicant,
  requireOwner,
  requireTokenHolder,
  requireVerifiedAgent,
} from "./authenticate.ts";
import { ifMatch, tagged } from "./conditional.ts";
import { callerOf, idempotently, json } from "./idempotency.ts";
import { leadTo } from "./lead-to.ts";
import { type Operation, operation } from "./operation.ts";

type Actors = {
  anyone: null;
  anyone_or_operator: OperatorActor | null;
  anyone_or_either: OperatorActor | AgentActor | null;
  operator: OperatorActor;
  agent: AgentActor;
  operator_or_agent: OperatorActor | AgentActor;
  operator_or_applicant: OperatorActor | AgentActor;
  applicant: AgentRow;
  token_holder: AgentRow;
  owner: OwnerActor;
};

type Output<Shape> = Shape extends z.ZodType ? z.output<Shape> : undefined;

type InputOf<One extends Op> = {
  params: Output<One["params"]>;
  query: Output<One["query"]>;
  body: Output<One["body"]>;
  /** For a `matched` operation with `If-Match`: throws unless the current view matches. */
  precondition: Precondition | undefined;
};
type ActorOf<One extends Op> = Actors[One["by"]["kind"]];

type Act<One extends Op> = (
  ctx: Context,
  actor: ActorOf<One>,
  input: InputOf<One>,
) => Promise<z.output<One["answer"]>> | z.output<One["answer"]>;

/** The input of a binding that makes its own response. */
export type Call<One extends Op> = {
  edge: Edge;
  request: Request;
  actor: ActorOf<One>;
  input: InputOf<One>;
};

/** An answer for the public cache. `freshUntil`: set if it also changes with time. */
type HeldAnswer<Answer> = { answer: Answer; freshUntil?: Date };

/**
 * An act returns the answer, sent as JSON and stored under the caller's key if the operation takes
 * one. `location` names the address of the created object if the answer has no `links.self`. If the
 * answer holds secrets, `keep` selects what is stored and `restore` rebuilds the act's result for
 * `view`. `note` counts an answer. A public read is cached under the key and name of `heldAs`. `respond` makes the response
 * itself; `example` is an example of it if the schema cannot give one. `check` may call other processes: it runs
 * before the transaction of the caller's key, and a repeat ignores its refusal.
 */
type Binding<One extends Op> =
  | Act<One>
  | { act: Act<One>; check: (call: Call<One>) => Promise<void> }
  | {
      act: Act<One>;
      note: (call: Call<One>, answer: z.output<One["answer"]>) => void;
    }
  | {
      act: Act<One>;
      check?: (call: Call<One>) => Promise<void>;
      location: (input: InputOf<One>, answer: z.output<One["answer"]>) => string;
    }
  | {
      act: (ctx: Context, actor: ActorOf<One>, input: InputOf<One>) => Promise<unknown>;
      view: (ctx: Context, made: never) => z.output<One["answer"]>;
      keep: (made: never) => unknown;
      restore: (ctx: Context, actor: ActorOf<One>, kept: unknown) => Promise<unknown>;
    }
  | {
      read: (ctx: Context, input: InputOf<One>) => Promise<HeldAnswer<z.output<One["answer"]>>>;
      heldAs: (input: InputOf<One>) => [key: string, name: string];
    }
  | { respond: (call: Call<One>) => Promise<Response> | Response; example?: unknown };

type Operations = Record<string, Op>;
type Bindings<Ops extends Operations> = { [Id in keyof Ops]: Binding<Ops[Id]> };

type Route = { request: Request; params: unknown; query: unknown; body: unknown };
type Authenticated = Route & { actor?: Actors[CallerKind] };

/** A missing, unknown or wrongly typed binding does not compile. */
export function bind<Ops extends Operations>(
  edge: Edge,
  ops: Ops,
  bindings: Bindings<Ops>,
): Elysia {
  const [first] = Object.values(ops);
  const routes = new Elysia({ name: `contract ${first?.tag} ${Object.keys(ops).join()}` });
  for (const [id, op] of Object.entries(ops)) {
    // Each binding was checked against its own operation; together they have no common type.
    const handle = responder(edge, op, bindings[id] as unknown as Binding<Op>);
    routes.route(op.method, op.path.replaceAll(/\{(\w+)\}/g, ":$1"), handle as never, {
      ...(op.params === undefined ? {} : { params: op.params }),
      query: op.query,
      ...(readsBody(op) ? { body: bodySchema(op.body ?? emptyBody) } : {}),
      // Authenticates before validation, so that an unauthorised caller learns that first. Public
      // reads skip it.
      ...(op.by.kind === "anyone" ? {} : { transform: authentication(edge, op) }),
      detail: documented(op, bindings[id] as unknown as { example?: unknown }),
    });
  }
  return routes;
}

/** A body whose fields can all be left out can be left out itself. */
const bodySchema = (body: z.ZodType): z.ZodType =>
  !(body instanceof z.ZodOptional) && takesNothing(body) ? body.prefault({}) : body;

const takesNothing = (body: z.ZodType) => body.safeParse({}).success;

function responder(edge: Edge, op: Op, binding: Binding<Op>) {
  return (call: Authenticated): Promise<Response> | Response => {
    const { request, params, query, body, actor = null } = call;
    const precondition = op.matched === true ? ifMatch(request) : undefined;
    const input = { params, query, body, precondition } as InputOf<Op>;
    if ("respond" in binding) return binding.respond({ edge, request, actor, input });
    if ("heldAs" in binding) return answerHeld({ edge, request, actor, input }, binding);
    return answer({ edge, request, actor, input }, op, binding);
  };
}

type Holding = Extract<Binding<Op>, { heldAs: unknown }>;
type Acting = Exclude<Binding<Op>, { respond: unknown } | Holding>;

async function answerHeld(
  { edge, request, input }: Call<Op>,
  { read, heldAs }: Holding,
): Promise<Response> {
  const answer = await edge.cache.answer(...heldAs(input), async () => {
    const { answer: body, ...rest } = await read(edge.reads, input);
    return { ...rest, body: JSON.stringify(body), contentType: "application/json" };
  });
  return respond(request, answer);
}

async function answer(call: Call<Op>, op: Op, binding: Acting): Promise<Response> {
  const { edge, request, actor, input } = call;
  if (op.idempotent === true) return answerOnce(call, op, binding);
  const act = typeof binding === "function" ? binding : binding.act;
  if ("check" in binding) await binding.check?.(call);
  const isPublic = op.by.kind === "anyone" && op.method === "GET";
  const body = await act(isPublic ? edge.reads : edge.ctx, actor, input);
  if ("note" in binding) binding.note(call, body);
  if (isPublic && op.cached === true) {
    const rendered = { body: JSON.stringify(body), contentType: "application/json" };
    return respond(request, toAnswer(rendered));
  }
  if (op.status === 302) return leadTo(body as string);
  return op.cached === true || op.matched === true ? tagged(request, body) : json(op.status, body);
}

async function answerOnce(called: Call<Op>, op: Op, binding: Acting): Promise<Response> {
  const { edge, request, actor, input } = called;
  const act = typeof binding === "function" ? binding : binding.act;
  const refusal = await refusalOf("check" in binding ? binding.check?.(called) : undefined);
  const call = {
    request,
    caller: callerOf(actor as OperatorActor | AgentActor),
    input: input.body ?? {},
    status: op.status,
    run: async (ctx: Context) => {
      if (refusal !== null) throw refusal;
      return act(ctx, actor, input);
    },
  };
  if ("location" in binding) {
    const location = (answer: unknown) => binding.location(input, answer);
    return idempotently(edge.ctx, { ...call, view: same, location });
  }
  if (!("view" in binding)) return idempotently(edge.ctx, { ...call, view: same });
  return idempotently(edge.ctx, {
    ...call,
    view: (made) => binding.view(edge.ctx, made as never),
    store: (made) => binding.keep(made as never),
    restore: (ctx, kept) => binding.restore(ctx, actor, kept),
  });
}

const same = (made: unknown) => made;

const authenticators: {
  [Kind in CallerKind]: (edge: Edge, op: Op, request: Request) => Promise<Actors[Kind]>;
} = {
  anyone: async () => null,
  anyone_or_operator: ({ ctx }, _op, request) => operatorIfKnown(ctx, request),
  anyone_or_either: ({ reads, tokens }, { by }, request) =>
    operatorOrAgentIfKnown(reads, tokens, request, ...by.scopes),
  operator: ({ ctx }, { by }, request) => requireOperator(ctx, request, ...by.scopes),
  agent: ({ ctx, tokens }, _op, request) => requireVerifiedAgent(ctx, tokens, request),
  operator_or_agent: ({ ctx, tokens }, { by }, request) =>
    requireOperatorOrAgent(ctx, tokens, request, ...by.scopes),
  operator_or_applicant: ({ ctx, tokens }, { by }, request) =>
    requireOperatorOrApplicant(ctx, tokens, request, ...by.scopes),
  applicant: ({ ctx, tokens }, _op, request) => requireAgent(ctx, tokens, request),
  token_holder: ({ ctx, tokens }, _op, request) => requireTokenHolder(ctx, tokens, request),
  owner: ({ ctx, identity }, _op, request) => requireOwner(ctx, identity, request),
};

const authentication = (edge: Edge, op: Op) => async (context: object) => {
  const call = context as Authenticated;
  call.actor = await authenticators[op.by.kind](edge, op, call.request);
};

/** The operation's OpenAPI description. */
function documented(op: Op, { example }: { example?: unknown }) {
  return operation({
    operationId: op.id,
    summary: op.summary,
    description: descriptionOf(op),
    tag: op.tag,
    by: op.by.kind,
    scopes: connectionScopesOf(op),
    success: successes(op, example),
    refusals: refusalsOf(op),
    idempotent: op.idempotent === true,
    cached: op.cached === true,
    matched: op.matched === true,
    pends: op.pends === true,
    isFile: op.isFile === true,
    ...(op.body === undefined ? {} : { body: documentedBody(op.body, op.example) }),
  });
}

function documentedBody(body: z.ZodType, example: unknown): Operation["body"] {
  if (!(body instanceof z.ZodOptional)) {
    return { schema: body, example, optional: takesNothing(body) };
  }
  return { schema: body.unwrap() as z.ZodType, example, optional: true };
}

function successes(op: Op, example: unknown): Operation["success"] {
  const others = Object.entries(op.alsoGives ?? {}).map(([status, also]) => {
    const { gives, answer: schema } =
      typeof also === "string" ? { gives: also, answer: op.answer } : also;
    return [status, { description: gives, schema }];
  });
  const schema = op.status === 302 || op.answer === noJson ? undefined : op.answer;
  const own = { description: op.gives, schema, example, mediaType: op.mediaType, also: op.also };
  return { [op.status]: own, ...Object.fromEntries(others) };
}
