import type { AuditEntry } from "@accord/client";
import { countryName } from "../format/countries.ts";
import { day, dayRange, longMonth, moment } from "../format/day.ts";
import { fieldName } from "../format/field-names.ts";
import { money, moneyWithCurrency, quantity, unitPrice } from "../format/money.ts";
import { type Method, methodName } from "../format/payment-methods.ts";
import { percent } from "../format/percent.ts";
import { taxCategoryName } from "../format/tax-categories.ts";
import { plural, roleName, word } from "../format/words.ts";

/** A text, or a reference to a record by kind and id, whose name is looked up where it is shown. */
export type Part = string | { readonly type: string; readonly id: string };

/** A changed field in words. Null: the field had no value before, or has none afterwards. */
export type ChangeInWords = {
  readonly path: string;
  readonly label: string;
  readonly from: readonly Part[] | null;
  readonly to: readonly Part[] | null;
};

type Change = AuditEntry["changes"][number];
type Fields = Readonly<Record<string, unknown>>;
type Context = { readonly timeZone: string; readonly currency: string | undefined };

/** Kinds of records by the field with their id. Ids of other kinds are not shown. */
const kindsById: Readonly<Record<string, string>> = {
  ...{ contractId: "CONTRACT", customerId: "CUSTOMER", parentCustomerId: "CUSTOMER", invoiceId: "INVOICE" },
  ...{ productId: "PRODUCT", itemId: "ITEM", categoryId: "CATEGORY", eventTypeId: "EVENT_TYPE" },
  ...{ commitmentId: "COMMITMENT", creditMemoId: "CREDIT_MEMO", userId: "USER", journalEntryId: "JOURNAL_ENTRY" },
};

/** Fields that are not shown: they matter to programs only, or the entry already shows them (person and time). */
const untold = /^(?:id|tier|createdAt|updatedAt|lastUpdatedAt|approvedAt|operation|[a-z]*Hash|[a-z]*Hashes|sequence)$/i;

const uuid = "[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}";
const isUuid = (text: string) => new RegExp(`^${uuid}$`).test(text);

/** Fields with text written by people. It is shown unchanged, also in capitals. */
const isOwnText =
  /(?:^|[a-z])(?:[nN]ame|[nN]ote|[rR]eason|[rR]eference|[nN]umber|[dD]escription|[mM]emo|[tT]itle|[tT]ext|[eE]mail|[uU]rl|line[12]|city|state|[rR]egion|addressee|instructions|postalCode|[aA]ccount|iban|bic|[cC]urrency|externalId|ein|vatId|[kK]ey|[vV]alue|timeZone)$/;

const patterns: Readonly<Record<string, string>> = {
  STRAIGHT_LINE: "Evenly by month",
  STRAIGHT_LINE_DAILY: "Evenly by day",
  POINT_IN_TIME: "At one point in time",
  PERCENT_COMPLETE: "By progress",
  RECOGNIZE_AS_BILLED: "As it is billed",
  RECOGNIZE_AS_CONSUMED: "As it is used",
};

const intervals: Readonly<Record<string, string>> = {
  ...{ DAY: "Daily", WEEK: "Weekly", SEMI_MONTH: "Twice a month", MONTH: "Monthly" },
  ...{ QUARTER: "Quarterly", YEAR: "Yearly", NONE: "Once" },
};

/** The words of codes that mean something of their own in a field. */
const codesOf: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  recognitionPattern: patterns,
  pattern: patterns,
  interval: intervals,
  invoiceDateStrategy: {
    ...{ FIRST_OF_PERIOD: "First day of each period", LAST_OF_PERIOD: "Last day of each period" },
    ...{ ARREARS: "Day after each period", ADVANCED_DUE_START: "Early, so that it is due on the first day" },
  },
  trueUpTiming: { IMMEDIATE: "Billed at once", CO_TERM: "Billed with the next invoice" },
  settlement: {
    ...{ IMMEDIATE: "The difference is billed at once", CO_TERM: "The difference is billed with the next invoice" },
    NONE: "Days that are invoiced stay as they are",
  },
  allocationMethod: { STATED: "Priced one by one", RELATIVE_SSP: "One price for all" },
};

const isMoney =
  /^(?:amount|total|transactionPrice|standaloneSellingPrice|debit|credit|minimumAmount|maximumAmount|prepaidValue)$/;

/**
 * The changes of an audit row in words, field by field. For lists, the elements that only one side has. Fields that are empty before and
 * after are left out, such as an empty list or a "no" of a new record.
 */
