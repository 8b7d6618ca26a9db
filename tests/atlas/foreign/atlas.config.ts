import { createConnectionMachine, createRequestMachine } from '@sanity/comlink';
import { documentMutatorMachine } from '@sanity/mutate/_unstable_machine';
import { defineAtlas } from '#atlas/config.ts';
import { microwave } from './microwave.ts';

/** Machines that others wrote, without texts or screens. */
export default defineAtlas(() => ({
  machines: async () => [
    createConnectionMachine(),
    createRequestMachine(),
    documentMutatorMachine,
    microwave,
  ],
}));
