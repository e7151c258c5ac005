/** The command line of a program, which is configured by variables and takes at most one word. */
import process from "node:process";

export type Usage = {
  /** As a person types it. */
  typedAs: string;
  about: string;
  /** The words that it takes; without one the first is meant. None: it takes no word. */
  words?: readonly string[];
  variables: readonly (readonly [name: string, meaning: string])[];
};

export type Arguments = { word: string | undefined } | { exitCode: 0 | 2; text: string };

/** `args`: without the program itself. */
export function readArguments(args: readonly string[], usage: Usage): Arguments {
  const { words = [] } = usage;
  if (args.some((arg) => arg === "--help" || arg === "-h")) {
    return { exitCode: 0, text: usageText(usage) };
  }
  const [word = words[0], ...others] = args;
  const unknown = word === undefined || words.includes(word) ? others[0] : word;
  if (unknown === undefined) return { word };
  return { exitCode: 2, text: `Unknown argument: ${unknown}\n\n${usageText(usage)}` };
}

function usageText({ typedAs, about, words = [], variables }: Usage): string {
  const width = Math.max(...variables.map(([name]) => name.length), "--help".length);
  const taken = words.length === 0 ? "" : ` [${words.join("|")}]`;
  return [
    `Usage: ${typedAs}${taken} [--help]`,
    about,
    "",
    `  ${"--help".padEnd(width)}  print this, and do nothing else`,
    "",
    "Variables:",
    ...variables.map(([name, meaning]) => `  ${name.padEnd(width)}  ${meaning}`),
    "",
  ].join("\n");
}

/** The word of the running program. Ends the process after `--help`, or with 2 if it takes no such argument. */
export function requireArguments(usage: Usage): string | undefined {
  const read = readArguments(process.argv.slice(2), usage);
  if ("word" in read) return read.word;
  const stream = read.exitCode === 0 ? process.stdout : process.stderr;
  stream.write(read.text);
  process.exit(read.exitCode);
}

/** Of programs with a configuration of their own. */
export const configured: Usage["variables"] = [
  ["...", "docs/configuration.md and .env.example have all"],
];
