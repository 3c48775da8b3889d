import type { CustomerName } from "./customers.ts";
import type { Scene } from "./scene.ts";
import { type Billing, createContract, type Earning, onDelivery, type Story } from "./story-contract.ts";

/** A contract that is not changed after it was signed. */
type Subscription = {
  readonly name: string;
  readonly of: CustomerName;
  readonly signed: string;
  readonly sells: readonly (readonly [Billing, Earning?])[];
  readonly fields?: object;
  /** False if it still waits for approval. */
  readonly isApproved?: false;
};

const arrears = { invoiceDateStrategy: "ARREARS" } as const;
const daily: Earning = { recognitionPattern: "STRAIGHT_LINE_DAILY" };

/** The billings of two years: one year, renewed for another. */
function twoYears(billing: Omit<Billing, "from" | "to">, price2: string): readonly (readonly [Billing])[] {
  const { name, product, price, ...rest } = billing as Billing;
  return [
    [{ ...{ name, product, price, ...rest }, from: "2024-01-01", to: "2024-12-31" }],
    [{ ...{ name: `${name}, renewed`, product, ...rest }, from: "2025-01-01", to: "2025-12-31", price: price2 }],
  ];
}

const signed: readonly Subscription[] = [
  {
    name: "Platform, annual prepaid",
    of: "halvorn",
    signed: "2024-01-02",
    fields: { poNumber: "PO-4471" },
    sells: twoYears({ name: "Platform", product: "platform", interval: "YEAR", price: "24000.00" }, "26400.00"),
  },
  {
    name: "Team plan, monthly",
    of: "brightwell",
    signed: "2024-01-02",
    sells: [[{ name: "Team plan", product: "platform", from: "2024-01-01", price: "850.00" }]],
  },
  {
    name: "Analytics, quarterly in arrears",
    of: "quillfeather",
    signed: "2024-01-02",
    sells: twoYears(
      { name: "Analytics", product: "analytics", interval: "QUARTER", price: "5400.00", ...arrears },
      "5850.00",
    ),
  },
  {
    name: "Claims portal, billed at month end",
    of: "pellworth",
    signed: "2024-01-31",
    sells: [
      [{ name: "Claims portal", product: "platform", from: "2024-01-31", to: "2026-01-30", price: "3200.00" }],
      [
        {
          name: "Premium support",
          product: "support",
          from: "2024-01-31",
          to: "2026-01-30",
          interval: "YEAR",
          price: "6000.00",
        },
      ],
    ],
  },
  {
    name: "Support desk, twice a month",
    of: "lumen",
    signed: "2024-02-10",
    sells: [
      [
        {
          ...{ name: "Support desk", product: "support", from: "2024-02-10", to: "2026-02-09", price: "640.00" },
          ...{ interval: "SEMI_MONTH", invoiceDateStrategy: "LAST_OF_PERIOD" },
        },
        daily,
      ],
    ],
  },
  {
    name: "Trading platform, three years",
    of: "aldermoor",
    signed: "2024-02-20",
    fields: { poNumber: "ALD-77120" },
    sells: [
      [
        {
          ...{
            name: "Platform",
            product: "platform",
            from: "2024-03-01",
            to: "2027-02-28",
            interval: "YEAR",
            price: "96000.00",
          },
          escalator: { type: "PERCENTAGE", amount: "0.05", everyMonths: 12 },
        },
      ],
    ],
  },
  {
    name: "Launch package",
    of: "kestrel",
    signed: "2024-03-04",
    sells: [
      [
        {
          name: "Onboarding",
          product: "onboarding",
          from: "2024-03-28",
          to: "2024-03-28",
          interval: "NONE",
          price: "4800.00",
        },
        onDelivery,
      ],
      [
        {
          name: "Platform",
          product: "platform",
          from: "2024-04-01",
          to: "2026-03-31",
          interval: "QUARTER",
          price: "3600.00",
        },
        daily,
      ],
    ],
  },
  {
    name: "Warehouse module",
    of: "marrow",
    signed: "2024-03-11",
    sells: [
      [
        {
          name: "Set-up",
          product: "onboarding",
          from: "2024-03-18",
          to: "2024-03-18",
          interval: "NONE",
          price: "7500.00",
        },
        onDelivery,
      ],
      [{ name: "Warehouse module", product: "platform", from: "2024-04-01", to: "2026-03-31", price: "1150.00" }],
    ],
  },
  {
    name: "Evergreen hosting",
    of: "juniper",
    signed: "2024-04-12",
    sells: [[{ name: "Hosting", product: "platform", from: "2024-04-15", price: "1249.50" }]],
  },
  {
    name: "Plattform, jährlich",
    of: "tannhofen",
    signed: "2024-05-02",
    fields: { poNumber: "4500187321" },
    sells: [
      [
        {
          ...{
            name: "Plattform",
            product: "platform",
            from: "2024-05-01",
            to: "2026-04-30",
            interval: "QUARTER",
            price: "4100.00",
          },
          discounts: [
            {
              type: "PERCENTAGE",
              amount: "0.10",
              note: "Framework agreement",
              startDate: "2024-05-01",
              endDate: "2025-04-30",
            },
          ],
        },
      ],
    ],
  },
  {
    name: "Platform Japan",
    of: "mizuhara",
    signed: "2024-06-03",
    sells: [
      [
        {
          name: "Platform",
          product: "workspace",
          from: "2024-06-01",
          to: "2026-05-31",
          price: "4980",
          quantity: "35",
          ...arrears,
        },
      ],
    ],
  },
  {
    name: "Store analytics",
    of: "eastgate",
    signed: "2024-06-10",
    sells: [
      [
        {
          ...{ name: "Analytics", product: "analytics", from: "2024-07-01", to: "2026-06-30", price: "1900.00" },
          discounts: [
            { type: "FIXED", amount: "200.00", note: "Pilot price", startDate: "2024-07-01", endDate: "2024-12-31" },
          ],
        },
      ],
    ],
  },
  {
    name: "Fleet tracking, paid before each quarter",
    of: "cobalt",
    signed: "2024-07-01",
    sells: [
      [
        {
          ...{ name: "Fleet tracking", product: "platform", from: "2024-09-01", to: "2026-08-31", interval: "QUARTER" },
          ...{ price: "8325.00", invoiceDateStrategy: "ADVANCED_DUE_START" },
        },
      ],
    ],
  },
  {
    name: "Campus licence",
    of: "northcote",
    signed: "2024-08-12",
    sells: [
      [
        {
          name: "Campus licence",
          product: "platform",
          from: "2024-09-01",
          to: "2026-08-31",
          interval: "YEAR",
          price: "58000.00",
        },
        { recognitionPattern: "STRAIGHT_LINE_DAILY" },
      ],
    ],
  },
  {
    name: "Schools, tax exempt",
    of: "orchardfield",
    signed: "2024-08-19",
    sells: [
      [{ name: "Learning platform", product: "platform", from: "2024-09-01", to: "2026-08-31", price: "690.00" }],
    ],
  },
  {
    name: "Policy administration",
    of: "dunmore",
    signed: "2024-09-16",
    fields: { poNumber: "DUN-2024-311" },
    sells: [
      [
        {
          name: "Platform",
          product: "platform",
          from: "2024-10-01",
          to: "2027-09-30",
          interval: "QUARTER",
          price: "18500.00",
        },
      ],
      [
        {
          name: "Premium support",
          product: "support",
          from: "2024-10-01",
          to: "2027-09-30",
          interval: "QUARTER",
          price: "2250.00",
        },
      ],
    ],
  },
  {
    name: "Newsroom",
    of: "isleworth",
    signed: "2024-11-04",
    sells: [[{ name: "Platform", product: "platform", from: "2024-11-01", to: "2025-10-31", price: "2480.00" }]],
  },
  {
    name: "Booking engine",
    of: "fairwind",
    signed: "2025-01-20",
    fields: { poNumber: "FW/25/0093" },
    sells: [
      [
        {
          name: "Platform",
          product: "platform",
          from: "2025-02-01",
          to: "2028-01-31",
          interval: "YEAR",
          price: "72000.00",
        },
      ],
    ],
  },
  {
    name: "Cellar management",
    of: "monteverde",
    signed: "2025-03-03",
    sells: [[{ name: "Platform", product: "platform", from: "2025-03-01", to: "2026-02-28", price: "990.00" }]],
  },
  {
    name: "Showroom analytics",
    of: "lindqvist",
    signed: "2025-05-05",
    sells: [
      [
        {
          name: "Analytics",
          product: "analytics",
          from: "2025-05-01",
          to: "2026-04-30",
          interval: "QUARTER",
          price: "3300.00",
        },
      ],
    ],
  },
  {
    name: "Plant maintenance",
    of: "jarrow",
    signed: "2025-06-02",
    sells: [
      [
        {
          name: "Platform",
          product: "platform",
          from: "2025-06-01",
          to: "2026-05-31",
          interval: "QUARTER",
          price: "5200.00",
        },
      ],
    ],
  },
  {
    name: "Outlet catalogue",
    of: "umberland",
    signed: "2025-08-04",
    sells: [[{ name: "Platform", product: "platform", from: "2025-08-01", to: "2026-07-31", price: "780.00" }]],
  },
  {
    name: "Site control",
    of: "quarrystone",
    signed: "2025-09-08",
    sells: [[{ name: "Platform", product: "platform", from: "2025-09-01", to: "2026-08-31", price: "1420.00" }]],
  },
  {
    name: "Branch licences, renewal",
    of: "oakhaven",
    signed: "2025-12-15",
    isApproved: false,
    sells: [
      [
        {
          name: "Branch licences",
          product: "workspace",
          from: "2026-01-01",
          to: "2026-12-31",
          interval: "YEAR",
          price: "480.00",
          quantity: "64",
        },
      ],
    ],
  },
];

/** One scene for each contract that is not changed after it was signed. */
export function subscriptions(story: Story): Scene[] {
  return signed.map((each) => subscription(story, each));
}

async function* subscription(story: Story, { name, of, signed, sells, fields, isApproved }: Subscription): Scene {
  yield signed;
  const created = await createContract(story, name, of, { closeDate: signed, ...fields });
  for (const [billing, earning] of sells) await created.sell(billing, earning);
  if (isApproved !== false) await created.approve();
}
