/** What the commands for datasets, purchases and sales do; `run.ts` declares names and options. */
import { readFile, stat } from "node:fs/promises";
import { basename, extname, join } from "node:path";
import {
  type Dataset,
  type DraftBody,
  hashFile,
  type Input,
  type Listing,
  MarketError,
  type Plan,
  PriceLimitError,
  type Purchase,
  type Saved,
  type Uploaded,
  verifyReceipt,
  type WaitingPurchase,
} from "../../sdk/src/node.ts";
import type { Act } from "./act.ts";
import { cents, given, onlyOne, readAcceptance, readContract, reportVerdict } from "./deals.ts";
import { exitCodes, UsageError } from "./exit-codes.ts";
import type { Session } from "./session.ts";
import { bytes, money, type Terminal } from "./terminal.ts";

type SearchOptions = {
  words: string[];
  maxPrice?: number;
  free?: boolean;
  category?: string;
  format?: string;
  sort?: string;
  limit: number;
};

export const search: Act<SearchOptions> = async ({ session, terminal }, options) => {
  const { words, maxPrice, free, category, format, sort, limit } = options;
  const query = {
    ...(words.length === 0 ? {} : { query: words.join(" ") }),
    ...(maxPrice === undefined ? {} : { max_price: maxPrice }),
    ...(free === true ? { free: "true" } : {}),
    ...(category === undefined ? {} : { category }),
    ...(format === undefined ? {} : { format }),
    ...(sort === undefined ? {} : { sort }),
    limit,
  } as Input<"searchDatasets">["query"] & object;
  const page = await session.buyer.call("searchDatasets", { query });
  terminal.result(page, () => {
    if (page.items.length === 0) return "Nothing matches. Try fewer words, or: recommend <need>";
    const rows = page.items.map((hit) => [
      hit.id,
      hit.title,
      hit.offers.text,
      hit.row_count,
      hit.format,
      hit.quality_score,
    ]);
    return terminal.table(["Id", "Title", "Price", "Rows", "Format", "Quality"], rows);
  });
  terminal.note(
    `${page.items.length} of ${page.pagination.total ?? page.items.length}. Next: show <id>`,
  );
};

export const show: Act<{ id: string }> = async ({ session, terminal }, { id }) => {
  const dataset = await session.buyer.dataset(id);
  terminal.result(dataset, () => terminal.facts(factsOf(dataset)));
  const { capabilities } = dataset;
  const then = capabilities.download ? "pull" : capabilities.buy ? "buy" : "bid";
  terminal.note(`Next: profile, sample or ${then} ${id}`);
};

const factsOf = (dataset: Dataset) => ({
  title: dataset.title,
  price: dataset.offers.text,
  plans: dataset.plans.map((plan) => planText(plan, dataset.currency)).join(", ") || null,
  trial:
    dataset.trial &&
    `${dataset.trial.rows} rows for ${money(dataset.trial.price_cents, dataset.currency)} (${dataset.trial.status})`,
  promises: dataset.contract === null ? null : "a contract: buy with --acceptance promised",
  asks: dataset.access_questions?.join(" / "),
  status: dataset.status,
  licence: dataset.license,
  seller: `${dataset.seller.name}${dataset.seller.identity_checked ? " (identity checked)" : ""}`,
  rows: dataset.row_count,
  columns: dataset.columns?.map(({ name }) => name).join(", "),
  period: dataset.covers_from === null ? null : `${dataset.covers_from} to ${dataset.covers_to}`,
  size: bytes(dataset.byte_size),
  format: dataset.format,
  quality: dataset.quality_score,
  version: dataset.version,
  sha256: dataset.sha256,
  description: dataset.description,
});

const planText = ({ interval, price_cents, trial_days }: Plan, currency: string) =>
  `${money(price_cents, currency)} a ${interval}${trial_days === 0 ? "" : ` (${trial_days} trial days)`}`;

export const sample: Act<{ id: string; table?: string }> = async (
  { session, terminal },
  { id, table },
) => {
  const query = table === undefined ? {} : { table };
  const answer = await session.buyer.call("getSample", { params: { id }, query });
  terminal.result(answer, () => rowsText(terminal, answer.columns, answer.rows));
};

