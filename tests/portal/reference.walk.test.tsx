import { screen, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { SEED_PASSWORD } from '#server/seed/accounts.ts';
import type { MessageLanguage } from '#src/app/messages.ts';
import { startTestDirectory } from '#tests/support/ldap/directory.ts';
import { ldapConfigOf, PASSWORD, PEOPLE } from '#tests/support/ldap/people.ts';
import { configBlockOf } from '#tests/support/server/config-block.ts';
import { testServer } from '#tests/support/server/server.ts';
import { FAULTS } from './faults.ts';
import { network } from './open-pages.ts';
import { loadPage } from './page.ts';

/** Opens the portal on the reference server with a request of a service. */
async function openPortal(language: MessageLanguage, file = {}) {
  const server = await testServer(file);
  const browser = server.browser();
  const address = `/redirect?uid=${server.engine.beginRequest()}`;
  const config = configBlockOf((await browser.visit(address)).text);
  const answer = (request: Request) => browser.forward(request);
  const page = loadPage(address, { answer }, { ...config, ipUrl: '', language });
  await page.waitForScreen('title.identity');
  return { server, page, answer };
}

const signedInPeople = ({ engine }: Awaited<ReturnType<typeof testServer>>) =>
  engine.finishedRequests.map(({ login }) => login.userId);

it('a person signs in by password after a wrong one was refused', async () => {
  const { server, page } = await openPortal('ko');
  await page.enterId('kim');
  await page.waitForScreen('title.password');
  await page.enterPassword('wrong');
  await screen.findByRole('dialog', { name: page.text('failure.title') });
  await page.press('action.ok');
  await page.enterPassword(SEED_PASSWORD);
  await page.waitForScreen('return.leaving', { service: '한빛 업무 포털' });
  expect(signedInPeople(server)).toEqual(['kim']);
});

it('a person signs in by an SMS code after the server has failed once', async () => {
  const { server, page, answer } = await openPortal('en');
  network.answerTo('POST /auth/policy/check', FAULTS['500']);
  await page.enterId('lee');
  await screen.findByText(`${page.text('info.failure.trouble')} ${page.text('failure.kept')}`);
  network.answerTo('POST /auth/policy/check', answer);
  await page.enterId('lee');
  await page.chooseSms();
  await page.send();
  await screen.findByText(page.text('otp.sent'), { exact: false });
  const text = server.outbox.list({ userId: 'lee', channel: 'sms' }).at(-1)?.text ?? '';
  await page.enterCode(/\b\d{6}\b/.exec(text)?.[0]);
  await page.waitForScreen('return.leaving', { service: 'Hanbit Workspace' });
  expect(signedInPeople(server)).toEqual(['lee']);
});

it.for(['ko', 'en'] as const)(
  'an unreachable directory is shown as a failure of the service, and the input stays: %s',
  async (language) => {
    vi.spyOn(console, 'error').mockReturnValue(undefined);
    const directory = await startTestDirectory({ people: PEOPLE });
    const { url } = directory;
    await directory.close();
    const { server, page } = await openPortal(language, {
      ldap: ldapConfigOf({ url }),
      accounts: [{ userId: 'seok', name: { ko: '석민규', en: 'Mingyu Seok' }, userType: 'EXTERNAL' }],
    });
    await page.enterId('seok');
    await page.waitForScreen('title.password');
    await page.enterPassword(PASSWORD);
    const dialog = await screen.findByRole('dialog');
    expect(within(dialog).getByText(page.text('error.auth_error_003_1'))).toBeTruthy();
    expect(within(dialog).queryByText(page.text('error.auth_error_001', { remaining: 4 }))).toBeNull();
    await page.press('action.ok');
    expect(screen.getByLabelText<HTMLInputElement>(page.text('password.label')).value).toBe(PASSWORD);
    expect(screen.getByText('seok')).toBeTruthy();
    expect(signedInPeople(server)).toEqual([]);
    expect(server.audited.map(({ event, result }) => `${event} ${result}`)).toEqual(['login.refused 003_1']);
  },
);
