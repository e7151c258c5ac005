/** Data requests, their bounties, and what sellers deliver to them. */
import type { Input, Item } from "../../sdk/src/node.ts";
import type { Act } from "./act.ts";
import { cents, evidence, given, readContract } from "./deals.ts";
import { exitCodes, UsageError } from "./exit-codes.ts";
import type { Session } from "./session.ts";
import { money, type Terminal } from "./terminal.ts";

type DataRequest = Item<"listDataRequests">;
type RequestAnswer = Item<"listDataRequestAnswers">;

type RequestsOptions = {
  id?: string;
  query?: string;
  mine?: boolean;
  accept?: string;
  reject?: string;
  close?: boolean;
  limit: number;
};

/** Lists data requests, or shows one with its bounty and answers, or decides about it. */
export const requests: Act<RequestsOptions> = async (at, options) => {
  const { session, terminal } = at;
  const { id, query, mine, accept, reject, close, limit } = options;
  const { buyer } = session;
  if (id === undefined) {
    if (accept !== undefined || reject !== undefined || close === true) {
      throw new UsageError("Name the request: requests <id>");
    }
    const page =
      mine === true
        ? await buyer.call("listOwnDataRequests", { query: { limit } })
        : await buyer.call("listDataRequests", { query: given({ query, limit }) });
    terminal.result(page, () =>
      terminal.table(
        ["Id", "Title", "Budget", "Bounty", "Answers", "Status", "Until"],
        page.items.map((one: DataRequest) => [
          one.id,
          one.title,
          money(one.budget_cents, one.currency),
          one.bounty === null ? "" : money(one.bounty.prize_cents, one.currency),
          one.answer_count,
          one.status,
          one.expires_at,
        ]),
      ),
    );
    return;
  }
  const params = { id };
  const decided = accept ?? reject;
  if (decided !== undefined) {
    const name = accept === undefined ? "rejectDataRequestAnswer" : "acceptDataRequestAnswer";
    const answer = await buyer.call(name, { params: { id, answer_id: decided } });
    reportAnswer(terminal, answer);
    if (answer.status === "accepted") terminal.note(`Next: buy ${answer.dataset?.id}`);
    return;
  }
  if (close === true) {
    reportRequest(terminal, await buyer.call("closeDataRequest", { params }), []);
    return;
  }
  const request = await buyer.call("getDataRequest", { params });
  reportRequest(terminal, request, await visibleAnswers(session, id));
};

/** Only the poster, and a seller who answered, may read answers. */
async function visibleAnswers({ buyer }: Session, id: string): Promise<RequestAnswer[]> {
  const answers = buyer.call("listDataRequestAnswers", { params: { id } });
  return (await answers.catch(() => ({ items: [] }))).items;
}

function reportRequest(terminal: Terminal, request: DataRequest, answers: RequestAnswer[]): void {
  const { bounty, currency } = request;
  const deliveries = bounty && Object.entries(bounty.deliveries);
  terminal.result({ ...request, ...(answers.length > 0 && { answers }) }, () => {
    const facts = {
      request: request.id,
      title: request.title,
      description: request.description,
      columns: request.columns.join(", ") || null,
      budget: request.budget_cents === null ? null : money(request.budget_cents, currency),
      status: request.status,
      until: request.expires_at,
      bounty: bounty && `${money(bounty.prize_cents, currency)} (${bounty.status}, ${bounty.mode})`,
      winners: bounty && `${bounty.awarded} of ${bounty.winners}`,
      conditions: bounty?.conditions.join("; "),
      deliveries: deliveries?.map(([state, count]) => `${count} ${state}`).join(", "),
      problem: bounty?.failure,
    };
    const rows = answers.map((one) => [
      one.id,
      one.dataset?.title ?? "",
      one.dataset?.offers.text ?? "",
      one.status,
      one.delivery?.status ?? "",
    ]);
    const head = ["Answer", "Dataset", "Price", "Status", "Delivery"];
    return terminal.facts(facts, { head, rows });
  });
}