export const sql: Act<{ id: string; query: string }> = async (
  { session, terminal },
  { id, query },
) => {
  const answer = await session.buyer.sql(id, query);
  terminal.result(answer, () => rowsText(terminal, answer.columns, answer.rows));
  if (answer.next_offset !== null) terminal.note("There are more rows: add LIMIT and OFFSET.");
};

function rowsText(terminal: Terminal, columns: { name: string }[], rows: unknown[][]): string {
  const cells = rows.map((row) =>
    row.map((cell) =>
      cell === null ? "" : typeof cell === "object" ? JSON.stringify(cell) : String(cell),
    ),
  );
  const names = columns.map(({ name }) => name);
  return terminal.table(names, terminal.mode === "agent" ? [names, ...cells] : cells);
}

export const profile: Act<{ id: string; table?: string }> = async (
  { session, terminal },
  { id, table },
) => {
  const query = table === undefined ? {} : { table };
  const answer = await session.buyer.call("getProfile", { params: { id }, query });
  terminal.result(answer, () => {
    const rows = answer.columns.map((column) => [
      column.name,
      column.semantic_type ?? column.type,
      `${(column.null_ratio * 100).toFixed(1)} %`,
      column.distinct_count,
      column.min === null ? "" : String(column.min),
      column.max === null ? "" : String(column.max),
    ]);
    const facts = {
      rows: answer.row_count,
      complete: `${(answer.completeness.ratio * 100).toFixed(1)} %`,
      repeated: answer.duplicates.rows,
      quality: answer.quality.score,
      sha256: answer.file_sha256,
    };
    const head = ["Column", "Type", "Empty", "Distinct", "Min", "Max"];
    return terminal.facts(facts, { head, rows });
  });
};

type NeedOptions = { words: string[]; budget?: number; columns?: string[]; country?: string[] };

export const recommend: Act<NeedOptions> = async ({ session, terminal }, options) => {
  const { words, budget, columns, country } = options;
  const answer = await session.buyer.recommend({
    need: words.join(" "),
    ...(budget === undefined ? {} : { budget_cents: cents(budget) }),
    ...(columns === undefined ? {} : { columns }),
    ...(country === undefined ? {} : { country }),
  });
  terminal.result(answer, () => {
    const shown = answer.outcome === "recommended" ? answer.candidates : answer.nearest;
    const rows = shown.map((one) => [
      one.id,
      one.title,
      one.offers.text,
      (one.missing[0] ?? one.fits[0])?.says ?? "",
    ]);
    return `${answer.says}\n${terminal.table(["Id", "Title", "Price", "Why"], rows)}`.trim();
  });
  return answer.outcome === "recommended" ? exitCodes.done : exitCodes.notFound;
};

export type BuyingOptions = {
  id?: string;
  bundle?: string;
  maxPrice?: number;
  card?: string;
  plan?: string;
  trial?: boolean;
  coupon?: string;
  offer?: string;
  duplicate?: boolean;
  acceptance?: string;
  wait?: boolean;
  dryRun?: boolean;
  to?: string;
  pull?: boolean;
};

