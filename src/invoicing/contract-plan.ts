import type { Contract } from "../contracts/contract.ts";
import type { PlannedInvoice } from "./plan.ts";
import type { InvoiceTax } from "./tax.ts";

/** A planned invoice of a contract, with the tax as of now; null where the contract has no customer yet. */
export type ContractPlan = {
  readonly contract: Contract;
  readonly planned: PlannedInvoice;
  readonly tax: InvoiceTax | null;
};
