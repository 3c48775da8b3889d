import assert from "node:assert/strict";
import { test } from "node:test";
import { AccordError } from "@accord/client";
import fc from "fast-check";
import { isMissingPart, isRetried, messageOf } from "../../console/src/api/failure-message.ts";
import {
  addMonths,
  day,
  dayIn,
  dayOfMoment,
  lastDayOf,
  longMonth,
  momentOn,
  monthsUpTo,
} from "../../console/src/format/day.ts";
import { compare, negate, percentChange, subtract, sum } from "../../console/src/format/decimal.ts";
import {
  amountHint,
  isAmount,
  minorDigits,
  money,
  moneyWithCurrency,
  wholeMoney,
} from "../../console/src/format/money.ts";
import { inWords } from "../../console/src/format/words.ts";
import { reasonInWords } from "../../console/src/parts/reason-words.ts";
import { paperLine } from "../../console/src/screens/reports/paper-line.ts";
import { filterText, quoted } from "../../console/src/table/filters.ts";
import { currencies, minorDigits as minorDigitsOfBooks } from "../../src/kernel/currency.ts";

test("amounts of any length are added and compared exactly", () => {
  assert.equal(sum(["0.10", "0.20", "0.30"]), "0.60");
  assert.equal(sum(["12345678901234567890.12", "0.01"]), "12345678901234567890.13");
  assert.equal(sum(["1.5", "-2.505"]), "-1.005");
  assert.equal(sum([]), "0");
  assert.equal(subtract("0.3", "0.1"), "0.2");
  assert.equal(negate("0.00"), "0.00");
  assert(compare("10", "9.99") > 0);
});

test("an amount in whole units is rounded to the nearest, and is never shown as zero if it is not", () => {
  assert.deepEqual(["1234.50", "-1234.49", "0.00", "0.4", "-0.4", "12345678901234567890.12"].map(wholeMoney), [
    ...["1,235", "(1,234)", "–", "0", "0", "12,345,678,901,234,567,890"],
  ]);
});

test("a typed amount has at most the decimals of its currency", () => {
  for (const text of ["1250", "1250.5", " 1250.00 "]) assert(isAmount(text, "USD"), text);
  for (const text of ["1250.005", "1,250.00", "-1", "0.00", "1250.", ""]) assert(!isAmount(text, "USD"), text);
  assert(isAmount("1250", "JPY"));
  assert(!isAmount("1250.00", "JPY"));
  assert(isAmount("1250.005", "KWD"));
  assert(isAmount("1250.0005"), "without a currency, as fine as a price");
  assert.equal(amountHint("USD"), "A number, such as 1250.00");
  assert.equal(amountHint("JPY"), "A number, such as 1250");
});

test("property: a sum less one of its parts is the sum of the others", () => {
  const amount = fc.bigInt({ min: -(10n ** 18n), max: 10n ** 18n }).map((minor) => {
    const digits = (minor < 0n ? -minor : minor).toString().padStart(3, "0");
    return `${minor < 0n ? "-" : ""}${digits.slice(0, -2)}.${digits.slice(-2)}`;
  });
  fc.assert(
    fc.property(amount, fc.array(amount), (one, others) => {
      assert.equal(compare(subtract(sum([one, ...others]), one), sum(others)), 0);
    }),
  );
});

test("messages of the API are shown without codes and field names, except in quotes", () => {
  assert.equal(inWords("effectiveDate is after 2026-01-31."), `Effective date is after ${day("2026-01-31")}.`);
  assert.equal(inWords('The item "iPhone CO_TERM" has no price.'), 'The item "iPhone CO_TERM" has no price.');
  assert.equal(
    inWords("CO_TERM needs seatConfig; see docs/errors.md"),
    "Co term needs seat config; see docs/errors.md",
  );
});

test("a printed report states its months, currency, rows and as-of day", () => {
  const input = { startMonth: "2025-01", endMonth: "2025-12", groupBy: "contract", asOf: "2026-01-10" };
  assert.equal(
    paperLine(input, "USD"),
    `${longMonth("2025-01")} to ${longMonth("2025-12")} · amounts in USD · by contract · as of the end of ${day("2026-01-10")}`,
  );
  assert.equal(paperLine({ month: "2025-12" }, null), longMonth("2025-12"));
});

test("a negative amount is in parentheses, zero is a dash, and no digit is lost", () => {
  assert.equal(money("-1234.50"), "(1,234.50)");
  assert.equal(money("0.00"), "–");
  assert.equal(money("12345678901234567890.12"), "12,345,678,901,234,567,890.12");
  assert.equal(money("1200", "JPY"), "1,200");
  assert.equal(moneyWithCurrency("-5.25", "USD"), "($5.25)");
  assert.equal(moneyWithCurrency("0.00", "USD"), "–", "a figure that stands alone has the same dash as a column");
});

