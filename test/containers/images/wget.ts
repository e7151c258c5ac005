/** In the NATS image of the test: as much of wget as the health check of the compose file uses. */
export {};

const { ok } = await fetch(process.argv.at(-1) ?? "");
process.exit(ok ? 0 : 1);
