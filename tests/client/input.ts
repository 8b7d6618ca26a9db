import { clientMachine } from '#machines/client/client.machine.ts';

/** The look-up whose answer nobody is told. */
export const untold = clientMachine.provide({ actions: { tellClient: () => undefined } });
