import type { DemoCategory, DemoContract, DemoCustomer, DemoObligation, DemoSchedule } from "./contract.ts";

const customer = (name: string, companyName: string | null = null, currency = "USD"): DemoCustomer => ({
  name,
  companyName,
  currency,
});
const total = (amount: string) => [{ amount, amountType: "TOTAL_INVOICE" as const }];
const each = (amount: string) => [{ amount, amountType: "PER_ITEM" as const }];

/** Contracts of many kinds, written by hand. All names are made up. */
export const demoContracts: readonly DemoContract[] = [
  {
    name: "Platform, annual prepaid",
    signedIn: 1,
    customer: customer("Halvorn Marine Logistics", "Halvorn Marine Logistics Inc."),
    currency: "USD",
    poNumber: "PO-4471",
    isApproved: true,
    obligations: [yearly("Platform, annual", "Subscriptions", "YEAR", "FIRST_OF_PERIOD", total("24000"))],
  },
  {
    name: "Team plan, monthly",
    signedIn: 1,
    customer: customer("Brightwell Orchards"),
    currency: "USD",
    isApproved: true,
    obligations: [yearly("Team plan", "Subscriptions", "MONTH", "FIRST_OF_PERIOD", total("850"))],
  },
  {
    name: "Analytics, quarterly in arrears",
    signedIn: 1,
    customer: customer("Quillfeather Analytics", "Quillfeather Analytics LLC"),
    currency: "USD",
    isApproved: true,
    obligations: [yearly("Analytics", "Subscriptions", "QUARTER", "ARREARS", total("5400"))],
  },
  {
    name: "Support desk, twice a month",
    signedIn: 2,
    customer: customer("Lumen Hollow Clinics"),
    currency: "USD",
    isApproved: true,
    obligations: [
      {
        serviceStartDate: "2025-02-10",
        serviceEndDate: "2026-02-09",
        category: "Support",
        recognitionPattern: "STRAIGHT_LINE_DAILY",
        billingSchedule: {
          name: "Support desk",
          startDate: "2025-02-10",
          endDate: "2026-02-09",
          interval: "SEMI_MONTH",
          invoiceDateStrategy: "LAST_OF_PERIOD",
          billingType: "FLAT",
          pricing: total("310"),
        },
      },
    ],
  },
  {
    name: "120 seats with a loyalty discount",
    signedIn: 2,
    customer: customer("Vantage Ridge Robotics", "Vantage Ridge Robotics Corp."),
    currency: "USD",
    poNumber: "VRR-2025-018",
    isApproved: true,
    obligations: [
      {
        serviceStartDate: "2025-02-01",
        serviceEndDate: "2026-01-31",
        category: "Subscriptions",
        discounts: [{ type: "PERCENTAGE", amount: "0.15", note: "Loyalty" }],
        billingSchedule: {
          name: "Seats",
          startDate: "2025-02-01",
          endDate: "2026-01-31",
          interval: "MONTH",
          invoiceDateStrategy: "FIRST_OF_PERIOD",
          billingType: "UNIT",
          pricing: each("39.95"),
          quantity: "120",
        },
      },
    ],
  },
  {
    name: "Set-up of the warehouse module",
    signedIn: 3,
    customer: customer("Marrow and Vale Foods"),
    currency: "USD",
    isApproved: true,
    obligations: [oneOff("Set-up fee", "2025-03-17", "7500")],
  },
  {
    name: "Launch package: onboarding and platform",
    signedIn: 3,
    customer: customer("Kestrel and Pine Publishing", "Kestrel and Pine Publishing Ltd."),
    currency: "USD",
    isApproved: true,
    obligations: [
      oneOff("Onboarding", "2025-03-31", "4800"),
      {
        serviceStartDate: "2025-04-01",
        serviceEndDate: "2026-03-31",
        category: "Subscriptions",
        recognitionPattern: "STRAIGHT_LINE_DAILY",
        billingSchedule: {
          name: "Platform",
          startDate: "2025-04-01",
          endDate: "2026-03-31",
          interval: "QUARTER",
          invoiceDateStrategy: "FIRST_OF_PERIOD",
          billingType: "FLAT",
          pricing: total("3600"),
        },
      },
    ],
  },
  {
    name: "Evergreen hosting",
    signedIn: 4,
    customer: customer("Juniper Row Hospitality"),
    currency: "USD",
    isApproved: true,
    obligations: [
      {
        serviceStartDate: "2025-04-15",
        category: "Subscriptions",
        billingSchedule: {
          name: "Hosting",
          startDate: "2025-04-15",
          interval: "MONTH",
          invoiceDateStrategy: "FIRST_OF_PERIOD",
          billingType: "FLAT",
          pricing: total("1249.5"),
        },
      },
    ],
  },
  {
    name: "Plattform, jährlich",
    signedIn: 5,
    customer: customer("Tannhofen Präzision", "Tannhofen Präzision GmbH", "EUR"),
    currency: "EUR",
    isApproved: true,
    obligations: [
      {
        serviceStartDate: "2025-05-01",
        serviceEndDate: "2026-04-30",
        category: "Subscriptions",
        discounts: [{ type: "FIXED", amount: "250", note: "Referral" }],
        billingSchedule: {
          name: "Plattform",
          startDate: "2025-05-01",
          endDate: "2026-04-30",
          interval: "QUARTER",
          invoiceDateStrategy: "FIRST_OF_PERIOD",
          billingType: "FLAT",
          pricing: total("4100"),
        },
      },
    ],
  },
  {
    name: "Platform Japan",
    signedIn: 6,
    customer: customer("Mizuhara Seiki", "Mizuhara Seiki K.K.", "JPY"),
    currency: "JPY",
    isApproved: true,
    obligations: [
      {
        serviceStartDate: "2025-06-01",
        serviceEndDate: "2026-05-31",
        category: "Subscriptions",
        billingSchedule: {
          name: "Platform",
          startDate: "2025-06-01",
          endDate: "2026-05-31",
          interval: "MONTH",
          invoiceDateStrategy: "ARREARS",
          billingType: "UNIT",
          pricing: each("4980"),
          quantity: "35",
        },
      },
    ],
  },
  {
    name: "Billing on the last day of the month",
    signedIn: 1,
    customer: customer("Pellworth Mutual"),
    currency: "USD",
    isApproved: true,
    obligations: [
      {
        serviceStartDate: "2025-01-31",
        serviceEndDate: "2026-01-30",
        category: "Subscriptions",
        billingSchedule: {
          name: "Claims portal",
          startDate: "2025-01-31",
          endDate: "2026-01-30",
          interval: "MONTH",
          invoiceDateStrategy: "FIRST_OF_PERIOD",
          billingType: "FLAT",
          pricing: total("1000"),
        },
      },
    ],
  },
  {
    name: "Paid before each quarter begins",
    signedIn: 7,
    customer: customer("Cobalt Fjord Shipping", "Cobalt Fjord Shipping AS"),
    currency: "USD",
    isApproved: true,
    obligations: [
      {
        serviceStartDate: "2025-09-01",
        serviceEndDate: "2026-08-31",
        category: "Subscriptions",
        billingSchedule: {
          name: "Fleet tracking",
          startDate: "2025-09-01",
          endDate: "2026-08-31",
          interval: "QUARTER",
          invoiceDateStrategy: "ADVANCED_DUE_START",
          billingType: "FLAT",
          pricing: total("2775"),
        },
      },
    ],
  },
  {
    name: "Signed before anybody knew who pays",
    signedIn: 8,
    customer: null,
    currency: "USD",
    isApproved: false,
    obligations: [oneOff("Workshop", "2025-10-15", "1800", "Professional services")],
  },
  {
    name: "Renewal that waits for approval",
    signedIn: 11,
    customer: customer("Oakhaven Savings"),
    currency: "USD",
    isApproved: false,
    obligations: [
      {
        serviceStartDate: "2026-01-01",
        serviceEndDate: "2026-12-31",
        category: "Subscriptions",
        billingSchedule: {
          name: "Branch licences",
          startDate: "2026-01-01",
          endDate: "2026-12-31",
          interval: "YEAR",
          invoiceDateStrategy: "FIRST_OF_PERIOD",
          billingType: "UNIT",
          pricing: each("480"),
          quantity: "64",
        },
      },
    ],
  },
];

/** An obligation for the calendar year 2025 with the same price in each interval. */
function yearly(
  name: string,
  category: DemoCategory,
  interval: DemoSchedule["interval"],
  invoiceDateStrategy: DemoSchedule["invoiceDateStrategy"],
  pricing: DemoSchedule["pricing"],
): DemoObligation {
  const [startDate, endDate] = ["2025-01-01", "2025-12-31"];
  return {
    serviceStartDate: startDate,
    serviceEndDate: endDate,
    category,
    billingSchedule: { name, startDate, endDate, interval, invoiceDateStrategy, billingType: "FLAT", pricing },
  };
}

/** An obligation that is billed and delivered on one day. */
function oneOff(name: string, day: string, amount: string, category: DemoCategory = "Onboarding"): DemoObligation {
  return {
    serviceStartDate: day,
    serviceEndDate: day,
    category,
    recognitionPattern: "POINT_IN_TIME",
    billingSchedule: {
      name,
      startDate: day,
      interval: "NONE",
      invoiceDateStrategy: "FIRST_OF_PERIOD",
      billingType: "FLAT",
      pricing: total(amount),
    },
  };
}
