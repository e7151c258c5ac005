/**
 * Asking the person at the client (MCP's elicitation by URL): which way there is to them, the question, and
 * what the client says became of it. What the client says is never taken for the person's yes.
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
 * `answer`: a call's own answer asks, and the client calls again. `error`: an older client without a connection
 * of its own is told by an error. `none`: it has not said that it shows pages to its person.
 */
type Reach = "answer" | "error" | "none";

/** What the call that repeats an asking one brings. */
export type Reply = {
  questionId: string;
  /** How often was waited already since the page was opened. */
  round: number;
  /** `accept`: the person wants to open the page, no more. Null: the client says nothing. */
  action: "accept" | "decline" | "cancel" | null;
};

export type Person = { reach: Reach; reply: Reply | null };

export const nobody: Person = { reach: "none", reply: null };

export type Question = {
  /** Names what is asked, so that a repeat is about the same. */
  id: string;
  /** Where the person decides, signed in. It opens nothing by itself. */
  url: string;
  message: string;
  round: number;
};

/** Thrown by a tool that cannot go on without its person. */
export class PersonNeeded extends Error {
  readonly question: Question;

  constructor(question: Question) {
    super(question.message);
    this.name = "PersonNeeded";
    this.question = question;
  }
}

/** Of the one question that a call asks. */
const INPUT_KEY = "approval";

/**
 * The question's id and the round, as the client sends them back. They are not signed: the API lets a caller
 * look at its own questions alone, and looking buys nothing.
 */
const statePattern = /^([0-9a-f-]{36})\.(\d{1,2})$/;

function stateOf({ id, round }: Pick<Question, "id" | "round">): string {
  return `${id}.${round}`;
}

/** Throws where the client's state is none of ours: the SDK then refuses the call. */
export function verifyState(state: string): void {
  if (!statePattern.test(state)) throw new Error("this state was not made here");
}

type Mcp = Pick<ServerContext, "mcpReq">;

/** `opensPages`: what a session says of an older client that has no connection of its own. */
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

/** The call's answer that asks. A question that was shown already is only waited for. */
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
