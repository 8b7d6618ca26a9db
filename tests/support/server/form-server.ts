import { requestPageAddress } from '#server/http/page/request-page.ts';
import { renderFirstScreen, runPortal } from '#src/server-portal.tsx';
import { fakeEngine } from './engine.ts';
import { FormBrowser } from './form-browser.ts';
import { phoneOf } from './push.ts';
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
  /** Approves the waiting push with the group of characters that the page shows, and reloads the page after 3 seconds. */
  const approvePush = async (userId: 'lee' | 'lim'): Promise<void> => {
    const phone = phoneOf(server, userId);
    const [push] = await phone.pushes();
    const pageText = form.text.replaceAll(/[ ,]/g, '');
    const choice = push?.choices.find((group) => pageText.includes(group)) ?? 'none';
    const answer = await phone.approve(push?.id ?? '', choice);
    if (answer.status !== 200) throw new Error(answer.text);
    server.wait(3000);
    await form.reload();
  };
  const newestCode = () => /\d{6}/.exec(server.outbox.list().at(-1)?.text ?? '')?.[0] ?? '';
  return {
    ...server,
    engine,
    form,
    /** The code in the newest message. */
    newestCode,
    approvePush,
    /** Starts a request of the demo service, and opens its page. */
    beginRequest: () => form.open(requestPageAddress(engine.beginRequest())),
    /** Starts a request, and enters an ID. */
    async identify(username: string) {
      await form.open(requestPageAddress(engine.beginRequest()));
      await form.press('다음', { username });
    },
  };
}
