/** Names of the signing key files in the data folder of a single machine. */
export const KEY_FILES = { oidc: 'oidc-keys.json', saml: 'saml-key.json' } as const;
