import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { goBack } from './back.ts';
import { json } from './faults.ts';
import { type LoadedPage, loadPage } from './page.ts';
import { PASSWORD_CALLS } from './password-calls.ts';
import {
  answerQuestion,
  choose,
  enterPhoneNumber,
  openForgotPassword,
  passwordServer,
  proveByCode,
  savePassword,
} from './password-journey.ts';

type Take = (page: LoadedPage) => Promise<unknown>;

const CHOICE: Take = (page) => page.waitForScreen('title.passwordChange');
const NAMES: Take = (page) => screen.findByLabelText(page.text('selfAuth.phone'));
const CODE: Take = (page) => screen.findByRole('button', { name: page.text('otp.send') });
const QUESTION: Take = (page) => page.waitForScreen('title.questionAnswer');
const SETUP: Take = (page) => screen.findByLabelText(page.text('passwordSetup.new'));
const CREATION: Take = (page) => page.waitForScreen('title.questionCreate');

const byCheck: Take = (page) => choose(page, 'selfAuth');
const byQuestion: Take = (page) => choose(page, 'questions');

/** The page says that it begins again, with the ID of before. */
async function beginsAgain(page: LoadedPage): Promise<void> {
  await screen.findByText(page.text('passwordFlow.restarted'));
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: page.text('identity.label') });
  expect(field.value).toBe('kim');
}

describe('a reload of a forgotten password', () => {
  it.each<[string, readonly Take[]]>([
    ['the names', [byCheck, NAMES]],
    ['the code', [byCheck, enterPhoneNumber, CODE]],
    ['the question', [byQuestion, QUESTION]],
    ['the new password', [byQuestion, answerQuestion, SETUP]],
  ])('at %s begins again at the ID, which is kept, and says that nothing was saved', async (_, steps) => {
    const server = passwordServer();
    const page = await openForgotPassword(server);
    for (const take of steps) await take(page);
    const again = loadPage(null, server);
    await beginsAgain(again);
    await again.press('action.next');
    await CHOICE(again);
    expect(screen.queryByText(again.text('passwordFlow.restarted'))).toBeNull();
  });

  it('at the choice shows the choice', async () => {
    const server = passwordServer();
    await CHOICE(await openForgotPassword(server));
    const again = loadPage(null, server);
    await CHOICE(again);
    expect(screen.queryByText(again.text('passwordFlow.restarted'))).toBeNull();
  });
});

describe('a reload of a password by link', () => {
  it.each<[string, readonly Take[]]>([
    ['the names', [NAMES]],
    ['the code', [enterPhoneNumber, CODE]],
    ['the choice of a question', [enterPhoneNumber, proveByCode, CREATION]],
    ['the new password', [enterPhoneNumber, proveByCode, answerQuestion, SETUP]],
  ])('at %s begins again at the ID, which is kept, and says that nothing was saved', async (_, steps) => {
    const server = passwordServer();
    const page = loadPage('/password?clientid=demo-service&ak=ak-1', server, { language: 'en' });
    await page.enterId();
    for (const take of steps) await take(page);
    await beginsAgain(loadPage(null, server, { language: 'en' }));
  });
});

describe('after a save', () => {
  it('Back skips the forgotten password, and the sign-in says that it was changed', async () => {
    const server = passwordServer();
    const page = await openForgotPassword(server);
    await byQuestion(page);
    await answerQuestion(page);
    await savePassword(page);
    await page.waitForScreen('title.identity');
    expect(screen.getByText(page.text('remark.passwordReset'))).toBeTruthy();
    await waitFor(() => expect(page.address()).toBe('/first'));
    await goBack();
    await page.waitForScreen('title.password');
    expect(page.address()).toBe('/first/auth?type=pw');
    const saves = server.requests.filter(({ url }) => new URL(url).pathname === '/pw');
    expect(saves).toHaveLength(1);
  });

  it.each([
    ['linkUsed', 'explanation.enterID.failure.used'],
    ['linkClosed', 'explanation.enterID.failure.closed'],
  ] as const)('a link that has ended by %s says so when opened again', async (errCode, sentence) => {
    const server = passwordServer();
    const page = loadPage('/password?clientid=demo-service&ak=ak-1', server);
    server.answers.link = () => json({ status: 400, error_code: '002', errCode }, 400);
    await page.enterId();
    await screen.findByText(page.text(sentence));
    const asked = server.requests.map(({ method, url }) => `${method} ${new URL(url).pathname}`);
    expect(asked.at(-1)).toBe(PASSWORD_CALLS.link);
  });
});
