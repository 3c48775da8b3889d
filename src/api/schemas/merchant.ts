import { type Static, Type } from "typebox";
import { type AccountRole, accountName, accountRoles } from "../../kernel/account.ts";
import { taxCategories } from "../../kernel/tax-category.ts";
import { AddressBody, AddressView, addressFromBody } from "../../platform/http/address.ts";
import {
  CivilDate,
  Closed,
  CountryCode,
  CurrencyCode,
  Email,
  Fraction,
  Integer,
  List,
  MultilineText,
  Named,
  Nullable,
  OneOf,
  Text,
  Uuid,
} from "../../platform/http/wire.ts";
import type { MerchantProfile, ProfilePatch } from "../../platform/merchant/profile.ts";
import {
  longestAccountName,
  longestPrefix,
  longestUsageGrace,
  type MerchantSettings,
  prefixPattern,
  type SettingsPatch,
} from "../../platform/merchant/settings.ts";

/** The smallest PNG, for the documentation. */
const onePixel = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

const processors = ["PROCESSOR_A"] as const;
const category = OneOf(taxCategories, {
  description: "Code of EN 16931: S standard, Z zero, E exempt, AE reverse charge …",
});

const BankAccountBody = Closed({
  iban: Text(1, 64, { examples: ["DE89 3704 0044 0532 0130 00"] }),
  bic: Type.Optional(Nullable(Text(1, 11, { examples: ["COBADEFFXXX"] }))),
  name: Type.Optional(Nullable(Text(1, 255, { description: "In whose name the account is." }))),
});

const TaxRateBody = Closed({
  country: CountryCode(),
  region: Type.Optional(Nullable(Text(1, 64, { description: "Without it the rate is for the whole country." }))),
  category,
  rate: Fraction({ examples: ["0.19"] }),
  validFrom: CivilDate(),
});

const Prefix = (documents: string, example: string) =>
  Text(1, longestPrefix, {
    pattern: prefixPattern,
    examples: [example],
    description: `What numbers of ${documents} begin with: letters, digits and . _ / -, not ending in a digit.`,
  });

const usageGraceDays = Integer(0, longestUsageGrace, {
  description: "Days to wait for usage of a period before it is billed.",
});

const requireCategory = Type.Boolean({
  description: "Contracts are BLOCKED while an obligation has no revenue category. Applies from their next check on.",
});

const forbidReopenSynced = Type.Boolean({
  description: "Months with journal entries that are SYNCED cannot be reopened, PERIOD_SYNCED.",
});

const badDebtTaxRelief = Type.Boolean({
  description:
    "A write-off takes the tax of what is still owed out of the tax payable; a later payment brings it back.",
});

const AccountMapBody = Closed(
  byRole(() => Type.Optional(Nullable(Text(1, longestAccountName)))),
  {
    description:
      "Names of accounts by role. Roles that are sent change; null restores the role in words. Two roles may share a name.",
  },
);

const AccountMapView = Closed(
  byRole(() => Type.String()),
  { description: "The name of each role's account in entries posted from now on; posted lines keep theirs." },
);

/** The merchant's data on documents. */
const letterhead = {
  legalName: Type.Optional(Nullable(Text(1, 255))),
  address: Type.Optional(Nullable(AddressBody)),
  vatId: Type.Optional(Nullable(Text(1, 64))),
  registrationNumber: Type.Optional(Nullable(Text(1, 64))),
  bankAccount: Type.Optional(Nullable(BankAccountBody)),
  email: Type.Optional(Nullable(Email())),
  logo: Type.Optional(
    Nullable(
      MultilineText(1, 1_000_000, { description: "A PNG image of at most 200 kB, base64.", examples: [onePixel] }),
    ),
  ),
  invoicePrefix: Type.Optional(Prefix("invoices", "INV-")),
};

export const SampleInvoiceBody = Named("SampleInvoiceDto", Closed(letterhead));

export const UpdateMerchantBody = Named(
  "UpdateMerchantDto",
  Closed({
    ...letterhead,
    taxRates: Type.Optional(List(TaxRateBody, { max: 500, description: "Replaces all rates." })),
    defaultProcessor: Type.Optional(Nullable(OneOf(processors))),
    requireCategory: Type.Optional(requireCategory),
    forbidReopenSynced: Type.Optional(forbidReopenSynced),
    badDebtTaxRelief: Type.Optional(badDebtTaxRelief),
    usageGraceDays: Type.Optional(usageGraceDays),
    creditMemoPrefix: Type.Optional(Prefix("credit memos", "CM-")),
    accountMap: Type.Optional(AccountMapBody),
  }),
);

const settingsFields = {
  requireCategory,
  forbidReopenSynced,
  badDebtTaxRelief,
  usageGraceDays,
  invoicePrefix: Type.String(),
  creditMemoPrefix: Type.String(),
  accountMap: AccountMapView,
};

