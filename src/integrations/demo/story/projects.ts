import type { Scene } from "./scene.ts";
import { createContract, onDelivery, type Story } from "./story-contract.ts";

/** A licence, onboarding and a year of support for one price, allocated by the standalone selling prices. */
export async function* bundle(story: Story): Scene {
  yield "2025-04-07";
  const { send, catalog } = story;
  const fields = { closeDate: "2025-04-07", allocationMethod: "RELATIVE_SSP", poNumber: "SB-5520" };
  const created = await createContract(story, "Laboratory bundle", "saltmarsh", fields);
  const span = { serviceStartDate: "2025-04-14", serviceEndDate: "2026-04-13" };
  const { billingTermGroupId } = await created.bill({
    ...{ name: "Laboratory bundle", product: "licence", from: "2025-04-14", to: "2026-04-13" },
    ...{ interval: "YEAR", price: "36000.00" },
  });
  await send("POST", `${created.path}/performance-obligations`, {
    billingTermGroupId,
    toCreate: [
      {
        ...{ name: "Licence", categoryId: catalog.of("licence").categoryId, ...span, serviceEndDate: "2025-04-14" },
        ...{ recognitionPattern: "POINT_IN_TIME", recognitionDate: "2025-04-14" },
        ...{ transactionPrice: "26000.00", standaloneSellingPrice: "30000.00" },
      },
      {
        ...{ name: "Onboarding", categoryId: catalog.of("onboarding").categoryId },
        ...{ serviceStartDate: "2025-05-20", serviceEndDate: "2025-05-20" },
        ...{ recognitionPattern: "POINT_IN_TIME", recognitionDate: "2025-05-20" },
        ...{ transactionPrice: "4000.00", standaloneSellingPrice: "4800.00" },
      },
      {
        ...{ name: "Premium support", categoryId: catalog.of("support").categoryId, ...span },
        ...{ transactionPrice: "6000.00", standaloneSellingPrice: "6000.00" },
      },
    ],
  });
  await created.approve();
}

/** A project that is billed and recognized by milestones; the last one is not reached yet. */
export async function* milestones(story: Story): Scene {
  yield "2025-02-17";
  const { send } = story;
  const created = await createContract(story, "Core banking integration", "oakhaven", {
    closeDate: "2025-02-17",
    poNumber: "OS-1188",
  });
  const waiting = { product: "services" as const, from: "2025-02-17", to: "2025-02-17", interval: "NONE" as const };
  const parts = [
    ["Design accepted", "18000.00", "2025-04-22"],
    ["Go-live", "42000.00", "2025-10-08"],
    ["Hand-over", "12000.00", undefined],
  ] as const;
  const terms: [string, string][] = [];
  for (const [name, price, reachedOn] of parts) {
    const { billingTermId } = await created.sell({ ...waiting, name, price, trigger: "MILESTONE" });
    if (reachedOn !== undefined) terms.push([billingTermId, reachedOn]);
  }
  await created.approve();
  for (const [billingTermId, reachedOn] of terms) {
    yield reachedOn;
    await send("POST", `${created.path}/billing-terms/${billingTermId}/milestone`, {
      reachedOn,
      note: "Signed off by the customer",
    });
  }
}

/** A project that is billed at its start and in the middle, and recognized by its percentage of completion. */
export async function* percentComplete(story: Story): Scene {
  yield "2025-03-17";
  const { send, catalog } = story;
  const created = await createContract(story, "Data migration", "tidewater", { closeDate: "2025-03-17" });
  const { billingTermGroupId } = await created.bill({
    ...{ name: "Data migration, first half", product: "services", from: "2025-03-17", to: "2025-03-17" },
    ...{ interval: "NONE", price: "45000.00" },
  });
  await created.bill({
    ...{ name: "Data migration, second half", product: "services", from: "2025-09-15", to: "2025-09-15" },
    ...{ interval: "NONE", price: "45000.00", billingTermGroupId },
  });
  const { created: pobs } = await send("POST", `${created.path}/performance-obligations`, {
    billingTermGroupId,
    toCreate: [
      {
        ...{ name: "Data migration", categoryId: catalog.of("services").categoryId },
        ...{ serviceStartDate: "2025-03-17", serviceEndDate: "2026-03-31" },
        ...{ transactionPrice: "90000.00", recognitionPattern: "PERCENT_COMPLETE" },
      },
    ],
  });
  await created.approve();
  const progress: { asOf: string; percentComplete: string }[] = [];
  const reports = [
    ["2025-04-30", "0.12"],
    ["2025-06-30", "0.30"],
    ["2025-08-31", "0.52"],
    ["2025-10-31", "0.70"],
    ["2025-12-31", "0.84"],
  ] as const;
  for (const [asOf, percentComplete] of reports) {
    yield asOf;
    progress.push({ asOf, percentComplete });
    await send("PATCH", `${created.path}/performance-obligations/${pobs[0]?.id}`, { progress });
  }
}

/** A one-off training, and a manual invoice for travel. */
export async function* training(story: Story): Scene {
  yield "2025-10-06";
  const { send, catalog } = story;
  const created = await createContract(story, "Administrator training", "harrow", { closeDate: "2025-10-06" });
  const day = "2025-10-21";
  await created.sell(
    { name: "Training, two days", product: "services", from: day, to: day, interval: "NONE", price: "3200.00" },
    onDelivery,
  );
  await created.approve();
  yield "2025-10-27";
  await send("POST", "/v3/invoices", {
    ...{ contractId: created.id, issueDate: "2025-10-27", memo: "Travel of the trainer, as agreed on 6 October." },
    lines: [
      {
        ...{ name: "Travel", itemId: catalog.itemOf("services"), unitPrice: "684.20" },
        revenue: { recognitionDate: "2025-10-21", categoryId: catalog.of("services").categoryId },
      },
    ],
  });
}