export const buy: Act<BuyingOptions> = async (at, options) => {
  const { session, terminal } = at;
  const { id, bundle, card, trial, coupon, offer, duplicate, dryRun } = options;
  if (bundle !== undefined) return buyBundle(at, bundle, options);
  if (id === undefined) throw new UsageError("Name a dataset, or give --bundle.");
  const dataset = await session.buyer.dataset(id);
  if (dataset.offers.is_free) throw new UsageError(`It is free. Next: pull ${id}`);
  const plan = planOf(dataset, options.plan);
  if (trial === true && dataset.trial === null) throw new UsageError("It has no trial.");
  const part = trial === true ? dataset.trial : plan;
  const listed = part?.price_cents ?? dataset.offers.buy_now_cents ?? dataset.price_cents;
  const isWhole = trial !== true && plan === null && coupon === undefined && offer === undefined;
  const credit = isWhole ? await session.buyer.trialCredit(id, listed) : 0;
  const price = offer === undefined ? listed - credit : await offeredCents(session, offer, listed);
  const limit = limitOf(terminal, options.maxPrice, price);
  if (limit !== null && price > limit && coupon === undefined)
    throw new PriceLimitError(price, limit);
  const acceptance =
    options.acceptance === undefined ? undefined : await readAcceptance(options.acceptance);
  const period = plan === null ? "" : ` a ${plan.interval}, until you cancel`;
  const most = limit !== null && limit < price ? limit : price;
  const less = coupon === undefined ? "" : `at most, less by ${coupon}: `;
  const rows = trial === true ? `${dataset.trial?.rows} rows of ` : "";
  const counted = credit === 0 ? "" : `, less by your trial's ${money(credit, dataset.currency)}`;
  const words = `${rows}${dataset.title} for ${less}${money(most, dataset.currency)}${period}${counted}`;
  if (dryRun === true) {
    terminal.result(
      { dry_run: true, dataset_id: id, price_cents: price },
      () => `Would buy ${words}.`,
    );
    return;
  }
  if (!(await terminal.agrees(`Buy ${words}?`))) return exitCodes.notPaid;
  const purchase = await session.buyer.buy(id, {
    maxPriceCents: limit ?? price,
    signal: terminal.signal,
    ...given({
      paymentMethodId: card,
      allowDuplicate: duplicate,
      acceptance,
      plan: plan?.interval,
      trial,
      coupon,
      privateOfferId: offer,
    }),
  });
  const paid = reportPurchase(terminal, purchase);
  if (paid !== exitCodes.done) return paid;
  const code = acceptance && options.wait !== false ? await judge(at, purchase.id) : paid;
  if (code !== exitCodes.done || !isPulled(options)) return code;
  return pull(at, { id: trial === true ? purchase.id : id, ...given({ to: options.to }) });
};

/** A place to save it implies the download. */
const isPulled = ({ pull: isAsked, to }: BuyingOptions) => isAsked === true || to !== undefined;

/** The most to pay, in cents; null: a person is asked about the price. */
function limitOf(terminal: Terminal, maxPrice: number | undefined, price: number): number | null {
  if (maxPrice !== undefined) return cents(maxPrice);
  if (terminal.mode === "person") return null;
  throw new UsageError(`--max-price is missing: the most that you pay, such as ${price / 100}.`);
}

const buyBundle = async (
  at: Parameters<Act<object>>[0],
  bundle: string,
  options: BuyingOptions,
): Promise<number> => {
  const { session, terminal } = at;
  const { id, plan, trial, coupon, offer, acceptance } = options;
  for (const other of Object.entries({ dataset: id, plan, trial, coupon, offer })) {
    onlyOne(Object.fromEntries([["bundle", bundle], other]));
  }
  if (acceptance !== undefined && acceptance !== "promised") {
    throw new UsageError("A bundle is bought with --acceptance promised, or without.");
  }
  const params = { id: bundle };
  const { title, price_cents, currency, datasets } = await session.buyer.call("getBundle", {
    params,
  });
  const limit = limitOf(terminal, options.maxPrice, price_cents);
  if (limit !== null && price_cents > limit) throw new PriceLimitError(price_cents, limit);
  const words = `${title}, ${datasets.length} datasets, for ${money(price_cents, currency)}`;
  if (options.dryRun === true) {
    terminal.result({ dry_run: true, bundle_id: bundle, price_cents }, () => `Would buy ${words}.`);
    return exitCodes.done;
  }
  if (!(await terminal.agrees(`Buy ${words}?`))) return exitCodes.notPaid;
  const bought = await session.buyer.buyBundle(bundle, {
    maxPriceCents: limit ?? price_cents,
    signal: terminal.signal,
    ...given({
      paymentMethodId: options.card,
      allowDuplicate: options.duplicate,
      promised: acceptance && true,
    }),
  });
  if ("purchase_id" in bought) return reportPurchase(terminal, bought);
  const { status, purchases, next_action } = bought;
  terminal.result(bought, () =>
    terminal.facts(
      {
        bundle: bought.bundle_id,
        status,
        price: money(bought.price_cents, currency),
        waits: next_action?.url,
      },
      {
        head: ["Purchase", "Dataset", "Price"],
        rows: purchases.map((one) => [one.id, one.dataset_id, money(one.price_cents, currency)]),
      },
    ),
  );
  if (status === "paid") {
    const ids = purchases.map((one) => one.id);
    return pullBundle(at, ids, { options, folder: options.to ?? nameOf(title, bundle) });
  }
  if (status !== "payment_pending") return exitCodes.notPaid;
  terminal.notice(`Its charge is not confirmed yet. Next: ${next_action?.url ?? "purchases"}`);
  return exitCodes.waitsForPerson;
};

