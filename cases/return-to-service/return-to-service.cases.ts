import type { Cases } from '#cases/cases.ts';
import type { ReturnToServiceMachine } from '#machines/return-to-service/return-to-service.machine.ts';

/** What a person, the network and the server may do to it. */
export const cases = {
  events: [{ type: 'departure.retry' }],
  answers: { leave: [undefined] },
} satisfies Cases<ReturnToServiceMachine>;
