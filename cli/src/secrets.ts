/** Secrets by the service's address: in the keychain where there is one, else in a file of mode 600. */
import { spawn } from "node:child_process";
import { chmod, mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { dirname } from "node:path";

export type Secrets = {
  /** An API key. */
  key?: string;
  /** A seller agent's token. */
  agent?: string;
  oauth?: { clientId: string; access: string; refresh: string; expiresAt: number };
};

export type SecretStore = {
  where: string;
  read(service: string): Promise<Secrets>;
  write(service: string, secrets: Secrets): Promise<void>;
};

const label = "dataset-market";

/** `file` is used if no keychain answers, or `DATASET_MARKET_KEYCHAIN=off`. */
export async function openSecrets(
  file: string,
  env: Record<string, string | undefined>,
): Promise<SecretStore> {
  if (env.DATASET_MARKET_KEYCHAIN !== "off") {
    if (process.platform === "darwin") return macKeychain;
    const hasBus = env.DBUS_SESSION_BUS_ADDRESS !== undefined;
    if (hasBus && (await runs("secret-tool", ["search", "service", label]))) return secretService;
  }
  return fileStore(file);
}

const secretService: SecretStore = {
  where: "the system's keyring",
  async read(service) {
    const { code, text } = await run("secret-tool", [
      "lookup",
      "service",
      label,
      "address",
      service,
    ]);
    return code === 0 ? parse(text) : {};
  },
  async write(service, secrets) {
    const args = ["store", "--label", `${label} ${service}`, "service", label, "address", service];
    await demand(run("secret-tool", args, JSON.stringify(secrets)));
  },
};

/** `security -i` reads the command from stdin: arguments would be visible to other users. */
const macKeychain: SecretStore = {
  where: "the macOS keychain",
  async read(service) {
    const args = ["find-generic-password", "-s", label, "-a", service, "-w"];
    const { code, text } = await run("security", args);
    return code === 0 ? parse(Buffer.from(text.trim(), "base64url").toString()) : {};
  },
  async write(service, secrets) {
    const value = Buffer.from(JSON.stringify(secrets)).toString("base64url");
    const line = `add-generic-password -U -s ${label} -a ${JSON.stringify(service)} -w ${value}\n`;
    await demand(run("security", ["-i"], line));
  },
};

function fileStore(file: string): SecretStore {
  const readAll = async () =>
    parse(await readFile(file, "utf8").catch(() => "{}")) as Record<string, Secrets>;
  return {
    where: file,
    read: async (service) => (await readAll())[service] ?? {},
    async write(service, secrets) {
      const all = { ...(await readAll()), [service]: secrets };
      await mkdir(dirname(file), { recursive: true, mode: 0o700 });
      const own = `${file}.${process.pid}`;
      try {
        await writeFile(own, `${JSON.stringify(all, null, 2)}\n`, { mode: 0o600 });
        await chmod(own, 0o600);
        await rename(own, file);
      } finally {
        await rm(own, { force: true });
      }
    },
  };
}

function parse(text: string): Secrets {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? (value as Secrets) : {};
  } catch {
    return {};
  }
}

type Ended = { code: number; text: string };

function run(program: string, args: string[], input = ""): Promise<Ended> {
  return new Promise((resolve) => {
    const child = spawn(program, args, { stdio: ["pipe", "pipe", "ignore"], timeout: 10_000 });
    let text = "";
    child.stdout.on("data", (chunk) => {
      text += String(chunk);
    });
    child.on("error", () => resolve({ code: 127, text: "" }));
    child.on("close", (code) => resolve({ code: code ?? 1, text }));
    child.stdin.on("error", () => {});
    child.stdin.end(input);
  });
}

const runs = async (program: string, args: string[]) => (await run(program, args)).code <= 1;

async function demand(ended: Promise<Ended>): Promise<void> {
  if ((await ended).code !== 0) throw new Error("The keychain did not store the secret.");
}
