import { expect, it } from 'vitest';
import { callOf } from '#tests/support/network.ts';
import { json } from './faults.ts';
import { CALLS, createServer, loadPage } from './page.ts';

const SERVICE = 'https://ip.example/';

/** Signs in by password, and returns the called origins and the password field of the login. */
async function signIn(ipUrl: string) {
  const server = createServer();
  const calls: string[] = [];
  const answer = (request: Request) => {
    calls.push(new URL(request.url).origin);
    return request.url === SERVICE ? json({ ip: '192.0.2.1' }) : server.answer(request);
  };
  const page = loadPage('/redirect?uid=1', { answer }, { ipUrl });
  await page.enterId();
  await page.enterPassword();
  await page.waitForScreen('return.leaving', { service: '사내 메일' });
  const logins = server.requests.filter((request) => callOf(request) === CALLS.login);
  const [login] = await Promise.all(logins.map((request) => request.json()));
  return { calls, userPassword: login.userPassword };
}

it('the login sends the public IP address that the look-up returns', async () => {
  const { calls, userPassword } = await signIn(SERVICE);
  expect(calls).toContain(new URL(SERVICE).origin);
  expect(userPassword.split('|')).toContain('192.0.2.1');
});

it('the page looks up no IP address when no look-up is configured', async () => {
  const { calls, userPassword } = await signIn('');
  expect(new Set(calls)).toEqual(new Set([location.origin]));
  expect(userPassword).not.toContain('192.0.2.1');
});
