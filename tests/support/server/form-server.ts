import { requestPageAddress } from '#server/http/page/request-page.ts';
import { renderFirstScreen, runPortal } from '#src/server-portal.tsx';
import { fakeEngine } from './engine.ts';
import { FormBrowser } from './form-browser.ts';
import { testServer, testSite } from './server.ts';

export type FormServer = Awaited<ReturnType<typeof startFormServer>>;

/** Starts a server whose pages work without scripts, and opens a browser without scripts. */
export async function startFormServer(file: Readonly<Record<string, unknown>> = {}, run = runPortal) {
  const engine = fakeEngine();
  const server = await testServer(
    file,
    engine,
    {},
    undefined,
    testSite({ renderFirstScreen, runPortal: run }),
  );
  const form = new FormBrowser(server.browser());
  const newestCode = () => /\d{6}/.exec(server.outbox.list().at(-1)?.text ?? '')?.[0] ?? '';
  return {
    ...server,
    engine,
    form,
    /** The code in the newest message. */
    newestCode,
    /** Starts a request of the demo service, and opens its page. */
    beginRequest: () => form.open(requestPageAddress(engine.beginRequest())),
    /** Starts a request, and enters an ID. */
    async identify(username: string) {
      await form.open(requestPageAddress(engine.beginRequest()));
      await form.press('다음', { username });
    },
  };
}
