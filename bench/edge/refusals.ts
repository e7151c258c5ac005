/**
 * What a refusal by the rate limiter costs beside what it refuses: a dataset's detail that is held,
 * answered by one API and refused by another, in turn, in one run, behind one proxy, at the log level of
 * production. `bun bench/edge/refusals.ts [seconds] [rounds]`.
 */
import { makeCsv } from "../parts/make-csv.ts";
import { publishFile } from "../parts/upload-file.ts";
import { callAgainAndAgain } from "../parts/wrk.ts";
import { processorMs } from "../processor-time.ts";
import { makeVerifiedAgent, startStack, untilWarm } from "../stack.ts";

const [seconds = 1, rounds = 15] = process.argv.slice(2).map(Number);
const fileBytes = 100_000;
const headers = { "x-forwarded-for": "203.0.113.9" };

type Speed = { perSecond: number; cpuUs: number };

const median = (values: number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;

const stack = await startStack({ logLevel: "info", variables: { TRUSTED_PROXY_HOPS: "1" } });
try {
  const agent = await makeVerifiedAgent(stack.database, stack.baseUrl);
  const path = `/datasets/${await publishFile(agent, "Read", makeCsv(fileBytes, 1))}`;
  const apis = [
    { name: "answered", api: await stack.startApi({}), isRefused: false },
    {
      name: "refused",
      api: await stack.startApi({ RATE_LIMIT_PUBLIC_PER_MINUTE: "10" }),
      isRefused: true,
    },
  ].map((one) => ({ ...one, speeds: [] as Speed[] }));
  for (const { api } of apis) await untilWarm(api.url);
  // What is compiled and held after the first round, and who has calls left then, is not measured.
  for (let round = 0; round <= rounds; round += 1) {
    for (const { name, api, isRefused, speeds } of apis) {
      const before = processorMs([api.pid]);
      const { calls, refused, perSecond } = callAgainAndAgain({
        url: api.url + path,
        headers,
        seconds,
      });
      if (round === 0) continue;
      const wanted = isRefused ? calls : 0;
      // A window may begin anew within a round: then it lets its ten calls pass.
      if (Math.abs(refused - wanted) > 10) throw new Error(`${name}: ${refused} of ${calls}`);
      speeds.push({ perSecond, cpuUs: ((processorMs([api.pid]) - before) * 1000) / calls });
    }
  }
  for (const { name, speeds } of apis) {
    const cpuUs = median(speeds.map((speed) => speed.cpuUs)).toFixed(1);
    const perSecond = Math.round(median(speeds.map((speed) => speed.perSecond)));
    process.stdout.write(`${name}: ${cpuUs} µs of processor time, ${perSecond}/s\n`);
  }
} finally {
  await stack.stop();
}
