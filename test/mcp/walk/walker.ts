/**
 * A stand-in for a model without prior knowledge. It uses a tool only if the connection's
 * instructions, the last answer or the last tool's description name it. It uses an id only from an
 * answer of the tool that the parameter's description names. A parameter whose description ends with
 * "or give" another is needed unless that one is given.
 */
import type { Client } from "@modelcontextprotocol/client";

type Parameter = { description?: string };
type Listed = {
  name: string;
  description?: string | undefined;
  inputSchema: {
    properties?: Record<string, unknown> | undefined;
    required?: string[] | undefined;
  };
};
type Step = { tool: string; text: string };

const uuid = "[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}";

export class Walker {
  readonly #client: Client;
  readonly #tools: Map<string, Listed>;
  readonly #steps: Step[] = [];

  private constructor(client: Client, tools: Listed[]) {
    this.#client = client;
    this.#tools = new Map(tools.map((tool) => [tool.name, tool]));
  }

  static async begin(client: Client): Promise<Walker> {
    const { tools } = await client.listTools();
    return new Walker(client, tools);
  }

  /** The last answer's full text. */
  get said(): string {
    return this.#steps.at(-1)?.text ?? "";
  }

  /** Uses the tool that the last answer leads to. `wish`: the person's words, never an id. */
  async take(tool: string, wish: object = {}): Promise<string> {
    this.#expectLedTo(tool);
    return this.ask(tool, wish);
  }

  /** Uses the tool that the person asks for now, whatever came before. */
  async ask(tool: string, wish: object = {}): Promise<string> {
    const { text, isError } = await this.#call(tool, wish);
    if (isError) throw new Error(`${tool} says ${text}`);
    return text;
  }

  /** Like {@link ask}, for a call that must be refused: its problem is read like any answer. */
  async askInVain(tool: string, wish: object = {}): Promise<string> {
    const { text, isError } = await this.#call(tool, wish);
    if (!isError) throw new Error(`${tool} is not refused: ${text}`);
    return text;
  }

  async #call(tool: string, wish: object): Promise<{ text: string; isError: boolean }> {
    const args = await this.#argumentsOf(tool, wish);
    const result = await this.#client.callTool({ name: tool, arguments: args });
    const blocks = result.content.flatMap((block) => (block.type === "text" ? [block.text] : []));
    const text = blocks.join("\n");
    this.#steps.push({ tool, text });
    return { text, isError: result.isError === true };
  }

  /** The address that the last answer says to GET or PUT. */
  address(): string {
    const [, url] = /\b(?:GET|PUT the file to) (https?:\/\/\S+)/.exec(this.said) ?? [];
    if (url === undefined) throw new Error(`no address stands in: ${this.said}`);
    return url;
  }

  #expectLedTo(tool: string): void {
    const last = this.#steps.at(-1);
    const read =
      last === undefined
        ? [this.#client.getInstructions() ?? ""]
        : [last.text, this.#tools.get(last.tool)?.description ?? ""];
    if (read.some((text) => new RegExp(`\\b${tool}\\b`).test(text))) return;
    throw new Error(`nothing leads to ${tool} after ${last?.tool ?? "the instructions"}: ${read}`);
  }

  async #argumentsOf(tool: string, wish: object): Promise<Record<string, unknown>> {
    const listed = this.#tools.get(tool);
    if (listed === undefined) throw new Error(`${tool} is not listed`);
    const { properties = {}, required = [] } = listed.inputSchema;
    const foreign = Object.keys(wish).filter((name) => !Object.hasOwn(properties, name));
    if (foreign.length > 0) throw new Error(`${tool} lists no ${foreign}`);
    const args: Record<string, unknown> = { ...wish };
    for (const [name, schema] of Object.entries(properties)) {
      const { description = "" } = schema as Parameter;
      const [, instead] = /; or give (\w+)/.exec(description) ?? [];
      const isOneOfTwo = instead !== undefined && !Object.hasOwn(args, instead);
      const isNeeded = required.includes(name) || isOneOfTwo;
      if (Object.hasOwn(args, name) || !(isNeeded || name === "agent_token")) continue;
      const value =
        this.#find(name, description) ?? (isNeeded ? await this.#look(name, description) : null);
      if (value !== null) args[name] = value;
      else if (isNeeded) throw new Error(`${tool} needs ${name} (“${description}”): none is told`);
    }
    return args;
  }

  /** Looks up a missing value with a tool that the parameter names and that needs no arguments. */
  async #look(name: string, description: string): Promise<string | null> {
    const source = [...this.#tools.values()].find(
      (tool) => description.includes(tool.name) && !tool.inputSchema.required?.length,
    );
    if (source === undefined) return null;
    await this.#call(source.name, {});
    return this.#find(name, description);
  }

  /** The newest answer of a tool that the description names; an event stands for list_events. */
  #find(name: string, description: string): string | null {
    const named = [...this.#tools.keys()].filter((tool) => description.includes(tool));
    const sources = new Set(description.includes("event") ? [...named, "list_events"] : named);
    for (const { tool, text } of this.#steps.toReversed()) {
      if (!sources.has(tool)) continue;
      const value = valueIn(text, name);
      if (value !== null) return value;
    }
    return null;
  }
}

/**
 * Finds a value in a text: by the parameter's name, by its noun, at the beginning of a line, or
 * else the first id.
 */
function valueIn(text: string, name: string): string | null {
  const noun = name.replace(/_id$/, "").replaceAll("_", " ");
  const last = name.split("_").at(-1) ?? name;
  const ways = [
    new RegExp(`\\b${name}[ =:]+([^\\s,;]+)`),
    new RegExp(`\\b${noun}s?:? (${uuid})`, "i"),
    new RegExp(`^- (${uuid})`, "m"),
    new RegExp(`\\b${noun}s: (pm_\\w+)`, "i"),
    new RegExp(`\\b${last}: (\\S+)`, "i"),
    new RegExp(`(${uuid})`),
  ];
  for (const way of ways) {
    const [, value] = way.exec(text) ?? [];
    if (value !== undefined) return value.replace(/[.,;]$/, "");
  }
  return null;
}
