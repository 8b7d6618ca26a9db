import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createServer } from 'vite';
import { exitWithError } from '#atlas/usage.ts';
import { clockCalls, serverClock } from '#tools/dev/clock.ts';
import { withServerData } from '#tools/dev/page.ts';
import { phoneAppSources } from '#tools/dev/phone-app.ts';
import { serverProxy } from '#tools/dev/proxy.ts';
import { startReference } from '#tools/dev/reference.ts';

const ROOT = join(import.meta.dirname, '..');

const port = Number(process.env['PORT'] ?? 8080);
const labPort = Number(process.env['LAB_PORT'] ?? 8081);
/** URL of a portal server to which calls are sent; undefined for the reference server. */
const foreignServer = process.env['PORTAL_API'];

/** Prints the message of an error, such as a port in use, without a stack trace, and exits. */
const exitWithMessage = (error: unknown): never =>
  exitWithError(error instanceof Error ? error.message : String(error));

const clock = serverClock(Date.now);
const reference = foreignServer
  ? null
  : await startReference(`http://localhost:${port}`, labPort, clock.now).catch(exitWithMessage);

const vite = await createServer({
  root: ROOT,
  appType: 'mpa',
  plugins: [clockCalls(reference ? clock : null), phoneAppSources()],
  server: {
    port,
    strictPort: true,
    proxy: serverProxy(
      reference?.origin ?? new URL(foreignServer ?? '').origin,
      reference === null,
      async (url, servedPage) =>
        vite.transformIndexHtml(
          url,
          withServerData(await readFile(join(ROOT, 'index.html'), 'utf8'), servedPage),
        ),
    ),
  },
});
await vite.listen().catch(exitWithMessage);

console.log(`Portal with hot reload: http://localhost:${port}`);
console.log(reference ? `Lab: ${reference.lab}` : `Calls go to ${foreignServer}`);

const stop = () => {
  process.off('SIGINT', stop).off('SIGTERM', stop);
  void vite.close();
  void reference?.close();
};
process.on('SIGINT', stop).on('SIGTERM', stop);
