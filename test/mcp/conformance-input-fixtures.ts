/** Fixtures of the conformance suite that ask the client for input in the middle of a call. */
import {
  acceptedContent,
  type CallToolResult,
  createRequestStateCodec,
  type InputRequests,
  inputRequired,
  inputResponse,
  type McpServer,
  type ServerContext,
} from "@modelcontextprotocol/server";
import { z } from "zod";

export const stateCodec = createRequestStateCodec({ key: "conformance-".repeat(4) });

const nameSchema = z.object({ name: z.string() });
const okSchema = z.object({ ok: z.boolean() });
const colorSchema = z.object({ color: z.string() });
const contextSchema = z.object({ context: z.string() });

const askName = () =>
  inputRequired.elicit({ message: "What is your name?", requestedSchema: nameSchema });
const askConfirmation = () =>
  inputRequired.elicit({ message: "Please confirm", requestedSchema: okSchema });
const askModel = (text: string) =>
  inputRequired.createMessage({
    messages: [{ role: "user", content: { type: "text", text } }],
    maxTokens: 100,
  });

const said = (text: string): CallToolResult => ({ content: [{ type: "text", text }] });

type Answer = CallToolResult | ReturnType<typeof inputRequired>;
type Fixture = (ctx: ServerContext) => Answer | Promise<Answer>;

const capabilitiesKey = "io.modelcontextprotocol/clientCapabilities";

const fixtures: Record<string, Fixture> = {
  elicitation: ({ mcpReq }) => {
    const given = acceptedContent(mcpReq.inputResponses, "user_name", nameSchema);
    if (given !== undefined) return said(`Hello, ${given.name}!`);
    return inputRequired({ inputRequests: { user_name: askName() } });
  },
  sampling: ({ mcpReq }) => {
    const given = inputResponse(mcpReq.inputResponses, "capital_question");
    if (given.kind === "sampling") return said(JSON.stringify(given.result.content));
    const question = askModel("What is the capital of France?");
    return inputRequired({ inputRequests: { capital_question: question } });
  },
  list_roots: ({ mcpReq }) => {
    const given = inputResponse(mcpReq.inputResponses, "client_roots");
    if (given.kind === "roots") return said(given.roots.map(({ uri }) => uri).join(", "));
    return inputRequired({ inputRequests: { client_roots: inputRequired.listRoots() } });
  },
  request_state: confirmWithState,
  tampered_state: confirmWithState,
  multiple_inputs: async (ctx) => {
    const responses = ctx.mcpReq.inputResponses;
    const name = acceptedContent(responses, "user_name", nameSchema);
    const greeting = inputResponse(responses, "greeting");
    const roots = inputResponse(responses, "client_roots");
    if (name !== undefined && greeting.kind === "sampling" && roots.kind === "roots") {
      return said(`${name.name}: ${JSON.stringify(greeting.result.content)}`);
    }
    return inputRequired({
      inputRequests: {
        user_name: askName(),
        greeting: askModel("Generate a greeting"),
        client_roots: inputRequired.listRoots(),
      },
      requestState: await stateCodec.mint({ step: "all" }),
    });
  },
  multi_round: async ({ mcpReq }) => {
    const state = mcpReq.requestState<{ name?: string }>();
    const color = acceptedContent(mcpReq.inputResponses, "step2", colorSchema);
    if (state?.name !== undefined && color !== undefined) {
      return said(`${state.name} likes ${color.color}`);
    }
    const given = acceptedContent(mcpReq.inputResponses, "step1", nameSchema);
    const step1 = inputRequired.elicit({
      message: "Step 1: What is your name?",
      requestedSchema: nameSchema,
    });
    const step2 = inputRequired.elicit({
      message: "Step 2: What is your favorite color?",
      requestedSchema: colorSchema,
    });
    return inputRequired({
      inputRequests: given === undefined ? { step1 } : { step2 },
      requestState: await stateCodec.mint(given ?? {}),
    });
  },
  capabilities: ({ mcpReq }) => {
    const envelope = mcpReq.envelope as Record<string, Record<string, unknown>> | undefined;
    const declared = envelope?.[capabilitiesKey] ?? {};
    const requests: InputRequests = {};
    if ("sampling" in declared) requests.greeting = askModel("Generate a greeting");
    if ("elicitation" in declared) requests.user_name = askName();
    return inputRequired({ inputRequests: requests });
  },
};

async function confirmWithState({ mcpReq }: ServerContext): Promise<Answer> {
  const given = acceptedContent(mcpReq.inputResponses, "confirm", okSchema);
  const state = mcpReq.requestState<{ step: string }>();
  if (given !== undefined && state?.step === "confirm") return said("state-ok");
  return inputRequired({
    inputRequests: { confirm: askConfirmation() },
    requestState: await stateCodec.mint({ step: "confirm" }),
  });
}

/** The SDK itself refuses input requests that the client has not declared support for. */
const demanding: Record<string, Fixture> = {
  test_missing_capability: () =>
    inputRequired({ inputRequests: { greeting: askModel("Generate a greeting") } }),
  test_streaming_elicitation: () => inputRequired({ inputRequests: { user_name: askName() } }),
  test_logging_tool: async ({ mcpReq }) => {
    await mcpReq.log("info", "for who asked for it");
    return said("logged");
  },
};

export function registerInputFixtures(server: McpServer): void {
  for (const [name, run] of Object.entries(demanding)) {
    const config = { description: name, inputSchema: z.object({}) };
    server.registerTool(name, config, (_args, ctx) => run(ctx));
  }
  for (const [name, run] of Object.entries(fixtures)) {
    const config = { description: name, inputSchema: z.object({}) };
    server.registerTool(`test_input_required_result_${name}`, config, (_args, ctx) => run(ctx));
  }
  const description = "Asks for its context.";
  server.registerPrompt("test_input_required_result_prompt", { description }, (ctx) => {
    const given = acceptedContent(ctx.mcpReq.inputResponses, "user_context", contextSchema);
    if (given !== undefined) {
      const content = { type: "text" as const, text: given.context };
      return { messages: [{ role: "user" as const, content }] };
    }
    const message = "What context should the prompt use?";
    const asked = inputRequired.elicit({ message, requestedSchema: contextSchema });
    return inputRequired({ inputRequests: { user_context: asked } });
  });
}
