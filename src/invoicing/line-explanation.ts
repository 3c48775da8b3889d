import type { Explanation } from "../billing-terms/explanation.ts";
import type { CommitmentExplanation } from "../commitments/commitment-explanation.ts";
import type { UsageExplanation } from "../usage/usage-explanation.ts";

/** How the amount of a line came to be: of a term's own price, of metered usage, or of a commitment. */
export type LineExplanation = Explanation | UsageExplanation | CommitmentExplanation;
