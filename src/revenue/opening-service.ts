import * as contracts from "../contracts/service.ts";
import { recordNotFound } from "../platform/http/error-codes.ts";
import { type LoadedBooks, loadedBooks } from "./loaded-books-store.ts";
import type { PobOpening } from "./opening.ts";
import * as store from "./opening-store.ts";
import type { Reader } from "./service.ts";

/** The opening of a contract with all that was loaded with it. */
export type OpeningRecord = {
  readonly opening: store.ContractOpening;
  readonly obligations: ReadonlyMap<string, PobOpening>;
  readonly loaded: LoadedBooks;
};

/** @throws DomainError CONTRACT_NOT_FOUND, CONTRACT_DELETED, OPENING_NOT_FOUND */
export async function getOpening(
  { tx, merchant }: Pick<Reader, "tx" | "merchant">,
  contractId: string,
): Promise<OpeningRecord> {
  const contract = await contracts.getContract({ tx, merchant }, contractId, "CONTRACT_DELETED");
  const opening = await store.findOpening(tx, merchant.id, contractId);
  if (opening === undefined) throw recordNotFound("OPENING_NOT_FOUND");
  const obligations = await store.openingsOfContracts(tx, merchant.id, [contractId], null);
  return {
    opening,
    obligations,
    loaded: await loadedBooks(tx, merchant.id, { contractId, currency: contract.currency }),
  };
}
