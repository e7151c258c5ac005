/** Unusual defaults of servers, databases and roles that must not affect reads and writes. */
import { SQL } from "bun";

const defaults = {
  datestyle: "SQL, DMY",
  timezone: "America/St_Johns",
  intervalstyle: "postgres_verbose",
  bytea_output: "escape",
  default_transaction_isolation: "serializable",
};

/** New sessions of this database start with these. */
export async function setOddDefaults(databaseUrl: string): Promise<void> {
  const name = new URL(databaseUrl).pathname.slice(1);
  const sql = new SQL(databaseUrl, { max: 1 });
  for (const [setting, value] of Object.entries(defaults)) {
    await sql.unsafe(`alter database ${name} set ${setting} = '${value}'`);
  }
  await sql.close();
}
