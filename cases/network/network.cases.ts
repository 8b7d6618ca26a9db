import type { Cases } from '#cases/cases.ts';
import type { NetworkMachine } from '#machines/network/network.machine.ts';

/** What a person, the network and the server may do to it. */
export const cases = {
  events: [{ type: 'network.lost' }, { type: 'network.restored' }],
  answers: {},
} satisfies Cases<NetworkMachine>;
