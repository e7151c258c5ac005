import type { S3Client } from "@aws-sdk/client-s3";
import { currentTraceparent } from "../telemetry/tracing.ts";

/**
 * Sends the trace of a call to the store, because gateways such as Ceph's continue it. Added before
 * the call is signed; does nothing without a trace.
 */
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
