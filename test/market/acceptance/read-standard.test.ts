/** Documents of the Open Data Contract Standard as its users write them. */
import { expect, test } from "bun:test";
import { acceptanceChoice, acceptanceTerms } from "../../../market/acceptance/schemas.ts";

const described = {
  ...{ id: "one", description: "What it is.", tags: ["weather"] },
  authoritativeDefinitions: [{ url: "https://example.com/tides", type: "businessDefinition" }],
  customProperties: [{ property: "steward", value: ["Ada"] }],
};
const element = { ...described, businessName: "Tides", physicalType: "varchar(20)" };
const rule = {
  ...{ ...described, dimension: "completeness", severity: "error", method: "reconciliation" },
  ...{ businessImpact: "operational", scheduler: "cron", schedule: "0 20 * * *" },
};

/** With every field of version 3.1 that only describes. */
const contract = {
  ...{ version: "1.0.0", apiVersion: "v3.1.0", kind: "DataContract", name: "tides" },
  ...{ ...described, id: "53581432", status: "active", tenant: "harbour", domain: "sea" },
  ...{ dataProduct: "tides", contractCreatedTs: "2026-11-30T00:00:00Z" },
  servers: [{ server: "local", type: "local", path: "./tides.csv", format: "csv" }],
  support: [{ channel: "#tides", tool: "slack" }],
  price: { priceAmount: 9.95, priceCurrency: "USD", priceUnit: "megabyte" },
  team: { name: "harbour", members: [{ username: "ada", role: "Owner" }] },
  roles: [{ role: "reader", access: "read" }],
  slaProperties: [{ property: "retention", value: 3, unit: "y" }],
  schema: [
    {
      ...element,
      ...{ name: "tides", logicalType: "object", dataGranularityDescription: "hourly" },
      relationships: [{ type: "foreignKey", from: "tides.station", to: "stations.id" }],
      properties: [
        {
          ...element,
          ...{ name: "station", logicalType: "string", primaryKey: true, primaryKeyPosition: 1 },
          ...{ partitioned: true, partitionKeyPosition: 1, classification: "public" },
          ...{ criticalDataElement: false, encryptedName: "station_x", examples: ["A1"] },
          ...{ transformSourceObjects: ["raw"], transformLogic: "SELECT 1" },
          ...{ transformDescription: "As measured.", relationships: [{ to: "stations.id" }] },
        },
        {
          ...{ name: "time", physicalName: "measured_at", primaryKey: true, required: false },
          ...{ logicalType: "timestamp", logicalTypeOptions: { format: "yyyy", timezone: true } },
        },
        {
          ...{ name: "level", primaryKey: false },
          quality: [
            { ...rule, type: "library", metric: "nullValues", arguments: null, mustBe: 0 },
            { ...rule, type: "sql", query: "SELECT max({column}) FROM {table}", mustBeLessThan: 9 },
          ],
        },
      ],
      quality: [
        { ...rule, metric: "rowCount", mustBeGreaterThan: 10 },
        { metric: "duplicateValues", arguments: { properties: ["level", "time"] }, mustBe: 0 },
      ],
    },
  ],
};

const read = {
  schema: [
    {
      name: "tides",
      properties: [
        { name: "station", logicalType: "string", required: true },
        { name: "measured_at", logicalType: "timestamp", required: false },
        {
          name: "level",
          quality: [
            { type: "library", metric: "nullValues", mustBe: 0 },
            { type: "sql", query: "SELECT max({property}) FROM {object}", mustBeLessThan: 9 },
          ],
        },
      ],
      quality: [
        { metric: "rowCount", mustBeGreaterThan: 10 },
        {
          metric: "duplicateValues",
          arguments: { properties: ["level", "measured_at"] },
          mustBe: 0,
        },
        {
          metric: "duplicateValues",
          arguments: { properties: ["station", "measured_at"] },
          mustBe: 0,
        },
      ],
    },
  ],
};

test("a whole document is read without what only describes, and its keys are checked", () => {
  expect(acceptanceTerms.parse(contract)).toEqual(read as never);
  expect(acceptanceChoice.parse(contract)).toEqual(read as never);
  expect(acceptanceTerms.parse(read)).toEqual(read as never);
});

test("a key of one column has no empty value and none twice", () => {
  const schema = [{ name: "tides", properties: [{ name: "id", primaryKey: true }] }];
  expect(acceptanceTerms.parse({ schema }).schema[0]?.properties).toEqual([
    { name: "id", required: true, unique: true },
  ]);
});

const property = (fields: object) => ({ schema: [{ properties: [{ name: "a", ...fields }] }] });
const check = (fields: object) => property({ quality: [fields] });
const ofCheck = "schema/0/properties/0/quality/0";

test.each([
  ["a pattern", property({ logicalTypeOptions: { pattern: "A.*" } }), "logicalTypeOptions/pattern"],
  ["a least length", property({ logicalTypeOptions: { minLength: 3 } }), "minLength"],
  ["the entries of a list", property({ items: { logicalType: "string" } }), "items"],
  ["the inside of an object", property({ properties: [{ name: "b" }] }), "0/properties"],
  ["a rule in words", check({ type: "text", description: "It is right." }), `${ofCheck}/type`],
  [
    "another program's rule",
    check({ type: "custom", engine: "soda", implementation: "a: b" }),
    `${ofCheck}/type`,
  ],
  [
    "a warning",
    check({ metric: "nullValues", mustBe: 0, severity: "warning" }),
    `${ofCheck}/severity`,
  ],
  [
    "values of a pattern",
    check({ metric: "invalidValues", arguments: { pattern: "A.*" }, mustBe: 0 }),
    "arguments/pattern",
  ],
  ["a rule's earlier name", check({ rule: "nullCheck", mustBe: 0 }), `${ofCheck}/rule`],
])("what would change the verdict is refused with its place: %s", (_name, terms, place) => {
  const { issues = [] } = acceptanceTerms.safeParse(terms).error ?? {};
  expect(issues.map(({ path }) => path.join("/"))).toEqual([expect.stringContaining(place)]);
});

test.each([
  ["in the document", { ...contract, schemas: [] }, "schemas"],
  ["of a table", { schema: [{ ...contract.schema[0], propertys: [] }] }, "propertys"],
  ["of a column", property({ requried: true }), "requried"],
  ["of a check", check({ metric: "nullValues", mustbe: 0, mustBe: 0 }), "mustbe"],
  ["a name that objects have", JSON.parse('{ "schema": [], "__proto__": {} }'), "__proto__"],
])("a misspelt field is refused %s", (_name, terms, field) => {
  const { issues = [] } = acceptanceTerms.safeParse(terms).error ?? {};
  expect(JSON.stringify(issues)).toContain(field);
});

test.each([[null], [1], ["text"], [[]], [{ schema: null }], [{ schema: [null, 1, []] }]])(
  "what is no contract is refused: %j",
  (given) => {
    expect(acceptanceTerms.safeParse(given).success).toBe(false);
    expect(acceptanceTerms.safeParse({ schema: [{ properties: given }] }).success).toBe(false);
    expect(acceptanceTerms.safeParse({ schema: [{ quality: given }] }).success).toBe(false);
  },
);
