import { DomainError, type Issue, invalidIssues, issuesOf } from "../../kernel/errors.ts";

/** Collects what is wrong with the parts of a request, so that one that is wrong does not hide the next. */
export type Problems = {
  /** Reads a part; `otherwise` stands in for one that is wrong. Issues without a place are at `path`. */
  readonly part: <Value>(path: string, read: () => Value, otherwise: Value) => Value;
  /** @throws DomainError the one that there is, or the first with the issues of all */
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
