/** The response of an emulated system. */
export type EmulatedAnswer = { readonly status: number; readonly body: object };
