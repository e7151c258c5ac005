import { Command, CommanderError, InvalidArgumentError } from "commander";
import manifest from "../../sdk/package.json" with { type: "json" };
import * as acts from "./commands.ts";
import { completionScript } from "./completion.ts";
import { doctor } from "./doctor.ts";
import { exitCodes, explain } from "./exit-codes.ts";
import { login, logout } from "./login.ts";
import { openSession } from "./session.ts";
import { type Io, type Modes, Terminal } from "./terminal.ts";

const amount = (text: string): number => {
  const value = Number(text);
  if (text.trim() === "" || !(value >= 0)) throw new InvalidArgumentError("It is no amount.");
  return value;
};
const count = (text: string): number => {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 1) throw new InvalidArgumentError("It is no number.");
  return value;
};
const list = (text: string): string[] => text.split(",").map((one) => one.trim());

/** Runs one command line; returns the exit code. */
export async function run(args: string[], io: Io): Promise<number> {
  let code: number = exitCodes.done;
  const program = makeProgram(io, (result) => {
    code = result;
  });
  try {
    await program.parseAsync(args, { from: "user" });
    return code;
  } catch (error) {
    if (error instanceof CommanderError)
      return error.exitCode === 0 ? exitCodes.done : exitCodes.usage;
    if (io.signal.aborted) return exitCodes.interrupted;
    const explained = explain(error);
    const asJson = program.opts<Modes>().json === true && explained.problem !== undefined;
    io.stderr.write(`${asJson ? JSON.stringify(explained.problem) : explained.lines.join("\n")}\n`);
    return explained.code;
  }
}

function makeProgram(io: Io, end: (code: number) => void): Command {
  const program = new Command("dataset-market")
    .description("Find, check, buy and sell datasets.")
    .version(manifest.version)
    .option("--url <address>", "the marketplace (DATASET_MARKET_URL)")
    .option("--json", "answer with JSON")
    .option("--agent", "short lines, no questions (automatic without a terminal)")
    .option("-y, --yes", "agree to every question")
    .exitOverride()
    .configureOutput({
      writeOut: (text) => void io.stdout.write(text),
      writeErr: (text) => void io.stderr.write(text),
    })
    .showSuggestionAfterError();

  /** Arguments are named as in the usage. */
  const command = <Options>(usage: string, says: string, act: acts.Act<Options>) => {
    const made = program.command(usage).description(says);
    made.action(async () => {
      const options = { ...made.opts(), ...argumentsOf(made) } as Options;
      const common = program.opts<Modes & { url?: string }>();
      const terminal = new Terminal(io, common);
      const session = await openSession(io.env, { ...common, own: io.ownMarket });
      end((await act({ session, terminal }, options)) ?? exitCodes.done);
    });
    return made;
  };
  const maxPrice = [
    "--max-price <amount>",
    "the most that you pay, in whole money",
    amount,
  ] as const;
  const dryRun = ["--dry-run", "say what would happen, and do nothing"] as const;

  command("search [words...]", "search the catalogue", acts.search)
    .option("--max-price <amount>", "at most this price", amount)
    .option("--free", "only free datasets")
    .option("--category <name>", "only this category")
    .option("--format <name>", "only this format")
    .option("--sort <order>", "relevance, newest, price, quality or ending")
    .option("--limit <count>", "how many", count, 20);
  command("show <id>", "show a dataset", acts.show);
  command("sample <id>", "show sample rows", acts.sample).option("--table <name>", "of this table");
  command("profile <id>", "show statistics of the whole file", acts.profile).option(
    "--table <name>",
    "of this table",
  );
  command("sql <id> <query>", "query a free or bought dataset", acts.sql);
  command("recommend <words...>", "recommend datasets for a need", acts.recommend)
    .option("--budget <amount>", "the most, in whole money", amount)
    .option("--columns <names>", "required columns, with commas", list)
    .option("--country <codes>", "about these countries", list);
  command("buy <id>", "buy a dataset", acts.buy)
    .option(...maxPrice)
    .option(...dryRun)
    .option("--card <id>", "another card than the default")
    .option("--acceptance <file>", "a JSON contract that the file has to pass")
    .option("--duplicate", "even if you have the same bytes")
    .option("--pull", "download it, too")
    .option("--to <path>", "where to save it");
  command("bid <id> <amount>", "bid in an auction", acts.bid)
    .option(...maxPrice)
    .option(...dryRun);
  command("pull <id>", "download a free or bought dataset, and verify it", acts.pull).option(
    "--to <path>",
    "where to save it",
  );
  command(
    "verify <file> [id]",
    "compare a file with its dataset, or check a receipt (.jws)",
    acts.verify,
  );
  command("confirm <id>", "confirm a delivery: the seller is paid", acts.confirm);
  command("purchases", "list your purchases", acts.purchases)
    .option("--limit <count>", "how many", count, 20)
    .option("--receipt <id>", "print the signed receipt of a purchase");
  command("buckets", "deliver purchases to S3 buckets", acts.buckets)
    .option("--add <address>", "s3://bucket/folder; keys as for the AWS command line")
    .option("--s3-region <name>", "its region")
    .option("--s3-endpoint <address>", "of a store other than AWS")
    .option("--remove <id>", "stop deliveries to this bucket")
    .option("--deliver <purchase>", "deliver this purchase (again)");
  command("sell [file]", "upload, check and publish a file", acts.sell)
    .option("--from <address>", "import it: https://…, s3://bucket/key, or a Croissant document")
    .option("--sha256 <hash>", "of the imported file")
    .option("--s3-region <name>", "of an s3:// address; keys as for the AWS command line")
    .option("--s3-endpoint <address>", "of a store other than AWS")
    .option("--title <text>", "title")
    .option("--description <text>", "what is in it")
    .option("--category <name>", "category")
    .option("--price <amount>", "price in whole money; 0 is free", amount)
    .option("--license <id>", "SPDX identifier or terms")
    .option("--tags <names>", "tags, with commas", list)
    .option("--draft <id>", "continue this draft")
    .option("--no-publish", "leave it a draft")
    .option(...dryRun);
  command("watch", "follow events", acts.watch)
    .option("--after <id>", "after this event")
    .option("--types <names>", "only these types", list)
    .option("--once", "end after the events so far")
    .option("--seller", "as the seller agent");
  command("login", "connect by browser, key or as a seller agent", login)
    .option("--key [key]", "an API key of the account page")
    .option("--seller <email>", "register a seller agent of this owner")
    .option("--name <name>", "the agent's name")
    .option("--no-browser", "only print the address");
  command("logout", "remove the secrets of this marketplace", logout);
  command("keys", "show what the stored credentials may do", acts.keys);
  command("doctor", "find out why something does not work", doctor);
  program
    .command("completion <shell>")
    .description("print a completion script for bash, zsh or fish")
    .action((shell: string) => void io.stdout.write(`${completionScript(program, shell)}\n`));
  return program;
}

const argumentsOf = (command: Command): Record<string, unknown> =>
  Object.fromEntries(
    command.registeredArguments.map((one, at) => [one.name(), command.processedArgs[at]]),
  );
