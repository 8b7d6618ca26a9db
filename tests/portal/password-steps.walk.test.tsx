import { act, screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { MessageKey } from '#src/app/messages.ts';
import { goBack } from './back.ts';
import { json } from './faults.ts';
import { loadPage, PUSH_CALLS } from './page.ts';
import { SECURITY } from './password-calls.ts';
import {
  answerQuestion,
  askPush,
  choose,
  enterPhoneNumber,
  openForgotPassword,
  passwordServer,
  proveByCode,
  pushServer,
} from './password-journey.ts';

describe('Back in a forgotten password is Prev', () => {
  it('from the question to the choice, from the new password too, and from the choice to the password', async () => {
    const page = await openForgotPassword(passwordServer());
    await choose(page, 'questions');
    await page.waitForScreen('title.questionAnswer');
    await goBack();
    await choose(page, 'questions');
    await answerQuestion(page);
    await screen.findByLabelText(page.text('passwordSetup.new'));
    await goBack();
    await page.waitForScreen('title.passwordChange');
    expect(document.querySelector('input[value=questions]')).not.toBeNull();
    await goBack();
    await page.waitForScreen('title.password');
  });

  it('from the code to the names, which keep their history entry, and Forward proves nothing', async () => {
    const page = await openForgotPassword(passwordServer());
    await choose(page, 'selfAuth');
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

it('a verified method of the identity check continues with its valid code', async () => {
  const page = await openForgotPassword(passwordServer());
  await choose(page, 'selfAuth');
  await enterPhoneNumber(page);
  await page.press('otp.send');
  await screen.findByRole('button', { name: page.text('otp.resend') });
  await page.user.click(screen.getByRole('radio', { name: page.text('title.method.2') }));
  await screen.findByLabelText(page.text('selfAuth.internalMail'));
  await page.user.click(screen.getByRole('radio', { name: page.text('title.method.1') }));
  await screen.findByRole('button', { name: page.text('otp.resend') });
  expect(screen.getByRole('timer').textContent).toMatch(/^0[45]:/);
});

describe('Back in a password by link is Prev', () => {
  it.each<['create' | 'change', string, MessageKey]>([
    ['create', 'selfAuth', 'title.selfAuth'],
    ['change', 'selfAuth', 'title.selfAuth'],
    ['change', 'Q&A', 'title.questionAnswer'],
  ])('of kind %s by %s: to the ID', async (kind, method, title) => {
    const server = passwordServer();
    server.answers.security = () =>
      json({ status: 200, data: [{ ...SECURITY, selfAuthMethodWhenPwChange: method }] });
    server.answers.link = () => json({ status: 200, redirectUrl: '/login', ak_type: kind });
    const page = loadPage('/password?clientid=demo-service&ak=ak-1', server);
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

it('the identity check alone takes Back from the code to the names', async () => {
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

it('Back from an identity check withdraws its push, then shows the names', async () => {
  const server = pushServer();
  server.answers.checkPush = () => json({ status: 200, check: 'X' });
  const page = loadPage('/password?clientid=demo-service&ak=ak-1', server);
  await page.enterId();
  await enterPhoneNumber(page);
  await askPush(page);
  await screen.findByRole('dialog', { name: page.text('push.title') });
  await goBack();
  await screen.findByLabelText(page.text('selfAuth.phone'));
  const asked = server.requests.map(({ method, url }) => `${method} ${new URL(url).pathname}`);
  expect(asked.filter((line) => line === PUSH_CALLS.withdrawPush)).toHaveLength(1);
  await goBack();
  await page.waitForScreen('title.enterId');
});
