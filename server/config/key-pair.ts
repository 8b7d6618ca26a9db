/** A key and its certificate in PEM. */
export type KeyPair = { readonly privateKey: string; readonly certificate: string };
