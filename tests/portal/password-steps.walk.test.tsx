import { act, screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { MessageKey } from '#src/app/messages.ts';
import { json } from './faults.ts';
import { createServer, type LoadedPage, loadPage, SECURITY, type Server } from './page.ts';

/** A server at which passwords can be reset. */
function passwordServer(): Server {
  const server = createServer();
  server.answers.security = () => json({ status: 200, data: [SECURITY] });
  server.answers.account = () => json({ status: 200, setPasswordFlag: 'Y' });
  server.answers.startSecondAssertion = () => json({ status: 200, result: true });
  return server;
}

/** The browser's Back. */
async function goBack(): Promise<void> {
  const arrived = new Promise((resolve) => window.addEventListener('popstate', resolve, { once: true }));
  await act(async () => {
    window.history.back();
    await arrived;
  });
}

const choose = async (page: LoadedPage, method: 'selfAuth' | 'questions') => {
  await page.arrive('title.passwordChange');
  await page.user.click(document.querySelector(`input[value=${method}]`) as HTMLElement);
  await page.press('action.next');
};

const answerQuestion = async (page: LoadedPage) => {
  await page.user.type(await screen.findByLabelText(page.say('questions.answer')), '제주도');
  await page.press('action.next');
};

const tellNames = async (page: LoadedPage) => {
  await page.arrive('title.selfAuth');
  await page.user.type(await screen.findByLabelText(page.say('selfAuth.phone')), '01012345678');
  await page.press('action.next');
  await screen.findByRole('button', { name: page.say('otp.send') });
};

/** Goes from the service to the reset of the password, by the link of the password screen. */
async function openForgot(server: Server): Promise<LoadedPage> {
  const page = loadPage('/redirect?uid=1', server);
  await page.enterId();
  await page.arrive('title.password');
  await page.press('password.forgot');
  return page;
}

describe('Back in a forgotten password is Prev', () => {
  it('from the question to the choice, from the new password too, and from the choice to the password', async () => {
    const page = await openForgot(passwordServer());
    await choose(page, 'questions');
    await page.arrive('title.questionAnswer');
    await goBack();
    await choose(page, 'questions');
    await answerQuestion(page);
    await screen.findByLabelText(page.say('passwordSetup.new'));
    await goBack();
    await page.arrive('title.passwordChange');
    expect(document.querySelector('input[value=questions]')).not.toBeNull();
    await goBack();
    await page.arrive('title.password');
  });

  it('from the code to the names, whose step keeps its entry, and Forward earns nothing', async () => {
    const page = await openForgot(passwordServer());
    await choose(page, 'selfAuth');
    await tellNames(page);
    await goBack();
    await screen.findByLabelText(page.say('selfAuth.phone'));
    await goBack();
    await page.arrive('title.passwordChange');
    await act(async () => window.history.forward());
    await waitFor(() => expect(window.history.state).toBeTruthy());
    await page.arrive('title.passwordChange');
    expect(page.address()).toBe('/password/forgot');
  });
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
    await page.arrive(title);
    await goBack();
    await page.arrive('title.enterId');
    await page.press('action.next');
    if (title === 'title.questionAnswer') await answerQuestion(page);
    else {
      await tellNames(page);
      await page.send();
      await screen.findByText(page.say('otp.sent'), { exact: false });
      await page.enterCode();
    }
    if (kind === 'create') {
      await page.arrive('title.questionCreate');
      await goBack();
      await page.arrive('title.enterId');
      return;
    }
    await screen.findByLabelText(page.say('passwordSetup.new'));
    await goBack();
    await page.arrive('title.enterId');
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
  await tellNames(page);
  await goBack();
  await screen.findByLabelText(page.say('selfAuth.phone'));
  expect(page.address()).toBe('/self');
});
