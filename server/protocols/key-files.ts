/** The names of the files with the signing keys, in the data folder of a server on a single machine. */
export const KEY_FILES = { oidc: 'oidc-keys.json', saml: 'saml-key.json' } as const;
