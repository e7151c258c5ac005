/**
 * An MCP client that knows only the interface. It counts what a model would read: the list of tools
 * once, and of each result the text and the structured content separately.
 */
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { tokensOf } from "../../test/support/tokens.ts";

export type Figures = {
  /** Requests of any kind: `tools/list`, tool calls, REST and files. */
  calls: number;
  /** Refused although the task did not ask for a refusal, or a poll that brought nothing. */
  wasted: number;
  listTokens: number;
  textTokens: number;
  structuredTokens: number;
  /** Facts that decided and that no text contained. */
  notInText: string[];
};

export type Answer = {
  text: string;
  data: Record<string, unknown>;
  isError: boolean;
  blocks: Block[];
};
type Block = { type: string; text?: string; uri?: string; resource?: Record<string, unknown> };

export class Agent {
  readonly figures: Figures;
  readonly tools: Map<string, { description?: string | undefined; inputSchema: unknown }>;
  readonly #client: Client;

  private constructor(client: Client, figures: Figures, tools: Agent["tools"]) {
    this.#client = client;
    this.figures = figures;
    this.tools = tools;
  }

  /** `figures`: of the task, where several agents share it. */
  static async connect(url: string, token?: string, figures = emptyFigures()): Promise<Agent> {
    const client = new Client(
      { name: "bench-agent", version: "1.0.0" },
      { versionNegotiation: { mode: "auto" } },
    );
    const headers = new Headers(token === undefined ? {} : { authorization: `Bearer ${token}` });
    await client.connect(
      new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }),
    );
    const { tools } = await client.listTools();
    figures.calls += 1;
    figures.listTokens += tokensOf(tools);
    return new Agent(client, figures, new Map(tools.map((tool) => [tool.name, tool])));
  }

  /** A call that has to succeed: a refusal is wasted and ends the task. */
  async call(name: string, args: object = {}): Promise<Answer> {
    const answer = await this.try(name, args);
    if (!answer.isError) return answer;
    this.figures.wasted += 1;
    throw new DeadEnd(`${name} ${JSON.stringify(args)} is refused: ${answer.text}`);
  }

  /** A call whose refusal is an answer, too. */
  async try(name: string, args: object = {}): Promise<Answer> {
    const result = await this.#client
      .callTool({ name, arguments: { ...args } })
      .catch((error: unknown) => refusalOf(error));
    const blocks = result.content as Block[];
    const text = blocks.flatMap((block) => (block.type === "text" ? [block.text ?? ""] : []));
    const others = blocks.filter(({ type }) => type === "resource_link" || type === "resource");
    const data = (result.structuredContent ?? {}) as Record<string, unknown>;
    this.figures.calls += 1;
    this.figures.textTokens += tokensOf(text.join("\n"));
    for (const block of others) this.figures.textTokens += tokensOf(block);
    if (result.structuredContent !== undefined) this.figures.structuredTokens += tokensOf(data);
    return { text: text.join("\n"), data, isError: result.isError === true, blocks };
  }

  /** Whether this address lists the tool; otherwise finds it by words where that is offered. */
  async find(name: string, need: string): Promise<void> {
    if (this.tools.has(name)) return;
    const found = await this.call("find_tools", { need });
    if (!found.text.includes(name)) {
      throw new DeadEnd(`find_tools does not find ${name} for “${need}”: ${found.text}`);
    }
  }

  tokensOf = tokensOf;

  /** Reads or sends anything by plain HTTP. */
  async fetch(url: string, init: RequestInit = {}): Promise<Response> {
    this.figures.calls += 1;
    return await fetch(url, init);
  }

  /**
   * A fact on which the agent decides. It is recorded if only the structured content has it, and a
   * dead end if nothing has it.
   */
  fact(name: string, answer: Answer, pattern: RegExp, inStructured = pattern): string {
    const [, told] = pattern.exec(answer.text) ?? [];
    if (told !== undefined) return told;
    const [, read] = inStructured.exec(JSON.stringify(answer.data)) ?? [];
    if (read === undefined) throw new DeadEnd(`nothing says ${name}: ${answer.text}`);
    this.figures.notInText.push(name);
    return read;
  }
}

/** A refused message is an error of the protocol, whose message a host shows to its model. */
function refusalOf(error: unknown) {
  const text = error instanceof Error ? error.message : String(error);
  return { content: [{ type: "text", text }], isError: true, structuredContent: undefined };
}

export const emptyFigures = (): Figures => ({
  calls: 0,
  wasted: 0,
  listTokens: 0,
  textTokens: 0,
  structuredTokens: 0,
  notInText: [],
});

/** The task cannot go on by what the interface says. */
export class DeadEnd extends Error {}

const uuid = "[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}";

/** The id in the first line that contains `words`. */
export function idOf(answer: Answer, words: string): string {
  const line = answer.text.split("\n").find((one) => one.includes(words) && one.match(uuid));
  const [id] = new RegExp(uuid).exec(line ?? "") ?? [];
  if (id === undefined) throw new DeadEnd(`no line has an id and “${words}”: ${answer.text}`);
  return id;
}
