import { screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, vi } from 'vitest';
import { cases } from '#cases/second-factor/second-factor.cases.ts';
import { proofFlowOf } from '#machines/second-factor/proof-flows.ts';
import type { secondFactorMachine } from '#machines/second-factor/second-factor.machine.ts';
import type { SecondFactorEvent } from '#machines/second-factor/second-factor.types.ts';
import { slotsOf } from '#machines/second-factor/slots.ts';
import type { MessageKey } from '#src/app/messages.ts';
import { SecondFactorView } from '#src/views/second-factor/second-factor.view.tsx';
import { describeWalk, type Page } from '#tests/support/views.tsx';
import type { TypeCode } from '#wire/type-codes.ts';
import { decisiveValues, input, machineWithoutStorage } from './input.ts';

/** The walks of the tokens test their parts; here each part is an empty element. */
vi.mock('#src/views/second-factor/token-proof.tsx', () => ({
  TokenProof: ({
    code,
    otherMethods,
    children,
  }: {
    code: TypeCode;
    otherMethods: ReactNode;
    children: (isBusy: boolean) => ReactNode;
  }) => (
    <div data-testid={proofFlowOf(code)}>
      {otherMethods}
      {children(false)}
    </div>
  ),
  useIsProving: () => false,
  leadKeyOf: () => 'second.lead',
}));

const slots = ({ text }: Page) =>
  [...screen.getByRole('list', { name: text('second.tokens') }).querySelectorAll('button')] as HTMLElement[];
const nameOf = ({ text }: Page, code: TypeCode) => text(`title.method.${code}` as MessageKey);
const box = ({ text }: Page) =>
  screen.getByRole<HTMLInputElement>('checkbox', { name: text('second.saveDefault') });

const rememberBox = ({ text }: Page) =>
  screen.queryByRole<HTMLInputElement>('checkbox', { name: text('second.remember', { days: 30 }) });

type ScreenCheck = Parameters<typeof describeWalk<typeof secondFactorMachine>>[2]['shows'][string];

/** Checks the slots, the boxes and the part of the active token. */
const expectProving: ScreenCheck = (page, snapshot) => {
  const { offered, active, isDefault, remembers, policy } = snapshot.context;
  const names = slotsOf(offered, active).map((code) => nameOf(page, code));
  expect(slots(page).map((slot) => slot.textContent?.split(' · ')[0])).toEqual(names);
  expect(slots(page).map((slot) => slot.getAttribute('aria-current'))).toEqual([
    'true',
    ...names.slice(1).map(() => null),
  ]);
  const isWithdrawing = snapshot.hasTag('busy');
  expect(
    slots(page)
      .slice(1)
      .every((slot) => slot.ariaDisabled === (isWithdrawing ? 'true' : null)),
  ).toBe(true);
  expect([page.heading(), screen.getAllByRole('heading').length]).toEqual([page.text('title.second'), 1]);
  expect(screen.getByText(`${nameOf(page, active)}: ${page.text('second.lead')}`)).toBeTruthy();
  expect(screen.getByTestId(proofFlowOf(active))).toBeTruthy();
  expect(box(page).checked).toBe(isDefault);
  const { rememberBrowserDays: days } = policy;
  expect(rememberBox(page)?.checked).toBe(days === undefined || active === '0' ? undefined : remembers);
  expect(screen.queryByText(page.text('second.elsewhere')) !== null).toBe(names.length > 1);
  expect(screen.getByText('park')).toBeTruthy();
};

describeWalk(machineWithoutStorage, SecondFactorView, {
  inputs: {
    'typed tokens': input({ password: 1, emergencyCode: 2, sms: 3, otpCard: 4, mobileOtp: 5 }),
    'tokens that start automatically': input({ push: 1, qrCode: 2, passkey: 3, internalMail: 4, sms: 5 }),
    'a browser that may be remembered': input({ otpCard: 1 }, { policy: { rememberBrowserDays: 30 } }),
    'no token': input({}),
  },
  ...cases,
  project: decisiveValues,
  // The portal requests to leave, and the slots are disabled while a push is withdrawn.
  accepts: (snapshot, event) =>
    event.type !== 'screen.leave' &&
    !(event.type === 'token.switch' && snapshot.hasTag('busy')) &&
    !(
      event.type === 'remember.toggled' &&
      (event['remembers'] === snapshot.context.remembers || snapshot.context.active === '0')
    ) &&
    !(event.type === 'default.toggled' && event['isDefault'] === snapshot.context.isDefault),
  gestures: {
    'token.switch': async (page, event, language) => {
      const { code } = event as Extract<SecondFactorEvent, { type: 'token.switch' }>;
      const slot = slots(page).find((button) => button.textContent?.startsWith(nameOf(page, code)));
      if (!slot) throw new Error(`There is no slot of ${code}`);
      if (language === 'ko') return page.user.click(slot);
      slot.focus();
      return page.user.keyboard('{Enter}');
    },
    'default.toggled': (page) => page.user.click(box(page)),
    'remember.toggled': (page) => page.user.click(rememberBox(page) as HTMLElement),
    'second.back': (page) => page.press('action.previous'),
    'failure.dismissed': (page) => page.press('action.ok'),
  },
  shows: {
    unavailable: (page) => expect(screen.getByText(page.text('second.none'))).toBeTruthy(),
    'proving.password': expectProving,
    'proving.emergency': expectProving,
    'proving.sent-code': expectProving,
    'proving.device-code': expectProving,
    'proving.push.staying': expectProving,
    'proving.push.leaving': expectProving,
    'proving.qr': expectProving,
    'proving.passkey': expectProving,
    failed: (page) => {
      expect(screen.getByRole('dialog', { name: page.text('failure.title') })).toBeTruthy();
    },
    saving: (page) => expect(screen.getByText(page.text('second.saving'))).toBeTruthy(),
  },
  transitionsOutsideView: [
    'second-factor.unavailable: screen.leave [0] --> second-factor.done',
    'second-factor.proving: screen.leave [0] --> second-factor.done',
    'second-factor.proving.push.staying: screen.leave [0] --> second-factor.proving.push.leaving',
    'second-factor.proving.push.leaving: token.switch/isOtherToken [0] --> (stays)',
    'second-factor.proving.push.leaving: screen.leave [0] --> (stays)',
    'second-factor.failed: screen.leave [0] --> second-factor.done',
  ],
});
