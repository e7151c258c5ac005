/** What the dashboard shows, row by row: what an operator asks first stands first. */

/** As Grafana names them; `short` and `none` are plain numbers, the first with thousands as K. */
type Unit = "short" | "s" | "percentunit" | "reqps" | "bytes" | "none" | "dtdurations";

export type Panel = {
  title: string;
  /** PromQL, with the legend of its lines. */
  lines: [expression: string, legend: string][];
  unit: Unit;
  /** A single number, red from this value on; else lines over time. */
  redFrom?: number;
};

export type Row = { title: string; panels: Panel[] };

const ratio = (part: string, whole: string) => `sum(rate(${part}[5m])) / sum(rate(${whole}[5m]))`;
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
        lines: [
          ["sum by (route) (increase(http_internal_errors_total[$__rate_interval]))", "{{route}}"],
        ],
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
    ],
  },
  {
    title: "Work",
    panels: [
      {
        title: "Jobs by outcome",
        lines: [
          [
            "sum by (subject, outcome) (rate(market_jobs_total[$__rate_interval]))",
            "{{subject}} {{outcome}}",
          ],
        ],
        unit: "reqps",
      },
      {
        title: "Jobs that run",
        lines: [["sum by (subject) (market_jobs_running)", "{{subject}}"]],
        unit: "short",
      },
      {
        title: "Time of a job, p95",
        lines: [
          [
            "histogram_quantile(0.95, sum by (le, subject) (rate(market_job_duration_seconds_bucket[$__rate_interval])))",
            "{{subject}}",
          ],
        ],
        unit: "s",
      },
      {
        title: "Tries that ended on our side",
        lines: [
          [
            "sum by (subject, cause) (increase(market_job_service_failures_total[$__rate_interval]))",
            "{{subject}} {{cause}}",
          ],
        ],
        unit: "short",
      },
      {
        title: "Outbox",
        lines: [
          ["max(market_outbox_unpublished)", "waiting"],
          ["sum(rate(market_outbox_published_total[$__rate_interval]))", "published a second"],
          ["sum(rate(market_outbox_publish_failures_total[$__rate_interval]))", "refused a second"],
          ["max by (cause) (market_relay_held)", "held: {{cause}}"],
        ],
        unit: "short",
      },
      {
        title: "Tasks of the clock that fail",
        lines: [
          [
            'sum by (task) (increase(market_clock_runs_total{outcome="failed"}[$__rate_interval]))',
            "{{task}}",
          ],
        ],
        unit: "short",
      },
      {
        title: "Webhooks by outcome",
        lines: [
          ["sum by (outcome) (rate(market_webhook_tries_total[$__rate_interval]))", "{{outcome}}"],
        ],
        unit: "reqps",
      },
      {
        title: "Listings that the model refuses",
        lines: [["max(market_embeddings_refused)", "refused"]],
        unit: "short",
      },
    ],
  },
  {
    title: "Money",
    panels: [
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
    ],
  },
];
