/** A section of `docs/errors.md` about one or more error codes, which are all in its third-level heading. */
export type ErrorSection = { readonly codes: readonly string[]; readonly text: string };

/** The sections of `docs/errors.md`, in their order. */
export function errorSections(page: string): ErrorSection[] {
  return [...page.matchAll(/^### (?<codes>.+)\n(?<text>(?:(?!##).*\n?)*)/gm)].map(({ groups }) => ({
    codes: (groups?.codes ?? "").split(", "),
    text: (groups?.text ?? "").trim(),
  }));
}
