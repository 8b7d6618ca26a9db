import { afterAll, expect, it } from 'vitest';
import {
  authorizationUrl,
  beginRequest,
  browserSignedInAs,
  isOutside,
  loginOf,
  startEngineServer,
} from './engine-server.ts';

const server = await startEngineServer();
afterAll(() => server.close());

/** A request that kim has answered, in a browser in which lee is signed in. */
async function requestAnsweredByAnother() {
  const browser = browserSignedInAs(server, 'lee');
  const uid = await beginRequest(browser, authorizationUrl(server.origin));
  await server.engine.finish(uid, loginOf('kim'));
  return { browser, uid, resumeUrl: `${server.origin}/oauth2/authorize/${uid}` };
}

/** The engine also accepts the address with a trailing slash, which the check before the engine does not match. */
it.each(['', '/'])(
  'a request that one account has answered gives no code to the session of another account, at the address with the end "%s"',
  async (end) => {
    const { browser, resumeUrl } = await requestAnsweredByAnother();
    const { status, headers } = await browser.open(resumeUrl + end);
    expect(status).toBe(303);
    expect(headers.get('location')).not.toContain('code=');
  },
);

it('a request answered by another account waits until the signed-in account answers it', async () => {
  const { browser, uid, resumeUrl } = await requestAnsweredByAnother();
  await server.engine.finish(uid, loginOf('lee'));
  const callback = await browser.follow(resumeUrl, isOutside(server.origin));
  expect(callback.searchParams.get('code')).toEqual(expect.any(String));
});
