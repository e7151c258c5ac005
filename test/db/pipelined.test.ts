/** Pipelined statements run in order and fail together. */
import { expect, test } from "bun:test";
import { eq, sql } from "drizzle-orm";
import { integer, pgTable, text } from "drizzle-orm/pg-core";
import { type Database, openDatabase } from "../../db/client.ts";
import { pipelined } from "../../db/pipelined.ts";
import { forFile } from "../support/for-file.ts";
import { createTestDatabase } from "../support/stack.ts";

const steps = pgTable("steps", {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  name: text().notNull().unique(),
});

const database = await createTestDatabase();
const handle = openDatabase({ url: database.url, poolMax: 2 });
await forFile(
  Promise.resolve({
    async close() {
      await handle.close();
      await database.drop();
    },
  }),
);
const { db } = handle;
await db.execute(sql`create table steps (id int primary key generated always as identity,
  name text not null unique)`);

const namesOf = async () =>
  (await db.select({ name: steps.name }).from(steps).orderBy(steps.id)).map(({ name }) => name);

const insertLater = async (tx: Database, name: string) => {
  await tx.insert(steps).values({ name });
};

test("statements run and are answered in order, however they are written", async () => {
  // From the fifth time on the connection keeps them prepared, and sends them differently.
  for (let time = 0; time < 8; time += 1) {
    await db.execute(sql`truncate steps`);
    const answers = await db.transaction((tx) =>
      pipelined([
        () => tx.insert(steps).values({ name: "builder" }),
        () => insertLater(tx, "function"),
        () => tx.execute(sql`insert into steps (name) values ('text')`),
        false,
        () => tx.insert(steps).values({ name: "returning" }).returning({ name: steps.name }),
        () => insertLater(tx, `a long one ${"x".repeat(5000)}`),
        () => tx.select({ name: steps.name }).from(steps).where(eq(steps.name, "returning")),
        () => insertLater(tx, "last"),
      ]),
    );
    expect(answers[3]).toBeUndefined();
    expect(answers[4]).toEqual([{ name: "returning" }]);
    expect(answers[6]).toEqual([{ name: "returning" }]);
    const names = (await namesOf()).map((name) => name.slice(0, 10).trim());
    expect(names).toEqual(["builder", "function", "text", "returning", "a long one", "last"]);
  }
});

test("of several failures the cause is thrown, nothing stays, and the connection goes on", async () => {
  await db.execute(sql`truncate steps`);
  const refused = await db
    .transaction((tx) =>
      pipelined([
        async () => {
          await insertLater(tx, "one");
          await insertLater(tx, "behind the failure");
        },
        () => tx.execute(sql`insert into steps (name) values ('one'), ('one')`),
        () => insertLater(tx, "two"),
      ]),
    )
    .then(
      () => null,
      (error: Error) => error.cause,
    );
  expect(refused).toMatchObject({ code: "23505" });
  expect(await namesOf()).toEqual([]);
  await db.transaction((tx) => pipelined([() => insertLater(tx, "afterwards")]));
  expect(await namesOf()).toEqual(["afterwards"]);
});

test("no statement waits for the answer of the one before it", async () => {
  const order: string[] = [];
  await db.transaction((tx) =>
    pipelined([
      async () => {
        const answer = tx.execute(sql`select pg_sleep(0.3)`);
        order.push("first sent");
        await answer;
        order.push("first answered");
      },
      async () => {
        const answer = tx.execute(sql`select 1`);
        order.push("second sent");
        await answer;
        order.push("second answered");
      },
    ]),
  );
  expect(order).toEqual(["first sent", "second sent", "first answered", "second answered"]);
});