/** Each file in the folder, once its contract, if any, has passed. Returns the first failure's code. */
async function pullBundle(
  at: Parameters<Act<object>>[0],
  ids: string[],
  { options, folder }: { options: BuyingOptions; folder: string },
): Promise<number> {
  const { buyer } = at.session;
  const codes: number[] = [];
  const taken = new Set<string>();
  for (const id of ids) {
    const { acceptance } = await buyer.call("getPurchase", { params: { id } });
    const isJudged = acceptance !== null && options.wait !== false;
    const code = isJudged ? await judge(at, id) : exitCodes.done;
    codes.push(code);
    if (code !== exitCodes.done || !isPulled(options)) continue;
    const name = await placeFor(at.session, id);
    const place = taken.has(name) ? `${id}-${name}` : name;
    taken.add(place);
    await pull(at, { id, to: join(folder, place) });
  }
  return codes.find((code) => code !== exitCodes.done) ?? exitCodes.done;
}

function planOf({ plans, title }: Dataset, interval: string | undefined): Plan | null {
  if (interval === undefined) return null;
  const plan = plans.find((one) => one.interval === interval);
  if (plan !== undefined) return plan;
  const offered = plans.map((one) => one.interval).join(", ") || "none";
  throw new UsageError(`--plan: ${title} has no such plan. Plans: ${offered}.`);
}

/** The lower of both prices. */
async function offeredCents({ buyer }: Session, id: string, listed: number): Promise<number> {
  const { price_cents } = await buyer.call("getPrivateOffer", { params: { id } });
  return Math.min(price_cents, listed);
}

async function judge({ session, terminal }: Parameters<Act<object>>[0], id: string) {
  terminal.note("Checking the file against the contract …");
  const { signal } = terminal;
  return reportVerdict(terminal, await session.buyer.waitForVerdict(id, { signal }));
}

function reportPurchase(terminal: Terminal, purchase: Purchase | WaitingPurchase): number {
  const person =
    typeof purchase.next_action === "string"
      ? `The owner decides at ${purchase.links.confirm}`
      : (purchase.next_action?.url ?? null);
  terminal.result(purchase, () =>
    terminal.facts({
      purchase: purchase.id,
      status: purchase.status,
      price: money(purchase.price_cents, purchase.currency),
      waits: person,
    }),
  );
  if (purchase.status === "waiting" || purchase.status === "payment_pending") {
    terminal.notice(`Nothing is charged before a person acts. Next: ${person ?? "purchases"}`);
    return exitCodes.waitsForPerson;
  }
  return purchase.status === "payment_failed" ? exitCodes.notPaid : exitCodes.done;
}

type BidOptions = {
  id: string;
  amount: number;
  maxPrice?: number;
  acceptance?: string;
  dryRun?: boolean;
};

export const bid: Act<BidOptions> = async (
  { session, terminal },
  { id, amount, maxPrice, acceptance, dryRun },
) => {
  const most = cents(amount);
  if (maxPrice !== undefined && amount > maxPrice) throw new PriceLimitError(most, cents(maxPrice));
  const { auction, title } = await session.buyer.dataset(id);
  if (auction === null) throw new UsageError(`${title} is not an auction. Next: buy ${id}`);
  const words = `at most ${money(most, auction.currency)} for ${title}`;
  const next = money(auction.next_minimum_bid_cents, auction.currency);
  if (dryRun === true) {
    terminal.result(
      { dry_run: true, dataset_id: id, max_amount_cents: most, auction },
      () => `Would bid ${words}; the next minimum is ${next}.`,
    );
    return;
  }
  if (!(await terminal.agrees(`Bid ${words}? It binds.`))) return exitCodes.notPaid;
  const placed = await session.buyer.call("placeBid", {
    params: { id },
    body: {
      max_amount_cents: most,
      confirm_max_amount_cents: most,
      ...(acceptance && { acceptance: await readAcceptance(acceptance) }),
    },
  });
  terminal.result(placed, () =>
    terminal.facts({
      bid: placed.id,
      leads: placed.is_leading ? "yes" : "no",
      price: money(placed.auction.current_price_cents, placed.auction.currency),
      ends: placed.auction.ends_at,
    }),
  );
};

