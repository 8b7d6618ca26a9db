import { expect, it } from 'vitest';
import { callOf } from '#tests/support/network.ts';
import { json } from './faults.ts';
import { CALLS, createServer, loadPage } from './page.ts';

const SERVICE = 'https://ip.example/';

/** A login by password at a server beside a service that tells addresses; what was sent, and to whom. */
async function signIn(ipUrl: string) {
  const server = createServer();
  const asked: string[] = [];
  const answer = (request: Request) => {
    asked.push(new URL(request.url).origin);
    return request.url === SERVICE ? json({ ip: '192.0.2.1' }) : server.answer(request);
  };
  const page = loadPage('/redirect?uid=1', { answer }, { ipUrl });
  await page.enterId();
  await page.enterPassword();
  await page.waitForScreen('departure.leaving', { service: '사내 메일' });
  const logins = server.requests.filter((request) => callOf(request) === CALLS.login);
  const [login] = await Promise.all(logins.map((request) => request.json()));
  return { asked, userPassword: login.userPassword };
}

it('sends the public address that the look-up service returns', async () => {
  const { asked, userPassword } = await signIn(SERVICE);
  expect(asked).toContain(new URL(SERVICE).origin);
  expect(userPassword.split('|')).toContain('192.0.2.1');
});

it('makes no call when no service is configured', async () => {
  const { asked, userPassword } = await signIn('');
  expect(new Set(asked)).toEqual(new Set([location.origin]));
  expect(userPassword).not.toContain('192.0.2.1');
});
