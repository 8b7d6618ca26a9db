import type { Plugin } from 'vite';

const CREATED = /= (React\d*\.(?:forwardRef|memo|createContext)\()/g;
const CLASS_WITH_CONTEXT =
  /var (\w+) = (class extends React\d*\.Component \{\n[\s\S]*?\n\});\n\1\.contextType = (\w+);/g;
const CLASS = /= (class extends React\d*\.Component \{\n[\s\S]*?\n\});/g;
const DISPLAY_NAME = /^\s*\w+\.displayName = "\w+";$/gm;

/**
 * Lets the bundler drop what the portal does not use of react-router: its components are made by calls
 * that carry no purity mark, and named or given a context by assignments, so Link, Form, their fetchers and
 * the boundary for errors of routes would all stay in the first load. A release in which there is nothing to mark fails the build.
 *
 * @param code a chunk of react-router
 */
export function markPure(code: string): string {
  const marked = code
    .replace(CREATED, '= /* @__PURE__ */ $1')
    .replace(CLASS_WITH_CONTEXT, 'var $1 = /* @__PURE__ */ (() => Object.assign($2, { contextType: $3 }))();')
    .replace(CLASS, '= /* @__PURE__ */ (() => $1)();')
    .replace(DISPLAY_NAME, '');
  if (marked === code) throw new Error('react-router has changed: there is nothing left to mark as pure');
  return marked;
}

/** Bundles react-router's production build, which its package names nowhere, marked by {@link markPure}. */
export const leanRouter = (): Plugin => ({
  name: 'munjigi:lean-router',
  apply: 'build',
  enforce: 'pre',
  resolveId: {
    filter: { id: /^react-router$/ },
    async handler(source, importer) {
      const resolved = await this.resolve(source, importer, { skipSelf: true });
      return resolved && { ...resolved, id: resolved.id.replace('/dist/development/', '/dist/production/') };
    },
  },
  transform: {
    filter: { id: /react-router\/dist\/production\/chunk-[^/]+\.mjs$/, code: 'forwardRef' },
    handler: (code) => ({ code: markPure(code), map: null }),
  },
});
