/** What drizzle-kit makes migrations of: `bun run db:generate`. */
import { defineConfig } from "drizzle-kit";

// drizzle-kit reads a default export; this file alone has one.
// biome-ignore lint/style/noDefaultExport: drizzle-kit's configuration is a default export.
export default defineConfig({
  dialect: "postgresql",
  schema: "./db/schema/index.ts",
  out: "./db/migrations",
  casing: "snake_case",
});
