/** For each alert a case that fires, with its text, and a similar case that does not. */

import type { AlertCase, Series } from "./alert-case.ts";
import { casesOfParts } from "./cases-of-parts.ts";
import { casesOfWaiting } from "./cases-of-waiting.ts";

const api = 'service="api"';
const clock = 'service="worker-clock"';
const relay = 'service="worker-relay"';
const requests = `http_request_duration_seconds_count{${api}, method="GET"`;
const reads = 'method="GET", route="/datasets/:id", status="200"';
const tools = 'mcp_tool_call_duration_seconds_count{tool="search_datasets"';
const profiles = 'subject="jobs.profile"';

/**
 * A latency histogram of one call per second, of which `slow` of 60 take between 0.5 and 1 second.
 */
const latencies = (slow: number): Series => ({
  [`http_request_duration_seconds_bucket{${reads}, le="0.5"}`]: `0+${60 - slow}x30`,
  [`http_request_duration_seconds_bucket{${reads}, le="1"}`]: "0+60x30",
  [`http_request_duration_seconds_bucket{${reads}, le="+Inf"}`]: "0+60x30",
});

/** An existing counter that stays, an existing one that grows, and one that a fault creates. */
const counter = (series: string) => ({
  stands: { [series]: "3x60" },
  grows: { [series]: "3x20 4x40" },
  begins: { [series]: "_x20 1x40" },
});

const errors = counter(`http_internal_errors_total{${api}, route="/datasets"}`);
const invalid = counter(`market_jobs_total{${profiles}, outcome="invalid"}`);
const unexpected = counter(`market_job_service_failures_total{${profiles}, cause="unexpected"}`);
const unrecorded = counter('market_webhook_tries_total{outcome="unrecorded"}');

