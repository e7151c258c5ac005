/** Every client that the marketplace has words for, in the order in which pages show them. */
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

/** With a key its snippets hold it, so they are for the page of its person alone. */
export function clientDoors(addresses: Addresses, key?: string, task?: string): ClientDoor[] {
  const door = doorOf(addresses, key, task);
  return makers.map((make) => make(door));
}
