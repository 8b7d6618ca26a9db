import { screen } from '@testing-library/react';
import { expect, vi } from 'vitest';
import {
  cases,
  FACTOR,
  FLOW_OUTPUTS,
  LOOK_UP_ANSWERS,
  managementInputs,
} from '#cases/management/management.cases.ts';
import { rejected } from '#cases/samples.ts';
import { managementMachine } from '#machines/management/management.machine.ts';
import type { ManagementEvent } from '#machines/management/management.types.ts';
import { failed, success } from '#machines/shared/result.ts';
import { ManagementView } from '#src/views/management/management.view.tsx';
import { SERVER_ERROR, TOO_WEAK } from '#tests/support/refusals.ts';
import { describeWalk, type Page } from '#tests/support/views.tsx';

// The walks of the steps test their views; here each step is a heading.
vi.mock('#src/views/management/management-step.tsx', () => ({
  STEP_NAMES: [
    'factors',
    'self-auth',
    'register-card',
    'register-yubikey',
    'register-passkey',
    'register-app',
  ],
  ManagementStep: ({ name }: { readonly name: string }) => <h1>{name}</h1>,
}));

const field = ({ text }: Page) => screen.getByLabelText<HTMLInputElement>(text('password.label'));

const expectStep =
  (name: string) =>
  (page: Page): void =>
    expect(page.heading()).toBe(name);

type ScreenCheck = Parameters<typeof describeWalk<typeof managementMachine>>[2]['shows'][string];

const expectDetails: ScreenCheck = (page, { context }) => {
  expect(screen.getByText(page.text('holding.lead'))).toBeTruthy();
  if (context.factorsOfType.length > 0) expect(screen.getByText('****0501')).toBeTruthy();
  else if (context.factorType === '9') expect(screen.getByText('Galaxy')).toBeTruthy();
  const isQr = context.code === '11';
  expect(screen.queryByText(page.text('error.already_mobileapp')) !== null).toBe(isQr);
  expect(screen.queryByRole('button', { name: page.text('holding.replace') }) !== null).toBe(!isQr);
  const isDefault = context.defaultCode !== null;
  expect(screen.queryByText(page.text('holding.isDefault')) !== null).toBe(isDefault);
  if (context.hasSetDefault) {
    expect(screen.getByText(page.text(isDefault ? 'holding.set' : 'holding.cleared'))).toBeTruthy();
  }
};

const expectWaiting = (page: Page): void => {
  expect(page.heading()).toBe(page.text('title.management'));
  expect(screen.queryByRole('button')).toBeNull();
};

describeWalk(managementMachine, ManagementView, {
  inputs: managementInputs(),
  ...cases,
  // The history requests steps, which tests/portal/registration-steps.walk.test.tsx checks.
  accepts: (_, { type }) => type !== 'step.requested',
  transitionsOutsideView: [
    'management.proving.identifying: step.requested [0] --> (stays)',
    'management.choosing: step.requested [0] --> (stays)',
    'management.overview: step.requested [0] --> (stays)',
    'management.details.showing: step.requested [0] --> (stays)',
    'management.registering.card: step.requested [0] --> (stays)',
    'management.registering.yubikey: step.requested [0] --> (stays)',
    'management.registering.app: step.requested [0] --> (stays)',
    'management.registering.passkey: step.requested [0] --> (stays)',
    'management.tooWeak: step.requested [0] --> (stays)',
  ],
  answers: {
    lookUp: [...LOOK_UP_ANSWERS, SERVER_ERROR],
    reauthenticate: [success('token-1'), failed(rejected('001'))],
    fetchFactorsOfType: [success([FACTOR]), TOO_WEAK, SERVER_ERROR],
    saveDefault: [success({}), TOO_WEAK, failed(rejected('notAuthorized', 401)), SERVER_ERROR],
    ...FLOW_OUTPUTS,
  },
  gestures: {
    'lookup.retry': (page) => page.press('action.retry'),
    'password.submitted': async (page, event, language) => {
      const { password } = event as Extract<ManagementEvent, { type: 'password.submitted' }>;
      await page.user.clear(field(page));
      if (password !== '') await page.user.type(field(page), password);
      if (language === 'ko') await page.press('action.next');
      else await page.user.type(field(page), '{Enter}');
    },
    'password.edited': (page) => page.user.type(field(page), 'x'),
    'type.chosen': (page, event) => {
      const { factorType } = event as Extract<ManagementEvent, { type: 'type.chosen' }>;
      const name = page.text(`factor.kind.${factorType}`);
      const names = [name, page.text('management.has', { kind: name })];
      return page.user.click(screen.getByRole('button', { name: (label) => names.includes(label) }));
    },
    'default.open': (page) => page.press('management.toDefault'),
    'default.toggle': (page) => {
      const setButton = screen.queryByRole('button', { name: page.text('holding.default') });
      return page.press(setButton ? 'holding.default' : 'holding.notDefault');
    },
    'factor.register': (page) => page.press('holding.replace'),
    'login.request': (page) => page.press('management.signIn'),
    'management.back': (page) => page.press('action.previous'),
    'success.confirmed': (page, _event, language) =>
      language === 'ko' ? page.press('action.ok') : page.user.keyboard('{Escape}'),
  },
  shows: {
    lookingUp: expectWaiting,
    unanswered: (page) => {
      expect(page.heading()).toBe(page.text('title.management'));
      expect(screen.getByRole('button', { name: page.text('action.retry') })).toBeTruthy();
    },
    appRegistered: (page) => expect(screen.getByText(page.text('error.already_mobileapp'))).toBeTruthy(),
    blocked: (page) => expect(screen.getByText(page.text('info.license.expired'))).toBeTruthy(),
    'proving.entering': (page, { context }) => {
      expect(page.heading()).toBe(page.text('title.management'));
      expect(screen.queryByText(page.text('management.again')) !== null).toBe(context.isProofRequiredAgain);
      if (context.problem) expect(screen.getByText(page.text(context.problem))).toBeTruthy();
    },
    'proving.checking': (page) => expect(field(page).readOnly).toBe(true),
    'proving.refused': (page) => {
      expect(screen.getByRole('dialog', { name: page.text('management.failed') })).toBeTruthy();
    },
    'proving.identifying': expectStep('self-auth'),
    choosing: (page) => expect(screen.getByText(page.text('management.choose'))).toBeTruthy(),
    overview: expectStep('factors'),
    'details.loading': (page) => expect(screen.getByText(page.text('factors.loading'))).toBeTruthy(),
    'details.showing': expectDetails,
    'details.saving': (page) => expect(screen.getByText(page.text('holding.saving'))).toBeTruthy(),
    'details.refused': (page) => {
      expect(screen.getByRole('dialog', { name: page.text('holding.failed') })).toBeTruthy();
    },
    'registering.card': expectStep('register-card'),
    'registering.yubikey': expectStep('register-yubikey'),
    'registering.app': expectStep('register-app'),
    'registering.passkey': expectStep('register-passkey'),
    tooWeak: (page) => expect(screen.getByText(page.text('registration.tooWeak'))).toBeTruthy(),
    succeeded: (page) => {
      expect(screen.getByRole('dialog', { name: page.text('management.registered') })).toBeTruthy();
    },
  },
});