test("a change is in percent of the earlier amount, and not a number where that is zero", () => {
  assert.equal(percentChange("200.00", "250.00"), "25.0");
  assert.equal(percentChange("-100", "-150"), "-50.0");
  assert.equal(percentChange("0.00", "10.00"), undefined);
});

test("months are counted across years", () => {
  assert.equal(addMonths("2025-12", 1), "2026-01");
  assert.equal(addMonths("2026-01", -13), "2024-12");
  assert.deepEqual(monthsUpTo("2026-02", 3), ["2025-12", "2026-01", "2026-02"]);
  assert.equal(lastDayOf("2028-02"), "2028-02-29");
});

test("text typed into a filter is quoted, so that it is taken literally", () => {
  const filters = [
    { kind: "text", name: "name", field: "name", label: "Name" },
    { kind: "choice", name: "status", field: "status", label: "Status", options: [] },
  ] as const;
  assert.equal(
    filterText(filters, { name: 'Acme, "Inc":', status: "OPEN,VOID" }),
    'name:like:"Acme, \\"Inc\\":",status:in:OPEN|VOID',
  );
  assert.equal(filterText(filters, {}), "");
  assert.equal(quoted("a\\b"), '"a\\\\b"');
});

test("a reason shows times and people in the reader's format", () => {
  const id = "01a218a1-ec8a-7855-b3a0-0f4cd734f9ab";
  const said = reasonInWords(
    `on the way to 2026-01-15T09:00:00.000Z for KEY:${id}`,
    "UTC",
    (of) => `${of.kind} ${of.id}`,
  );
  assert.match(said, /^on the way to .*2026.*9:00.* for KEY 01a218a1/);
  assert.doesNotMatch(said, /T09:00/);
});

test("a script of the console that fails to load is explained, for the error of any browser", () => {
  const told = [
    "Failed to fetch dynamically imported module: http://127.0.0.1:8080/assets/jobs-1.js",
    "error loading dynamically imported module: http://127.0.0.1:8080/assets/jobs-1.js",
    "Importing a module script failed.",
    "Unable to preload CSS for /assets/jobs-1.css",
  ];
  for (const message of told) {
    assert.ok(isMissingPart(new TypeError(message)), message);
    assert.match(messageOf(new TypeError(message)), /did not arrive. Perhaps Accord was updated/);
  }
  assert.ok(!isMissingPart(new TypeError("x is undefined")));
});

test("a dry run rejected because another one runs is retried a few times, other rejections are not", () => {
  const answered = (status: number) => new AccordError(status, {}, new Headers());
  assert(isRetried(0, answered(429)));
  assert(isRetried(3, answered(429)));
  assert(!isRetried(4, answered(429)));
  for (const error of [answered(404), answered(409), answered(503), new Error("Failed to fetch")]) {
    assert(!isRetried(0, error));
  }
});

test("an amount has the decimals of its currency in the books, also where browsers use others", () => {
  for (const currency of currencies) assert.equal(minorDigits(currency), minorDigitsOfBooks(currency), currency);
  for (const currency of ["HUF", "COP", "IDR", "PKR"]) {
    assert.match(moneyWithCurrency("1234.50", currency), /1,234\.50$/, currency);
    assert.match(moneyWithCurrency("-1234.50", currency), /^\(.*1,234\.50\)$/, currency);
    assert.equal(money("1234.50", currency), "1,234.50", currency);
  }
  assert.match(moneyWithCurrency("1234.500", "IQD"), /1,234\.500$/);
  assert.match(moneyWithCurrency("1234", "JPY"), /1,234$/);
});

test("a time is shown on the merchant's day, and a day has a time on it in every time zone", () => {
  assert.equal(dayOfMoment("2026-01-01T02:00:00.000Z", "America/Los_Angeles"), day("2025-12-31"));
  assert.equal(dayOfMoment("2025-12-31T22:00:00.000Z", "Europe/Athens"), day("2026-01-01"));
  assert.equal(dayOfMoment(null, "UTC"), "–");
  for (const timeZone of ["Pacific/Auckland", "Pacific/Kiritimati", "Etc/GMT+12", "Asia/Kolkata", "UTC"]) {
    for (const each of ["2026-01-31", "2026-07-01"]) assert.equal(dayIn(momentOn(each, timeZone), timeZone), each);
  }
});
