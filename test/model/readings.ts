/**
 * Where the program and the words of the rules part, and which of the two the model follows meanwhile. Each is said in the
 * README with the smallest contract that shows it; set to false, the model follows the words and the runs name every case.
 */
export const followsProgram = {
  /** Unbilled receivable is never more than what is recognized beyond what is billed. */
  capsUnbilled: true,
  /** What is billed in advance for the days it is earned in has no unbilled receivable. */
  leavesOutAdvance: true,
} as const;
