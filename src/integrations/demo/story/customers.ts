import type { Answer, Send } from "./scene.ts";

/**
 * When a customer pays: around the due date, weeks after it, or never. All names, addresses and numbers are made up; mail to `.example`
 * cannot be delivered (RFC 2606).
 */
export type Paying = "PROMPT" | "LATE" | "NEVER";

type Place = readonly [line1: string, city: string, postalCode: string, country: string, state?: string];

const customers = {
  halvorn: [
    "Halvorn Marine Logistics",
    "Halvorn Marine Logistics Inc.",
    ["410 Harbor Drive", "Seattle", "98104", "US", "WA"],
  ],
  brightwell: [
    "Brightwell Orchards",
    "Brightwell Orchards Ltd",
    ["Unit 4, Kilkenny Road", "Carlow", "R93 X7P2", "IE"],
    "IE3000001TH",
  ],
  quillfeather: [
    "Quillfeather Analytics",
    "Quillfeather Analytics LLC",
    ["88 Mercer Street", "New York", "10012", "US", "NY"],
  ],
  lumen: [
    "Lumen Hollow Clinics",
    "Lumen Hollow Clinics Inc.",
    ["2200 Lakeshore Avenue", "Oakland", "94606", "US", "CA"],
  ],
  vantage: [
    "Vantage Ridge Robotics",
    "Vantage Ridge Robotics Corp.",
    ["17 Foundry Way", "Pittsburgh", "15212", "US", "PA"],
  ],
  marrow: ["Marrow & Vale Foods", "Marrow & Vale Foods Inc.", ["950 Market Hall Road", "Chicago", "60607", "US", "IL"]],
  kestrel: [
    "Kestrel & Pine Publishing",
    "Kestrel & Pine Publishing Ltd",
    ["31 Fleet Passage", "London", "EC4Y 1AA", "GB"],
  ],
  juniper: [
    "Juniper Row Hospitality",
    "Juniper Row Hospitality Group Inc.",
    ["640 Canal Street", "New Orleans", "70130", "US", "LA"],
  ],
  tannhofen: [
    "Tannhofen Präzision",
    "Tannhofen Präzision GmbH",
    ["Industriestraße 12", "Stuttgart", "70565", "DE"],
    "DE300000001",
    "EUR",
  ],
  mizuhara: [
    "Mizuhara Seiki",
    "Mizuhara Seiki K.K.",
    ["3-14-9 Shibaura", "Minato-ku, Tokyo", "108-0023", "JP"],
    null,
    "JPY",
  ],
  pellworth: [
    "Pellworth Mutual",
    "Pellworth Mutual Insurance Company",
    ["500 Constitution Plaza", "Hartford", "06103", "US", "CT"],
  ],
  cobalt: ["Cobalt Fjord Shipping", "Cobalt Fjord Shipping AS", ["Strandgaten 21", "Bergen", "5013", "NO"]],
  oakhaven: ["Oakhaven Savings", "Oakhaven Savings Bank", ["75 Commerce Square", "Columbus", "43215", "US", "OH"]],
  aldermoor: [
    "Aldermoor Energy",
    "Aldermoor Energy plc",
    ["Trinity House, 8 Quayside", "Newcastle upon Tyne", "NE1 3DX", "GB"],
  ],
  bellamy: ["Bellamy Freight", "Bellamy Freight LLC", ["1201 Rail Yard Avenue", "Memphis", "38103", "US", "TN"]],
  cedarline: ["Cedarline Health", "Cedarline Health Inc.", ["300 Longwood Avenue", "Boston", "02115", "US", "MA"]],
  dunmore: [
    "Dunmore Insurance",
    "Dunmore Insurance DAC",
    ["5 Custom House Quay", "Dublin", "D01 H7R2", "IE"],
    "IE3000002VH",
  ],
  eastgate: [
    "Eastgate Retail",
    "Eastgate Retail B.V.",
    ["Keizersgracht 210", "Amsterdam", "1016 DX", "NL"],
    "NL800000001B01",
    "EUR",
  ],
  fairwind: [
    "Fairwind Airlines",
    "Fairwind Airlines SAS",
    ["14 avenue de l’Opéra", "Paris", "75001", "FR"],
    "FR12800000001",
    "EUR",
  ],
  glasshouse: ["Glasshouse Labs", "Glasshouse Labs Inc.", ["77 Innovation Way", "Austin", "78701", "US", "TX"]],
  harrow: ["Harrow & Finch Legal", "Harrow & Finch LLP", ["22 Chancery Court", "London", "WC2A 1HP", "GB"]],
  isleworth: [
    "Isleworth Media",
    "Isleworth Media Limited",
    ["10 Grand Canal Street", "Dublin", "D02 P593", "IE"],
    "IE3000003WH",
  ],
  jarrow: ["Jarrow Steelworks", "Jarrow Steelworks Limited", ["Slipway Road", "Jarrow", "NE32 3ED", "GB"]],
  kaldera: [
    "Kaldera Gaming",
    "Kaldera Gaming AB",
    ["Sveavägen 44", "Stockholm", "111 34", "SE"],
    "SE800000000101",
    "EUR",
  ],
  lindqvist: [
    "Lindqvist Möbler",
    "Lindqvist Möbler AB",
    ["Storgatan 8", "Göteborg", "411 38", "SE"],
    "SE800000000201",
    "EUR",
  ],
  monteverde: [
    "Monteverde Vini",
    "Monteverde Vini S.r.l.",
    ["Via Cavour 18", "Firenze", "50129", "IT"],
    "IT80000000011",
    "EUR",
  ],
  northcote: ["Northcote University", "Northcote University", ["1 College Walk", "Ann Arbor", "48109", "US", "MI"]],
  orchardfield: [
    "Orchardfield Schools",
    "Orchardfield Education Trust",
    ["12 Green Lane", "Cork", "T12 A3KV", "IE"],
    null,
    "USD",
    "EXEMPT",
  ],
  palisade: [
    "Palisade Security",
    "Palisade Security Inc.",
    ["4100 Wilson Boulevard", "Arlington", "22203", "US", "VA"],
  ],
  quarrystone: [
    "Quarrystone Builders",
    "Quarrystone Builders Limited",
    ["Dock Road", "Limerick", "V94 T9PX", "IE"],
    "IE3000004AH",
  ],
  ravensmoor: [
    "Ravensmoor Studios",
    "Ravensmoor Studios Inc.",
    ["6250 Sunset Boulevard", "Los Angeles", "90028", "US", "CA"],
  ],
  saltmarsh: ["Saltmarsh Biotech", "Saltmarsh Biotech Inc.", ["9 Torrey Pines Road", "San Diego", "92037", "US", "CA"]],
  tidewater: ["Tidewater Telecom", "Tidewater Telecom Corp.", ["808 Granby Street", "Norfolk", "23510", "US", "VA"]],
  umberland: [
    "Umberland Outfitters",
    "Umberland Outfitters Inc.",
    ["15 Summit Avenue", "Boulder", "80302", "US", "CO"],
  ],
  velasco: [
    "Velasco Pharma",
    "Velasco Pharma S.A.",
    ["Calle de Serrano 90", "Madrid", "28006", "ES"],
    "ESB80000001",
    "EUR",
  ],
  westbrook: [
    "Westbrook Logistics",
    "Westbrook Logistics Inc.",
    ["230 Distribution Parkway", "Atlanta", "30336", "US", "GA"],
  ],
} as const satisfies Record<
  string,
  readonly [name: string, legal: string, place: Place, vatId?: string | null, currency?: string, tax?: "EXEMPT"]
