import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { bodyOfCells } from "./cell.ts";
import { schemas } from "./schemas-service.ts";

const contract = (cells: Readonly<Record<string, string>>) =>
  bodyOfCells(Object.keys(cells), Object.values(cells), { ...schemas.contracts });

describe("columns whose names are numbers", () => {
  test("are fields of an object where the body has one", () => {
    assert.deepEqual(contract({ name: "Acme", "metadata.2026": "gold", "metadata.2027": "" }), {
      name: "Acme",
      metadata: { "2026": "gold" },
    });
    assert.deepEqual(contract({ "metadata.1": "a", "metadata.0": "b", "metadata.plan": "" }), {
      metadata: { "0": "b", "1": "a" },
    });
  });

  test("are positions of a list where the body has one, and where it has no schema", () => {
    assert.deepEqual(
      contract({ "externalIds.1.externalId": "b", "externalIds.0.externalId": "a", "externalIds.0.metadata.7": "x" }),
      { externalIds: [{ externalId: "a", metadata: { "7": "x" } }, { externalId: "b" }] },
    );
    assert.deepEqual(contract({ "metadata.tags.0": "", "metadata.tags.1": "new", "unknown.0": "x" }), {
      metadata: { tags: ["new"] },
      unknown: ["x"],
    });
  });
});
