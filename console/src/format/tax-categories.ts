import type { Product } from "@accord/client";

export type TaxCategory = Product["taxCategory"];

/** The categories of EN 16931 in words. */
export const taxCategories: readonly { readonly value: TaxCategory; readonly label: string }[] = [
  { value: "S", label: "Standard rate" },
  { value: "Z", label: "Zero rate" },
  { value: "E", label: "Exempt" },
  { value: "AE", label: "Reverse charge" },
  { value: "K", label: "Intra-community supply" },
  { value: "G", label: "Export" },
  { value: "O", label: "Outside the scope of tax" },
  { value: "L", label: "Canary Islands" },
  { value: "M", label: "Ceuta and Melilla" },
  { value: "B", label: "Split payment" },
];

export function taxCategoryName(code: string): string {
  return taxCategories.find(({ value }) => value === code)?.label ?? code;
}
