/** What an emulated system answers a request with. */
export type EmulatedAnswer = { readonly status: number; readonly body: object };
