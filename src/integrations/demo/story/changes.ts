import type { Scene } from "./scene.ts";
import { createContract, onDelivery, type Story } from "./story-contract.ts";

/** A contract that ends five months early; the part billed for that time is credited. */
export async function* terminated(story: Story): Scene {
  yield "2025-01-08";
  const created = await createContract(story, "Dispatch board", "bellamy", { closeDate: "2025-01-08" });
  const term = await created.sell({
    ...{
      name: "Platform",
      product: "platform",
      from: "2025-01-01",
      to: "2025-12-31",
      interval: "YEAR",
      price: "21600.00",
    },
  });
  await created.approve();
  yield "2025-07-09";
  await story.send("PATCH", `${created.path}/billing-terms/${term.billingTermId}/terminate`, {
    ...{ endDate: "2025-07-31", creditUnused: true, reason: "The customer closed its dispatch centre" },
  });
}

/** A concession whose effect on closed months is caught up, because a person chose this treatment and gave a reason. */
export async function* concession(story: Story): Scene {
  yield "2025-02-10";
  const { send } = story;
  const created = await createContract(story, "Regulatory reporting", "velasco", { closeDate: "2025-02-10" });
  const term = await created.sell({
    ...{ name: "Reporting service", product: "platform", from: "2025-02-01", to: "2026-01-31", price: "4800.00" },
    invoiceDateStrategy: "ARREARS",
  });
  await created.approve();
  yield "2025-09-02";
  await send("PATCH", `${created.path}/billing-terms/${term.billingTermId}`, {
    ...{
      pricing: [{ amount: "4200.00", amountType: "TOTAL_INVOICE" }],
      effectiveDate: "2025-10-01",
      reasonCode: "CONCESSION",
    },
  });
  const { data } = await send("GET", `${created.path}/modifications`);
  await send("PATCH", `${created.path}/modifications/${data.at(-1)?.id}`, {
    ...{
      treatment: "CUMULATIVE_CATCH_UP",
      reason: "One report is prepared over the year; what is left is not distinct.",
    },
  });
}

/** A larger plan replaces the first one. */
export async function* upgrade(story: Story): Scene {
  yield "2025-05-12";
  const created = await createContract(story, "Chamber plan", "harrow", { closeDate: "2025-05-12" });
  const term = await created.sell({
    ...{
      name: "Chamber plan",
      product: "platform",
      from: "2025-05-01",
      to: "2026-04-30",
      interval: "QUARTER",
      price: "2700.00",
    },
    prorationPolicy: "MONTH",
  });
  await created.approve();
  yield "2025-11-03";
  await story.send("POST", `${created.path}/billing-terms/${term.billingTermId}/swap`, {
    effectiveDate: "2025-12-01",
    newTerm: {
      ...{
        name: "Firm plan",
        productId: story.catalog.of("platform").productId,
        endDate: "2026-04-30",
        interval: "MONTH",
      },
      ...{ invoiceDateStrategy: "FIRST_OF_PERIOD", billingType: "FLAT" },
      pricing: [{ amount: "1450.00", amountType: "TOTAL_INVOICE" }],
    },
    reason: "Opened a second office",
  });
}

/** A higher price from a day on; the increase for periods already invoiced is billed immediately. */
export async function* priceRise(story: Story): Scene {
  yield "2025-01-15";
  const created = await createContract(story, "Reservation system", "juniper", { closeDate: "2025-01-15" });
  const term = await created.sell({
    ...{
      name: "Reservations",
      product: "platform",
      from: "2025-01-01",
      to: "2025-12-31",
      interval: "QUARTER",
      price: "6300.00",
    },
  });
  await created.approve();
  yield "2025-08-11";
  await story.send("POST", `${created.path}/billing-terms/${term.billingTermId}/amendments`, {
    ...{ effectiveDate: "2025-09-01", settlement: "IMMEDIATE", note: "Channel manager added" },
    pricing: [{ amount: "7200.00", amountType: "TOTAL_INVOICE" }],
  });
}

/** A contract without a customer, which is therefore blocked. */
export async function* workshop(story: Story): Scene {
  yield "2025-11-24";
  const created = await createContract(story, "Workshop for the founders’ circle", null, { closeDate: "2025-11-24" });
  const day = "2026-02-12";
  await created.sell(
    { name: "Workshop", product: "services", from: day, to: day, interval: "NONE", price: "1800.00" },
    onDelivery,
  );
}
