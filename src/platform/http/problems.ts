import { DomainError, type Issue, invalidIssues, issuesOf } from "../../kernel/errors.ts";

/** Collects the problems of the parts of a request, so that one problem does not hide the next. */
export type Problems = {
  /** Reads a part; returns `otherwise` if it is invalid. Issues without a place get `path`. */
  readonly part: <Value>(path: string, read: () => Value, otherwise: Value) => Value;
  /** @throws DomainError the only error, or the first one with the issues of all */
  readonly throwAny: () => void;
};

export function problems(): Problems {
  const found: { readonly error: DomainError; readonly issues: readonly Issue[] }[] = [];
  return {
    part: (path, read, otherwise) => {
      try {
        return read();
      } catch (error) {
        if (!(error instanceof DomainError)) throw error;
        found.push({ error, issues: issuesOf(error).map((issue) => (issue.path === "" ? { ...issue, path } : issue)) });
        return otherwise;
      }
    },
    throwAny: () => {
      const [first, ...others] = found;
      if (first === undefined) return;
      if (others.length === 0) throw first.error;
      const issues = found.flatMap((each) => each.issues);
      const { kind, code, details } = first.error;
      throw new DomainError(kind, code, invalidIssues(issues).message, { ...details, issues });
    },
  };
}
