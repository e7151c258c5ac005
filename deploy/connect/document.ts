/** The part of docs/connect.md that is made of the snippets themselves. */
import { clientDoors } from "../../market/discovery/connect/client-doors.ts";
import type { ClientDoor, Snippet } from "../../market/discovery/connect/snippet.ts";

const addresses = { baseUrl: "https://market.example", mcpUrl: "https://market.example/mcp" };
const marker = /(<!-- snippets: [^\n]*-->\n)[\s\S]*$/;
const waysInWords = { "sign-in": "by signing in", key: "with an API key" };

/** The document with its snippets made anew. Throws where it has no place for them. */
export function withSnippets(document: string): string {
  if (!marker.test(document)) throw new Error("The document has no place for the snippets.");
  const sections = clientDoors(addresses).map(section);
  return document.replace(marker, (_, head: string) => `${head}\n${sections.join("\n\n")}\n`);
}

function section({ name, steps, links, snippets }: ClientDoor): string {
  const anchors = links.map(({ label, href }) => `${label}: \`${href}\``);
  return [`## ${name}`, steps.join(" "), ...anchors, ...snippets.map(block)].join("\n\n");
}

function block({ place, way, language, text }: Snippet): string {
  return `${place}, ${waysInWords[way]}:\n\n\`\`\`${language}\n${text}\n\`\`\``;
}
