import type { Explanation } from "../billing-terms/charges/explanation.ts";
import type { CommitmentExplanation } from "../commitments/commitment-explanation.ts";
import type { UsageExplanation } from "../usage/usage-explanation.ts";

/** How the amount of a line was calculated: by the price of a term, by metered usage, or by a commitment. */
export type LineExplanation = Explanation | UsageExplanation | CommitmentExplanation;
