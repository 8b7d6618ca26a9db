/** What has to be given back when the server ends, or does not come about; the last first. */
export function releases() {
  const all: (() => void | Promise<void>)[] = [];
  return {
    add: (release: () => void | Promise<void>) => all.push(release),
    async run() {
      for (const release of all.splice(0).reverse()) await release();
    },
  };
}