const caseOf: Record<string, AlertCase> = {
  ApiAway: {
    fires: {
      series: { 'process_start_time_seconds{service="mcp"}': "1x30" },
      at: "3m",
      labels: { service: "api" },
      summary: "No API process is scraped.",
    },
    quiet: [
      { series: { [`process_start_time_seconds{${api}}`]: "1x30" }, at: "10m" },
      { series: { [`process_start_time_seconds{${api}}`]: "1 _ 1x30" }, at: "10m" },
    ],
  },
  ApiInternalErrors: {
    fires: {
      series: errors.begins,
      at: "22m",
      labels: { route: "/datasets" },
      summary: "/datasets answered with status 500.",
    },
    quiet: [
      { series: errors.stands, at: "30m" },
      { series: errors.begins, at: "40m" },
    ],
  },
  ApiAnswers503: {
    fires: {
      series: {
        [`${requests}, status="200"}`]: "0+90x30",
        [`${requests}, status="503"}`]: "0+10x30",
      },
      at: "12m",
      summary: "10% of all calls are answered with 503.",
    },
    quiet: [
      {
        series: {
          [`${requests}, status="200"}`]: "0+990x30",
          [`${requests}, status="503"}`]: "0+10x30",
        },
        at: "12m",
      },
      {
        series: { [`${requests}, status="200"}`]: "0x30", [`${requests}, status="503"}`]: "0x30" },
        at: "12m",
      },
      // Only its supervisor queries a process that is not ready yet.
      {
        series: {
          [`${requests}, route="/datasets", status="200"}`]: "0+1x30",
          [`${requests}, route="/health/ready", status="503"}`]: "0+10x30",
        },
        at: "12m",
      },
    ],
  },
  PublicReadsSlow: {
    fires: {
      series: latencies(30),
      at: "20m",
      labels: { route: "/datasets/:id" },
      summary: "One in twenty answers of /datasets/:id takes more than 950ms.",
    },
    quiet: [{ series: latencies(1), at: "20m" }],
  },
  McpAway: {
    fires: {
      series: { [`process_start_time_seconds{${api}}`]: "1x30" },
      at: "6m",
      labels: { service: "mcp" },
      summary: "No MCP process is scraped.",
    },
    quiet: [{ series: { 'process_start_time_seconds{service="mcp"}': "1x30" }, at: "10m" }],
  },
  ToolsFindNoApi: {
    fires: {
      series: {
        [`${tools}, outcome="ok"}`]: "0+30x30",
        [`${tools}, outcome="api_unavailable"}`]: "0+10x30",
      },
      at: "12m",
      summary: "25% of all tool calls end because the API does not answer.",
    },
    quiet: [
      {
        series: {
          [`${tools}, outcome="ok"}`]: "0+30x30",
          [`${tools}, outcome="not_found"}`]: "0+10x30",
        },
        at: "12m",
      },
    ],
  },
  RelayAway: {
    fires: {
      series: {},
      at: "3m",
      summary: "No relay is scraped, so no queued work is started.",
    },
    quiet: [{ series: { [`market_relay_held{${relay}, cause="database"}`]: "0x30" }, at: "10m" }],
  },
  ClockAway: {
    fires: {
      series: {},
      at: "3m",
      summary: "No clock is scraped, so nothing is closed, settled or requeued.",
    },
    quiet: [
      {
        series: {
          [`market_clock_runs_total{${clock}, task="close_auctions", outcome="ok"}`]: "0+60x30",
        },
        at: "10m",
      },
    ],
  },
  ProcessRestartsOften: {
    fires: {
      series: {
        [`process_start_time_seconds{${relay}, instance="a"}`]: "1 1 60 60 120 120 180 180 240x10",
      },
      at: "12m",
      labels: { service: "worker-relay", instance: "a" },
      summary: "worker-relay at a started 4 times in 15 minutes.",
    },
    quiet: [
      {
        series: { [`process_start_time_seconds{${relay}, instance="a"}`]: "1x5 60x30" },
        at: "20m",
      },
    ],
  },
  DatabaseAway: {
    fires: {
      series: { market_outbox_unpublished: "0x5 -1x20" },
      at: "8m",
      summary: "The database answers no worker.",
    },
    quiet: [
      {
        series: {
          'market_outbox_unpublished{instance="a"}': "-1x20",
          'market_outbox_unpublished{instance="b"}': "7x20",
        },
        at: "8m",
      },
    ],
  },
  RelayHeld: {
    fires: {
      series: { [`market_relay_held{${relay}, cause="bus_full"}`]: "0x5 1x20" },
      at: "9m",
      labels: { cause: "bus_full" },
      summary: "The relay cannot publish: bus_full.",
    },
    quiet: [
      { series: { [`market_relay_held{${relay}, cause="bus_away"}`]: "0x5 1 0x20" }, at: "9m" },
    ],
  },
  OutboxOld: {
    fires: {
      series: { market_outbox_oldest_seconds: "0x3 30 90+60x20" },
      at: "7m",
      summary: "The oldest outbox message has waited for 3m 30s.",
    },
    quiet: [{ series: { market_outbox_oldest_seconds: "5x3 90 5x20" }, at: "5m" }],
  },
  PublishFails: {
    fires: {
      series: { market_outbox_publish_failures_total: "0x5 0+10x20" },
      at: "15m",
      summary: "The bus refuses messages repeatedly.",
    },
    quiet: [{ series: { market_outbox_publish_failures_total: "0x5 10x20" }, at: "15m" }],
  },
  JobsInvalid: {
    fires: {
      series: invalid.begins,
      at: "25m",
      labels: { subject: "jobs.profile" },
      summary: "A message of jobs.profile was dropped as invalid.",
    },
    quiet: [
      { series: invalid.stands, at: "30m" },
      { series: { [`market_jobs_total{${profiles}, outcome="done"}`]: "0+5x60" }, at: "30m" },
    ],
  },
  JobsOnlyRetried: {
    fires: {
      series: {
        [`market_jobs_total{${profiles}, outcome="retry"}`]: "0+1x60",
        [`market_jobs_total{${profiles}, outcome="done"}`]: "9x60",
      },
      at: "45m",
      labels: { subject: "jobs.profile" },
      summary: "Jobs of jobs.profile are retried and none succeeds.",
    },
    quiet: [
      {
        series: {
          [`market_jobs_total{${profiles}, outcome="retry"}`]: "0+1x60",
          [`market_jobs_total{${profiles}, outcome="done"}`]: "9+1x60",
        },
        at: "45m",
      },
    ],
  },
  JobsFailOnOurSide: {
    fires: {
      series: { [`market_job_service_failures_total{${profiles}, cause="disk"}`]: "0+1x60" },
      at: "25m",
      labels: { subject: "jobs.profile", cause: "disk" },
      summary: "Attempts of jobs.profile fail for a reason on our side: disk.",
    },
    quiet: [
      {
        series: { [`market_job_service_failures_total{${profiles}, cause="disk"}`]: "0x5 1x60" },
        at: "25m",
      },
    ],
  },
  JobsFailUnexpectedly: {
    fires: {
      series: unexpected.grows,
      at: "25m",
      labels: { subject: "jobs.profile" },
      summary: "An attempt of jobs.profile ended in an unexpected way.",
    },
    quiet: [{ series: unexpected.stands, at: "30m" }],
  },
  UploadsPostponed: {
    fires: {
      series: {
        'market_uploads_postponed{instance="a"}': "2x90",
        'market_uploads_postponed{instance="b"}': "2x90",
      },
      at: "65m",
      summary: "2 uploads wait for a retry after a failure on our side.",
    },
    quiet: [
      { series: { market_uploads_postponed: "2x30 0 2x60" }, at: "65m" },
      { series: { market_uploads_postponed: "-1x90" }, at: "80m" },
    ],
  },
  EmbeddingsRefused: {
    fires: {
      series: { market_embeddings_refused: "4x90" },
      at: "65m",
      summary: "The model refuses 4 listings; only words find them.",
    },
    quiet: [{ series: { market_embeddings_refused: "0x90" }, at: "65m" }],
  },
  ClockTaskFails: {
    fires: {
      series: {
        [`market_clock_runs_total{${clock}, task="settle_purchases", outcome="failed"}`]: "0+1x60",
      },
      at: "25m",
      labels: { task: "settle_purchases" },
      summary: "The clock's task settle_purchases fails repeatedly.",
    },
    quiet: [
      {
        series: {
          [`market_clock_runs_total{${clock}, task="settle_purchases", outcome="failed"}`]:
            "0x5 1x60",
        },
        at: "25m",
      },
    ],
  },
  ClockTaskStands: {
    fires: {
      series: {
        [`market_clock_runs_total{${clock}, task="close_auctions", outcome="ok"}`]:
          "0+60x10 600x60",
      },
      at: "35m",
      labels: { task: "close_auctions" },
      summary: "The clock's task close_auctions has not completed.",
    },
    quiet: [
      {
        series: {
          [`market_clock_runs_total{${clock}, task="close_auctions", outcome="ok"}`]: "0+60x60",
        },
        at: "35m",
      },
      {
        series: {
          [`market_clock_runs_total{${clock}, task="sweep_storage", outcome="ok"}`]:
            "1x59 2x59 3x60",
        },
        at: "110m",
      },
      // A task that fails every minute has its own alert.
      {
        series: {
          [`market_clock_runs_total{${clock}, task="expire_drafts", outcome="ok"}`]: "5x60",
          [`market_clock_runs_total{${clock}, task="expire_drafts", outcome="failed"}`]: "0+1x60",
        },
        at: "35m",
      },
      // For a clock in its first hour.
      ...["10m", "50m"].map((at) => ({
        series: {
          [`market_clock_runs_total{${clock}, task="sweep_storage", outcome="ok"}`]: "1x60",
        },
        at,
      })),
    ],
  },
  WebhookTriesUnrecorded: {
    fires: {
      series: unrecorded.grows,
      at: "25m",
      summary: "Webhooks were called, but the database did not record it.",
    },
    quiet: [{ series: unrecorded.stands, at: "30m" }],
  },
  WebhooksReachNobody: {
    fires: {
      series: {
        'market_webhook_tries_total{outcome="retry"}': "0+2x60",
        'market_webhook_tries_total{outcome="delivered"}': "50x60",
      },
      at: "45m",
      summary: "Webhooks are called, but none succeeds.",
    },
    quiet: [
      {
        series: {
          'market_webhook_tries_total{outcome="retry"}': "0+2x60",
          'market_webhook_tries_total{outcome="delivered"}': "50+1x60",
        },
        at: "45m",
      },
      { series: { 'market_webhook_tries_total{outcome="retry"}': "0x20 1x60" }, at: "45m" },
    ],
  },
  BooksDiffer: {
    fires: {
      series: { market_reconciliation_findings_open: "0x5 2x30" },
      at: "12m",
      summary: "Ledger and payment provider differ in 2 places.",
    },
    quiet: [{ series: { market_reconciliation_findings_open: "-1x30" }, at: "12m" }],
  },
  ReconciliationOverdue: {
    every: "1h",
    fires: {
      // Time begins at 0 here: the last day was compared at second 60.
      series: { market_reconciliation_last_success_timestamp_seconds: "60x40" },
      at: "32h",
      summary: "The last day was compared 1d 7h 59m 0s ago.",
    },
    quiet: [
      {
        series: { market_reconciliation_last_success_timestamp_seconds: "60x25 90000x15" },
        at: "36h",
      },
    ],
  },
  RefundsFailed: {
    fires: {
      series: {
        'market_refunds_failed{instance="a"}': "1x30",
        'market_refunds_failed{instance="b"}': "1x30",
      },
      at: "12m",
      summary: "1 refunds came back from the bank and are still due.",
    },
    quiet: [{ series: { market_refunds_failed: "0x30" }, at: "12m" }],
  },
  ChargebackEvidenceDue: {
    fires: {
      series: { market_chargeback_evidence_due_seconds_min: "172800x30" },
      at: "12m",
      summary: "The evidence deadline of a chargeback ends in 2d 0h 0m 0s.",
    },
    quiet: [
      { series: { market_chargeback_evidence_due_seconds_min: "NaN ".repeat(15) }, at: "12m" },
      { series: { market_chargeback_evidence_due_seconds_min: "500000x30" }, at: "12m" },
    ],
  },
};

export const cases: Record<string, AlertCase> = {
  ...caseOf,
  ...casesOfParts,
  ...casesOfWaiting,
};
