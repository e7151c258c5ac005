/** In the test's Postgres image: gives the exit code of the program of that name. */
import { SQL } from "bun";

const { POSTGRES_USER: user, POSTGRES_DB: database, POSTGRES_PASSWORD: password } = process.env;
const sql = new SQL({ hostname: "127.0.0.1", port: 5432, user, database, password, max: 1 });
const isReady = await sql`SELECT 1`.then(
  () => true,
  () => false,
);
process.exit(isReady ? 0 : 2);
