import { requestPageAddress } from '#server/http/page/request-page.ts';
import { renderFirstScreen, runPortal } from '#src/server-portal.tsx';
import { fakeEngine } from './engine.ts';
import { FormBrowser } from './form-browser.ts';
import { testServer, testSite } from './server.ts';

export type FormServer = Awaited<ReturnType<typeof formServer>>;

/** A server whose pages work without scripts, and a browser without scripts. */
export async function formServer(file: Readonly<Record<string, unknown>> = {}, run = runPortal) {
  const engine = fakeEngine();
  const server = await testServer(
    file,
    engine,
    {},
    undefined,
    testSite({ renderFirstScreen, runPortal: run }),
  );
  const form = new FormBrowser(server.browser());
  const code = () => /\d{6}/.exec(server.outbox.list().at(-1)?.text ?? '')?.[0] ?? '';
  return {
    ...server,
    engine,
    form,
    /** The code of the newest message. */
    code,
    beginRequest: () => form.open(requestPageAddress(engine.beginRequest())),
    async identify(username: string) {
      await form.open(requestPageAddress(engine.beginRequest()));
      await form.press('다음', { username });
    },
  };
}
