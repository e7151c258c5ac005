import { leastPolicy } from "../../market/delivery/rules.ts";
import type { ShownBucket } from "../../site/account/buckets/use-cases.ts";
import { isoAt, sampleId } from "./purchase-samples.ts";

export function sampleBuckets(name: string): ShownBucket[] {
  const place = { bucket: "acme-datasets", prefix: "market/" };
  const delivery = {
    ...{ target_id: sampleId(1), purchase_id: sampleId(2), failures: 0, next_attempt_at: null },
    ...{ bytes_total: 98_765_432, problem: null, created_at: isoAt(-1), ended_at: null },
  };
  return [
    {
      ...{ id: sampleId(1), ...place, region: name, endpoint: "https://s3.example.org" },
      ...{ access_key_id: "AKIAIOSFODNN7EXAMPLE", policy: leastPolicy(place) },
      ...{ checked_at: isoAt(-2), created_at: isoAt(-2) },
      deliveries: [
        { ...delivery, id: sampleId(3), state: "running", bytes_done: 12_345_678 },
        {
          ...{ ...delivery, id: sampleId(4), state: "failed", bytes_done: 0, ended_at: isoAt(0) },
          problem: { code: "store_answer", detail: "The store answered AccessDenied (403)." },
        },
      ],
    },
  ];
}
