/** Runs once per `bun test`: ends what the tests started. Nothing starts until a test asks for it. */
import { afterAll } from "bun:test";
import { stopStack } from "./stack.ts";

afterAll(stopStack);
