/** The authentication context class of a login, by the number of its steps. */
export const ACR_VALUES = { 1: 'urn:munjigi:acr:one-step', 2: 'urn:munjigi:acr:two-steps' } as const;
