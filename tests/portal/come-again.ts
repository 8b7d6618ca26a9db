import type { LoadedPage, Server } from './page.ts';

/** The service sends the person here again. */
export async function comeAgain(page: LoadedPage, server: Server): Promise<void> {
  const { summary } = server.answers;
  const { promise, resolve } = Promise.withResolvers<Response>();
  server.answers.summary = () => promise;
  window.history.pushState(null, '', '/redirect?uid=2');
  window.dispatchEvent(new PopStateEvent('popstate'));
  await page.arrive('redirect.summarizing');
  server.answers.summary = summary;
  resolve(await summary());
  await page.arrive('title.identity');
}
