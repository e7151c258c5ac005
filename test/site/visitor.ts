/** A person at the website of a real service, through a client that is not a browser. */
import type { OwnerActor } from "../../db/vocabulary/actor.ts";
import { beginSession } from "../../market/account/session/sessions.ts";
import { formToken, sealSession } from "../../platform/session.ts";
import type { TestApi } from "../support/api.ts";

export type Visitor = Awaited<ReturnType<typeof visitorOf>>;

/** A signed-in person: `open` gets a page, `submit` posts a form of the site. */
export async function visitorOf(api: TestApi, owner: OwnerActor) {
  const { SESSION_SECRET } = api.config;
  const { accountId, email, emailVerified } = owner;
  const sessionId = await beginSession(api.ctx, accountId, null);
  const session = { sessionId, accountId, email, emailVerified };
  const value = await sealSession(SESSION_SECRET, session, 3600, new Date());
  const token = formToken(SESSION_SECRET, value);
  const headers = { cookie: `dm_session=${value}`, "sec-fetch-site": "same-origin" };
  return {
    sessionId,
    headers,
    formToken: token,
    open: (path: string) => api.send("GET", path, { headers }),
    submit: (path: string, fields: Record<string, string> | [string, string][] = {}) => {
      const body = new URLSearchParams(fields);
      body.set("form_token", token);
      if (!body.has("once")) body.set("once", crypto.randomUUID());
      return api.send("POST", path, {
        headers: { ...headers, "content-type": "application/x-www-form-urlencoded" },
        body: body.toString(),
      });
    },
  };
}
