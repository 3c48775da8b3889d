import { assert } from "./assert.ts";

// ISO 4217: active currencies, and funds used as units of account, by their number of minor digits. Metals, test codes and XXX are
// left out, because nothing is invoiced in them.
const codesByMinorDigits: Readonly<Record<number, string>> = {
  0: "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF",
  2: `AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BMD BND BOB BOV BRL BSD BTN BWP BYN BZD CAD CDF CHE CHF
    CHW CNY COP COU CRC CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD HKD HNL HTG
    HUF IDR ILS INR IRR JMD KES KGS KHR KPW KYD KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR
    MWK MXN MXV MYR MZN NAD NGN NIO NOK NPR NZD PAB PEN PGK PHP PKR PLN QAR RON RSD RUB SAR SBD SCR SDG SEK SGD
    SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TOP TRY TTD TWD TZS UAH USD USN UYU UZS VED VES WST XCD XCG
    YER ZAR ZMW ZWG`,
  3: "BHD IQD JOD KWD LYD OMR TND",
  4: "CLF UYW",
};

const minorDigitsByCode: ReadonlyMap<string, number> = new Map(
  Object.entries(codesByMinorDigits).flatMap(([digits, codes]) =>
    codes.split(/\s+/).map((code) => [code, Number(digits)] as const),
  ),
);

/** Every active code, in alphabetical order. */
export const currencies: readonly string[] = [...minorDigitsByCode.keys()].toSorted();

/** True if this is an active ISO 4217 code in capitals. */
export function isCurrency(code: string): boolean {
  return minorDigitsByCode.has(code);
}

/** The codes whose amounts have this many decimals. */
export function currenciesWithMinorDigits(digits: number): string[] {
  return [...minorDigitsByCode].flatMap(([code, each]) => (each === digits ? [code] : []));
}

/** How many decimals an amount of this currency has: 2 for USD, 0 for JPY, 3 for KWD. */
export function minorDigits(currency: string): number {
  const digits = minorDigitsByCode.get(currency);
  assert(digits !== undefined, `${currency} is a known currency`);
  return digits;
}
