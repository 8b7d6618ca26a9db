/** A client service in a configuration file. Its name is its ID. */
export const serviceOf = <More extends object>(clientId: string, more: More = {} as More) => ({
  clientId,
  redirectUris: [`https://${clientId}.example/cb`],
  serviceName: { ko: clientId, en: clientId },
  ...more,
});

/** A policy of two steps in a configuration file: the password, then one of the tokens with these ranks. */
export const twoSteps = <Ranks extends object>(secondTokenPriority: Ranks) =>
  ({ authType: 'other', methods: ['pw'], secondAuth: true, secondTokenPriority }) as const;