>;

export type CustomerName = keyof typeof customers;

const paying: Partial<Record<CustomerName, Paying>> = {
  quillfeather: "LATE",
  juniper: "LATE",
  jarrow: "NEVER",
  marrow: "LATE",
  umberland: "NEVER",
  monteverde: "LATE",
  kaldera: "LATE",
  ravensmoor: "LATE",
};

export type Customer = {
  readonly id: string;
  readonly name: string;
  readonly currency: string;
  readonly paying: Paying;
};

/** Creates all customers, with addresses, tax ids, payment terms and contacts. */
export async function enterCustomers(send: Send): Promise<ReadonlyMap<CustomerName, Customer>> {
  const entered = new Map<CustomerName, Customer>();
  let number = 1000;
  for (const [key, each] of Object.entries(customers)) {
    const [name, companyName, [line1, city, postalCode, country, state = null], vatId = null, currency = "USD", tax] =
      each as readonly [string, string, Place, (string | null)?, string?, "EXEMPT"?];
    const domain = `${key}.example`;
    number += 1;
    const { id }: Answer = await send("POST", "/v3/customers", {
      ...{ name, companyName, defaultCurrency: currency, netPaymentTerms: country === "US" ? 30 : 14 },
      primaryBillingContactEmail: `accounts.payable@${domain}`,
      billingAddress: { line1, city, postalCode, country, state },
      taxInfo: { vatId, isTaxExempt: tax === "EXEMPT" },
      externalIds: [{ sourceType: "CRM_A", externalId: `ACC-${number}` }],
    });
    entered.set(key as CustomerName, { id, name, currency, paying: paying[key as CustomerName] ?? "PROMPT" });
  }
  return entered;
}
