import { AccordError, type Preview } from "@accord/client";
import { refusedRows } from "../../api/failure-message.ts";
import { inWords } from "../../format/words.ts";
import type { Outcome, Write } from "../../preview/write.ts";
import { type FileRow, fileWrite } from "./change/change-file.ts";

/** What is done with whole contracts, in the words of a file of bulk changes. */
export type BulkAction = "CONTRACT_APPROVAL" | "CONTRACT_HOLD" | "CONTRACT_DELETION";

export type Named = {
  readonly id: string;
  readonly name: string;
  readonly blockReasons: readonly { readonly message: string }[];
};

/** A contract that cannot, and why. */
export type Refused = { readonly contract: Named; readonly why: string };

/** Contracts that are changed together, as shown, all or none. */
export type Part = { readonly contracts: readonly Named[]; readonly write: Write; readonly preview: Preview };

export type Tried = { readonly parts: readonly Part[]; readonly refused: readonly Refused[] };

/** How it ended: how many were done, how many wait for a second person, and those that were not done after all. */
export type Ended = { readonly done: number; readonly waiting: number; readonly refused: readonly Refused[] };

type Steps = {
  /** What would be done; what is thrown is why it cannot be. */
  readonly preview: (write: Write) => Promise<Preview>;
  readonly carryOut: (write: Write, planHash: string) => Promise<Outcome>;
  readonly reasonOf: (error: unknown) => string;
  /** Returns true to continue. */
  readonly isOpen: () => boolean;
  readonly onProgress: (tried: number) => void;
};

/** Half of what a file takes: a request stays short, and how far it is moves on. */
export const contractsPerPart = 50;

/**
 * Dry-runs an action for contracts, in parts. Rejected contracts are left out and the others tried again, so that each part can be carried
 * out exactly as previewed.
 */
export async function tryAll(
  contracts: readonly Named[],
  of: { readonly action: BulkAction; readonly reason: string },
  steps: Steps,
): Promise<Tried> {
  const parts: Part[] = [];
  const refused: Refused[] = [];
  for (let at = 0; at < contracts.length && steps.isOpen(); at += contractsPerPart) {
    steps.onProgress(at);
    const tried = await tryPart(contracts.slice(at, at + contractsPerPart), of, steps);
    if (tried.part !== undefined) parts.push(tried.part);
    refused.push(...tried.refused);
  }
  return { parts, refused };
}

async function tryPart(
  contracts: readonly Named[],
  of: { readonly action: BulkAction; readonly reason: string },
  steps: Steps,
): Promise<{ readonly part?: Part; readonly refused: readonly Refused[] }> {
  const write = fileWrite(contracts.map((contract) => rowOf(contract, of)));
  if (write === undefined) return { refused: [] };
  try {
    return { part: { contracts, write, preview: await steps.preview(write) }, refused: [] };
  } catch (error) {
    if (!(error instanceof AccordError) || error.errorCode !== "BULK_CHANGE_REFUSED") {
      const why = steps.reasonOf(error);
      return { refused: contracts.map((contract) => ({ contract, why })) };
    }
    // The first line names the columns.
    const whyAt = new Map(refusedRows(error).map(({ line, messages }) => [line - 2, messages.map(inWords).join(" ")]));
    const refused = contracts.flatMap((contract, at): Refused[] => {
      const why = whyAt.get(at);
      return why === undefined ? [] : [{ contract, why: reasonsOf(contract, of.action) ?? why }];
    });
    const rest = await tryPart(
      contracts.filter((_, at) => !whyAt.has(at)),
      of,
      steps,
    );
    return { ...rest, refused: [...refused, ...rest.refused] };
  }
}

/** Why a blocked contract cannot be approved: its block reasons, which say more than the rejection. */
function reasonsOf({ blockReasons }: Named, action: BulkAction): string | undefined {
  if (action !== "CONTRACT_APPROVAL" || blockReasons.length === 0) return undefined;
  return blockReasons.map(({ message }) => inWords(message)).join(" ");
}

function rowOf(contract: Named, { action, reason }: { readonly action: BulkAction; readonly reason: string }): FileRow {
  const cells = { action, contractId: contract.id, ...(action === "CONTRACT_HOLD" && { reason }) };
  return { name: contract.name, cells };
}

/** Does what was shown, a part at a time. A part whose plan is another by now is not done, and the others are. */
export async function doAll(parts: readonly Part[], steps: Steps): Promise<Ended> {
  let [done, waiting, tried] = [0, 0, 0];
  const refused: Refused[] = [];
  for (const { contracts, write, preview } of parts) {
    if (!steps.isOpen()) break;
    steps.onProgress(tried);
    const why = await steps.carryOut(write, preview.planHash).then(
      ({ kind }) => {
        if (kind === "done") done += contracts.length;
        else if (kind === "waits") waiting += contracts.length;
        else return "It, or one that was tried with it, has changed since. Nothing was done; try it again.";
      },
      (error: unknown) => steps.reasonOf(error),
    );
    if (why !== undefined) refused.push(...contracts.map((contract) => ({ contract, why })));
    tried += contracts.length;
  }
  return { done, waiting, refused };
}

/** The invoices that are issued at once, by currency, summed over all parts. */
export function invoicesDueNow(parts: readonly Part[]): {
  readonly count: number;
  readonly totals: [string, string][];
} {
  type InCurrency = {
    readonly currency: string;
    readonly invoicesDueNow: { readonly count: number; readonly total: string };
  };
  const all = parts.flatMap(
    ({ preview }) => (preview.summary as { readonly byCurrency: readonly InCurrency[] }).byCurrency,
  );
  return {
    count: all.reduce((count, each) => count + each.invoicesDueNow.count, 0),
    totals: all.map(({ currency, invoicesDueNow: { total } }) => [currency, total]),
  };
}
