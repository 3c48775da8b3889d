import { type Static, Type } from "typebox";
import type { Chart } from "../../journal-exports/chart-of-accounts.ts";
import { Closed, Integer, Named, Nullable, Text, Uuid } from "../../platform/http/wire.ts";
import { AccountRoleWord } from "./shared-words.ts";

const AccountNumber = Text(1, 60, { description: "As the general ledger has it.", examples: ["4000"] });

const LedgerAccountBody = Named(
  "LedgerAccountDto",
  Closed({
    role: AccountRoleWord(),
    account: Type.Optional(
      Nullable(
        Text(1, 100, {
          description:
            "Only lines that are posted under this name, such as the contract liability of a category with an account of its own.",
        }),
      ),
    ),
    categoryId: Type.Optional(Nullable(Uuid({ description: "Only lines of this category." }))),
    classId: Type.Optional(Nullable(Uuid({ description: "Only lines of this class." }))),
    number: AccountNumber,
    name: Type.Optional(
      Nullable(
        Text(1, 200, {
          description: "What the general ledger calls it; without one the name that lines are posted under.",
          examples: ["Sales:Subscriptions"],
        }),
      ),
    ),
  }),
);

const Formats = Closed({
  xero: Type.Optional(
    Closed({
      taxRate: Text(1, 100, { description: "The name of the tax rate of every line.", examples: ["Tax Exempt"] }),
      classTracking: Type.Optional(
        Nullable(Text(1, 100, { description: "The tracking category whose options are the classes." })),
      ),
    }),
  ),
  netSuite: Type.Optional(
    Closed({ subsidiary: Type.Optional(Nullable(Text(1, 200, { examples: ["Parent Company"] }))) }),
  ),
  sageIntacct: Type.Optional(
    Closed({
      journal: Text(1, 20, { description: "The journal symbol.", examples: ["GJ"] }),
      locationId: Type.Optional(Nullable(Text(1, 20))),
    }),
  ),
  datev: Type.Optional(
    Closed({
      consultantNumber: Integer(1001, 9_999_999, { description: "Beraternummer." }),
      clientNumber: Integer(1, 99_999, { description: "Mandantennummer." }),
      accountLength: Integer(4, 8, { description: "Sachkontenlänge: digits of an account." }),
      fiscalYearStartMonth: Integer(1, 12),
      clearingAccount: Text(1, 9, {
        pattern: "^[0-9]+$",
        description: "Clearing account of entries with several lines on both sides; each nets to 0.00 in it.",
        examples: ["1590"],
      }),
    }),
  ),
});

export const SetChartBody = Named(
  "SetChartOfAccountsDto",
  Closed({
    accounts: Type.Array(LedgerAccountBody, {
      maxItems: 1000,
      description:
        "Of several that fit a line the most specific: a posted name before a category, that before a class, that before the role alone.",
    }),
    formats: Type.Optional(Formats),
  }),
);

export const ChartView = Named(
  "ChartOfAccounts",
  Closed({
    accounts: Type.Array(
      Closed({
        role: AccountRoleWord(),
        account: Nullable(Type.String()),
        categoryId: Nullable(Uuid()),
        classId: Nullable(Uuid()),
        number: Type.String(),
        name: Nullable(Type.String()),
      }),
    ),
    formats: Formats,
  }),
);

export function chartFromBody({ accounts, formats = {} }: Static<typeof SetChartBody>): Chart {
  const { xero, netSuite, sageIntacct, datev } = formats;
  return {
    accounts: accounts.map(({ role, account = null, categoryId = null, classId = null, number: of, name = null }) => ({
      ...{ role, account, categoryId, classId, number: of, name },
    })),
    formats: {
      ...(xero === undefined ? {} : { xero: { classTracking: null, ...xero } }),
      ...(netSuite === undefined ? {} : { netSuite: { subsidiary: null, ...netSuite } }),
      ...(sageIntacct === undefined ? {} : { sageIntacct: { locationId: null, ...sageIntacct } }),
      ...(datev === undefined ? {} : { datev }),
    },
  };
}
