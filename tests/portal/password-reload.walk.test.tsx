import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { callOf } from '#tests/support/network.ts';
import { goBack } from './back.ts';
import { json } from './faults.ts';
import { type LoadedPage, loadPage } from './page.ts';
import { PASSWORD_CALLS } from './password-calls.ts';
import {
  answerQuestion,
  chooseProof,
  enterPhoneNumber,
  openForgotPassword,
  PASSWORD_LINK,
  passwordServer,
  proveByCode,
  savePassword,
} from './password-journey.ts';

type Step = (page: LoadedPage) => Promise<unknown>;

const waitForChoice: Step = (page) => page.waitForScreen('title.passwordChange');
const waitForContact: Step = (page) => screen.findByLabelText(page.text('selfAuth.phone'));
const waitForCode: Step = (page) => screen.findByRole('button', { name: page.text('otp.send') });
const waitForQuestion: Step = (page) => page.waitForScreen('title.questionAnswer');
const waitForNewPassword: Step = (page) => screen.findByLabelText(page.text('passwordSetup.new'));
const waitForQuestionCreation: Step = (page) => page.waitForScreen('title.questionCreate');

const chooseIdentityCheck: Step = (page) => chooseProof(page, 'selfAuth');
const chooseQuestion: Step = (page) => chooseProof(page, 'questions');

/** Waits for the message that the flow has restarted, and checks that the ID is still filled in. */
async function expectRestart(page: LoadedPage): Promise<void> {
  await screen.findByText(page.text('passwordFlow.restarted'));
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: page.text('identity.label') });
  expect(field.value).toBe('kim');
}

describe('a reload of a forgotten password', () => {
  it.each<[string, readonly Step[]]>([
    ['the contact', [chooseIdentityCheck, waitForContact]],
    ['the code', [chooseIdentityCheck, enterPhoneNumber, waitForCode]],
    ['the question', [chooseQuestion, waitForQuestion]],
    ['the new password', [chooseQuestion, answerQuestion, waitForNewPassword]],
  ])('at %s restarts with the same ID and shows that the flow has restarted', async (_, steps) => {
    const server = passwordServer();
    const page = await openForgotPassword(server);
    for (const step of steps) await step(page);
    const reloaded = loadPage(null, server);
    await expectRestart(reloaded);
    await reloaded.press('action.next');
    await waitForChoice(reloaded);
    expect(screen.queryByText(reloaded.text('passwordFlow.restarted'))).toBeNull();
  });

  it('at the choice of a proof shows the choice again', async () => {
    const server = passwordServer();
    await waitForChoice(await openForgotPassword(server));
    const reloaded = loadPage(null, server);
    await waitForChoice(reloaded);
    expect(screen.queryByText(reloaded.text('passwordFlow.restarted'))).toBeNull();
  });
});

describe('a reload of a password link', () => {
  it.each<[string, readonly Step[]]>([
    ['the contact', [waitForContact]],
    ['the code', [enterPhoneNumber, waitForCode]],
    ['the choice of a question', [enterPhoneNumber, proveByCode, waitForQuestionCreation]],
    ['the new password', [enterPhoneNumber, proveByCode, answerQuestion, waitForNewPassword]],
  ])('at %s restarts with the same ID and shows that the flow has restarted', async (_, steps) => {
    const server = passwordServer();
    const page = loadPage(PASSWORD_LINK, server, { language: 'en' });
    await page.enterId();
    for (const step of steps) await step(page);
    await expectRestart(loadPage(null, server, { language: 'en' }));
  });
});

describe('after a password is saved', () => {
  it('the sign-in says that the password was reset, and Back skips the flow of the forgotten password', async () => {
    const server = passwordServer();
    const page = await openForgotPassword(server);
    await chooseQuestion(page);
    await answerQuestion(page);
    await savePassword(page);
    await page.waitForScreen('title.identity');
    expect(screen.getByText(page.text('remark.passwordReset'))).toBeTruthy();
    await waitFor(() => expect(page.address()).toBe('/first'));
    await goBack();
    await page.waitForScreen('title.password');
    expect(page.address()).toBe('/first/auth?type=pw');
    const saves = server.requests.filter((request) => callOf(request) === PASSWORD_CALLS.change);
    expect(saves).toHaveLength(1);
  });

  it.each([
    ['linkUsed', 'explanation.enterID.failure.used'],
    ['linkClosed', 'explanation.enterID.failure.closed'],
  ] as const)('a link that is refused with %s shows the reason', async (errCode, sentence) => {
    const server = passwordServer();
    const page = loadPage(PASSWORD_LINK, server);
    server.answers.link = () => json({ status: 400, error_code: '002', errCode }, 400);
    await page.enterId();
    await screen.findByText(page.text(sentence));
    expect(server.requests.map(callOf).at(-1)).toBe(PASSWORD_CALLS.link);
  });
});
