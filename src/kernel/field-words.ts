/** Abbreviations, which are written in capitals. */
export const abbreviations: ReadonlySet<string> = new Set([
  ...["ACH", "API", "CSV", "ERP", "ID", "IDS", "PDF", "PO", "SEPA", "SSP", "URL", "VAT"],
]);

/** The name of a field or list for people: `issueDate` is "Issue date", `customer.id` "Customer ID". */
export function fieldWords(name: string): string {
  const words = name.replaceAll(/[-.]/g, " ").replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  const written = words.replaceAll(/[a-z]+/g, (word) =>
    abbreviations.has(word.toUpperCase()) ? word.toUpperCase().replace(/^IDS$/, "IDs") : word,
  );
  return written.charAt(0).toUpperCase() + written.slice(1);
}
