/** The cases of `cases.ts` for work that waits too long: queues, payments, callers, connections. */
import type { AlertCase, Series } from "./alert-case.ts";

const api = 'service="api"';
const clock = 'service="worker-clock"';

/** One small file per second, of which `slow` of 60 take between 30 and 60 seconds. */
const profiles1MB = (slow: number): Series => ({
  'market_profile_seconds_bucket{size="1MB", le="30"}': `0+${60 - slow}x60`,
  'market_profile_seconds_bucket{size="1MB", le="60"}': "0+60x60",
  'market_profile_seconds_bucket{size="1MB", le="+Inf"}': "0+60x60",
});

/** Two workers' children, of which `short` of 1,000 are short of memory. */
const childMemory = (short: number): Series => ({
  'market_children_short_of_memory_total{work="profile", instance="a"}': `0+${short}x120`,
  'market_children_short_of_memory_total{work="profile", instance="b"}': "0x120",
  'market_child_peak_rss_bytes_count{work="profile", instance="a"}': "0+600x120",
  'market_child_peak_rss_bytes_count{work="profile", instance="b"}': "0+400x120",
});

export const casesOfWaiting: Record<string, AlertCase> = {
  CallersRefused: {
    fires: {
      series: { 'market_rate_limited_total{service="api", policy="public"}': "0+3000x60" },
      at: "40m",
      labels: { policy: "public" },
      summary: "50 calls a second are refused by the limit public.",
    },
    quiet: [
      {
        series: { 'market_rate_limited_total{service="api", policy="public"}': "0+300x60" },
        at: "40m",
      },
    ],
  },
  EventLoopDelayed: {
    fires: {
      series: { [`nodejs_eventloop_lag_p99_seconds{${api}, instance="b"}`]: "0.25x60" },
      at: "15m",
      labels: { service: "api" },
      summary: "One event loop turn in a hundred of api takes more than 250ms.",
    },
    quiet: [
      {
        series: { [`nodejs_eventloop_lag_p99_seconds{${api}, instance="b"}`]: "0.25x5 0.01x60" },
        at: "15m",
      },
    ],
  },
  DatabaseSlotsShort: {
    fires: {
      series: {
        [`market_database_pool_connections{${api}, pool="reads", state="waiting"}`]: "4x60",
        [`market_database_pool_connections{${api}, pool="main", state="used"}`]: "9x60",
      },
      at: "15m",
      labels: { service: "api", pool: "reads" },
      summary: "4 queries of api wait for a connection of the pool reads.",
    },
    quiet: [
      {
        series: {
          [`market_database_pool_connections{${api}, pool="reads", state="waiting"}`]: "4 4 0x60",
          [`market_database_pool_connections{${api}, pool="reads", state="used"}`]: "9x60",
        },
        at: "15m",
      },
    ],
  },
  TelemetryDropped: {
    fires: {
      series: { [`market_telemetry_dropped_total{${api}, signal="traces"}`]: "0+5x60" },
      at: "30m",
      labels: { signal: "traces" },
      summary: "The collector does not accept traces.",
    },
    quiet: [
      {
        series: { [`market_telemetry_dropped_total{${api}, signal="traces"}`]: "0 5x60" },
        at: "30m",
      },
    ],
  },
  QueueUnreadable: {
    fires: {
      series: { [`market_queue_waiting{${clock}, queue="profile"}`]: "0x5 -1x60" },
      at: "15m",
      labels: { queue: "profile" },
      summary: "The state of the queue profile cannot be read.",
    },
    quiet: [
      {
        series: {
          'market_queue_waiting{queue="profile", instance="a"}': "-1x60",
          'market_queue_waiting{queue="profile", instance="b"}': "3x60",
        },
        at: "15m",
      },
    ],
  },
  QueueOld: {
    fires: {
      series: { [`market_queue_oldest_seconds{${clock}, queue="notify"}`]: "0+60x60" },
      at: "30m",
      labels: { queue: "notify" },
      summary: "Work in the queue notify has waited for 30m 0s.",
    },
    quiet: [
      {
        series: { [`market_queue_oldest_seconds{${clock}, queue="notify"}`]: "0+60x11 0x60" },
        at: "30m",
      },
      { series: { [`market_queue_oldest_seconds{${clock}, queue="twin"}`]: "0+60x60" }, at: "30m" },
    ],
  },
  TwinsLate: {
    fires: {
      series: { [`market_queue_oldest_seconds{${clock}, queue="twin"}`]: "30000x90" },
      at: "40m",
      summary: "A file has waited for its Parquet file for 8h 20m 0s.",
    },
    quiet: [
      {
        series: { [`market_queue_oldest_seconds{${clock}, queue="twin"}`]: "20000x90" },
        at: "40m",
      },
    ],
  },
  ProfilesSlow: {
    fires: {
      series: profiles1MB(30),
      at: "40m",
      summary: "One small file in twenty waits more than 57s for its profile.",
    },
    quiet: [{ series: profiles1MB(1), at: "40m" }],
  },
  ChildMemoryShort: {
    fires: {
      series: childMemory(20),
      at: "90m",
      labels: { work: "profile" },
      summary: "2% of the children of profile come close to their memory limit.",
    },
    quiet: [0, 10].map((short) => ({ series: childMemory(short), at: "90m" })),
  },
  CommitsUntold: {
    fires: {
      series: { [`market_untold_oldest_seconds{${clock}, what="events"}`]: "0+60x60" },
      at: "30m",
      labels: { what: "events" },
      summary: "The oldest of the events left by commits has waited for 30m 0s.",
    },
    quiet: [
      {
        series: { [`market_untold_oldest_seconds{${clock}, what="notices"}`]: "0 70 0x60" },
        at: "30m",
      },
    ],
  },
  DeliveriesLate: {
    fires: {
      series: { [`market_queue_oldest_seconds{${clock}, queue="deliveries"}`]: "0+60x60" },
      at: "30m",
      summary: "A delivery to a webhook has been due for 30m 0s.",
    },
    quiet: [
      {
        series: { [`market_queue_oldest_seconds{${clock}, queue="deliveries"}`]: "590x60" },
        at: "30m",
      },
    ],
  },
  TransfersLate: {
    fires: {
      series: { [`market_queue_oldest_seconds{${clock}, queue="imports"}`]: "0+60x130" },
      at: "100m",
      labels: { queue: "imports" },
      summary: "Work in the queue imports has been due for 1h 40m 0s.",
    },
    quiet: [
      {
        series: {
          [`market_queue_oldest_seconds{${clock}, queue="bucket_deliveries"}`]: "3500x130",
        },
        at: "100m",
      },
    ],
  },
  MoneyStands: {
    fires: {
      series: { [`market_money_oldest_seconds{${clock}, state="payout_owed"}`]: "345600x90" },
      at: "70m",
      labels: { state: "payout_owed" },
      summary: "Money has been payout_owed for 4d 0h 0m 0s.",
    },
    quiet: [
      {
        series: {
          [`market_money_oldest_seconds{${clock}, state="in_escrow"}`]: "604800x90",
          [`market_money_oldest_seconds{${clock}, state="disputed"}`]: "2000000x90",
          [`market_money_oldest_seconds{${clock}, state="payout_owed"}`]: "-1x90",
        },
        at: "70m",
      },
    ],
  },
};
