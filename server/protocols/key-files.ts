/** Files of the keys that sign, on one machine, by the names that they have in a storage that several share. */
export const KEY_FILES = { oidc: 'oidc-keys.json', saml: 'saml-key.json' } as const;
