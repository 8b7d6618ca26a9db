import { screen } from '@testing-library/react';
import { expect } from 'vitest';
import { CARD_FACTS, cases } from '#cases/register-card/register-card.cases.ts';
import { rejected } from '#cases/samples.ts';
import {
  type RegisterCardEvent,
  registerCardMachine,
} from '#machines/register-card/register-card.machine.ts';
import { failed, success } from '#machines/shared/result.ts';
import { RegisterCardView } from '#src/views/register-card/register-card.view.tsx';
import { PROOF_REFUSALS } from '#tests/support/refusals.ts';
import { describeWalk, type Page } from '#tests/support/views.tsx';

const INPUT = { userId: 'kim', token: 'token-1', hasCard: false };

const serialField = ({ text }: Page) => screen.getByLabelText<HTMLInputElement>(text('factor.serialNumber'));
const codeField = ({ text }: Page) => screen.getByLabelText<HTMLInputElement>(text('code.label'));

async function submit(
  page: Page,
  field: HTMLInputElement,
  text: string,
  button: 'action.next' | 'action.register',
) {
  await page.user.clear(field);
  if (text.trim() !== '') await page.user.type(field, text);
  await page.press(button);
}

type ScreenCheck = Parameters<typeof describeWalk<typeof registerCardMachine>>[2]['shows'][string];

/** Checks that the dialog shows the text of this refusal, or the general one for another. */
const expectRefusal =
  (code: string, key: Parameters<Page['text']>[0]): ScreenCheck =>
  (page, { context: { failure } }) => {
    const isNamed = failure?.kind === 'rejected' && failure.code === code;
    const dialog = screen.getByRole('dialog', { name: page.text('registration.failed') });
    expect(dialog.textContent).toContain(page.text(isNamed ? key : 'info.otpcard.failure.common'));
  };

describeWalk(registerCardMachine, RegisterCardView, {
  inputs: { 'a first card': INPUT, 'a card that replaces another': { ...INPUT, hasCard: true } },
  ...cases,
  answers: {
    validateSerial: [success(CARD_FACTS), ...PROOF_REFUSALS, failed(rejected('cardTaken', 409))],
    verifyCode: [success({}), ...PROOF_REFUSALS, failed(rejected('nextCode'))],
  },
  gestures: {
    'serial.submitted': (page, event) =>
      submit(
        page,
        serialField(page),
        (event as Extract<RegisterCardEvent, { type: 'serial.submitted' }>).serial,
        'action.next',
      ),
    'code.submitted': (page, event) =>
      submit(
        page,
        codeField(page),
        (event as Extract<RegisterCardEvent, { type: 'code.submitted' }>).code,
        'action.register',
      ),
    'field.edited': (page) => page.user.type(screen.getByRole('textbox'), '1'),
    'registration.back': (page) => page.press('action.previous'),
  },
  shows: {
    entering: (page, { context }) => {
      expect(page.heading()).toBe(page.text('title.registration.7'));
      expect(screen.queryByText(CARD_FACTS.companyName)).toBeNull();
      if (context.problem) expect(screen.getByRole('alert').textContent).toBe(page.text(context.problem));
    },
    validating: (page) => expect(serialField(page).readOnly).toBe(true),
    unknown: expectRefusal('cardTaken', 'info.otpcard.failure.already'),
    proving: (page, { context }) => {
      for (const value of Object.values(CARD_FACTS)) expect(screen.getByText(value)).toBeTruthy();
      expect(screen.queryByText(page.text('registerCard.replaces')) !== null).toBe(context.hasCard);
      if (context.problem) expect(screen.getByRole('alert').textContent).toBe(page.text(context.problem));
    },
    verifying: (page) => expect(screen.getByText(page.text('code.checking'))).toBeTruthy(),
    refused: expectRefusal('nextCode', 'info.otpcard.failure.next'),
  },
});
