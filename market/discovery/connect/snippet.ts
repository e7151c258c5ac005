/** The shapes of what to paste into a client, and the words that all of it shares. */
import { type Service, serviceName } from "../../service.ts";
import { discoveryPaths as paths } from "../vocabulary.ts";

/** `sign-in`: the address alone, the client asks its person; `key`: an API key in a header. */
export type Way = "sign-in" | "key";

export type Snippet = {
  way: Way;
  /** Where it goes: a terminal, a file, a field. */
  place: string;
  language: "text" | "shell" | "json" | "toml" | "typescript";
  text: string;
};

export type ClientDoor = {
  /** Stable: pages and documents link to it. */
  id: string;
  name: string;
  /** What a person does, in order; the snippets are named by their place. */
  steps: string[];
  /** Addresses that open the client with the server filled in; never with a key. */
  links: { label: string; href: string }[];
  snippets: Snippet[];
};

/** What snippets are made of. */
export type Door = {
  /** The marketplace's MCP endpoint. */
  mcpUrl: string;
  /** Where npm finds the local server, and desktop clients its bundle. */
  npmPackageUrl: string;
  bundleUrl: string;
  /** The person's key, or words that stand for it. */
  key: string;
  /** What code asks its model for. */
  task: string;
};

/** What the addresses of snippets are made of. */
export type Addresses = Pick<Service, "baseUrl" | "mcpUrl">;

/** Under this name clients list the server. */
export const serverLabel = serviceName;
/** The variable that code and programs read the key from. */
export const keyVariable = "DATASET_MARKET_KEY";
/** Stands where a key belongs as long as there is none. */
const keyPlaceholder = "YOUR_API_KEY";

const anyTask = "Find free weather data of Seattle and tell me its columns.";

export const doorOf = ({ baseUrl, mcpUrl }: Addresses, key?: string, task = anyTask): Door => ({
  mcpUrl,
  npmPackageUrl: `${baseUrl}${paths.npmPackage}`,
  bundleUrl: `${baseUrl}${paths.bundle}`,
  key: key ?? keyPlaceholder,
  task,
});

export const bearer = (key: string) => `Bearer ${key}`;
export const pretty = (value: unknown) => JSON.stringify(value, null, 2);

/** The address alone: for clients that ask for nothing else. */
export const addressAlone = ({ mcpUrl }: Door): Snippet => ({
  way: "sign-in",
  place: "Address of the server",
  language: "text",
  text: mcpUrl,
});

/** The entry of a client that starts its servers by a command: `npx`, straight from this service. */
export const localServer = ({ npmPackageUrl, key }: Door) => ({
  command: "npx",
  args: ["-y", npmPackageUrl],
  env: { [keyVariable]: key },
});

/** The key as a variable of the shell that starts the client or the code. */
export const exportKey = ({ key }: Door): Snippet => ({
  way: "key",
  place: "Terminal",
  language: "shell",
  text: `export ${keyVariable}=${quoted(key)}`,
});

/** A word of a POSIX shell that stands for itself. */
export function quoted(word: string): string {
  return `'${word.replaceAll("'", String.raw`'\''`)}'`;
}
