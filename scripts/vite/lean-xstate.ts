import type { Plugin } from 'vite';

/** Actions that `setup` gives and no machine takes (tests/tooling/lean-xstate.test.ts holds the machines to it). */
export const UNUSED_ACTIONS = ['log', 'enqueueActions'] as const;

/**
 * Lets the bundler drop the actions that no machine takes: `setup` names all of them in what it returns. A release
 * that names them otherwise fails the build.
 *
 * @param code the module `xstate`
 */
export function withoutUnusedActions(code: string): string {
  return UNUSED_ACTIONS.reduce((rest, action) => {
    const lean = rest.replace(new RegExp(`^    ${action},\\n`, 'm'), '');
    if (lean === rest) throw new Error(`xstate has changed: setup does not name ${action}`);
    return lean;
  }, code);
}

/** Bundles XState as {@link withoutUnusedActions} leaves it. */
export const leanXstate = (): Plugin => ({
  name: 'munjigi:lean-xstate',
  apply: 'build',
  enforce: 'pre',
  transform: {
    filter: { id: /\/xstate\/dist\/xstate\.esm\.js$/ },
    handler: (code) => ({ code: withoutUnusedActions(code), map: null }),
  },
});
