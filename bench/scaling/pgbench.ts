/** Transactions by pgbench, which Debian's Postgres brings along. */

type Load = {
  /** The script of one transaction. */
  file: string;
  seconds: number;
  clients: number;
  /** What each of its sessions sets, as `PGOPTIONS` has it. */
  sessionOptions?: string;
  more?: readonly string[];
};

/** Transactions a second. Rejects with what pgbench said where it has no figure. */
export async function transactionRate(url: string, load: Load): Promise<number> {
  const { file, seconds, clients, sessionOptions, more = [] } = load;
  const options = ["-n", "-f", file, "-T", `${seconds}`, "-c", `${clients}`, "-j", "2", ...more];
  const run = Bun.spawn(["pgbench", ...options, url], {
    env: { ...process.env, ...(sessionOptions !== undefined && { PGOPTIONS: sessionOptions }) },
    stdout: "pipe",
    stderr: "pipe",
  });
  const output = await new Response(run.stdout).text();
  const rate = /tps = ([\d.]+)/.exec(output)?.[1];
  if (rate === undefined) throw new Error(await new Response(run.stderr).text());
  return Number(rate);
}
