import { useParams } from "@tanstack/react-router";
import { useAll, useApi } from "../../api/use-api.ts";

/** The id of the contract in the address. */
export function useContractId(): string {
  const { id } = useParams({ strict: false }) as { id: string };
  return id;
}

export function useContract() {
  return useApi("getContract", { id: useContractId() });
}

/** Terms in the order of their first days, so that a ramp reads upwards. */
export function useTerms() {
  return useAll("listContractBillingTerms", { id: useContractId(), sort: "startDate:asc" });
}

export function useRevenue() {
  return useAll("listRevenueSchedules", { filter: { contractId: useContractId() } });
}

/** Issued and planned invoices in the order of their dates. */
export function useSchedule() {
  return useApi("getInvoiceSchedule", { id: useContractId() });
}