export const pull: Act<{ id: string; to?: string }> = async ({ session, terminal }, { id, to }) => {
  const place = to ?? (await placeFor(session, id));
  const saved = await session.buyer.download(id, {
    to: place,
    signal: terminal.signal,
    onProgress: ({ path, bytesDone, bytesTotal }) =>
      terminal.progress(path ?? basename(place), bytesDone, bytesTotal),
  });
  terminal.result(resultOf(saved), () =>
    terminal.facts({
      file: place,
      files: saved.source.isFolder ? saved.paths.length : null,
      sha256: `${saved.source.sha256 ?? "unknown"} (verified)`,
      fetched: `${bytes(saved.bytesFetched)} of ${bytes(saved.bytesTotal)}`,
    }),
  );
  if (saved.source.purchaseId !== null) terminal.note(`Next: confirm ${saved.source.purchaseId}`);
};

const resultOf = ({ source, paths, bytesFetched, bytesTotal }: Saved) => ({
  dataset_id: source.datasetId,
  purchase_id: source.purchaseId,
  version: source.version,
  sha256: source.sha256,
  paths,
  bytes_fetched: bytesFetched,
  bytes_total: bytesTotal,
});

/** A name by the title, in this folder. */
async function placeFor({ buyer }: Session, id: string): Promise<string> {
  const { title, format, isFolder } = await findTitle(buyer, id);
  const base = nameOf(title, id);
  return isFolder || format === null ? base : `${base}.${format}`;
}

function nameOf(title: string, id: string): string {
  const name = title
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-");
  return name.replaceAll(/^-+|-+$/g, "").slice(0, 60) || id;
}

async function findTitle(buyer: Session["buyer"], id: string) {
  try {
    const { title, format, file_count } = await buyer.dataset(id);
    return { title, format, isFolder: typeof file_count === "number" };
  } catch (error) {
    if (!(error instanceof MarketError) || !error.is("dataset_not_found")) throw error;
    const { dataset_title, format } = await buyer.call("getPurchase", { params: { id } });
    return { title: dataset_title, format, isFolder: false };
  }
}

/** A file against a dataset or purchase, or a receipt's signature. */
export const verify: Act<{ file: string; id?: string }> = async (
  { session, terminal },
  { file, id },
) => {
  if (extname(file) === ".jws") {
    const keys = await session.buyer.call("readReceiptKeys", {});
    const claims = await verifyReceipt(await readFile(file, "utf8"), keys);
    terminal.result(claims, () =>
      terminal.facts({
        receipt: "valid",
        dataset: claims.dataset.title,
        sha256: claims.file.sha256,
        paid: claims.paid_at,
        status: claims.status,
      }),
    );
    return;
  }
  if (id === undefined) throw new UsageError("Name the dataset or purchase: verify <file> <id>");
  const [actual, expected] = await Promise.all([hashFile(file), expectedHash(session, id)]);
  const isSame = actual === expected;
  terminal.result({ file, sha256: actual, expected_sha256: expected, matches: isSame }, () =>
    isSame
      ? `${file} is the file: SHA-256 ${actual}`
      : `${file} is another file: SHA-256 ${actual}, expected ${expected}`,
  );
  return isSame ? exitCodes.done : exitCodes.wrongHash;
};

async function expectedHash({ buyer }: Session, id: string): Promise<string | null> {
  if (/^[0-9a-f]{64}$/.test(id)) return id;
  try {
    return (await buyer.dataset(id)).sha256;
  } catch (error) {
    if (!(error instanceof MarketError) || !error.is("dataset_not_found")) throw error;
    return (await buyer.call("getPurchase", { params: { id } })).sha256;
  }
}

