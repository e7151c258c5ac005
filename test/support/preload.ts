/** Runs once per `bun test`: ends what the tests started. Nothing starts until a test asks for it. */
import { afterAll, setDefaultTimeout } from "bun:test";
import { stopStack } from "./stack.ts";

// A cold machine unpacks NATS and makes a cluster inside the first test that needs them.
setDefaultTimeout(30_000);
afterAll(stopStack);
