/** Which tools a request's embedding leads to, using the search's model, sentence by sentence. */
import { createHash } from "node:crypto";
import type { z } from "zod";
import { tools } from "../../../mcp/tools.ts";
import type { Embed } from "../../../workers/embeddings/model.ts";
import { requestSets } from "./tables.ts";

const clauseWordsMin = 3;

type Texts = { head: string; clauses: string[] };

type Described = { title: string; description: string; input: z.ZodObject };

/** A model also reads the parameters' descriptions: `max price: In major units, such as 9.99`. */
function parametersOf({ input }: Described): string[] {
  return Object.entries(input.shape as Record<string, z.ZodType>).flatMap(
    ([name, { description }]) =>
      description === undefined ? [] : [`${name.replaceAll("_", " ")}: ${description}`],
  );
}

/**
 * A tool's similarity is half that of its title with the first sentence, and half that of its
 * nearest clause.
 */
function textsOf(tool: Described): Texts {
  const { title, description } = tool;
  const [first = ""] = description.split(/(?<=[.?!])\s/);
  const clauses = description
    .split(/(?<=[.?!])"?\s+|[;:,"]\s*|\s\(|\)/)
    .map((clause) => clause.trim())
    .filter((clause) => clause.split(" ").length >= clauseWordsMin);
  return { head: `${title}: ${first}`, clauses: [title, ...clauses, ...parametersOf(tool)] };
}

/** The digest of everything the figures depend on: if it changes, they must be measured again. */
export const digestOfTexts = createHash("sha256")
  .update(JSON.stringify([requestSets, tools.map((tool) => [tool.name, textsOf(tool)])]))
  .digest("hex");

export type Near = { tool: string; score: number };

/** A request's similarity to each tool, highest first. Each text is embedded once. */
export function openMeaning(embed: Embed) {
  const vectors = new Map<string, Promise<number[]>>();

  async function vectorOf(text: string): Promise<number[]> {
    const known = vectors.get(text) ?? embed(text).then(unit);
    vectors.set(text, known);
    return await known;
  }

  async function nearness(request: number[], texts: Texts): Promise<number> {
    const head = dot(request, await vectorOf(texts.head));
    const clauses = [];
    for (const clause of texts.clauses) clauses.push(dot(request, await vectorOf(clause)));
    return (head + Math.max(...clauses)) / 2;
  }

  return async (request: string, among: readonly string[]): Promise<Near[]> => {
    const asked = await vectorOf(request);
    const near: Near[] = [];
    for (const tool of tools.filter(({ name }) => among.includes(name))) {
      near.push({ tool: tool.name, score: await nearness(asked, textsOf(tool)) });
    }
    return near.toSorted((one, other) => other.score - one.score);
  };
}

function unit(vector: number[]): number[] {
  const length = Math.hypot(...vector);
  return vector.map((value) => value / length);
}

const dot = (one: number[], other: number[]) =>
  one.reduce((sum, value, at) => sum + value * (other[at] ?? 0), 0);