export const confirm: Act<{ id: string }> = async ({ session, terminal }, { id }) => {
  if (!(await terminal.agrees("Release the payment to the seller, for good?")))
    return exitCodes.refused;
  reportPurchase(terminal, await session.buyer.call("confirmPurchase", { params: { id } }));
};

export const purchases: Act<{ limit: number; receipt?: string }> = async (
  { session, terminal },
  { limit, receipt },
) => {
  if (receipt !== undefined) {
    const { jws, ...claims } = await session.buyer.call("getPurchaseReceipt", {
      params: { id: receipt },
    });
    terminal.result({ ...claims, jws }, () => jws);
    return;
  }
  const page = await session.buyer.call("listPurchases", { query: { limit } });
  terminal.result(page, () =>
    terminal.table(
      ["Id", "Dataset", "Price", "Status", "Bought"],
      page.items.map((one) => [
        one.id,
        one.dataset_title,
        money(one.price_cents, one.currency),
        one.status,
        one.created_at,
      ]),
    ),
  );
};

export const keys: Act<object> = async ({ session, terminal }) => {
  const [operator, agent] = await Promise.all([
    orProblem(session.buyer.call("readOperator", {})),
    orProblem(session.seller.call("readAgent", {})),
  ]);
  terminal.result({ operator, agent }, () =>
    terminal.facts({
      "API key":
        "code" in operator
          ? `none (${operator.code})`
          : `${operator.key.name}: ${operator.key.scopes.join(", ")}`,
      left:
        "code" in operator
          ? null
          : operator.remaining_cents === null
            ? "no budget set"
            : money(operator.remaining_cents, operator.currency),
      cards:
        "code" in operator
          ? null
          : operator.payment_methods.map(({ brand, last4 }) => `${brand} ${last4}`).join(", "),
      agent:
        "code" in agent
          ? `none (${agent.code})`
          : `${agent.agent_name}${agent.verified ? "" : ", waits for its owner"}`,
      secrets: session.store.where,
    }),
  );
};

async function orProblem<Value>(promise: Promise<Value>): Promise<Value | { code: string }> {
  try {
    return await promise;
  } catch (error) {
    if (error instanceof MarketError && (error.status === 401 || error.status === 403))
      return { code: error.code };
    throw error;
  }
}

export const watch: Act<{
  after?: string;
  types?: string[];
  once?: boolean;
  seller?: boolean;
}> = async (at, options) => {
  const { session, terminal } = at;
  const { after, types, once } = options;
  const market = session.party(options);
  const events = market.events({
    signal: terminal.signal,
    ...(after === undefined ? {} : { after }),
    ...(types === undefined ? {} : { types: types as never[] }),
    ...(once === true ? { waitSeconds: 0 } : {}),
  });
  for await (const event of events) {
    terminal.result(event, () =>
      [event.timestamp, event.id, event.type, event.subject.id].join("\t"),
    );
  }
};

export type SellOptions = {
  file?: string;
  from?: string;
  s3Region?: string;
  s3Endpoint?: string;
  sha256?: string;
  draft?: string;
  title?: string;
  description?: string;
  category?: string;
  price?: number;
  license?: string;
  tags?: string[];
  contract?: string;
  monthly?: number;
  yearly?: number;
  trialDays?: number;
  trialRows?: number;
  trialPrice?: number;
  publish?: boolean;
  dryRun?: boolean;
};

