/** The service that a command talks to, and the credentials for it. */
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import envPaths from "env-paths";
import { Market } from "../../sdk/src/node.ts";
import { refreshTokens } from "./oauth.ts";
import { openSecrets, type SecretStore, type Secrets } from "./secrets.ts";

const LOCAL_URL = "http://localhost:4000";
const EXPIRY_MARGIN_MS = 60_000;

export type Session = {
  baseUrl: string;
  env: Record<string, string | undefined>;
  configFile: string;
  store: SecretStore;
  secrets: Secrets;
  /** As a buyer. */
  buyer: Market;
  /** As a seller agent. */
  seller: Market;
  /** The seller agent if it is asked for, or if there is no credential of a buyer. */
  party(asked: { seller?: boolean | undefined }): Market;
  save(secrets: Secrets): Promise<void>;
  /** Makes the address the default of later commands. */
  remember(): Promise<void>;
};

type Config = { base_url?: string };

export async function openSession(
  env: Record<string, string | undefined>,
  given: { url?: string; own?: string | undefined },
): Promise<Session> {
  const dir = env.DATASET_MARKET_CONFIG_DIR ?? envPaths("dataset-market", { suffix: "" }).config;
  const configFile = join(dir, "config.json");
  const config = await readConfig(configFile);
  const asked = given.url ?? env.DATASET_MARKET_URL ?? given.own ?? config.base_url ?? LOCAL_URL;
  const baseUrl = asked.replace(/\/+$/, "");
  const store = await openSecrets(join(dir, "secrets.json"), env);
  const session = { secrets: await store.read(baseUrl) };
  const save = async (secrets: Secrets) => {
    session.secrets = secrets;
    await store.write(baseUrl, secrets);
  };
  const accessToken = async () => {
    const { oauth } = session.secrets;
    if (oauth === undefined || oauth.expiresAt - Date.now() > EXPIRY_MARGIN_MS)
      return oauth?.access;
    const renewed = await refreshTokens(baseUrl, oauth);
    await save({ ...session.secrets, oauth: renewed });
    return renewed.access;
  };
  const marketOf = (name: string, kind: "key" | "agent", headers: Record<string, string> = {}) =>
    new Market({
      baseUrl,
      headers,
      token: async () => env[name] ?? session.secrets[kind] ?? (await accessToken()),
    });
  const buyer = marketOf("DATASET_MARKET_KEY", "key");
  const seller = marketOf("DATASET_MARKET_AGENT_TOKEN", "agent", { "act-as": "seller" });
  const isOnlySeller = () => {
    const { key, oauth, agent } = session.secrets;
    const isBuyer = (env.DATASET_MARKET_KEY ?? key ?? oauth) !== undefined;
    return !isBuyer && (env.DATASET_MARKET_AGENT_TOKEN ?? agent) !== undefined;
  };
  return {
    baseUrl,
    env,
    configFile,
    store,
    get secrets() {
      return session.secrets;
    },
    buyer,
    seller,
    party: (asked) => (asked.seller === true || isOnlySeller() ? seller : buyer),
    save,
    async remember() {
      await mkdir(dirname(configFile), { recursive: true, mode: 0o700 });
      await writeFile(configFile, `${JSON.stringify({ ...config, base_url: baseUrl }, null, 2)}\n`);
    },
  };
}

async function readConfig(file: string): Promise<Config> {
  try {
    return JSON.parse(await readFile(file, "utf8")) as Config;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return {};
    throw new Error(`${file} cannot be read: ${(error as Error).message}`);
  }
}
