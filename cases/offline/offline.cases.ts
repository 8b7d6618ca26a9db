import type { Cases } from '#cases/cases.ts';
import type { OfflineMachine } from '#machines/offline/offline.machine.ts';

/** The events and port answers that this flow can receive. */
export const cases = {
  events: [{ type: 'network.lost' }, { type: 'network.restored' }],
  answers: {},
} satisfies Cases<OfflineMachine>;
