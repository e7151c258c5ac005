/**
 * Ceph's S3 gateway on loopback with one monitor and one in-memory store: a real S3 server that
 * checks signatures. The storage tests start it; by hand: `bun test/support/radosgw/radosgw.ts`.
 */
import { randomBytes, randomUUID } from "node:crypto";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { freePort } from "../../../dev/parts/ports.ts";
import { type RunningProcess, startProcess, untilReady } from "../../../dev/parts/process.ts";
import { createS3Bucket } from "../../../platform/storage/s3.ts";
import { type CephBinaries, run, unpackCeph } from "./radosgw-packages.ts";

const READY_TIMEOUT_MS = 60_000;

export type RadosgwOptions = {
  /** Emptied at the start: the objects are in memory, so nothing here outlives the process. */
  dataDir: string;
  /** Keeps the unpacked packages for the next start. */
  cacheDir?: string;
  bucket?: string;
  onProgress?: (line: string) => void;
};

export type StartedRadosgw = {
  endpoint: string;
  region: string;
  bucket: string;
  accessKeyId: string;
  secretAccessKey: string;
  /**
   * Kills the gateway with SIGKILL and starts another at its address; the stored objects survive.
   */
  killAndRestart(): Promise<void>;
  stop(): Promise<void>;
};

/** Starts the gateway with a user and an empty bucket (1 s once the packages are unpacked). */
export async function startRadosgw(options: RadosgwOptions): Promise<StartedRadosgw> {
  const cacheDir = resolve(options.cacheDir ?? ".data/cache/ceph");
  const ceph = await unpackCeph(cacheDir, options.onProgress);
  const dataDir = resolve(options.dataDir);
  rmSync(dataDir, { recursive: true, force: true });
  for (const name of ["mon", "osd", "rgw"]) mkdirSync(join(dataDir, name), { recursive: true });

  const port = await freePort();
  const endpoint = `http://127.0.0.1:${port}`;
  const bootstrap = { ceph, dataDir, monitorAddress: `v2:127.0.0.1:${await freePort()}` };
  writeFileSync(join(dataDir, "ceph.conf"), configuration(bootstrap, randomUUID(), port));
  await makeCluster(bootstrap);

  const started: RunningProcess[] = [];
  const stop = async () => {
    await Promise.all(started.toReversed().map((child) => child.stop()));
    rmSync(dataDir, { recursive: true, force: true });
  };
  const start = (name: string, ...args: string[]) => {
    const child = startDaemon(bootstrap, name, args);
    started.push(child);
    return child;
  };
  try {
    start("ceph-mon", "--id", "a", "--public-addr", bootstrap.monitorAddress);
    start("ceph-osd", "--id", "0");
    const startGateway = async () => {
      const child = start("radosgw", "--name", "client.admin");
      await untilReady(child, () => answers(endpoint), READY_TIMEOUT_MS);
      return child;
    };
    let gateway = await startGateway();
    const killAndRestart = async () => {
      await gateway.stop();
      gateway = await startGateway();
    };
    const keys = await createUser(bootstrap);
    const bucket = options.bucket ?? "dataset-market";
    const access = { endpoint, region: "us-east-1", bucket, ...keys };
    await createS3Bucket({ kind: "s3", publicEndpoint: undefined, etagsAreMd5: true, ...access });
    return { ...access, killAndRestart, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

type Bootstrap = { ceph: CephBinaries; dataDir: string; monitorAddress: string };

/** The in-memory store has no state worth a clean stop, which would take 6 s. */
function startDaemon({ ceph, dataDir }: Bootstrap, name: string, args: string[]): RunningProcess {
  return startProcess({
    name,
    command: ceph.command(name, "--conf", join(dataDir, "ceph.conf"), ...args, "--foreground"),
    logFile: join(dataDir, `${name}.out`),
    cwd: dataDir,
    deathSignal: "KILL",
    stopSignal: "SIGKILL",
  });
}

/**
 * Creates keys, the monitor's store and the object store's folder. The monitor gets a finished map
 * with one object store, which avoids the `ceph` command (Python) that usually registers it.
 */
async function makeCluster({ ceph, dataDir, monitorAddress }: Bootstrap): Promise<void> {
  const conf = ["--conf", join(dataDir, "ceph.conf")];
  const call = (program: string, ...args: string[]) =>
    run(ceph.command(program, ...conf, ...args), dataDir);
  const everything = ["--cap", "mon", "allow *", "--cap", "osd", "allow *"];
  await call("ceph-authtool", "keyring", "--create-keyring", "--gen-key", "-n", "mon.");
  await call("ceph-authtool", "keyring", "-n", "mon.", "--cap", "mon", "allow *");
  for (const name of ["client.admin", "osd.0"]) {
    await call("ceph-authtool", "keyring", "--gen-key", "-n", name, ...everything);
  }
  await call("monmaptool", "--create", "--addv", "a", `[${monitorAddress}]`, "monmap");
  await call("osdmaptool", "--createsimple", "1", "osdmap");
  const maps = ["--monmap", "monmap", "--osdmap", "osdmap", "--keyring", "keyring"];
  await call("ceph-mon", "--mkfs", "--id", "a", ...maps);
  await call("ceph-osd", "--mkfs", "--no-mon-config", "--id", "0", "--osd-uuid", randomUUID());
}

/** With short `paxos` times, creating a pool takes 20 ms instead of one second. */
function configuration({ ceph, dataDir, monitorAddress }: Bootstrap, id: string, port: number) {
  const settings = {
    fsid: id,
    "mon host": monitorAddress,
    "public addr": "127.0.0.1",
    "cluster addr": "127.0.0.1",
    "ms bind ipv6": "false",
    keyring: join(dataDir, "keyring"),
    "run dir": dataDir,
    "admin socket": "",
    "log file": join(dataDir, "$name.log"),
    "mon cluster log file": join(dataDir, "cluster.log"),
    "mon data": join(dataDir, "mon"),
    "mon data avail crit": "1",
    "paxos propose interval": "0.02",
    "paxos min wait": "0.01",
    "osd data": join(dataDir, "osd"),
    "osd objectstore": "memstore",
    "memstore device bytes": "8G",
    "memstore page set": "true",
    "osd pool default size": "1",
    "osd pool default min size": "1",
    "osd pool default pg num": "1",
    "osd pool default pgp num": "1",
    "osd pool default pg autoscale mode": "off",
    "mon allow pool size one": "true",
    "mon max pg per osd": "1000",
    "osd crush chooseleaf type": "0",
    "plugin dir": join(ceph.libraryDir, "ceph"),
    "erasure code dir": join(ceph.libraryDir, "ceph/erasure-code"),
    "osd class dir": join(ceph.libraryDir, "rados-classes"),
    "rgw data": join(dataDir, "rgw"),
    "rgw frontends": `beast endpoint=127.0.0.1:${port}`,
    "rgw gc obj min wait": "1",
  };
  const lines = Object.entries(settings).map(([name, value]) => `${name} = ${value}`);
  return `[global]\n${lines.join("\n")}\n`;
}

async function answers(endpoint: string): Promise<boolean> {
  try {
    return (await fetch(endpoint, { signal: AbortSignal.timeout(2000) })).ok;
  } catch {
    return false;
  }
}

async function createUser({ ceph, dataDir }: Bootstrap) {
  const accessKeyId = randomBytes(10).toString("hex").toUpperCase();
  const secretAccessKey = randomBytes(20).toString("hex");
  const keys = ["--access-key", accessKeyId, "--secret-key", secretAccessKey];
  const user = ["--uid", "market", "--display-name", "Dataset market"];
  const conf = ["--conf", join(dataDir, "ceph.conf")];
  await run(ceph.command("radosgw-admin", ...conf, "user", "create", ...user, ...keys), dataDir);
  return { accessKeyId, secretAccessKey };
}

if (import.meta.main) {
  const started = await startRadosgw({ dataDir: ".data/radosgw", onProgress: console.error });
  console.log(`S3_ENDPOINT=${started.endpoint}`);
  console.log(`S3_BUCKET=${started.bucket}`);
  console.log(`S3_ACCESS_KEY_ID=${started.accessKeyId}`);
  console.log(`S3_SECRET_ACCESS_KEY=${started.secretAccessKey}`);
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.on(signal, () => void started.stop().then(() => process.exit(0)));
  }
}
