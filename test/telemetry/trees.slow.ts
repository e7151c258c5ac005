/** One call of an agent is one tree of spans, through every process that does a part of it. */
import { expect, setDefaultTimeout, test } from "bun:test";
import { forFile } from "../support/for-file.ts";
import { offer } from "../support/money.ts";
import { eventually } from "../support/stack.ts";
import { startReceiver } from "../support/webhooks.ts";
import type { CollectedSpan } from "./collector.ts";
import { startTraced } from "./processes.ts";

setDefaultTimeout(90_000);
const traced = await forFile(startTraced());
const { collector, money, url } = traced;
const receiver = await startReceiver();
await forFile(Promise.resolve({ close: () => receiver.stop() }));

const callersSpan = "00f067aa0ba902b7";
let traceCount = 0;

function newTraceparent(): { traceId: string; traceparent: string } {
  traceCount += 1;
  const traceId = `4bf92f3577b34da6a3ce929d0e0e${String(traceCount).padStart(4, "0")}`;
  return { traceId, traceparent: `00-${traceId}-${callersSpan}-01` };
}

async function call(method: string, path: string, token: string, body: unknown, traceparent = "") {
  const response = await fetch(url + path, {
    method,
    headers: {
      "content-type": "application/json",
      authorization: `Bearer ${token}`,
      ...(traceparent === "" ? {} : { traceparent }),
    },
    body: JSON.stringify(body),
  });
  const answer = (await response.json()) as Record<string, unknown>;
  expect([response.status < 300, answer]).toEqual([true, answer]);
  return { answer, traceparent: response.headers.get("traceparent") ?? "" };
}

const subscribe = (token: string) =>
  call("POST", "/webhooks", token, { url: `${receiver.url}/hook` });

const spansOf = (traceId: string) => collector.spans.filter((span) => span.traceId === traceId);

/** The names from the root down to a span. */
function pathOf(spans: CollectedSpan[], span: CollectedSpan): string[] {
  const parent = spans.find(({ spanId }) => spanId === span.parentSpanId);
  return [...(parent === undefined ? [] : pathOf(spans, parent)), span.name];
}

function expectOneTree(spans: CollectedSpan[], rootName: string): void {
  const roots = spans.filter(
    ({ parentSpanId }) => !spans.some(({ spanId }) => spanId === parentSpanId),
  );
  expect(roots.map(({ name, parentSpanId }) => [name, parentSpanId])).toEqual([
    [rootName, callersSpan],
  ]);
}

const pathsOf = (spans: CollectedSpan[]) =>
  spans.map(
    (span) => `${span.service.replace("dataset-market-", "")}: ${pathOf(spans, span).join(" > ")}`,
  );

async function eventuallyAll(traceId: string, paths: string[]): Promise<void> {
  await eventually(
    () => {
      const found = pathsOf(spansOf(traceId));
      const missing = paths.filter((path) => !found.includes(path));
      if (missing.length > 0) throw new Error(`${missing.join("\n")}\nof\n${found.join("\n")}`);
      return true;
    },
    { timeoutMs: 20_000 },
  );
}

/** Of all that was sent, lines and figures included. */
function expectNothingSecret(secrets: string[]): void {
  const sent = collector.bytes();
  expect(sent.length).toBeGreaterThan(1000);
  expect(secrets.filter((secret) => sent.includes(secret))).toEqual([]);
}

test("naming an uploaded file: API, relay, worker, child, store, webhook", async () => {
  const { sellerToken } = traced;
  await subscribe(sellerToken);
  const draft = await call("POST", "/listings/draft", sellerToken, {
    title: "Iris flowers",
    description: "Four measures of 150 flowers.",
  });
  const id = String(draft.answer.id);
  const urls = await call("POST", `/listings/${id}/upload-urls`, sellerToken, {});
  const full = urls.answer.full as { upload_url: string; path: string };
  await fetch(full.upload_url, {
    method: "PUT",
    body: "sepal,species\n5.1,setosa\n6.3,virginica\n",
  });
  const { traceId, traceparent } = newTraceparent();
  const patch = await call(
    "PATCH",
    `/listings/draft/${id}`,
    sellerToken,
    { full_data_path: full.path },
    traceparent,
  );
  expect(patch.traceparent).toMatch(new RegExp(`^00-${traceId}-[0-9a-f]{16}-01$`));

  const hook = await eventually(
    () => receiver.received.find(({ event }) => event.type === "listing.sample_ready"),
    { timeoutMs: 60_000 },
  );
  const sent = await eventually(() => spansOf(traceId).find(({ name }) => name === "POST webhook"));
  expect(String(hook.headers.traceparent)).toBe(`00-${traceId}-${sent.spanId}-01`);
  const root = "PATCH /listings/draft/:id";
  const sentJob = `${root} > transaction > send jobs.profile`;
  const job = `${sentJob} > process jobs.profile`;
  await eventuallyAll(traceId, [
    `api: ${root}`,
    `api: ${root} > store admit`,
    `worker-all: ${sentJob}`,
    `worker-all: ${job}`,
    `worker-all: ${job} > store read`,
    `worker-all: ${job} > child profile`,
    `worker-all: ${job} > child twin`,
    `worker-all: ${job} > store write`,
    `worker-all: ${job} > transaction > send events.published > process events.published`,
    `worker-all: ${job} > transaction > POST webhook`,
  ]);
  const spans = spansOf(traceId);
  expectOneTree(spans, root);
  const child = spans.find(({ name }) => name === "child profile");
  const phases = spans.filter(({ parentSpanId }) => parentSpanId === child?.spanId);
  expect(phases.map(({ name }) => name.replace(/ \w+$/, ""))).toContain("child profile");
  expect(child?.attributes["market.child.peak_rss_bytes"]).toBeGreaterThan(30_000_000);
  expectNothingSecret([sellerToken, full.upload_url, "expires="]);
});

test("a purchase: API, provider, relay, worker, webhooks of both sides", async () => {
  const { buyer } = money;
  await subscribe(buyer.token);
  const datasetId = await offer(money.api, money.seller);
  const { traceId, traceparent } = newTraceparent();
  const bought = await call(
    "POST",
    `/datasets/${datasetId}/buy`,
    buyer.token,
    { payment_method_id: buyer.cardId },
    traceparent,
  );
  expect(bought.answer.status).toBe("in_escrow");
  const root = "POST /datasets/:id/buy";
  await eventuallyAll(traceId, [
    `api: ${root} > stripe createIntent`,
    `api: ${root} > stripe confirmIntent`,
    `worker-all: ${root} > transaction > send jobs.mail > process jobs.mail > mail send`,
    `worker-all: ${root} > transaction > send events.published > process events.published`,
    `worker-all: ${root} > transaction > POST webhook`,
  ]);
  expectOneTree(spansOf(traceId), root);
  const span = spansOf(traceId).find(({ name }) => name === root);
  expect(span?.attributes).toMatchObject({
    "http.request.method": "POST",
    "http.route": "/datasets/:id/buy",
    "http.response.status_code": 201,
  });
  const { buyer: who, seller } = money;
  expectNothingSecret([who.token, who.owner.email, seller.owner.email, receiver.url]);
});
