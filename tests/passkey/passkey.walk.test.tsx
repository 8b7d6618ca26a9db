import { act, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import {
  ASSERTION,
  ASSERTION_ANSWER,
  ASSERTION_REQUEST,
  PASSKEY_INPUTS,
  passkeyInput,
} from '#cases/passkey/input.ts';
import { loginResult, rejected } from '#cases/samples.ts';
import { type PasskeyInput, passkeyMachine } from '#machines/passkey/passkey.machine.ts';
import { type Failure, failed, success } from '#machines/shared/result.ts';
import { PasskeyView } from '#src/views/passkey/passkey.view.tsx';
import { describeWalk, openFlow, type Page } from '#tests/support/views.tsx';

type TextOnly = Pick<Page, 'text'>;

const button = ({ text }: TextOnly) =>
  screen.getByRole<HTMLButtonElement>('button', { name: text('passkey.button'), hidden: true });
const box = ({ text }: TextOnly, key: 'method.always' | 'method.alwaysStart') =>
  screen.getByRole<HTMLInputElement>('checkbox', { name: text(key), hidden: true });

function expectFinishing(page: Page): void {
  expect(screen.getByText(page.text('passkey.checking'))).toBeTruthy();
}

const LOGIN_ANSWERS = [success(loginResult()), failed(rejected('', 401)), failed(rejected('005_1'))];

describeWalk(passkeyMachine, PasskeyView, {
  inputs: PASSKEY_INPUTS,
  events: [
    { type: 'passkey.request' },
    { type: 'boxes.changed', boxes: { always: true, alwaysSend: false } },
    { type: 'method.change' },
    { type: 'failure.dismissed' },
  ],
  answers: {
    startAssertion: [success(ASSERTION_REQUEST), failed(rejected('016')), failed(rejected('011'))],
    getAssertion: [ASSERTION_ANSWER, { kind: 'cancelled' }, { kind: 'failed' }],
    logIn: LOGIN_ANSWERS,
    proveFirst: LOGIN_ANSWERS,
  },
  secrets: [ASSERTION],
  accepts: (snapshot, { type }) =>
    type !== 'boxes.changed' || (snapshot.matches('ready') && !snapshot.context.boxes.always),
  gestures: {
    'boxes.changed': (page) => page.user.click(box(page, 'method.always')),
    'passkey.request': async (page, _event, language) => {
      if (language === 'ko') return page.press('passkey.button');
      button(page).focus();
      return page.user.keyboard('{Enter}');
    },
  },
  shows: {
    ready: (page, { context }) => {
      const isSupported = context.support === 'supported';
      expect(page.heading()).toBe(page.text('title.method.12'));
      expect(button(page).disabled).toBe(!isSupported);
      expect(screen.queryByText(page.text('passkey.missing')) !== null).toBe(!isSupported);
      expect(screen.queryByText(page.text('passkey.cancelled')) !== null).toBe(context.isCancelled);
      expect(screen.queryByText(page.text('method.change')) !== null).toBe(context.hasOtherMethods);
      expect(screen.queryByRole('dialog')).toBeNull();
    },
    'asserting.starting': (page) => {
      expect(screen.getByText(page.text('passkey.asking')).closest('.hidden')).toBeNull();
      expect(box(page, 'method.always').disabled).toBe(true);
    },
    'asserting.asking': (page) => {
      expect(button(page).getAttribute('aria-busy')).toBe('true');
      expect(screen.getByText(page.text('passkey.asking')).closest('.hidden')).toBeNull();
    },
    'finishing.first': expectFinishing,
    'finishing.completing': expectFinishing,
    refused: (page) => {
      expect(screen.getByRole('dialog', { name: page.text('failure.title') })).toBeTruthy();
    },
  },
});

const open = (changes: Partial<PasskeyInput> = {}, language: 'ko' | 'en' = 'ko') =>
  openFlow(passkeyMachine, PasskeyView, passkeyInput(changes), { language });

describe.each(['ko', 'en'] as const)('the passkey screen in %s', (language) => {
  it.each<
    [
      string,
      Failure,
      (
        | 'error.auth_error_011'
        | 'error.auth_error_012_4'
        | 'info.failure.trouble'
        | 'info.fidotoken.failure.authentication'
      ),
    ]
  >([
    ['without a passkey', rejected('011'), 'error.auth_error_011'],
    ['of the FIDO server', rejected('012_4', 502), 'error.auth_error_012_4'],
    ['of an unknown kind', rejected('', 400), 'info.fidotoken.failure.authentication'],
    ['of a malformed answer', { kind: 'malformed', status: 200 }, 'info.failure.trouble'],
  ])(
    'shows a failure of the challenge %s, and then focuses its button again',
    async (_name, failure, key) => {
      const page = await open({}, language);
      await page.press('passkey.button');
      await act(() => page.ports.startAssertion.answer(failed(failure)));
      expect(screen.getByRole('dialog').textContent).toContain(page.text(key));
      expect(screen.getByRole('dialog').textContent).not.toContain(page.text('failure.kept'));
      await page.press('action.ok');
      expect(document.activeElement).toBe(button(page));
    },
  );

  it('shows a failure of the browser', async () => {
    const page = await open({}, language);
    await page.press('passkey.button');
    await act(() => page.ports.startAssertion.answer(success(ASSERTION_REQUEST)));
    await act(() => page.ports.getAssertion.answer({ kind: 'failed' }));
    expect(screen.getByRole('dialog').textContent).toContain(
      page.text('info.fidotoken.failure.authentication'),
    );
  });

  it('shows the message of the server when it refuses the login', async () => {
    const page = await open({ assertion: ASSERTION }, language);
    await act(() => page.ports.logIn.answer(failed(rejected('005_1', 400, 'No <b>passkey</b>'))));
    expect(screen.getByRole('dialog').textContent).toContain('No <b>passkey</b>');
  });
});

it('the passkey screen says that the connection is not secure', async () => {
  const page = await open({
    support: 'insecure',
    boxes: { always: true, alwaysSend: true },
    autoStarts: true,
  });
  expect(screen.getByText(page.text('passkey.insecure'))).toBeTruthy();
  expect(button(page).disabled).toBe(true);
  expect(page.ports.startAssertion.calls).toHaveLength(0);
});
