import { createHash } from "node:crypto";
import type { Address } from "../../kernel/address.ts";
import type { Issue } from "../../kernel/errors.ts";
import { isBic, parseIban } from "../../kernel/iban.ts";
import type { TaxCategory } from "../../kernel/tax-category.ts";

/** The account that customers pay to. */
export type BankAccount = { readonly iban: string; readonly bic: string | null; readonly name: string | null };

/** A tax rate from a day on, for a whole country or one region of it. */
export type TaxRate = {
  readonly country: string;
  readonly region: string | null;
  readonly category: TaxCategory;
  /** A fraction as decimal text: 0.19 is 19 %. */
  readonly rate: string;
  /** YYYY-MM-DD */
  readonly validFrom: string;
};

/** The merchant's data on invoices and e-invoices (rules 10). */
export type MerchantProfile = {
  readonly legalName: string | null;
  readonly address: Address | null;
  readonly vatId: string | null;
  readonly registrationNumber: string | null;
  readonly bankAccount: BankAccount | null;
  readonly email: string | null;
  /** PNG, base64. */
  readonly logo: string | null;
  readonly taxRates: readonly TaxRate[];
  /** The processor that customers are charged through unless a request names another one. */
  readonly defaultProcessor: "PROCESSOR_A" | null;
};

export type ProfilePatch = { readonly [Field in keyof MerchantProfile]?: MerchantProfile[Field] | undefined };

/** 200 KiB; like metadata, counted in units of 1024 bytes. */
const longestLogo = 200 * 1024;

/** All issues of a patch that a schema cannot find; paths are those of the body. */
export function checkProfile({ bankAccount, logo, taxRates }: ProfilePatch): Issue[] {
  return [
    ...(bankAccount ? checkBankAccount(bankAccount) : []),
    ...(typeof logo === "string" ? checkLogo(logo) : []),
    ...checkTaxRates(taxRates ?? []),
  ];
}

/** A checked patch, with IBAN and BIC in their canonical spelling. */
export function canonicalPatch(patch: ProfilePatch): ProfilePatch {
  if (!patch.bankAccount) return patch;
  const { iban, bic, name } = patch.bankAccount;
  return { ...patch, bankAccount: { iban: parseIban(iban) ?? iban, bic: bic?.toUpperCase() ?? null, name } };
}

/** The profile after a patch: undefined keeps a field, null clears it, tax rates are replaced as a whole. */
export function patchedProfile(profile: MerchantProfile, patch: ProfilePatch): MerchantProfile {
  const sent = Object.entries(patch).filter(([, value]) => value !== undefined);
  const { taxRates, ...rest } = { ...profile, ...(Object.fromEntries(sent) as Partial<MerchantProfile>) };
  return { ...rest, taxRates: taxRates.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1)) };
}

/** The profile for the audit log, without the bytes of files. */
export function auditView({ logo, ...profile }: MerchantProfile): Record<string, unknown> {
  const bytes = logo === null ? null : Buffer.from(logo, "base64");
  const digest = bytes && `${bytes.length} bytes, SHA-256 ${createHash("sha256").update(bytes).digest("hex")}`;
  return { ...profile, logo: digest };
}

function checkBankAccount({ iban, bic }: BankAccount): Issue[] {
  const issues: Issue[] = [];
  if (parseIban(iban) === undefined) {
    const message = "iban is not valid: check its country, length and check digits.";
    issues.push({ path: "/bankAccount/iban", code: "FORMAT", message });
  }
  if (bic !== null && !isBic(bic.toUpperCase())) {
    issues.push({ path: "/bankAccount/bic", code: "FORMAT", message: "bic must have 8 or 11 letters and digits." });
  }
  return issues;
}

const pngSignature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

function checkLogo(logo: string): Issue[] {
  const issue = (code: string, message: string): Issue[] => [{ path: "/logo", code, message }];
  const bytes = Buffer.from(logo, "base64");
  if (bytes.toString("base64") !== logo) return issue("FORMAT", "logo must be base64 with padding.");
  if (bytes.length > longestLogo) {
    return issue("LENGTH", `logo has ${bytes.length} bytes; at most ${longestLogo} are possible.`);
  }
  const isPng = bytes.subarray(0, 8).equals(pngSignature) && bytes.toString("latin1", 12, 16) === "IHDR";
  return isPng ? [] : issue("FORMAT", "logo must be a PNG image.");
}

// Categories under which nothing is charged (EN 16931 BR-Z-05, BR-E-05, BR-AE-05, BR-IC-05, BR-G-05, BR-O-05).
const untaxed: ReadonlySet<TaxCategory> = new Set(["Z", "E", "AE", "K", "G", "O"]);

function checkTaxRates(rates: readonly TaxRate[]): Issue[] {
  const seen = new Set<string>();
  return rates.flatMap((rate, index): Issue[] => {
    const issues: Issue[] = [];
    if (untaxed.has(rate.category) && /[1-9]/.test(rate.rate)) {
      const message = `The rate of category ${rate.category} must be 0.`;
      issues.push({ path: `/taxRates/${index}/rate`, code: "RANGE", message });
    }
    if (seen.has(keyOf(rate))) {
      const message = "There can be only one rate for each country, region, category and day.";
      issues.push({ path: `/taxRates/${index}`, code: "DUPLICATE", message });
    }
    seen.add(keyOf(rate));
    return issues;
  });
}

function keyOf({ country, region, category, validFrom }: TaxRate): string {
  return JSON.stringify([country, region ?? "", category, validFrom]);
}
