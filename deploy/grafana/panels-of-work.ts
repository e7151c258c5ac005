/** The rows about queues and jobs. */
import { type Row, seenIn } from "./panel.ts";

export const workRows: Row[] = [
  {
    title: "Queues",
    panels: [
      {
        title: "Waiting",
        lines: [["max by (queue) (market_queue_waiting)", "{{queue}}"]],
        unit: "short",
      },
      {
        title: "Oldest",
        lines: [["max by (queue) (market_queue_oldest_seconds)", "{{queue}}"]],
        unit: "s",
      },
      {
        title: "Handed out and not settled",
        lines: [["max by (queue) (market_queue_unsettled)", "{{queue}}"]],
        unit: "short",
      },
      {
        title: "Tries until a job ended, p95",
        lines: [
          [
            "histogram_quantile(0.95, sum by (le, subject) (rate(market_job_tries_bucket[1h])))",
            "{{subject}}",
          ],
        ],
        unit: "short",
      },
      {
        title: "From upload to profile, p95 by size",
        lines: [
          [
            "histogram_quantile(0.95, sum by (le, size) (rate(market_profile_seconds_bucket[15m])))",
            "{{size}}",
          ],
        ],
        unit: "s",
      },
      {
        title: "Profiles by format",
        lines: [
          [
            "sum by (format, outcome) (rate(market_profile_seconds_count[$__rate_interval]))",
            "{{format}} {{outcome}}",
          ],
        ],
        unit: "reqps",
      },
      {
        title: "Memory of a child, p99",
        lines: [
          [
            "histogram_quantile(0.99, sum by (le, work) (rate(market_child_peak_rss_bytes_bucket[1h])))",
            "{{work}}",
          ],
        ],
        unit: "bytes",
      },
      {
        title: "Children short of memory, of all",
        lines: [
          [
            "sum by (work) (rate(market_children_short_of_memory_total[1h])) / " +
              "sum by (work) (rate(market_child_peak_rss_bytes_count[1h]))",
            "{{work}}",
          ],
        ],
        unit: "percentunit",
      },
      {
        title: "Oldest event that a webhook waits for",
        lines: [["max(market_webhook_oldest_undelivered_seconds)", "oldest"]],
        unit: "dtdurations",
      },
      {
        title: "Commits that are not told yet: the oldest",
        lines: [["max by (what) (market_untold_oldest_seconds)", "{{what}}"]],
        unit: "s",
      },
      {
        title: "Commits that are not told yet: how many",
        lines: [["max by (what) (market_untold)", "{{what}}"]],
        unit: "short",
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
            `sum by (subject, cause) (${seenIn("market_job_service_failures_total")})`,
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
        title: "Imports and deliveries to buckets by outcome",
        lines: [
          [
            "sum by (work, outcome) (rate(market_transfers_total[$__rate_interval]))",
            "{{work}} {{outcome}}",
          ],
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
];
