import { isCountry } from "../../kernel/country.ts";
import type { Party } from "./invoice-document.ts";
import { type Element, element, group, type MaybeElement, optional } from "./xml.ts";

/** Seller or buyer (BG-4, BG-7). `withTaxIds` is false where the invoice must not name them (BR-O-02). */
export function partyElement(
  party: Party,
  { side, withTaxIds }: { side: "SELLER" | "BUYER"; withTaxIds: boolean },
): Element {
  const legalName = party.legalName ?? party.name;
  return element("cac:Party", [
    // EM of the code list of electronic addresses: an e-mail address.
    optional("cbc:EndpointID", party.email, { schemeID: "EM" }),
    group("cac:PartyName", [optional("cbc:Name", party.name)]),
    address(party),
    withTaxIds ? taxScheme(party.vatId, side) : undefined,
    element("cac:PartyLegalEntity", [
      element("cbc:RegistrationName", legalName),
      optional("cbc:CompanyID", party.registrationNumber),
    ]),
    group("cac:Contact", [optional("cbc:ElectronicMail", party.email)]),
  ]);
}

function address({ address: stated }: Party): MaybeElement {
  if (stated === null) return undefined;
  return group("cac:PostalAddress", [
    optional("cbc:StreetName", stated.line1),
    optional("cbc:AdditionalStreetName", stated.line2),
    optional("cbc:CityName", stated.city),
    optional("cbc:PostalZone", stated.postalCode),
    optional("cbc:CountrySubentity", stated.state),
    group("cac:AddressLine", [optional("cbc:Line", stated.addressee)]),
    group("cac:Country", [optional("cbc:IdentificationCode", stated.country)]),
  ]);
}

/**
 * A VAT identifier begins with its country (BR-CO-09; Greece writes EL). Another number of the seller is its tax
 * registration (BT-32); of the buyer the standard has no place for one.
 */
function taxScheme(vatId: string | null, side: "SELLER" | "BUYER"): MaybeElement {
  if (vatId === null) return undefined;
  const isVat = isVatId(vatId);
  if (!isVat && side === "BUYER") return undefined;
  return element("cac:PartyTaxScheme", [
    element("cbc:CompanyID", vatId),
    element("cac:TaxScheme", [element("cbc:ID", isVat ? "VAT" : "TAX")]),
  ]);
}

/** True if the text begins with a country, as a VAT identifier does; Greece writes EL, Northern Ireland XI. */
export function isVatId(text: string): boolean {
  const prefix = text.slice(0, 2);
  return isCountry(prefix) || prefix === "EL" || prefix === "XI";
}
