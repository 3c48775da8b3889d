import type { JournalEntry } from "@accord/client";
import { daysInWords } from "../format/day.ts";
import { paths } from "../paths.ts";
import { ContractName } from "./contract-name.tsx";
import { TextLink } from "./text-link.tsx";

/** The source of an entry as a link: a document with its name in the entry, any other source with the name of its contract. */
export function EntrySource({ entry }: { entry: JournalEntry }) {
  const { sourceType, sourceId, contractId, lines } = entry;
  const href = documentHref(sourceType, sourceId);
  if (href !== undefined) return <TextLink href={href}>{daysInWords(lines[0]?.memo || "Its document")}</TextLink>;
  return contractId === null ? null : <ContractName id={contractId} search={{ tab: "revenue" }} />;
}

/** Whether there is something to be shown. */
export function hasSource({ sourceType, sourceId, contractId }: JournalEntry): boolean {
  return contractId !== null || documentHref(sourceType, sourceId) !== undefined;
}

/** Whether it came from an invoice, a credit memo or a payment, and not from its contract alone. */
export function isOfDocument({ sourceType, sourceId }: JournalEntry): boolean {
  return documentHref(sourceType, sourceId) !== undefined;
}

/** The address of the document of an entry; undefined if it has none. */
export function documentHref(type: string, id: string): string | undefined {
  if (type.startsWith("INVOICE")) return paths.invoice(id);
  if (type.startsWith("CREDIT_MEMO")) return paths.creditMemo(id);
  if (type.startsWith("PAYMENT")) return paths.payment(id);
  return undefined;
}
