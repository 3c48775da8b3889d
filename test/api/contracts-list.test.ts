import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import {
  type Contract,
  create,
  createCustomer,
  customerId,
  errorOf,
  type Page,
  payloadOf,
  send,
  unknownId,
  useContractRecords,
} from "../support/contract-records.ts";

useContractRecords();

// The meaning of each rule, computed without SQL. A field without value, and a list without entries, is the empty list.
const stringRules: Readonly<Record<string, (held: readonly string[], value: string) => boolean>> = {
  eq: (held, value) => held.includes(value),
  neq: (held, value) => !held.includes(value),
  like: (held, value) => held.some((text) => text.toLowerCase().includes(value.toLowerCase())),
  nlike: (held, value) => !held.some((text) => text.toLowerCase().includes(value.toLowerCase())),
  in: (held, value) => value.split(";").some((item) => held.includes(item)),
  nin: (held, value) => !value.split(";").some((item) => held.includes(item)),
  isnull: (held) => held.length === 0,
  isnotnull: (held) => held.length > 0,
};
const timeRules: Readonly<Record<string, (value: string, bound: string) => boolean>> = {
  eq: (value, bound) => value === bound,
  neq: (value, bound) => value !== bound,
  gt: (value, bound) => value > bound,
  gte: (value, bound) => value >= bound,
  lt: (value, bound) => value < bound,
  lte: (value, bound) => value <= bound,
};

describe("the list", () => {
  const all = async () => payloadOf<Page>(await send("GET", "/v3/contracts?limit=1000")).data;
  const find = async (filter: string) => {
    const answer = await send("GET", `/v3/contracts?limit=1000&filter=${encodeURIComponent(filter)}`);
    assert.equal(answer.status, 200, `${filter} ${JSON.stringify(answer.body)}`);
    const { data, totalItems } = payloadOf<Page>(answer);
    assert.equal(totalItems, data.length);
    return data.map(({ id }) => id);
  };
  const quoted = (value: string) => `"${value}"`;

  before(async () => {
    const other = await createCustomer({ name: "Second" });
    await create({ name: "Plan 50% off", customerId: other, source: "CRM", externalId: "so_1", sourceType: "CRM_A" });
    await create({ name: "plan_x", source: "ERP", externalId: "SO_1", sourceType: "ERP_A" });
    const externalIds = [
      { externalId: "so_1", sourceType: "ERP_A" },
      { externalId: "sox1", sourceType: "CRM_A" },
    ];
    await create({ name: "Acme, Inc.: renewal", customerId: other, externalIds });
    for (let index = 0; index < 20; index += 1) await create({ name: `Page ${index % 3}`, customerId });
    await create({ name: "Hidden", externalId: "so_1", sourceType: "CRM_A" }, "B");
  });

  const fields: Readonly<Record<string, (contract: Contract) => readonly string[]>> = {
    name: ({ name }) => [name],
    source: ({ source }) => [source],
    status: ({ status }) => [status],
    "externalIds.externalId": ({ externalIds }) => externalIds.map(({ externalId }) => externalId),
    "externalIds.sourceType": ({ externalIds }) => externalIds.map(({ sourceType }) => sourceType),
    customerId: (contract) => (contract.customerId === null ? [] : [contract.customerId]),
  };

  for (const [field, held] of Object.entries(fields)) {
    test(`FIL-1, FIL-5: every rule on ${field} agrees with the full list`, async () => {
      const contracts = await all();
      const distinct = [...new Set(contracts.flatMap(held))].slice(0, 12);
      const isId = field === "customerId";
      const others = isId ? [unknownId] : ["none", "so_", "PLAN", "_", "0% O", "rm_a"];
      const pair = distinct.slice(0, 2).join(";");
      for (const [rule, matches] of Object.entries(stringRules)) {
        if (isId && rule.endsWith("like")) continue;
        const isList = rule === "in" || rule === "nin";
        for (const value of [...distinct, ...others, ...(isList ? [pair] : [])]) {
          const written = isList ? value.split(";").map(quoted).join(";") : quoted(value);
          const expected = contracts.filter((contract) => matches(held(contract), value)).map(({ id }) => id);
          const filter = rule.startsWith("is") ? `${field}:${rule}` : `${field}:${rule}:${isId ? value : written}`;
          assert.deepEqual(await find(filter), expected, filter);
        }
      }
    });
  }

  for (const field of ["createdAt", "lastUpdatedAt"] as const) {
    test(`DAT-2: every rule on ${field} agrees with the full list`, async () => {
      const contracts = await all();
      const moments = [contracts[0], contracts[Math.floor(contracts.length / 2)], contracts.at(-1)];
      const days = ["1999-12-31", "2100-01-01", ...moments.map((contract) => contract?.[field].slice(0, 10) ?? "")];
      for (const [rule, matches] of Object.entries(timeRules)) {
        for (const moment of moments.map((contract) => contract?.[field] ?? "")) {
          const expected = contracts.filter((contract) => matches(contract[field], moment)).map(({ id }) => id);
          assert.deepEqual(await find(`${field}:${rule}:${moment}`), expected, `${rule} ${moment}`);
        }
        // Texts of days compare like days.
        for (const day of new Set(days)) {
          const expected = contracts.filter((contract) => matches(contract[field].slice(0, 10), day));
          assert.deepEqual(
            await find(`${field}:${rule}:${day}`),
            expected.map(({ id }) => id),
            `${rule} ${day}`,
          );
        }
      }
    });
  }

  test("filters are joined with AND; a field or rule that this list does not have is rejected", async () => {
    const contracts = await all();
    const both = contracts.filter(({ source, externalIds }) => source === "API" && externalIds.length > 0);
    assert.ok(both.length > 0);
    assert.deepEqual(
      await find("source:eq:API,externalIds.externalId:isnotnull"),
      both.map(({ id }) => id),
    );
    for (const [filter, code] of [
      ["name:gt:x", "FILTER_RULE_NOT_ALLOWED"],
      ["customerId:like:x", "FILTER_RULE_NOT_ALLOWED"],
      ["createdAt:in:2026-01-01", "FILTER_RULE_NOT_ALLOWED"],
      ["poNumber:eq:1", "FILTER_FIELD_UNKNOWN"],
      ["externalIds.merchantId:eq:x", "FILTER_FIELD_UNKNOWN"],
      ["customerId:eq:x", "FILTER_VALUE_INVALID"],
      ["createdAt:eq:tomorrow", "FILTER_VALUE_INVALID"],
      ["name", "FILTER_MALFORMED"],
    ] as const) {
      const answer = await send("GET", `/v3/contracts?filter=${encodeURIComponent(filter)}`);
      assert.deepEqual([answer.status, errorOf(answer).code], [400, code], filter);
    }
  });

  test("ISO-4, PAG-3: pages hold every own contract once, newest first", async () => {
    const contracts = await all();
    assert.ok(contracts.every(({ name }) => name !== "Hidden" && name !== "Foreign"));
    const keys = contracts.map(({ createdAt, id }) => `${createdAt} ${id}`);
    assert.deepEqual(keys, keys.toSorted().toReversed());
    const walked: string[] = [];
    for (let page = 1; walked.length < contracts.length; page += 1) {
      const { data, totalItems } = payloadOf<Page>(await send("GET", `/v3/contracts?limit=9&page=${page}`));
      assert.equal(totalItems, contracts.length);
      assert.ok(data.length > 0);
      walked.push(...data.map(({ id }) => id));
    }
    assert.deepEqual(
      walked,
      contracts.map(({ id }) => id),
    );
  });
});
