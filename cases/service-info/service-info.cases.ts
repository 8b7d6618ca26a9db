import type { Cases } from '#cases/cases.ts';
import { clientConfig, FAILURES, SERVICE } from '#cases/samples.ts';
import type { ServiceInfoMachine } from '#machines/service-info/service-info.machine.ts';
import { success } from '#machines/shared/result.ts';

/** The events and port answers that this flow can receive. */
export const cases = {
  events: [
    { type: 'client.request', clientId: SERVICE },
    { type: 'client.request', clientId: 'other-service' },
    { type: 'client.request', clientId: '' },
    { type: 'language.chosen' },
  ],
  answers: { fetchClientConfig: [success(clientConfig()), ...FAILURES] },
} satisfies Cases<ServiceInfoMachine>;
