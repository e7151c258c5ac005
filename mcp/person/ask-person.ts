/**
 * Asks the person at the client through MCP's URL elicitation. The client's report is never taken
 * as the person's approval.
 */
import {
  CLIENT_CAPABILITIES_META_KEY,
  type ClientCapabilities,
  type InputRequiredResult,
  inputRequired,
  inputResponse,
  type McpServer,
  type ServerContext,
  UrlElicitationRequiredError,
} from "@modelcontextprotocol/server";

/**
 * `answer`: the call's result asks, and the client repeats the call. `error`: an older client,
 * without a connection of its own, gets an error that asks. `none`: the client has not declared
 * that it can open pages.
 */
type Reach = "answer" | "error" | "none";

/** The state that a client sends with the repeat of a call that asked its person. */
export type Reply = {
  questionId: string;
  /** The number of times that a call has waited since the page was opened. */
  round: number;
  /** `accept` only means that the person agreed to open the page. Null: not reported. */
  action: "accept" | "decline" | "cancel" | null;
};

export type Person = { reach: Reach; reply: Reply | null };

export const nobody: Person = { reach: "none", reply: null };

export type Question = {
  /** Identifies the question, so that a repeat refers to the same one. */
  id: string;
  /** The page where the signed-in person decides. The URL by itself grants no access. */
  url: string;
  message: string;
  round: number;
};

/** Thrown by a tool that needs its person's decision to continue. */
export class PersonNeeded extends Error {
  readonly question: Question;

  constructor(question: Question) {
    super(question.message);
    this.name = "PersonNeeded";
    this.question = question;
  }
}

const INPUT_KEY = "approval";

/**
 * The question's id and the round, as the client sends them back. They are not signed: the API
 * shows a caller only its own questions, and reading one buys nothing.
 */
const statePattern = /^([0-9a-f-]{36})\.(\d{1,2})$/;

function stateOf({ id, round }: Pick<Question, "id" | "round">): string {
  return `${id}.${round}`;
}

/** Throws for a state that this server did not issue; the SDK then refuses the call. */
export function verifyState(state: string): void {
  if (!statePattern.test(state)) throw new Error("this state was not made here");
}

type Mcp = Pick<ServerContext, "mcpReq">;

/** `opensPages`: declared by the session of an older client that has no connection of its own. */
export function personAt(server: McpServer, { mcpReq }: Mcp, opensPages: boolean): Person {
  return { reach: reachOf(server, { mcpReq }, opensPages), reply: replyOf(mcpReq) };
}

function reachOf({ server }: McpServer, { mcpReq }: Mcp, opensPages: boolean): Reach {
  const envelope = mcpReq.envelope as Record<string, ClientCapabilities> | undefined;
  const declared = envelope?.[CLIENT_CAPABILITIES_META_KEY] ?? server.getClientCapabilities();
  if (declared?.elicitation?.url !== undefined) return "answer";
  return opensPages ? "error" : "none";
}

function replyOf(mcpReq: ServerContext["mcpReq"]): Reply | null {
  const [, questionId, round] = statePattern.exec(mcpReq.requestState<string>() ?? "") ?? [];
  if (questionId === undefined) return null;
  const view = inputResponse(mcpReq.inputResponses, INPUT_KEY);
  return {
    questionId,
    round: Number(round),
    action: view.kind === "elicit" ? view.action : null,
  };
}

/** The call's result that asks the person. A question that was already shown is only waited for. */
export function asking(question: Question, { reach }: Person): InputRequiredResult {
  const { id, url, message, round } = question;
  if (reach === "error") {
    const elicitation = { mode: "url" as const, elicitationId: id, url, message };
    throw new UrlElicitationRequiredError([elicitation], message);
  }
  const requestState = stateOf(question);
  if (round > 0) return inputRequired({ requestState });
  const approval = inputRequired.elicitUrl({ url, message });
  return inputRequired({ inputRequests: { [INPUT_KEY]: approval }, requestState });
}
