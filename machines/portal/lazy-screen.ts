import { portalSetup } from './portal.setup.ts';
import type { LazyFlow } from './portal.types.ts';

/**
 * The two states through which a screen with a chunk of its own is reached: its flow
 * is `loading` until the `load` port has put it in place, then `running`.
 */
export const loadingStates = (flow: LazyFlow) => ({
  loading: portalSetup.createStateConfig({
    description: 'Fetches the part of the portal that this screen needs.',
    tags: ['busy'],
    invoke: { id: 'load', src: 'load', input: { flow }, onDone: 'running', onError: 'unloaded' },
  }),
  unloaded: portalSetup.createStateConfig({
    description: 'That part did not arrive. The person can ask again.',
    tags: ['unloaded'],
    on: { 'load.retry': 'loading' },
  }),
});
