/** A client service of a configuration file, named by its ID. */
export const serviceOf = <More extends object>(clientId: string, more: More = {} as More) => ({
  clientId,
  redirectUris: [`https://${clientId}.example/cb`],
  serviceName: { ko: clientId, en: clientId },
  ...more,
});

/** A policy of two steps: the password, then a token; the tokens have these ranks. */
export const twoSteps = <Ranks extends object>(secondTokenPriority: Ranks) =>
  ({ authType: 'other', methods: ['pw'], secondAuth: true, secondTokenPriority }) as const;
