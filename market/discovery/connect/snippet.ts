/** The types of client snippets, and the parts that they share. */
import { type Service, serviceName } from "../../service.ts";
import { discoveryPaths as paths } from "../vocabulary.ts";

/** `sign-in`: only the address, the client asks its person; `key`: an API key in a header. */
export type Way = "sign-in" | "key";

export type Snippet = {
  way: Way;
  /** Where to paste it: a terminal, a file or a field. */
  place: string;
  language: "text" | "shell" | "json" | "toml" | "typescript";
  text: string;
};

export type ClientDoor = {
  /** Stable, because pages and documents link to it. */
  id: string;
  name: string;
  /** The person's steps in order; each refers to snippets by their place. */
  steps: string[];
  /** Addresses that open the client with the server filled in; they never contain a key. */
  links: { label: string; href: string }[];
  snippets: Snippet[];
};

/** The values that snippets contain. */
export type Door = {
  mcpUrl: string;
  /** The npm address of the local server, and the address of the bundle for desktop clients. */
  npmPackageUrl: string;
  bundleUrl: string;
  /** The person's key, or a placeholder. */
  key: string;
  /** The task that example code gives its model. */
  task: string;
};

/** The parts of the service from which a `Door` is built. */
export type Addresses = Pick<Service, "baseUrl" | "mcpUrl">;

/** The server's name in clients' lists. */
export const serverLabel = serviceName;
/** The variable from which code and programs read the key. */
export const keyVariable = "DATASET_MARKET_KEY";
/** Replaces the key as long as there is none. */
const keyPlaceholder = "YOUR_API_KEY";

const anyTask = "Find free weather data of Seattle and tell me its columns.";

export const doorOf = ({ baseUrl, mcpUrl }: Addresses, key?: string, task = anyTask): Door => ({
  mcpUrl,
  npmPackageUrl: `${baseUrl}${paths.mcpPackage}`,
  bundleUrl: `${baseUrl}${paths.bundle}`,
  key: key ?? keyPlaceholder,
  task,
});

export const bearer = (key: string) => `Bearer ${key}`;
export const pretty = (value: unknown) => JSON.stringify(value, null, 2);

/** Only the address, for clients that ask for nothing else. */
export const addressAlone = ({ mcpUrl }: Door): Snippet => ({
  way: "sign-in",
  place: "Address of the server",
  language: "text",
  text: mcpUrl,
});

/** The entry for clients that start servers by a command: `npx` directly from this service. */
export const localServer = ({ npmPackageUrl, key }: Door) => ({
  command: "npx",
  args: ["-y", npmPackageUrl],
  env: { [keyVariable]: key },
});

/** Sets the key in the shell that starts the client or the code. */
export const exportKey = ({ key }: Door): Snippet => ({
  way: "key",
  place: "Terminal",
  language: "shell",
  text: `export ${keyVariable}=${quoted(key)}`,
});

/** Quotes a word for a POSIX shell. */
export function quoted(word: string): string {
  return `'${word.replaceAll("'", String.raw`'\''`)}'`;
}
