/** A person at the consent page of a real authorisation server, with their own browser. */
import * as openid from "openid-client";
import type { OwnerActor } from "../../../db/vocabulary/actor.ts";
import { ask, registerClient } from "../../api/oauth/support.ts";
import type { TestApi } from "../../support/api.ts";
import { newOwner } from "../../support/operators.ts";
import { visitorOf } from "../visitor.ts";
import { formOf } from "./support.ts";

export const scope = "read purchase sell";

export type Person = Awaited<ReturnType<typeof newPerson>>;

/** `owner` and `config`: an existing account and program. */
export async function newPerson(
  api: TestApi,
  given: { owner?: OwnerActor; config?: openid.Configuration } = {},
) {
  const owner = given.owner ?? (await newOwner(api));
  const config = given.config ?? (await registerClient(api));
  const visitor = await visitorOf(api, owner);
  return { owner, config, visitor, asked: await ask(config, { scope }) };
}

/** The session's cookie and those of the browser that began the request. */
export function headersOf({ visitor, asked }: Person): Record<string, string> {
  const own = asked.browser.request(asked.page).headers.get("cookie") ?? "";
  return { ...visitor.headers, cookie: `${visitor.headers.cookie}; ${own}` };
}

/** Submits the unchanged form with consent. */
export function allow(person: Person, more: Record<string, string> = {}): Promise<Response> {
  const body = new URLSearchParams(formOf(more));
  body.set("form_token", person.visitor.formToken);
  return fetch(person.asked.page, {
    method: "POST",
    redirect: "manual",
    headers: { ...headersOf(person), "content-type": "application/x-www-form-urlencoded" },
    body: body.toString(),
  });
}

/** After the decision: back to the program, which gets its tokens. */
export async function goBack(person: Person) {
  const { asked, config } = person;
  const done = await fetch(`${asked.page}/done`, { headers: headersOf(person) });
  const [, location = ""] = (await done.text()).match(/content="0; url=([^"]+)"/) ?? [];
  const answer = await asked.browser.get(location.replaceAll("&amp;", "&"));
  const callback = new URL(answer.headers.get("location") ?? location);
  const checks = { pkceCodeVerifier: asked.verifier, expectedState: "a-state" };
  return openid.authorizationCodeGrant(config, callback, checks);
}
