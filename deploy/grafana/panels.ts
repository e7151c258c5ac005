/** The rows of the dashboard, in the order of an operator's questions. */
import { type Row, seenIn } from "./panel.ts";
import { workRows } from "./panels-of-work.ts";

/** Events that never happened have no series, so they count as none. */
const ratio = (part: string, whole: string) =>
  `(sum(rate(${part}[5m])) or vector(0)) / sum(rate(${whole}[5m]))`;
const requests = "http_request_duration_seconds_count";

export const rows: Row[] = [
  {
    title: "Now",
    panels: [
      {
        title: "API processes",
        lines: [['count(process_start_time_seconds{service="api"})', ""]],
        unit: "short",
      },
      {
        title: "Answers with 5xx",
        lines: [[ratio(`${requests}{status=~"5.."}`, requests), ""]],
        unit: "percentunit",
        redFrom: 0.05,
      },
      {
        title: "Oldest that is owed",
        lines: [["max(market_outbox_oldest_seconds)", ""]],
        unit: "s",
        redFrom: 60,
      },
      {
        title: "Uploads postponed",
        lines: [["max(market_uploads_postponed)", ""]],
        unit: "short",
        redFrom: 1,
      },
      {
        title: "Books differ in",
        lines: [["max(market_reconciliation_findings_open)", ""]],
        unit: "short",
        redFrom: 1,
      },
      {
        title: "Refunds that failed",
        lines: [["max(market_refunds_failed)", ""]],
        unit: "short",
        redFrom: 1,
      },
      {
        title: "Longest in a queue",
        lines: [
          [
            'max(market_queue_oldest_seconds{queue!~"twin|deliveries|imports|bucket_deliveries"})',
            "",
          ],
        ],
        unit: "s",
        redFrom: 600,
      },
      {
        title: "Oldest payout owed",
        lines: [['max(market_money_oldest_seconds{state="payout_owed"})', ""]],
        unit: "s",
        redFrom: 259200,
      },
    ],
  },
  {
    title: "Calls",
    panels: [
      {
        title: "Calls by status",
        lines: [[`sum by (status) (rate(${requests}[$__rate_interval]))`, "{{status}}"]],
        unit: "reqps",
      },
      {
        title: "Time to an answer, p95 of the ten slowest routes",
        lines: [
          [
            "topk(10, histogram_quantile(0.95, sum by (le, route) (rate(http_request_duration_seconds_bucket[$__rate_interval]))))",
            "{{route}}",
          ],
        ],
        unit: "s",
      },
      {
        title: "Answers with 500 by route",
        lines: [[`sum by (route) (${seenIn("http_internal_errors_total")})`, "{{route}}"]],
        unit: "short",
      },
      {
        title: "Tool calls by outcome",
        lines: [
          [
            "sum by (outcome) (rate(mcp_tool_call_duration_seconds_count[$__rate_interval]))",
            "{{outcome}}",
          ],
        ],
        unit: "reqps",
      },
      {
        title: "Refused by limits",
        lines: [
          ["sum by (policy) (rate(market_rate_limited_total[$__rate_interval]))", "{{policy}}"],
        ],
        unit: "reqps",
      },
      {
        title: "Age of replicas",
        lines: [["max by (replica) (market_replica_behind_seconds)", "{{replica}}"]],
        unit: "s",
      },
      {
        title: "Answers out of the cache",
        lines: [
          [
            'sum(rate(market_cache_lookups_total{outcome="hit"}[$__rate_interval])) / sum(rate(market_cache_lookups_total[$__rate_interval]))',
            "share",
          ],
        ],
        unit: "percentunit",
      },
    ],
  },
  ...workRows,
  {
    title: "Money",
    panels: [
      {
        title: "Money by state",
        lines: [["max by (state, currency) (market_money_cents) / 100", "{{state}} {{currency}}"]],
        unit: "none",
      },
      {
        title: "Purchases by state",
        lines: [["max by (state) (market_money_purchases)", "{{state}}"]],
        unit: "short",
      },
      {
        title: "Oldest in a state",
        lines: [["max by (state) (market_money_oldest_seconds)", "{{state}}"]],
        unit: "dtdurations",
      },
      {
        title: "Balances of the ledger",
        lines: [
          [
            "max by (account, currency) (market_ledger_balance_cents) / 100",
            "{{account}} {{currency}}",
          ],
        ],
        unit: "none",
      },
      {
        title: "Difference of the books",
        lines: [
          ["max by (currency) (market_reconciliation_difference_cents) / 100", "{{currency}}"],
        ],
        unit: "none",
      },
      {
        title: "Since the last day was compared",
        lines: [
          ["time() - max(market_reconciliation_last_success_timestamp_seconds > 0)", "since"],
        ],
        unit: "dtdurations",
      },
      {
        title: "Chargebacks that are open",
        lines: [["max(market_chargebacks_open)", "open"]],
        unit: "short",
      },
      {
        title: "Until the first takes no answer any more",
        lines: [["min(market_chargeback_evidence_due_seconds_min)", "until"]],
        unit: "dtdurations",
      },
    ],
  },
  {
    title: "Processes",
    panels: [
      {
        title: "Processes by kind",
        lines: [["count by (service) (process_start_time_seconds)", "{{service}}"]],
        unit: "short",
      },
      {
        title: "Memory, the largest of each kind",
        lines: [["max by (service) (process_resident_memory_bytes)", "{{service}}"]],
        unit: "bytes",
      },
      {
        title: "Processor time, in cores",
        lines: [
          ["sum by (service) (rate(process_cpu_seconds_total[$__rate_interval]))", "{{service}}"],
        ],
        unit: "short",
      },
      {
        title: "Event loop, p99 of the slowest",
        lines: [["max by (service) (nodejs_eventloop_lag_p99_seconds)", "{{service}}"]],
        unit: "s",
      },
      {
        title: "Clock against the database's",
        lines: [
          [
            "max by (service, instance) (abs(market_time_difference_seconds))",
            "{{service}} {{instance}}",
          ],
        ],
        unit: "s",
      },
      {
        title: "Connections of the database",
        lines: [
          [
            'sum by (service, pool, state) (market_database_pool_connections{state!="max"})',
            "{{service}} {{pool}} {{state}}",
          ],
        ],
        unit: "short",
      },
      {
        title: "Telemetry that was dropped",
        lines: [[`sum by (signal) (${seenIn("market_telemetry_dropped_total")})`, "{{signal}}"]],
        unit: "short",
      },
    ],
  },
];
