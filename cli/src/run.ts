import { Command, CommanderError, InvalidArgumentError } from "commander";
import manifest from "../../sdk/package.json" with { type: "json" };
import type { Act } from "./act.ts";
import * as acts from "./commands.ts";
import { completionScript } from "./completion.ts";
import * as deals from "./deals.ts";
import { doctor } from "./doctor.ts";
import { exitCodes, explain } from "./exit-codes.ts";
import { login, logout } from "./login.ts";
import * as wanted from "./requests.ts";
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
const repeated = (text: string, earlier: string[] = []): string[] => [...earlier, text];
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
  const command = <Options>(usage: string, says: string, act: Act<Options>) => {
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
  const acceptance = [
    "--acceptance <file>",
    "a JSON contract that the file has to pass, or `promised`",
  ] as const;
  const limit = ["--limit <count>", "how many", count, 20] as const;
  const hours = ["--hours <count>", "how long it holds; 72 if left out", count] as const;
  const note = ["--note <text>", "for the other side"] as const;
  const dryRun = ["--dry-run", "say what would happen, and do nothing"] as const;

  command("search [words...]", "search the catalogue", acts.search)
    .option("--max-price <amount>", "at most this price", amount)
    .option("--free", "only free datasets")
    .option("--category <name>", "only this category")
    .option("--format <name>", "only this format")
    .option("--sort <order>", "relevance, newest, price, quality or ending")
    .option(...limit);
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
  command("buy [id]", "buy a dataset, or a bundle", acts.buy)
    .option(...maxPrice)
    .option(...dryRun)
    .option("--card <id>", "another card than the default")
    .option("--plan <interval>", "subscribe: month or year")
    .option("--bundle <id>", "instead, all datasets of a bundle, with one charge")
    .option("--trial", "only the rows of its trial; their price counts towards the whole")
    .option("--coupon <code>", "a seller's code")
    .option("--offer <id>", "at the price of an accepted private offer")
    .option(...acceptance)
    .option("--no-wait", "do not wait for the contract's verdict")
    .option("--duplicate", "even if you have the same bytes")
    .option("--pull", "download it, too")
    .option("--to <path>", "download it to this file, or a bundle's files into this folder");
  command("bid <id> <amount>", "bid in an auction", acts.bid)
    .option(...maxPrice)
    .option(...acceptance)
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
  command("verdict <id>", "show how a file met its acceptance contract", deals.verdict)
    .option("--wait", "until it is decided")
    .option("--seller", "of a sale, as the seller agent");
  command("confirm <id>", "confirm a delivery: the seller is paid", acts.confirm);
  command("purchases", "list your purchases", acts.purchases)
    .option(...limit)
    .option("--receipt <id>", "print the signed receipt of a purchase");
  command("subscriptions [id]", "list, show or change subscriptions", deals.subscriptions)
    .option("--pause", "charge nothing after this period")
    .option("--resume", "charge again")
    .option("--cancel", "end with this period, or in the trial now")
    .option("--card <id>", "charge another card")
    .option(...limit);
  command("offer <id> <amount>", "offer a private price for a dataset", deals.offer)
    .option("--thread <id>", "as its seller: to the buyer of this thread")
    .option("--request <id>", "or to the poster of this data request")
    .option(...hours)
    .option(...note);
  command("offers [id]", "list, show or answer private offers", deals.offers)
    .option("--accept", "agree to the price; then: buy --offer <id>")
    .option("--counter <amount>", "name another price", amount)
    .option("--decline", "end it")
    .option("--withdraw", "take your own offer back")
    .option(...hours)
    .option(...note)
    .option("--seller", "as the seller agent")
    .option(...limit);
  command("access [id]", "ask for access to a gated dataset, or list requests", deals.access)
    .option("--answer <text>", "to each of its questions, in their order; repeat it", repeated)
    .option("--seller", "list buyers' requests as the seller agent")
    .option("--approve <request>", "as the seller agent")
    .option("--decline <request>", "as the seller agent")
    .option("--withdraw <request>", "take an approval back")
    .option("--reason <text>", "for the buyer")
    .option(...limit);
  command("gate <id>", "approve each buyer of your listing", deals.gate)
    .option("--question <text>", "that buyers answer; repeat it", repeated)
    .option("--hide-sample", "show the sample only to approved buyers")
    .option("--open", "let all buyers in");
  command("coupons", "list, make or revoke your coupons", deals.coupons)
    .option("--percent <count>", "make one that takes this share off", count)
    .option("--amount <amount>", "or this amount", amount)
    .option("--code <code>", "its code; otherwise a random one")
    .option("--datasets <ids>", "only for these, with commas", list)
    .option("--uses <count>", "how often it can be used", count)
    .option("--repeat", "more than once by one buyer")
    .option("--until <time>", "when it ends, such as 2027-01-31T00:00:00Z")
    .option("--revoke <id>", "end this one")
    .option(...limit);
  command("requests [id]", "list data requests, or show or decide one", wanted.requests)
    .option("--query <words>", "with these words")
    .option("--mine", "your own")
    .option("--accept <answer>", "accept this answer; buys nothing")
    .option("--reject <answer>", "reject this answer")
    .option("--close", "take no more answers")
    .option(...limit);
  command("request <title>", "ask all sellers for data, with a bounty if you like", wanted.request)
    .option("--description <text>", "what you need")
    .option("--category <name>", "category")
    .option("--columns <names>", "wanted columns, with commas", list)
    .option("--rows <count>", "at least so many", count)
    .option("--budget <amount>", "the most for one dataset", amount)
    .option("--until <time>", "when it ends, such as 2027-01-31T00:00:00Z")
    .option("--contract <file>", "a JSON contract: deliveries that pass win")
    .option("--prize <amount>", "for each winner; charged now and held", amount)
    .option("--winners <count>", "how many win", count)
    .option("--lowest-price", "the cheapest deliveries win at the end")
    .option("--card <id>", "another card than the default")
    .option(...dryRun);
  command("deliver <request> <dataset>", "answer a data request with your listing", wanted.deliver)
    .option("--price <amount>", "for a bounty that the lowest price wins", amount)
    .option(...note)
    .option("--no-wait", "do not wait for the bounty's verdict");
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
    .option("--contract <file>", "a JSON contract that you promise for every version")
    .option("--monthly <amount>", "price of a subscription by the month", amount)
    .option("--yearly <amount>", "price of a subscription by the year", amount)
    .option("--trial-days <count>", "cancelling in these refunds", count)
    .option("--trial-rows <count>", "sell so many drawn rows as a trial", count)
    .option("--trial-price <amount>", "price of the trial", amount)
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
