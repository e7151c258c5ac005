/** The disk store served by Deno. */
import { denoProgram } from "../deno/deno.ts";
import { diskStoreTests } from "./storage-disk-tests.ts";

diskStoreTests("Deno", [denoProgram(), "run", "--allow-all", "--no-check"]);
