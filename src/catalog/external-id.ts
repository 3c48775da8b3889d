/** The eleven kinds of outside systems that may know a record under an id of their own (spec "Enumerations"). */
export const sourceTypes = [
  "ERP_A",
  "ERP_B",
  "ERP_C",
  "ERP_D",
  "CRM_A",
  "CRM_B",
  "TAX_A",
  "TAX_B",
  "TAX_C",
  "PROCESSOR_A",
  "BILLING_A",
] as const;
export type SourceType = (typeof sourceTypes)[number];

export type ExternalId = { readonly sourceType: SourceType; readonly externalId: string };

export function isSourceType(word: string): word is SourceType {
  return (sourceTypes as readonly string[]).includes(word);
}
