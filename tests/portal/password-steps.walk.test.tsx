import { act, screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { MessageKey } from '#src/app/messages.ts';
import { callOf } from '#tests/support/network.ts';
import { goBack } from './back.ts';
import { json } from './faults.ts';
import { loadPage, PUSH_CALLS } from './page.ts';
import { SECURITY } from './password-calls.ts';
import {
  answerQuestion,
  chooseProof,
  enterPhoneNumber,
  openForgotPassword,
  PASSWORD_LINK,
  passwordServer,
  proveByCode,
  pushServer,
  requestPush,
} from './password-journey.ts';

describe('Back in the flow of a forgotten password', () => {
  it('goes from the question and from the new password to the choice, and from there to the password screen', async () => {
    const page = await openForgotPassword(passwordServer());
    await chooseProof(page, 'questions');
    await page.waitForScreen('title.questionAnswer');
    await goBack();
    await chooseProof(page, 'questions');
    await answerQuestion(page);
    await screen.findByLabelText(page.text('passwordSetup.new'));
    await goBack();
    await page.waitForScreen('title.passwordChange');
    expect(document.querySelector('input[value=questions]')).not.toBeNull();
    await goBack();
    await page.waitForScreen('title.password');
  });

  it('goes from the code to the contact and then to the choice, and Forward does not skip the identity check', async () => {
    const page = await openForgotPassword(passwordServer());
    await chooseProof(page, 'selfAuth');
    await enterPhoneNumber(page);
    await screen.findByRole('button', { name: page.text('otp.send') });
    await goBack();
    await screen.findByLabelText(page.text('selfAuth.phone'));
    await goBack();
    await page.waitForScreen('title.passwordChange');
    await act(async () => window.history.forward());
    await waitFor(() => expect(window.history.state).toBeTruthy());
    await page.waitForScreen('title.passwordChange');
    expect(page.address()).toBe('/password/forgot');
  });
});

it('an identity method whose contact is verified still has its valid code after another one was chosen', async () => {
  const page = await openForgotPassword(passwordServer());
  await chooseProof(page, 'selfAuth');
  await enterPhoneNumber(page);
  await page.press('otp.send');
  await screen.findByRole('button', { name: page.text('otp.resend') });
  await page.user.click(screen.getByRole('radio', { name: page.text('title.method.2') }));
  await screen.findByLabelText(page.text('selfAuth.internalMail'));
  await page.user.click(screen.getByRole('radio', { name: page.text('title.method.1') }));
  await screen.findByRole('button', { name: page.text('otp.resend') });
  expect(screen.getByRole('timer').textContent).toMatch(/^0[45]:/);
});

describe('Back in a password link', () => {
  it.each<['create' | 'change', string, MessageKey]>([
    ['create', 'selfAuth', 'title.selfAuth'],
    ['change', 'selfAuth', 'title.selfAuth'],
    ['change', 'Q&A', 'title.questionAnswer'],
  ])('of the kind %s with proof by %s goes to the ID', async (kind, method, title) => {
    const server = passwordServer();
    server.answers.security = () =>
      json({ status: 200, data: [{ ...SECURITY, selfAuthMethodWhenPwChange: method }] });
    server.answers.link = () => json({ status: 200, redirectUrl: '/login', ak_type: kind });
    const page = loadPage(PASSWORD_LINK, server);
    await page.enterId();
    await page.waitForScreen(title);
    await goBack();
    await page.waitForScreen('title.enterId');
    await page.press('action.next');
    if (title === 'title.questionAnswer') await answerQuestion(page);
    else {
      await enterPhoneNumber(page);
      await proveByCode(page);
    }
    if (kind === 'create') {
      await page.waitForScreen('title.questionCreate');
      await goBack();
      await page.waitForScreen('title.enterId');
      return;
    }
    await screen.findByLabelText(page.text('passwordSetup.new'));
    await goBack();
    await page.waitForScreen('title.enterId');
  });
});

it('Back in an identity check without a password flow goes from the code to the contact', async () => {
  const server = passwordServer();
  server.answers.policy = () =>
    json({
      status: 200,
      policyId: 'policy-1',
      authMethod: { authType: 'other', pw: 'Y' },
      selfAuth: { sms: 'Y' },
      userToken: { phoneNumber: '010-****-5678' },
      userType: 'LOCAL',
    });
  const page = loadPage('/self', server);
  await page.enterId();
  await enterPhoneNumber(page);
  await screen.findByRole('button', { name: page.text('otp.send') });
  await goBack();
  await screen.findByLabelText(page.text('selfAuth.phone'));
  expect(page.address()).toBe('/self');
});

it('Back from an identity check withdraws its push, then shows the contact', async () => {
  const server = pushServer();
  server.answers.checkPush = () => json({ status: 200, check: 'X' });
  const page = loadPage(PASSWORD_LINK, server);
  await page.enterId();
  await enterPhoneNumber(page);
  await requestPush(page);
  await screen.findByRole('dialog', { name: page.text('push.title') });
  await goBack();
  await screen.findByLabelText(page.text('selfAuth.phone'));
  const calls = server.requests.map(callOf);
  expect(calls.filter((call) => call === PUSH_CALLS.withdrawPush)).toHaveLength(1);
  await goBack();
  await page.waitForScreen('title.enterId');
});
