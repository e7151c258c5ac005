/**
 * Webhooks on the website: access, the effect of each button, and the message for a faulty form.
 */
import { afterAll, describe, expect, test } from "bun:test";
import { Webhook } from "standardwebhooks";
import type { OwnerActor } from "../../db/vocabulary/actor.ts";
import { revokeApiKey } from "../../market/account/revoke-api-key.ts";
import { testMarket } from "../support/market.ts";
import { newKey, newOwner } from "../support/operators.ts";
import {
  answering,
  deliverDue,
  deliveriesOf,
  readWebhook,
  startReceiver,
} from "../support/webhooks.ts";
import { type Visitor, visitorOf } from "./visitor.ts";

const [market, receiver] = await Promise.all([testMarket(), startReceiver()]);
afterAll(() => receiver.stop());

type Keeper = Visitor & { owner: OwnerActor; keyId: string };

/** A person with a new account and one key. */
async function newKeeper(): Promise<Keeper> {
  const owner = await newOwner(market.api);
  const { key } = await newKey(market.api, owner);
  return { ...(await visitorOf(market.api, owner)), owner, keyId: key.id };
}

/** Creates a webhook with the form; returns its id and the secret shown on the next page. */
async function make(keeper: Keeper, path: string): Promise<{ id: string; secret: string }> {
  const fields = { url: `${receiver.url}${path}`, api_key_id: keeper.keyId };
  const { status, headers } = await keeper.submit("/account/webhooks/new", fields);
  expect(status).toBe(303);
  const shownAt = headers.get("location") ?? "";
  const { text } = await keeper.open(shownAt);
  return {
    id: /webhooks\/([0-9a-f-]{36})\/secret$/.exec(shownAt)?.[1] ?? "",
    secret: secretIn(text),
  };
}

const secretIn = (text: string) => /whsec_[\w+/=]+/.exec(text)?.[0] ?? "";
const received = (path: string) => receiver.received.filter((one) => one.path === path);

describe("a webhook", () => {
  test("is made, tested and seen in the log; its secret verifies, and is shown once", async () => {
    const keeper = await newKeeper();
    const { id, secret } = await make(keeper, "/tested");
    const path = `/account/webhooks/${id}`;
    const tested = await keeper.submit(`${path}/test`);
    expect(tested.headers.get("location")).toBe(`${path}?done=webhook_tested`);
    await deliverDue(market.api);
    const [call] = received("/tested");
    expect(call?.event.type).toBe("webhook.test");
    const headers = call?.headers as Record<string, string>;
    expect(() => new Webhook(secret).verify(call?.body ?? "", headers)).not.toThrow();

    const { text } = await keeper.open(path);
    expect(text).toMatch(/webhook\..*Delivered.*1 try.*Answered 204/s);
    for (const page of ["", `/${id}`, `/${id}/edit`]) {
      expect((await keeper.open(`/account/webhooks${page}`)).text).not.toContain("whsec_");
    }
    expect((await keeper.open("/account/audit")).text).toContain("Webhook created");
  });

  test("shows what failed and when it is tried next, and tries again at a press", async () => {
    const keeper = await newKeeper();
    const { id } = await make(keeper, "/failing");
    const path = `/account/webhooks/${id}`;
    receiver.behave((one, response) =>
      answering(one.path === "/failing" ? 503 : 204, "<b data-hostile>busy</b>")(one, response),
    );
    await keeper.submit(`${path}/test`);
    await deliverDue(market.api);
    const failed = await keeper.open(path);
    expect(failed.text).toMatch(/Failing.*Waiting.*answered 503.*&lt;b data-hostile&gt;busy/s);
    expect(failed.text).not.toContain("<b data-hostile");
    const [delivery] = await deliveriesOf(market.api.db, id);
    expect(failed.text).toContain(`datetime="${delivery?.dueAt?.toISOString()}"`);
    expect((await keeper.open(`${path}?status=delivered`)).text).toContain("No delivery is in");

    receiver.behave(answering(204));
    const retried = await keeper.submit(`${path}/deliveries/${delivery?.id}/retry`);
    expect(retried.headers.get("location")).toBe(`${path}?done=delivery_retried`);
    await deliverDue(market.api);
    expect((await keeper.open(path)).text).toMatch(/Active.*Delivered.*Answered 204/s);
  });

  test("is disabled, enabled, given another secret and deleted", async () => {
    const keeper = await newKeeper();
    const { id, secret } = await make(keeper, "/changed");
    const path = `/account/webhooks/${id}`;
    await keeper.submit(`${path}/state`, { enabled: "no" });
    expect((await keeper.open(path)).text).toContain("You disabled it.");
    expect((await keeper.submit(`${path}/test`)).status).toBe(409);
    expect((await keeper.submit(`${path}/state`, { enabled: "maybe" })).status).toBe(400);
    await keeper.submit(`${path}/state`, { enabled: "yes" });
    expect((await readWebhook(market.api.db, id)).disabledAt).toBe(null);

    const rotated = await keeper.submit(`${path}/rotate`);
    const shown = await keeper.open(rotated.headers.get("location") ?? "");
    expect(secretIn(shown.text)).toMatch(/^whsec_/);
    expect(secretIn(shown.text)).not.toBe(secret);
    expect((await keeper.open(path)).text).toContain("also signs until");

    const edit = { url: `${receiver.url}/elsewhere`, api_key_id: keeper.keyId, description: "New" };
    await keeper.submit(`${path}/edit`, { ...edit, types: "bid.outbid" });
    expect(await readWebhook(market.api.db, id)).toMatchObject({
      url: `${receiver.url}/elsewhere`,
      description: "New",
      types: ["bid.outbid"],
    });
    const gone = await keeper.submit(`${path}/delete`);
    expect(gone.headers.get("location")).toBe("/account/webhooks?done=webhook_deleted");
    expect((await keeper.open(path)).status).toBe(404);
  });

  test("whose key has ended says so, does nothing, and lives on with another key", async () => {
    const keeper = await newKeeper();
    const { api } = market;
    const { id } = await make(keeper, "/revived");
    const path = `/account/webhooks/${id}`;
    await revokeApiKey(api.ctx, keeper.owner, keeper.keyId);
    const ended = await keeper.open(path);
    expect(ended.text).toContain("Its API key has ended");
    expect(ended.text).not.toContain("Send a test");
    expect((await keeper.submit(`${path}/test`)).status).toBe(409);
    expect((await keeper.open("/account/webhooks/new")).text).toContain("has none");
    expect((await keeper.open(`${path}/edit`)).text).toContain("has none");

    const { key } = await newKey(api, keeper.owner);
    await keeper.submit(`${path}/edit`, { url: `${receiver.url}/revived`, api_key_id: key.id });
    expect((await keeper.submit(`${path}/test`)).status).toBe(303);
    await deliverDue(api);
    expect(received("/revived")).toHaveLength(1);
  });

  test("of an own agent is seen and ended by its owner, and hangs on no key", async () => {
    const { api, seller } = market;
    const body = { url: `${receiver.url}/agent`, description: "of the agent" };
    const made = await api.send("POST", "/webhooks", { token: seller.token, body });
    const person = await visitorOf(api, seller.owner);
    const path = `/account/webhooks/${made.body.id}`;
    expect((await person.open("/account/webhooks")).text).toMatch(/of the agent.*your agent/s);
    expect((await person.open(`${path}/edit`)).text).not.toContain("api_key_id");
    await person.submit(`${path}/edit`, { url: `${receiver.url}/agent-2` });
    await person.submit(`${path}/test`);
    await deliverDue(api);
    expect(received("/agent-2")).toHaveLength(1);
    await person.submit(`${path}/state`, { enabled: "no" });
    const seen = await api.send("GET", `/webhooks/${made.body.id}`, { token: seller.token });
    expect(seen.body).toMatchObject({ enabled: false, disabled_reason: "by_request" });
  });
});