/** Upload, show what was found, mend what prevents publishing, publish. */
export const sell: Act<SellOptions> = async ({ session, terminal }, options) => {
  const { seller } = session;
  const { file, from } = options;
  if ((file === undefined) === (from === undefined)) {
    throw new UsageError("Name a file, or an address with --from.");
  }
  const size = file === undefined ? null : (await stat(file)).size;
  const fields = await draftFields(terminal, options);
  if (options.dryRun === true) {
    terminal.result({ dry_run: true, from, byte_size: size, ...fields }, () =>
      terminal.facts({ file: from ?? `${file} (${bytes(size)})`, ...plainFacts(fields) }),
    );
    return;
  }
  const draft = await openDraft(session, options, fields);
  terminal.notice(`Draft ${draft.id}: to continue after an interruption, add --draft ${draft.id}`);
  const uploaded = await send(session, terminal, { options, draftId: draft.id });
  terminal.note("Reading the file …");
  let listing =
    uploaded === null
      ? await seller.waitForProfile(draft.id, { signal: terminal.signal })
      : await seller.profiled(uploaded, { signal: terminal.signal });
  listing = await mend(terminal, session, listing);
  const isReady = listing.publish_blockers.length === 0;
  const wantsIt =
    options.publish !== false && isReady && (await terminal.agrees("Publish it now?"));
  if (wantsIt) listing = await seller.call("publishListing", { params: { id: listing.id } });
  terminal.result(listing, () => terminal.facts(listingFacts(listing)));
  return isReady ? exitCodes.done : exitCodes.refused;
};

/** Null for an import, whose bytes did not pass here. */
async function send(
  { seller, env }: Session,
  terminal: Terminal,
  { options, draftId }: { options: SellOptions; draftId: string },
): Promise<Uploaded | null> {
  const { file, from, sha256 } = options;
  const { signal } = terminal;
  const onProgress = ({
    bytesDone,
    bytesTotal,
  }: {
    bytesDone: number;
    bytesTotal: number | null;
  }) => terminal.progress(from === undefined ? "Upload" : "Import", bytesDone, bytesTotal);
  if (from === undefined) return seller.upload(draftId, file ?? "", { signal, onProgress });
  const s3 = from.startsWith("s3:") ? s3Keys(env, options) : undefined;
  const session = env.AWS_SESSION_TOKEN;
  const keys = s3 && { ...s3, ...(session && { session_token: session }) };
  const source = { from, ...(sha256 && { sha256 }), ...(keys && { s3: keys }) };
  await seller.importFile(draftId, source, { signal, onProgress });
  return null;
}

type BucketOptions = {
  add?: string;
  s3Region?: string;
  s3Endpoint?: string;
  remove?: string;
  deliver?: string;
};

/** Adds, removes or uses a bucket; without an option, lists buckets and their latest deliveries. */
export const buckets: Act<BucketOptions> = async ({ session, terminal }, options) => {
  const { buyer, env } = session;
  if (options.add !== undefined) {
    const found = /^s3:\/\/([^/]+)\/?(.*)$/.exec(options.add);
    if (found === null) throw new UsageError("--add takes s3://bucket/folder.");
    const [, bucket = "", prefix = ""] = found;
    const body = { bucket, ...(prefix && { prefix }), ...s3Keys(env, options) };
    const target = await buyer.call("putDeliveryTarget", { body });
    terminal.result(target, () => terminal.facts({ bucket: options.add, id: target.id }));
    return;
  }
  if (options.remove !== undefined) {
    const removed = await buyer.call("removeDeliveryTarget", { params: { id: options.remove } });
    terminal.result(removed, () => "removed");
    return;
  }
  const { items } = await buyer.call("listDeliveryTargets", {});
  if (options.deliver !== undefined && items.length === 0) {
    throw new UsageError("There is no bucket. Next: buckets --add s3://bucket/folder");
  }
  const body = { purchase_id: options.deliver ?? "" };
  const listed = await Promise.all(
    items.map(async ({ id, bucket, prefix }) => {
      const params = { id };
      if (body.purchase_id !== "") await buyer.call("deliverPurchase", { params, body });
      const { items: deliveries } = await buyer.call("listBucketDeliveries", { params });
      return { id, address: `s3://${bucket}/${prefix}`, deliveries };
    }),
  );
  terminal.result(listed, () =>
    terminal.table(
      ["Bucket", "Id", "Purchase", "State", "Problem"],
      listed.flatMap(({ id, address, deliveries }) =>
        deliveries.length === 0
          ? [[address, id, "", "", ""]]
          : deliveries.map((one) => [
              ...[address, id, one.purchase_id, one.state, one.problem?.detail ?? ""],
            ]),
      ),
    ),
  );
};