export function changesInWords(changes: readonly Change[], timeZone: string): readonly ChangeInWords[] {
  const currency = changes.map(({ path, to, from }) => path === "currency" && (to ?? from)).find(Boolean);
  const context = { timeZone, currency: typeof currency === "string" ? currency : undefined };
  const shown = new Set<string>();
  return changes.flatMap(flattened).flatMap((change) => {
    const field = lastOf(change.path);
    const [before, after] = onlyDifferent(change.from, change.to);
    const from = valueInWords(field, before, context);
    const to = valueInWords(field, after, context);
    const saysNothing = isNothing(change.from) && (after === false || after === 0 || after === "0" || after === "NONE");
    if (saysNothing || JSON.stringify(from) === JSON.stringify(to)) return [];
    const label = labelOf(change.path);
    const line = JSON.stringify([label, from, to]);
    // A record with another one inside it may contain the same field twice, such as the contract; it is shown once.
    if (shown.has(line)) return [];
    shown.add(line);
    return [{ path: change.path, label, from, to }];
  });
}

/** The fields of a record within a record, and the changes within a change, each by itself. */
function flattened({ path, from, to }: Change): Change[] {
  const field = lastOf(path);
  if (untold.test(field)) return [];
  if (field === "changes" && Array.isArray(to)) return (to as Change[]).flatMap(flattened);
  const isLine = linesOf[field] !== undefined;
  if (isLine || !isFields(from ?? to) || !isFields(to ?? from)) return [{ path, from, to }];
  const before = (from ?? {}) as Fields;
  const after = (to ?? {}) as Fields;
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((key) =>
    flattened({ path: `${path}/${key}`, from: before[key], to: after[key] }),
  );
}

/** Of two lists, the elements that only one of them has; other values unchanged. */
function onlyDifferent(from: unknown, to: unknown): readonly [unknown, unknown] {
  if (!Array.isArray(from) || !Array.isArray(to)) return [from, to];
  const lacking = (list: readonly unknown[], other: readonly unknown[]) => {
    const has = new Set(other.map((each) => JSON.stringify(each)));
    return list.filter((each) => !has.has(JSON.stringify(each)));
  };
  return [lacking(from, to), lacking(to, from)];
}

function labelOf(path: string): string {
  const parts = path.split("/").filter((part) => part !== "" && !isUuid(part) && !/^\d+$/.test(part));
  const month = parts.find((part) => /^\d{4}-\d{2}$/.test(part));
  const field = parts.at(-1) ?? path;
  if (month !== undefined) return `${fieldName(field)} in ${longMonth(month)}`;
  if (parts.at(-2) === "accountMap") return `Account of ${word(field).toLowerCase()}`;
  return fieldName(field);
}

function valueInWords(field: string, value: unknown, context: Context): readonly Part[] | null {
  if (isNothing(value)) return null;
  if (Array.isArray(value)) return listInWords(field, value, context);
  if (isFields(value)) return fieldsInWords(field, value, context);
  if (typeof value === "boolean") return [value ? "Yes" : "No"];
  if (typeof value === "number") return [quantity(String(value))];
  const text = String(value);
  const kind = kindsById[field];
  if (isUuid(text)) return kind === undefined ? null : [{ type: kind, id: text }];
  const [, actor, id] = text.match(new RegExp(`^(KEY|USER):(${uuid})$`)) ?? [];
  if (actor !== undefined && id !== undefined) return [{ type: actor, id }];
  if (/^[0-9a-f]{64}$/.test(text)) return null;
  return [textInWords(field, text.replace(new RegExp(`^${uuid}:`), ""), context)];
}

function textInWords(field: string, text: string, { timeZone, currency }: Context): string {
  const isNumber = /^-?\d+(?:\.\d+)?$/.test(text);
  if (isNumber && isMoney.test(field)) return currency === undefined ? money(text) : moneyWithCurrency(text, currency);
  if (isNumber && /^(?:percentComplete|rate|deliveredShare)$/.test(field)) return percent(text);
  if (/^(?:quantity|value|commitmentValue|packageSize|tierMinimum)$/.test(field)) return numbersIn(text);
  if (/^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/.test(text)) return moment(text, timeZone);
  if (/^\d{4}-\d{2}-\d{2}$/.test(text)) return day(text);
  if (/^\d{4}-(?:0[1-9]|1[0-2])$/.test(text)) return longMonth(text);
  if (/^(?:taxCategory|category)$/.test(field)) return taxCategoryName(text);
  if (field === "country") return countryName(text);
  if (field === "role") return roleName(text).replace(/:.*/, "");
  if (/^(?:method|defaultPaymentMethodType)$/.test(field)) return inMethods(text);
  const code = codesOf[field]?.[text];
  if (code !== undefined) return code;
  if (/^[A-Z]+(?:_[A-Z]+)*$/.test(text) && !isOwnText.test(field)) return word(text);
  // A picture or a file is kept as its size and its hash.
  return text.replace(/, SHA-256 [0-9a-f]{64}/, "");
}

/** Formats a number, or a list of numbers, with thousands separators; other values unchanged. */
function numbersIn(text: string): string {
  return text.replaceAll(/(?<![\w.-])\d+(?:\.\d+)?(?![\w.-])/g, quantity);
}