describe("a webhook of others", () => {
  test("is 404 for every page and form, and stays as it was", async () => {
    const keeper = await newKeeper();
    const stranger = await newKeeper();
    const { id } = await make(keeper, "/private-hook");
    const before = await readWebhook(market.api.db, id);
    const path = `/account/webhooks/${id}`;
    const edit = { url: `${receiver.url}/stolen`, api_key_id: stranger.keyId };
    const seen = [
      await stranger.open(path),
      await stranger.open(`${path}/edit`),
      await stranger.submit(`${path}/edit`, edit),
      await stranger.submit(`${path}/state`, { enabled: "no" }),
      await stranger.submit(`${path}/test`),
      await stranger.submit(`${path}/rotate`),
      await stranger.submit(`${path}/delete`),
      await stranger.submit(`${path}/deliveries/${id}/retry`),
      await stranger.open("/account/webhooks/not-an-id"),
    ];
    for (const { status, text } of seen) {
      expect(status).toBe(404);
      expect(text).not.toContain("/private-hook");
    }
    expect((await stranger.open("/account/webhooks")).text).toContain("No webhook yet");
    expect(await readWebhook(market.api.db, id)).toEqual(before);
  });
});

describe("a faulty form", () => {
  test("comes back as it was typed, with the fault at its field, and makes nothing", async () => {
    const keeper = await newKeeper();
    const other = await newKeeper();
    const url = `${receiver.url}/never`;
    const faults: [Record<string, string>, string][] = [
      [{ url: "agents.example.com" }, "Enter a full URL"],
      [{ url: "https://10.0.0.1/in" }, "The address names an address that is not public."],
      [{ url: "https://ada:secret@agents.example.com" }, "a user name or a password"],
      [{ url, types: "no.such_event" }, "types-error"],
      [{ url, api_key_id: other.keyId }, "Choose an active key with the scope “read”."],
      [{ url, description: "x".repeat(201) }, "description-error"],
    ];
    for (const [fields, said] of faults) {
      const { api_key_id = keeper.keyId, description = `"<i data-hostile>` } = fields;
      const typed = { ...fields, api_key_id, description };
      const answer = await keeper.submit("/account/webhooks/new", typed);
      expect([said, answer.status]).toEqual([said, 400]);
      expect(answer.text).toContain(said);
      expect(answer.text).toContain(`value="${fields.url}"`);
      expect(answer.text).not.toContain("<i data-hostile");
    }
    expect((await keeper.open("/account/webhooks")).text).toContain("No webhook yet");
  });

  test("of an eleventh webhook says that there are ten at most", async () => {
    const keeper = await newKeeper();
    for (let made = 0; made < 10; made += 1) await make(keeper, `/many-${made}`);
    const fields = { url: `${receiver.url}/many-10`, api_key_id: keeper.keyId };
    const answer = await keeper.submit("/account/webhooks/new", fields);
    expect(answer.status).toBe(400);
    expect(answer.text).toContain("10 webhooks at most");
  });
});
