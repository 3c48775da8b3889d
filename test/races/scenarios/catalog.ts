import assert from "node:assert/strict";
import type { Json } from "../../support/api.ts";
import { assertOneAfterTheOther, assertOnly, type Scenario, tally } from "../race.ts";

/** One name to everybody who reads it: of any case, with outer white space, composed or not (RAC-8). */
const spellings = ["Café", "CAFÉ", "  café ", "Cafe\u0301", "cafe\u0301 ", "CAFE\u0301"];

export const sameCategoryName: Scenario = {
  id: "RAC-8",
  title: "of sixteen concurrent creates of a category one succeeds",
  guard: {
    name: "the unique index of live names",
    without: /on conflict .+? do nothing/,
    statement: "drop index category_name",
  },
  round: async (race) => {
    const before: Json[] = (await race.ok("GET", "/v3/categories?limit=1000")).data;
    const suffix = ` ${before.length}`;
    const calls = Array.from(
      { length: 16 },
      (_, index) => () =>
        race.send("POST", "/v3/categories", { name: `${spellings[index % spellings.length]?.trimEnd()}${suffix}` }),
    );
    assert.deepEqual(tally(await race.atOnce(calls)), { "201": 1, "400 CATEGORY_EXISTS": 15 });
    const after: Json[] = (await race.ok("GET", "/v3/categories?limit=1000")).data;
    assert.equal(after.length, before.length + 1);
  },
};

export const externalIdsOfOneItem: Scenario = {
  id: "RAC-11",
  title: "concurrent writes of external ids lose none and leave none half set",
  guard: { name: "the row lock of the item", without: /(?<=from "item" .*)for update/ },
  round: async (race) => {
    const { id } = await race.ok("POST", "/v3/items", { name: "Item" });
    const entry = (sourceType: string, externalId: string) => ({ sourceType, externalId });
    const set = (externalIds: Json[]) => () => race.send("PATCH", `/v3/items/${id}/external-ids`, { externalIds });
    const answers = await race.atOnce([
      ...[1, 2, 3, 4].map((client) => set([entry("ERP_A", `a${client}`), entry("ERP_B", `b${client}`)])),
      ...[5, 6, 7].map((client) => set([entry("ERP_B", `b${client}`), entry("CRM_A", `c${client}`)])),
      set([entry("CRM_B", "partial"), entry("NOWHERE", "x")]),
    ]);
    assertOnly(answers, ["200", "400 UNSUPPORTED_SOURCE_TYPE"]);
    assert.equal(tally(answers)["200"], 7);
    const history = await race.history(id);
    assert.equal(history.length, 8);
    const { externalIds } = assertOneAfterTheOther({}, history);
    const { data } = { data: (await race.ok("GET", `/v3/items/${id}`)).externalIds as Json[] };
    assert.deepEqual(data, externalIds, "the last writer of each source type has won");
    assert.deepEqual(
      data.map(({ sourceType }) => sourceType),
      ["CRM_A", "ERP_A", "ERP_B"],
    );
  },
};