/** Formats a payment method. The method of a sign-in is in the same field, where LINK is a sign-in link. */
function inMethods(text: string): string {
  const name = methodName(text as Method);
  return name === "–" || text === "LINK" ? word(text) : name;
}

const mostOfAList = 8;

function listInWords(field: string, list: readonly unknown[], context: Context): readonly Part[] | null {
  const worded = list.flatMap((each) => {
    const words = isFields(each) ? fieldsInWords(field, each, context) : valueInWords(field, each, context);
    return words === null ? [] : [words];
  });
  if (worded.length === 0) return null;
  const shown = worded.slice(0, mostOfAList);
  const more = worded.length - shown.length;
  return [
    ...shown.flatMap((words, at) => (at === 0 ? words : ["; ", ...words])),
    ...(more > 0 ? [` and ${more} more`] : []),
  ];
}

/** An element of a list as one line: with its own format if there is one, else field by field. */
function fieldsInWords(field: string, of: Fields, context: Context): readonly Part[] | null {
  const own = linesOf[field]?.(of, context);
  if (own !== undefined) return own;
  const worded = Object.entries(of).flatMap(([key, value]): (readonly Part[])[] => {
    if (untold.test(key) || value === false || isZeroAmount(key, value)) return [];
    const words = valueInWords(key, value, context);
    if (words === null) return [];
    return [isOwnName.test(key) ? words : [`${lowered(fieldName(key))} `, ...words]];
  });
  if (worded.length === 0) return null;
  return worded.flatMap((words, at) => (at === 0 ? words.map(raised) : [", ", ...words]));
}

const isOwnName = /^(?:name|title|text|role|account)$/;

type Line = (of: Fields, context: Context) => readonly Part[];

const text = (value: unknown) => String(value ?? "");

/** Formats for elements of a list, by the field that has the list. */
const linesOf: Readonly<Record<string, Line>> = {
  pricing: ({ amount, amountType, tierMinimum }, { currency }) => {
    const price = unitPrice(text(amount), currency ?? "USD");
    const from = /[1-9]/.test(text(tierMinimum)) ? `from ${quantity(text(tierMinimum))}: ` : "";
    return [`${from}${price}${amountType === "PER_ITEM" ? " each" : ""}`];
  },
  progress: ({ asOf, percentComplete }) => [`${percent(text(percentComplete))} by ${day(text(asOf))}`],
  externalIds: ({ sourceType, externalId }) => [`${text(externalId)} in ${word(text(sourceType))}`],
  standaloneSellingPrices: ({ amount, currency, validFrom }) => [
    `${text(currency)} ${unitPrice(text(amount), text(currency))} from ${day(text(validFrom))}`,
  ],
  applications: ({ invoiceId, amount, appliedAt }, context) => [
    `${textInWords("amount", text(amount), context)} to `,
    { type: "INVOICE", id: text(invoiceId) },
    ` on ${day(text(appliedAt))}`,
  ],
  customRevenue: ({ timeframe, total }, context) => [
    `${longMonth(text(timeframe))}: ${textInWords("total", text(total), context)}`,
  ],
  discounts: ({ type, amount, startDate, endDate, note }, context) => [
    [
      type === "PERCENTAGE" ? percent(text(amount)) : textInWords("amount", text(amount), context),
      startDate && `from ${day(text(startDate))}`,
      endDate && `through ${day(text(endDate))}`,
      note,
    ]
      .filter(Boolean)
      .join(" "),
  ],
  escalator: ({ type, amount, everyMonths, firstDate }, context) => [
    type === "PERCENTAGE" ? percent(text(amount)) : textInWords("amount", text(amount), context),
    ` every ${plural(Number(everyMonths), "month")}${firstDate ? ` from ${day(text(firstDate))}` : ""}`,
  ],
  schedules: ({ steps, interval, startDate, endDate }) => [
    [
      ((steps ?? []) as readonly Fields[]).map(({ value }) => quantity(text(value))).join(" + "),
      interval ? lowered(intervals[text(interval)] ?? word(text(interval))) : "once",
      `from ${dayRange(text(startDate), endDate ? text(endDate) : null)}`,
    ].join(" "),
  ],
  amendments: ({ quantity: seats, effectiveDate }) => [
    `${plural(Number(seats), "seat")} from ${day(text(effectiveDate))}`,
  ],
};

function isNothing(value: unknown): boolean {
  return value === null || value === undefined || value === "" || (Array.isArray(value) && value.length === 0);
}

function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isZeroAmount(field: string, value: unknown): boolean {
  return isMoney.test(field) && typeof value === "string" && !/[1-9]/.test(value);
}

function lastOf(path: string): string {
  return path.split("/").filter(Boolean).at(-1) ?? path;
}

function lowered(words: string): string {
  return /^[A-Z][a-z]/.test(words) ? words.charAt(0).toLowerCase() + words.slice(1) : words;
}

function raised(part: Part, at: number): Part {
  return typeof part === "string" && at === 0 ? part.charAt(0).toUpperCase() + part.slice(1) : part;
}
