/** Cleanup functions for the end of the server or a failed start; they run in reverse order. */
export function cleanupStack() {
  const releases: (() => void | Promise<void>)[] = [];
  return {
    add: (release: () => void | Promise<void>) => releases.push(release),
    async run() {
      for (const release of releases.splice(0).reverse()) await release();
    },
  };
}
