/** Builds the tools that a contract declares from the input and answer of their operations. */

import { z } from "zod";
import { agentToken } from "../market/agent/schemas.ts";
import { type CallerKind, callers } from "../market/contract/callers.ts";
import { type Op, readsBody, type ToolFacts } from "../market/contract/contract.ts";
import type { CallInput } from "./api-client.ts";
import { defineTool, type Tool, type ToolCall, type ToolReply, takesDetail } from "./tool.ts";
import { annotationsOf } from "./tools/annotations.ts";

type Args = Record<string, unknown>;
type Answer<One extends Op> = z.output<One["answer"]>;
type Tell<One extends Op, Given> = (answer: Answer<One>, args: Given) => ToolReply<Answer<One>>;

type Result<Shape extends z.ZodType> = ToolReply<z.input<Shape>> & { structured: z.input<Shape> };

/** Turns an answer into a reply; a tool with its own input or output also defines how it runs. */
type Handler<One extends Op> = One["tool"] extends {
  input: infer Input extends z.ZodObject;
  output: infer Output extends z.ZodType;
}
  ? { result(call: ToolCall, args: z.output<Input>): Promise<Result<Output>> }
  : One["tool"] extends { input: infer Input extends z.ZodObject }
    ? {
        run(call: ToolCall, args: z.output<Input>): Promise<Answer<One>>;
        tell: Tell<One, z.output<Input>>;
      }
    : Tell<One, Args>;

type Operations = Record<string, Op>;
type Handlers<Ops extends Operations> = {
  [Id in keyof Ops as Ops[Id]["tool"] extends ToolFacts ? Id : never]: Handler<Ops[Id]>;
};

/** Keeps the handlers' order. A missing, unknown or wrongly typed handler does not compile. */
export function toolsOf<Ops extends Operations>(ops: Ops, handlers: Handlers<Ops>): Tool[] {
  return Object.entries(handlers).map(([id, handler]) => {
    const op = ops[id];
    if (op?.tool === undefined) throw new Error(`the operation ${id} declares no tool`);
    return toolOf(op, op.tool, handler as AnyHandler);
  });
}

type AnyHandler =
  | Tell<Op, Args>
  | { run(call: ToolCall, args: Args): Promise<unknown>; tell: Tell<Op, Args> }
  | { result(call: ToolCall, args: Args): Promise<ToolReply<unknown>> };

function toolOf(op: Op, facts: ToolFacts, handler: AnyHandler): Tool {
  const {
    effect,
    calledBy: by = op.by.kind,
    inputs = {},
    input,
    output = op.answer,
    ...told
  } = facts;
  const fields = input?.shape ?? fieldsOf(op, inputs);
  const { run, tell } = runsOf(op, inputs, handler);
  const hasDetail = takesDetail({ brief: facts.brief, annotations: annotationsOf[effect] });
  return defineTool({
    ...told,
    by,
    annotations: annotationsOf[effect],
    input: z.strictObject({
      ...fields,
      ...(hasDetail ? { detail } : {}),
      ...(needsAgent(by) ? { agent_token: agentToken } : {}),
    }),
    output,
    run: (call, { agent_token: _token, ...args }: Args) => {
      const { detail: _detail, ...own } = args;
      return run(call, hasDetail ? own : args);
    },
    tell,
  });
}

const detail = z.enum(["brief", "full"]).optional().describe("Fields.");

const needsAgent = (by: CallerKind) =>
  callers[by].takes.includes("agent") && !callers[by].isOptional;

function runsOf(op: Op, inputs: Inputs, handler: AnyHandler) {
  if (typeof handler === "function") return { run: runOf(op, inputs), tell: handler };
  if ("run" in handler) return handler;
  return { run: handler.result, tell: (result: unknown) => result as ToolReply<unknown> };
}

type Inputs = NonNullable<ToolFacts["inputs"]>;
type Part = "params" | "query" | "body";

function fieldsOf(op: Op, inputs: Inputs): Record<string, z.ZodType> {
  const entries = Object.entries(inputs).map(([name, [part, field, description, demand]]) => {
    const { shape } = op[part as Part] as z.ZodObject;
    const declared = shape[field] as z.ZodType;
    const isOpen = declared instanceof z.ZodOptional || declared instanceof z.ZodDefault;
    if (demand === "loose") {
      return [
        name,
        z
          .looseObject({})
          .optional()
          .describe(description ?? name),
      ];
    }
    const taken = demand === "required" && isOpen ? (declared.unwrap() as z.ZodType) : declared;
    return [name, description === undefined ? taken : taken.describe(description)];
  });
  return Object.fromEntries(entries);
}

function runOf(op: Op, inputs: Inputs) {
  const partOf = (part: Part, args: Args) => {
    const given = Object.entries(inputs).filter(
      ([name, [where]]) => where === part && args[name] !== undefined,
    );
    return Object.fromEntries(given.map(([name, [, field]]) => [field, args[name]]));
  };
  const hasBody = readsBody(op) && Object.values(inputs).some(([part]) => part === "body");
  return (call: ToolCall, args: Args) =>
    call.request(op, {
      params: partOf("params", args) as NonNullable<CallInput["params"]>,
      query: partOf("query", args) as NonNullable<CallInput["query"]>,
      ...(hasBody ? { body: partOf("body", args) } : {}),
    });
}