/** As the AWS command line names them, so that no secret is an argument. */
function s3Keys(
  env: Session["env"],
  { s3Region, s3Endpoint }: Pick<SellOptions, "s3Region" | "s3Endpoint">,
) {
  const { AWS_ACCESS_KEY_ID: id, AWS_SECRET_ACCESS_KEY: secret } = env;
  if (!id || !secret) {
    throw new UsageError("An s3:// address needs AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.");
  }
  const region = s3Region ?? env.AWS_REGION ?? "us-east-1";
  return {
    access_key_id: id,
    secret_access_key: secret,
    region,
    ...(s3Endpoint && { endpoint: s3Endpoint }),
  };
}

async function openDraft(
  { seller }: Session,
  options: SellOptions,
  fields: DraftBody,
): Promise<{ id: string }> {
  if (options.draft === undefined) return seller.call("createDraft", { body: fields });
  return seller.call("getListing", { params: { id: options.draft } });
}

async function draftFields(terminal: Terminal, options: SellOptions): Promise<DraftBody> {
  const { draft, category, price, license, tags, contract } = options;
  const plans = plansOf(options);
  const trial = trialOf(options);
  const file = (options.file ?? options.from ?? "").replace(/[?#].*$/, "");
  const name = basename(file, extname(file)).replaceAll(/[-_]+/g, " ");
  const isNew = draft === undefined;
  const title =
    options.title ?? (isNew ? await terminal.required("--title", "Title?", name) : name);
  const description =
    options.description ??
    (isNew
      ? await terminal.required("--description", "What is in it, and where does it come from?")
      : name);
  const asked =
    price ??
    Number((isNew ? await terminal.ask("Price in whole money, 0 for free?", "0") : null) ?? 0);
  if (!(asked >= 0)) throw new UsageError("--price is no amount.");
  return {
    title,
    description,
    price_cents: cents(asked),
    ...given({ category: category as DraftBody["category"], license, tags }),
    ...(contract && { contract: await readContract("--contract", contract) }),
    ...(plans.length > 0 && { plans }),
    ...(trial && { trial }),
  };
}

function trialOf({ trialRows: rows, trialPrice }: SellOptions): DraftBody["trial"] {
  if (rows === undefined && trialPrice === undefined) return null;
  if (rows !== undefined && trialPrice !== undefined)
    return { rows, price_cents: cents(trialPrice) };
  throw new UsageError("A trial needs both --trial-rows and --trial-price.");
}

function plansOf({ monthly, yearly, trialDays = 0 }: SellOptions): Plan[] {
  const plan = (interval: Plan["interval"], amount: number | undefined) =>
    amount === undefined ? [] : [{ interval, price_cents: cents(amount), trial_days: trialDays }];
  return [...plan("month", monthly), ...plan("year", yearly)];
}

/** Asks for the fields that prevent publishing. */
async function mend(terminal: Terminal, { seller }: Session, listing: Listing): Promise<Listing> {
  let mended = listing;
  for (const { pointer, code, detail } of listing.publish_blockers) {
    terminal.notice(`${code}: ${detail}`);
    const field = pointer.replace(/^\//, "");
    if (!["title", "description", "license", "category"].includes(field)) continue;
    const value = await terminal.ask(`${field}?`);
    if (!value) continue;
    mended = await seller.call("updateDraft", {
      params: { id: listing.id },
      body: { [field]: value },
    });
  }
  return mended;
}

const plainFacts = ({ title, price_cents, license, category }: DraftBody) => ({
  title,
  price: money(price_cents ?? 0),
  license,
  category,
});

const listingFacts = ({
  id,
  status,
  title,
  data_profile,
  offers,
  seller_receives,
  publish_blockers,
}: Listing) => ({
  listing: id,
  status,
  title,
  price: offers.text,
  "you get": seller_receives,
  format: data_profile.format,
  rows: data_profile.row_count,
  columns: data_profile.column_count,
  quality: data_profile.quality_score,
  sha256: data_profile.sha256,
  problem: data_profile.error?.detail,
  blocked: publish_blockers.map(({ detail }) => detail).join(" ") || null,
});
