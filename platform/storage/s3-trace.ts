/** Tells a store which trace a call is of: gateways such as Ceph's go on with it. */
import type { S3Client } from "@aws-sdk/client-s3";
import { currentTraceparent } from "../telemetry/tracing.ts";

/** Before the call is signed; nothing without a trace. */
export function sendTraceparent(client: S3Client): void {
  client.middlewareStack.add(
    (next) => async (call) => {
      const traceparent = currentTraceparent();
      if (traceparent !== null) headersOf(call.request).traceparent = traceparent;
      return await next(call);
    },
    { step: "build", name: "sendTraceparent" },
  );
}

function headersOf(request: unknown): Record<string, string> {
  return (request as { headers: Record<string, string> }).headers;
}
