/** An API key, or enough of one that a cut text still reveals it. */
const apiKey = /acc_[0-9a-f]{16,}(?:_[0-9a-f]*)?/g;

/** Does a text hold an API key? Keys are pasted where none belongs (behaviour AUT-6). */
export function holdsApiKey(text: string): boolean {
  return text.search(apiKey) >= 0;
}

/** The text with every API key cut out. */
export function withoutApiKeys(text: string): string {
  return text.replaceAll(apiKey, "acc_…");
}
