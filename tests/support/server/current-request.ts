import type { CurrentRequest } from '#server/operations/request.ts';

/** The request that is being answered, with these values; its network is its address. */
export const currentRequest = (values: Partial<CurrentRequest>): CurrentRequest => ({
  id: '',
  address: '',
  network: values.address ?? '',
  browser: '',
  browserToken: '',
  rememberedToken: '',
  isKnownBrowser: async () => false,
  ...values,
});
