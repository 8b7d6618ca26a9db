import type { Plugin } from 'vite';

/** What `react-dom` offers beside drawing and the portal does not take (tests/tooling/lean-react-dom.test.ts holds it to that). */
export const UNUSED = [
  'preconnect',
  'prefetchDNS',
  'preinit',
  'preinitModule',
  'preload',
  'preloadModule',
  'requestFormReset',
  'unstable_batchedUpdates',
  'useFormState',
  'useFormStatus',
] as const;

/**
 * Leaves out functions that nobody asks `react-dom` for; being no ES module it keeps them otherwise. React itself stays as
 * it is. A release that writes them otherwise fails the build.
 *
 * @param code the production module `react-dom`
 */
export function withoutUnused(code: string): string {
  return UNUSED.reduce((rest, name) => {
    const lean = rest.replace(new RegExp(`^exports\\.${name} = function[\\s\\S]*?^\\};\\n`, 'm'), '');
    if (lean === rest) throw new Error(`react-dom has changed: ${name} is not there`);
    return lean;
  }, code);
}

/** Bundles `react-dom` as {@link withoutUnused} leaves it. */
export const leanReactDom = (): Plugin => ({
  name: 'munjigi:lean-react-dom',
  apply: 'build',
  enforce: 'pre',
  transform: {
    filter: { id: /\/react-dom\/cjs\/react-dom\.production\.js$/ },
    handler: (code) => ({ code: withoutUnused(code), map: null }),
  },
});
