import type { Cases } from '#cases/cases.ts';
import type { ReturnToServiceMachine } from '#machines/return-to-service/return-to-service.machine.ts';

/** The events and port answers that this flow can receive. */
export const cases = {
  events: [{ type: 'departure.retry' }],
  answers: { leave: [undefined] },
} satisfies Cases<ReturnToServiceMachine>;
