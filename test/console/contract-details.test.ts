import assert from "node:assert/strict";
import { test } from "node:test";
import { changedDetails, detailsOf, fieldValue } from "../../console/src/screens/contracts/contract-details.ts";

const recorded = {
  ...{ name: "Platform", closeDate: "2025-12-15", poNumber: "PO-1", netPaymentTerms: 30, consolidationKey: null },
  customFields: [{ id: "region", name: "Region", value: "EMEA" }],
};
const typed = (changes: object) => changedDetails(recorded, { ...detailsOf(recorded), ...changes });

test("only what differs is sent, and what was emptied is cleared", () => {
  assert.equal(typed({}), undefined);
  assert.equal(typed({ name: " Platform ", poNumber: "PO-1 ", values: { region: "EMEA " } }), undefined);
  assert.deepEqual(typed({ name: "Platform 2026", netPaymentTerms: 45 }), {
    name: "Platform 2026",
    netPaymentTerms: 45,
  });
  assert.deepEqual(typed({ poNumber: " ", closeDate: "2025-12-16" }), { poNumber: null, closeDate: "2025-12-16" });
  assert.equal(typed({ closeDate: "" }), undefined, "what is typed may be no day yet");
  assert.deepEqual(typed({ consolidationKey: "monthly" }), { consolidationKey: "monthly" });
});

test("values of custom fields are sent by field, and a contract keeps its name", () => {
  assert.deepEqual(typed({ values: { region: "", segment: "Public" } }), {
    customFields: [
      { id: "region", value: null },
      { id: "segment", value: "Public" },
    ],
  });
  assert.equal(fieldValue(recorded, detailsOf(recorded), "region"), "EMEA");
  assert.equal(typed({ name: "  ", poNumber: "PO-2" }), undefined);
});
