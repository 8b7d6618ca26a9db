/** Cleanup functions for the end of the server or a failed start; they run in reverse order. */
export function cleanupStack() {
  const all: (() => void | Promise<void>)[] = [];
  return {
    add: (release: () => void | Promise<void>) => all.push(release),
    async run() {
      for (const release of all.splice(0).reverse()) await release();
    },
  };
}
