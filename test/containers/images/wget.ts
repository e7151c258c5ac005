/** In the test's NATS image: the part of wget that the compose file's health check uses. */
export {};

const { ok } = await fetch(process.argv.at(-1) ?? "");
process.exit(ok ? 0 : 1);
