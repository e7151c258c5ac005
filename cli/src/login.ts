import type { Act } from "./act.ts";
import { UsageError } from "./exit-codes.ts";
import { openBrowser, signIn } from "./oauth.ts";

type LoginOptions = { key?: string | true; seller?: string; name?: string; browser?: boolean };

/** By browser; `--key` takes an API key, `--seller` registers a seller agent and waits for its owner. */
export const login: Act<LoginOptions> = async (at, options) => {
  const { session, terminal } = at;
  if (options.seller !== undefined) return loginAgent(at, options);
  if (options.key !== undefined) {
    const given = options.key === true ? await terminal.ask("API key?") : options.key;
    if (!given) throw new UsageError("Give the key: login --key <key>");
    await session.save({ ...session.secrets, key: given });
    const operator = await session.buyer.call("readOperator", {});
    await session.remember();
    terminal.result(
      { key: operator.key },
      () => `Stored the key "${operator.key.name}" in ${session.store.where}.`,
    );
    return;
  }
  const show = (url: string) => {
    terminal.notice(`Open this address, sign in and set the limits:\n${url}`);
    if (options.browser !== false && terminal.mode === "person") openBrowser(url);
  };
  const oauth = await signIn(session.baseUrl, show, terminal.signal);
  await session.save({ ...session.secrets, oauth });
  await session.remember();
  terminal.result(
    { connected: session.baseUrl },
    () => `Connected to ${session.baseUrl}. Secrets are in ${session.store.where}.`,
  );
};

const loginAgent: Act<LoginOptions> = async ({ session, terminal }, { seller: email, name }) => {
  const known = session.secrets.agent;
  if (known === undefined) {
    const body = { owner_email: email ?? "", ...(name === undefined ? {} : { agent_name: name }) };
    const { token } = await session.seller.call("registerAgent", { body });
    if (token === undefined)
      throw new UsageError("This agent exists, and its token was given before.");
    await session.save({ ...session.secrets, agent: token });
    await session.remember();
  }
  terminal.notice(`${email} has a mail with a link: approve the agent there. Waiting …`);
  for (;;) {
    const me = await session.seller.call("readAgent", {});
    if (me.verified) {
      terminal.result(
        me,
        () => `${me.agent_name} may sell. Its token is in ${session.store.where}.`,
      );
      return;
    }
    await new Promise((resolve, reject) => {
      const timer = setTimeout(resolve, 5000);
      terminal.signal.addEventListener("abort", () => {
        clearTimeout(timer);
        reject(terminal.signal.reason);
      });
    });
  }
};

export const logout: Act<object> = async ({ session, terminal }) => {
  const { oauth } = session.secrets;
  if (oauth !== undefined) {
    const body = new URLSearchParams({ token: oauth.refresh, client_id: oauth.clientId });
    await fetch(`${session.baseUrl}/oauth/revoke`, { method: "POST", body });
  }
  await session.save({});
  terminal.result({ connected: null }, () => `Removed the secrets of ${session.baseUrl}.`);
};
