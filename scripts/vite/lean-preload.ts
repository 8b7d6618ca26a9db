import type { Plugin } from 'vite';

/**
 * Fetches what a chunk imports beside it, and waits for its styles alone: what the build makes of `import()`. Vite's own
 * also looks for nonces and for files that the page names already, and tells a failure by an event; a browser fetches
 * no file twice, and a failure is told by the import.
 */
const FETCH_BESIDE = `
const asked = new Map();
const fetched = (path) => {
  const link = Object.assign(document.createElement('link'), { crossOrigin: '', href: '/' + path });
  const isStyle = path.endsWith('.css');
  link.rel = isStyle ? 'stylesheet' : 'modulepreload';
  document.head.append(link);
  return isStyle && new Promise((resolve, reject) => {
    link.onload = resolve;
    link.onerror = () => {
      asked.delete(path);
      link.remove();
      reject(new Error(link.href));
    };
  });
};
const asking = (path) => asked.get(path) ?? asked.set(path, fetched(path)).get(path);
export const __vitePreload = async (load, paths = []) => {
  await Promise.all(paths.map(asking));
  return load();
};`;

/** Takes a smaller helper for chunks that are fetched late. A release without that helper fails the build's tests. */
export const leanPreload = (): Plugin => ({
  name: 'munjigi:lean-preload',
  apply: 'build',
  transform: {
    filter: { id: /vite\/preload-helper/ },
    handler: () => ({ code: FETCH_BESIDE, map: null }),
  },
});
