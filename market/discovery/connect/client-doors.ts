/** All supported clients, in the pages' order. */
import {
  chatgpt,
  claude,
  claudeCode,
  codex,
  cursor,
  geminiCli,
  localProgram,
  vsCode,
} from "./hosts.ts";
import { langChain, openAiFunctions, openAiResponses } from "./libraries.ts";
import { type Addresses, type ClientDoor, doorOf } from "./snippet.ts";

const makers = [
  claude,
  claudeCode,
  chatgpt,
  cursor,
  vsCode,
  geminiCli,
  codex,
  localProgram,
  langChain,
  openAiResponses,
  openAiFunctions,
];

/** With a key, the snippets contain it, so only the key's owner may see them. */
export function clientDoors(addresses: Addresses, key?: string, task?: string): ClientDoor[] {
  const door = doorOf(addresses, key, task);
  return makers.map((make) => make(door));
}
