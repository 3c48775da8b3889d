import assert from "node:assert/strict";
import { test } from "node:test";
import { changesInWords, type Part } from "../../console/src/parts/change-words.ts";

const invoice = "01a21fcb-204d-7c81-af6f-1ca2c3c4fbdf";
const customer = "01a21fca-a28a-795b-aef9-3a0f523f4d2c";
const hash = "503d4a7070b31044e7f88ea648c10aef6c52f43deb4c95ee079bab89e87bbca2";

type Line = readonly [label: string, from: string | null, to: string | null];

/** "Label: before, after" of each change; a record as <KIND id>. */
function worded(...changes: readonly (readonly [path: string, from: unknown, to: unknown])[]): Line[] {
  const said = (parts: readonly Part[] | null) =>
    parts === null
      ? null
      : parts.map((part) => (typeof part === "string" ? part : `<${part.type} ${part.id}>`)).join("");
  return changesInWords(
    changes.map(([path, from, to]) => ({ path, from, to })),
    "Europe/Dublin",
  ).map(({ label, from, to }) => [label, said(from), said(to)]);
}

test("a change names fields as forms do, days and months by name, codes as words", () => {
  assert.deepEqual(
    worded(
      ["netPaymentTerms", 30, 14],
      ["endDate", "2026-04-30", "2025-11-30"],
      ["bookMonth", null, "2025-11"],
      ["recognitionPattern", "STRAIGHT_LINE", "POINT_IN_TIME"],
      ["status", "PROCESSED", "APPROVED"],
      ["isTaxExempt", false, true],
      ["/now", "2026-06-14T09:00:00.000Z", null],
      ["2025-11/status", "OPEN", "DONE"],
      ["/accountMap/CASH", "Cash", "1000 Bank"],
    ),
    [
      ["Days until an invoice is due", "30", "14"],
      ["Last day", "Apr 30, 2026", "Nov 30, 2025"],
      ["Month that it is booked in", null, "November 2025"],
      ["Recognized", "Evenly by month", "At one point in time"],
      ["Status", "Ready to approve", "Approved"],
      ["Exempt from tax", "No", "Yes"],
      ["The clock", "Jun 14, 2026, 10:00 AM", null],
      ["Status in November 2025", "Open", "Done"],
      ["Account of cash", "Cash", "1000 Bank"],
    ],
  );
});

test("an amount has the currency that the audit entry names, and its own decimals where it names none", () => {
  assert.deepEqual(worded(["amount", null, "3179.52"], ["currency", null, "EUR"]), [
    ["Amount", null, "€3,179.52"],
    ["Currency", null, "EUR"],
  ]);
  assert.deepEqual(worded(["transactionPrice", "6000.00", "7250.50"]), [["Stated price", "6,000.00", "7,250.50"]]);
  assert.deepEqual(worded(["total", null, "1200"], ["currency", null, "JPY"])[0], ["Total", null, "¥1,200"]);
});

test("a method is a payment method or a sign-in method, by its record", () => {
  const said = ["ACH_CREDIT", "CHECK", "LINK", "PASSWORD"].map((method) => worded(["method", null, method])[0]?.[2]);
  assert.deepEqual(said, ["Bank transfer", "Check", "Link", "Password"]);
});

test("a reference is shown by the name of its record; ids without a name and hashes are left out", () => {
  assert.deepEqual(
    worded(
      ["customerId", null, customer],
      ["approvedBy", null, `KEY:${customer}`],
      ["billingTermGroupId", null, customer],
      ["id", null, invoice],
      ["packageHash", null, hash],
      ["/contentHashes", null, [hash]],
      ["logo", null, `6527 bytes, SHA-256 ${hash}`],
      ["/finalizedPeriod", null, `${invoice}:2025-10-01`],
    ),
    [
      ["Customer", null, `<CUSTOMER ${customer}>`],
      ["Approved by", null, `<KEY ${customer}>`],
      ["Logo", null, "6527 bytes"],
      ["Finalized period", null, "Oct 1, 2025"],
    ],
  );
});

test("of two lists only the differences are shown, each kind of line in its own words", () => {
  const done = { asOf: "2025-10-31", percentComplete: "0.7" };
  assert.deepEqual(
    worded(
      ["progress", [done], [done, { asOf: "2025-12-31", percentComplete: "0.84" }]],
      [
        "pricing",
        [{ tier: 0, amount: "20", amountType: "PER_ITEM", tierMinimum: "0" }],
        [
          { tier: 0, amount: "20", amountType: "PER_ITEM", tierMinimum: "0" },
          { tier: 1, amount: "17.5", amountType: "PER_ITEM", tierMinimum: "1000" },
        ],
      ],
      ["applications", [], [{ invoiceId: invoice, amount: "85.00", appliedAt: "2025-06-26" }]],
      ["taxRates", [], [{ rate: "0.23", region: null, country: "IE", category: "S", validFrom: "2021-03-01" }]],
    ),
    [
      ["Progress", null, "84% by Dec 31, 2025"],
      ["Price", null, "from 1,000: 17.50 each"],
      ["Applications", null, `85.00 to <INVOICE ${invoice}> on Jun 26, 2025`],
      ["Tax rates", null, "Rate 23%, country Ireland, category Standard rate, valid from Mar 1, 2021"],
    ],
  );
});

test("a nested record is shown field by field, only where it differs", () => {
  const address = { city: "Dublin", line1: "2 Harbourmaster Place", line2: null, country: "IE" };
  assert.deepEqual(worded(["address", address, { ...address, line1: "7 North Wall Quay" }]), [
    ["Street and number", "2 Harbourmaster Place", "7 North Wall Quay"],
  ]);
  assert.deepEqual(worded(["changes", null, [{ path: "quantity", from: "80", to: "115" }]]), [
    ["Quantity", "80", "115"],
  ]);
});

test("a field that is empty before and after is left out, and words typed in capitals stay", () => {
  assert.deepEqual(
    worded(
      ["customFields", null, []],
      ["autoCharge", null, false],
      ["note", null, ""],
      ["minimumPackages", null, 0],
      ["name", "ACME", "ACME LTD"],
      ["reference", null, "TRF"],
      ["timeZone", null, "UTC"],
    ),
    [
      ["Name", "ACME", "ACME LTD"],
      ["Reference", null, "TRF"],
      ["Time zone", null, "UTC"],
    ],
  );
});

test("no change is shown as JSON", () => {
  const deep = { a: { b: [{ c: { d: "x" } }, ["y", 1, true]] }, list: [{ one: 1 }, null, "two"] };
  const said = JSON.stringify(worded(["anything", null, deep], ["more", [deep], [deep, { other: deep }]]).flat());
  assert.doesNotMatch(said, /\[object|\{|\\"/);
  assert.match(said, /two/);
});