export const MerchantProfileView = Named(
  "MerchantProfile",
  Closed({
    id: Uuid(),
    legalName: Nullable(Type.String()),
    address: Nullable(AddressView),
    vatId: Nullable(Type.String()),
    registrationNumber: Nullable(Type.String()),
    bankAccount: Nullable(Closed({ iban: Type.String(), bic: Nullable(Type.String()), name: Nullable(Type.String()) })),
    email: Nullable(Type.String()),
    logo: Nullable(Type.String({ description: "PNG, base64." })),
    taxRates: Type.Array(
      Closed({
        country: Type.String(),
        region: Nullable(Type.String()),
        category,
        rate: Type.String(),
        validFrom: Type.String(),
      }),
    ),
    defaultProcessor: Nullable(OneOf(processors)),
    ...settingsFields,
  }),
);

export const MerchantInfoView = Named(
  "MerchantInfo",
  Closed({
    id: Uuid(),
    preferredName: Type.String(),
    internalName: Type.String(),
    defaultCurrency: CurrencyCode(),
    timeZone: Type.String({ description: "IANA name." }),
    rounding: OneOf(["HALF_UP", "HALF_EVEN"]),
    straightLineDefault: OneOf(["STRAIGHT_LINE", "STRAIGHT_LINE_DAILY"]),
    lateInvoiceDate: OneOf(["PLANNED", "TODAY"]),
    ...settingsFields,
    features: Closed({ performanceObligations: Type.Boolean() }),
    erpKind: OneOf(["ACCOUNTING", "ERP"]),
    defaultProcessor: Nullable(OneOf(processors)),
    isSandbox: Type.Boolean(),
  }),
);

/** The changes of a request: missing fields stay, null clears. */
export function profilePatchFromBody(body: Static<typeof UpdateMerchantBody>): ProfilePatch {
  return {
    legalName: trimmed(body.legalName),
    address: body.address && addressFromBody(body.address),
    vatId: trimmed(body.vatId),
    registrationNumber: trimmed(body.registrationNumber),
    bankAccount: body.bankAccount && {
      iban: body.bankAccount.iban,
      bic: body.bankAccount.bic ?? null,
      name: body.bankAccount.name?.trim() ?? null,
    },
    email: body.email,
    logo: body.logo,
    taxRates: body.taxRates?.map(({ region, ...rate }) => ({ ...rate, region: region?.trim() ?? null })),
    defaultProcessor: body.defaultProcessor,
  };
}

/** The changes of settings in a request, or undefined if there are none. */
export function settingsPatchFromBody(body: Static<typeof UpdateMerchantBody>): SettingsPatch | undefined {
  const {
    requireCategory,
    forbidReopenSynced,
    badDebtTaxRelief,
    usageGraceDays,
    invoicePrefix,
    creditMemoPrefix,
    accountMap,
  } = body;
  const patch = {
    requireCategory,
    forbidReopenSynced,
    badDebtTaxRelief,
    usageGraceDays,
    invoicePrefix,
    creditMemoPrefix,
    accountMap,
  };
  return Object.values(patch).every((value) => value === undefined) ? undefined : patch;
}

export function profileView(
  id: string,
  profile: MerchantProfile,
  settings: MerchantSettings,
): Static<typeof MerchantProfileView> {
  const { legalName, address, vatId, registrationNumber, bankAccount, email, logo, defaultProcessor } = profile;
  const taxRates = profile.taxRates.map(({ country, region, category, rate, validFrom }) => ({
    country,
    region,
    category,
    rate,
    validFrom,
  }));
  const seller = { legalName, address, vatId, registrationNumber, bankAccount, email, logo, taxRates };
  return { id, ...seller, defaultProcessor, ...settingsView(settings) };
}

/** The settings that both views of the merchant share. */
export function settingsView(settings: MerchantSettings) {
  const {
    requireCategory,
    forbidReopenSynced,
    badDebtTaxRelief,
    usageGraceDays,
    invoicePrefix,
    creditMemoPrefix,
    accountMap,
  } = settings;
  return {
    requireCategory,
    forbidReopenSynced,
    badDebtTaxRelief,
    usageGraceDays,
    invoicePrefix,
    creditMemoPrefix,
    accountMap: byRole((role) => accountName(role, accountMap)),
  };
}

/** A record with one field per account role. */
function byRole<T>(field: (role: AccountRole) => T): Record<AccountRole, T> {
  return Object.fromEntries(accountRoles.map((role) => [role, field(role)])) as Record<AccountRole, T>;
}

function trimmed<Absent extends null | undefined>(text: string | Absent): string | Absent {
  return typeof text === "string" ? text.trim() : text;
}
