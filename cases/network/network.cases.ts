import type { Cases } from '#cases/cases.ts';
import type { NetworkMachine } from '#machines/network/network.machine.ts';

/** The events and port answers that this flow can receive. */
export const cases = {
  events: [{ type: 'network.lost' }, { type: 'network.restored' }],
  answers: {},
} satisfies Cases<NetworkMachine>;
