import '#tests/support/scripted/proofs.ts';
import { screen } from '@testing-library/react';
import { expect } from 'vitest';
import { cases } from '#cases/self-auth/self-auth.cases.ts';
import { selfAuthMachine } from '#machines/self-auth/self-auth.machine.ts';
import type { SelfAuthEvent } from '#machines/self-auth/self-auth.setup.ts';
import {
  IDENTITY_METHOD_CODES,
  identityMethodState,
  visibleMethods,
} from '#machines/shared/identity-methods.ts';

import type { IdentityMethod } from '#machines/shared/policy.ts';
import type { MessageKey } from '#src/app/messages.ts';
import { SelfAuthView } from '#src/views/self-auth/self-auth.view.tsx';
import { describeWalk, type Page } from '#tests/support/views.tsx';
import { decisiveValues, INPUTS } from './input.ts';

type ScreenCheck = Parameters<typeof describeWalk<typeof selfAuthMachine>>[2]['shows'][string];

const nameOf = ({ text }: Page, method: IdentityMethod) =>
  text(`title.method.${IDENTITY_METHOD_CODES[method]}` as MessageKey);
const choices = () => screen.getAllByRole<HTMLInputElement>('radio');
const info = () => document.querySelector('input[name=info]') as HTMLInputElement;

/** Checks that the choices follow the settings and the contacts (rule 113). */
const expectChoices: ScreenCheck = (page, { context }) => {
  expect(page.heading()).toBe(page.text('title.selfAuth'));
  const methods = visibleMethods(context);
  expect(choices().map(({ value }) => value)).toEqual(methods.map((method) => IDENTITY_METHOD_CODES[method]));
  expect(choices().map(({ disabled }) => disabled)).toEqual(
    methods.map((method) => identityMethodState(method, context) !== 'Y'),
  );
  expect(choices().find(({ checked }) => checked)?.value).toBe(
    IDENTITY_METHOD_CODES[context.method as IdentityMethod],
  );
};

/** Checks that the scripted flow of the method replaces the contact. */
const expectProving: ScreenCheck = (page, snapshot) => {
  expectChoices(page, snapshot);
  expect(info()).toBeNull();
  expect(screen.getByText('Scripted')).toBeTruthy();
};

const expectNaming =
  (isBusy: boolean): ScreenCheck =>
  (page, snapshot) => {
    expectChoices(page, snapshot);
    const { problem, failure } = snapshot.context;
    expect(info().readOnly).toBe(isBusy);
    const kind = snapshot.context.method?.endsWith('Mail') ? 'email' : 'tel';
    expect([info().type, info().autocomplete]).toEqual([kind, kind]);
    expect(screen.queryByText(page.text('selfAuth.verifying')) !== null).toBe(isBusy);
    const alert = screen
      .getAllByRole('alert')
      .map(({ textContent }) => textContent)
      .join('');
    if (problem) expect(alert).toBe(page.text('info.enter.user'));
    else expect(alert !== '').toBe(failure !== null);
    if (failure?.status === 400) expect(alert).toBe(page.text('info.failure.noMatch'));
  };

describeWalk(selfAuthMachine, SelfAuthView, {
  inputs: INPUTS,
  ...cases,
  // The history requests steps, which tests/portal/password-steps.walk.test.tsx checks.
  accepts: (_, { type }) => type !== 'step.requested' && type !== 'code.sent',
  transitionsOutsideView: [
    'self-auth.proving: step.requested/leavesProof [0] --> (stays)',
    // The flow of the sent code sends this event (src/app/password-steps.ts).
    'self-auth.proving: code.sent [0] --> (stays)',
  ],
  project: decisiveValues,
  gestures: {
    'method.chosen': (page, event) => {
      const { method } = event as Extract<SelfAuthEvent, { type: 'method.chosen' }>;
      return page.user.click(screen.getByRole('radio', { name: nameOf(page, method) }));
    },
    'names.submitted': async (page, event, language) => {
      const names = event as Extract<SelfAuthEvent, { type: 'names.submitted' }>;
      for (const name of ['lastName', 'firstName', 'info'] as const) {
        const field = document.querySelector(`input[name=${name}]`) as HTMLInputElement;
        await page.user.clear(field);
        if (names[name] !== '') await page.user.type(field, names[name]);
      }
      if (language === 'ko') await page.press('action.next');
      else await page.user.type(info(), '{Enter}');
    },
    'names.edited': (page) => page.user.type(screen.getByLabelText(page.text('selfAuth.lastName')), '김'),
    'step.back': (page) => page.press('action.previous'),
  },
  shows: {
    lookingUp: (page) => {
      expect(screen.getByText(page.text('selfAuth.looking'))).toBeTruthy();
    },
    unavailable: (page) => {
      expect(screen.getByText(page.text('info.failure.noMethod'))).toBeTruthy();
      expect(screen.getAllByRole('button')).toHaveLength(1);
    },
    naming: expectNaming(false),
    verifying: expectNaming(true),
    granting: expectNaming(true),
    'proving.sent-code': expectProving,
    'proving.device-code': expectProving,
    'proving.push': (page, snapshot) => {
      expectProving(page, snapshot);
      const submit = snapshot.context.mode === 'change' ? 'action.change' : 'action.register';
      expect(screen.getByRole<HTMLButtonElement>('button', { name: page.text(submit) }).disabled).toBe(true);
    },
  },
});