type RequestOptions = {
  title: string;
  description?: string;
  category?: string;
  columns?: string[];
  rows?: number;
  budget?: number;
  until?: string;
  contract?: string;
  prize?: number;
  winners?: number;
  lowestPrice?: boolean;
  card?: string;
  dryRun?: boolean;
};

/** With a contract and a prize, the request has a bounty. */
export const request: Act<RequestOptions> = async ({ session, terminal }, options) => {
  const { title, category, columns, rows, budget, until, prize, winners = 1, dryRun } = options;
  const { buyer } = session;
  const description =
    options.description ?? (await terminal.required("--description", "What do you need?"));
  const body = given({
    title,
    description,
    category,
    columns,
    min_rows: rows,
    budget_cents: budget === undefined ? undefined : cents(budget),
    expires_at: until,
    bounty: await bountyOf(session, options),
  }) as NonNullable<Input<"postDataRequest">["body"]>;
  if (dryRun === true) {
    terminal.result({ dry_run: true, ...body }, () => `Would post “${title}”.`);
    return;
  }
  const held = money(cents((prize ?? 0) * winners));
  if (prize !== undefined && !(await terminal.agrees(`Charge ${held} now, held for winners?`))) {
    return exitCodes.notPaid;
  }
  const posted = await buyer.call("postDataRequest", { body });
  terminal.result(posted, () => {
    const { id, status, bounty, expires_at, matches } = posted;
    const rows = matches.map(({ dataset }) => [dataset.id, dataset.title, dataset.offers.text]);
    const facts = { request: id, status, bounty: bounty?.status, until: expires_at };
    return terminal.facts(facts, { head: ["May fit", "Title", "Price"], rows });
  });
  terminal.note(`Next: requests ${posted.id}`);
};

async function bountyOf({ buyer }: Session, options: RequestOptions) {
  const { contract, prize, winners, lowestPrice, card } = options;
  if (contract === undefined && prize === undefined) return undefined;
  if (contract === undefined || prize === undefined) {
    throw new UsageError("A bounty needs both --contract and --prize.");
  }
  return given({
    acceptance: await readContract("--contract", contract),
    prize_cents: cents(prize),
    winners,
    mode: lowestPrice === true ? "lowest_price" : undefined,
    payment_method_id: card ?? (await buyer.defaultCard()),
  });
}

type DeliverOptions = {
  request: string;
  dataset: string;
  price?: number;
  note?: string;
  wait?: boolean;
};

const deliveryCodes: Partial<Record<string, number>> = {
  failed: exitCodes.wrongHash,
  undecided: exitCodes.refused,
  lost: exitCodes.refused,
};

/** Answers a data request with a listing; a bounty's verdict is waited for. */
export const deliver: Act<DeliverOptions> = async ({ session, terminal }, options) => {
  const { request: id, dataset, price, note, wait } = options;
  const { seller } = session;
  const body = given({
    dataset_id: dataset,
    note,
    price_cents: price === undefined ? undefined : cents(price),
  }) as NonNullable<Input<"answerDataRequest">["body"]>;
  let answer = await seller.call("answerDataRequest", { params: { id }, body });
  if (answer.delivery !== null && wait !== false) {
    terminal.note("Evaluating the file …");
    answer = await seller.waitForDelivery(id, answer.id, { signal: terminal.signal });
  }
  reportAnswer(terminal, answer);
  return deliveryCodes[answer.delivery?.status ?? ""] ?? exitCodes.done;
};

function reportAnswer(terminal: Terminal, answer: RequestAnswer): void {
  const { delivery, dataset } = answer;
  terminal.result(answer, () =>
    terminal.facts(
      {
        answer: answer.id,
        dataset: dataset?.title,
        status: answer.status,
        delivery: delivery?.status,
        version: delivery?.version,
        prize: delivery && money(delivery.price_cents, dataset?.currency),
        problem: delivery?.detail,
      },
      evidence(delivery?.results ?? []),
    ),
  );
}
