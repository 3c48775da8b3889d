/** An API key, or a fragment of one that is long enough to matter. */
const apiKey = /acc_[0-9a-f]{16,}(?:_[0-9a-f]*)?/g;

/** True if a text contains an API key: people paste keys where none belongs (behaviour AUT-6). */
export function holdsApiKey(text: string): boolean {
  return text.search(apiKey) >= 0;
}

/** The text with every API key removed. */
export function withoutApiKeys(text: string): string {
  return text.replaceAll(apiKey, "acc_…");
}
