/**
 * The cases of `cases.ts` for components that are full, unreachable or behind, and for work waiting
 * on them.
 */
import type { AlertCase } from "./alert-case.ts";

const api = 'service="api"';
const requests = `http_request_duration_seconds_count{${api}`;
const query = `${requests}, method="POST", route="/datasets/:id/query"`;
const put = `${requests}, method="PUT", route="/storage/*"`;
const unreadable = 'market_webhook_tries_total{outcome="unreadable"}';
const tries = 'market_job_tries_bucket{subject="jobs.profile"';
const owed = 'market_ledger_balance_cents{account="seller_payable", currency="usd"}';

export const casesOfParts: Record<string, AlertCase> = {
  StoreFull: {
    fires: {
      series: { [`${put}, status="507"}`]: "_x20 1x40" },
      at: "22m",
      summary: "The file store has no room for sellers' uploads.",
    },
    quiet: [
      { series: { [`${put}, status="507"}`]: "_x20 1x40" }, at: "40m" },
      { series: { [`${put}, status="413"}`]: "0+5x60" }, at: "30m" },
    ],
  },
  QueriesUnavailable: {
    fires: {
      series: { [`${query}, status="200"}`]: "0+30x30", [`${query}, status="503"}`]: "0+10x30" },
      at: "12m",
      summary: "25% of dataset queries are not answered.",
    },
    quiet: [
      {
        series: { [`${query}, status="200"}`]: "0+30x30", [`${query}, status="400"}`]: "0+10x30" },
        at: "12m",
      },
    ],
  },
  TimeDiffers: {
    fires: {
      series: {
        'market_time_difference_seconds{service="worker-clock", instance="a"}': "0.01x60",
        'market_time_difference_seconds{service="worker-clock", instance="b"}': "0.01x10 -3600x50",
      },
      at: "12m",
      labels: { service: "worker-clock", instance: "b" },
      summary: "The clock of worker-clock at b is 1h 0m 0s off the database's.",
    },
    quiet: [
      {
        series: {
          'market_time_difference_seconds{service="worker-clock", instance="b"}':
            "9x10 NaN NaN 9x60",
        },
        at: "20m",
      },
    ],
  },
  ReplicaBehind: {
    fires: {
      series: {
        [`market_replica_behind_seconds{${api}, replica="0", instance="a"}`]: "0.2x60",
        [`market_replica_behind_seconds{${api}, replica="1", instance="a"}`]: "0.2x10 -1x60",
      },
      at: "20m",
      labels: { replica: "1" },
      summary: "The replica 1 is away or too far behind; the primary takes over its reads.",
    },
    quiet: [
      {
        series: {
          [`market_replica_behind_seconds{${api}, replica="0", instance="a"}`]: "0.9x10 4x2 0.9x60",
        },
        at: "12m",
      },
    ],
  },
  JobsNeedManyTries: {
    fires: {
      series: {
        [`${tries}, le="3"}`]: "0+1x120",
        'market_job_tries_count{subject="jobs.profile"}': "0+2x120",
      },
      at: "90m",
      labels: { subject: "jobs.profile" },
      summary: "50% of the jobs of jobs.profile end after more than three attempts.",
    },
    quiet: [
      {
        series: {
          [`${tries}, le="3"}`]: "0+9x120",
          'market_job_tries_count{subject="jobs.profile"}': "0+10x120",
        },
        at: "90m",
      },
      // A handful of jobs is too few to tell.
      {
        series: {
          [`${tries}, le="3"}`]: "0x120",
          'market_job_tries_count{subject="jobs.profile"}': "0x60 4x60",
        },
        at: "90m",
      },
    ],
  },
  WebhookAddressesUnreadable: {
    fires: {
      series: { [unreadable]: "_x20 1x40" },
      at: "25m",
      summary: "No key in STORED_SECRETS_KEYS decrypts the addresses of some webhooks.",
    },
    quiet: [{ series: { [unreadable]: "3x60" }, at: "30m" }],
  },
  EventsUndelivered: {
    fires: {
      series: { market_webhook_oldest_undelivered_seconds: "440000x120" },
      at: "90m",
      summary: "A webhook has not received an event for 5d 2h 13m 20s, and is not disabled.",
    },
    quiet: [{ series: { market_webhook_oldest_undelivered_seconds: "432000x120" }, at: "90m" }],
  },
  LedgerOverdrawn: {
    fires: {
      series: { [owed]: "500x10 -20x60" },
      at: "20m",
      labels: { currency: "usd" },
      summary: "According to the ledger, the amount due to sellers is negative in usd.",
    },
    quiet: [{ series: { [owed]: "500x10 0x60" }, at: "20m" }],
  },
};
