import { screen } from '@testing-library/react';
import { expect } from 'vitest';
import { cases } from '#cases/offer-passkey/offer-passkey.cases.ts';
import { CREATION_REQUEST } from '#cases/register-passkey/register-passkey.cases.ts';
import { rejected } from '#cases/samples.ts';
import { offerPasskeyMachine } from '#machines/offer-passkey/offer-passkey.machine.ts';
import type { OfferPasskeyEvent } from '#machines/offer-passkey/offer-passkey.setup.ts';
import { failed, success } from '#machines/shared/result.ts';
import { OfferPasskeyView } from '#src/views/offer-passkey/offer-passkey.view.tsx';
import { SERVER_ERROR } from '#tests/support/refusals.ts';
import { describeWalk, type Page } from '#tests/support/views.tsx';

const OFFER_ENDED = failed(rejected('notAllowed', 403));

type Snapshot = { readonly context: { readonly hasAccepted: boolean; readonly isCancelled: boolean } };

const expectWaiting = (page: Page, { context: { hasAccepted } }: Snapshot): void => {
  const laterButton = screen.queryByRole('button', { name: page.text('offerPasskey.later') });
  expect(page.heading()).toBe(page.text(hasAccepted ? 'title.offerPasskey' : 'title.returnToService'));
  expect(laterButton !== null).toBe(hasAccepted);
};

describeWalk(offerPasskeyMachine, OfferPasskeyView, {
  inputs: { 'a person who has signed in by password': { userId: 'kim', token: 'offer-1' } },
  ...cases,
  answers: {
    ...cases.answers,
    startCreation: [success(CREATION_REQUEST), OFFER_ENDED, SERVER_ERROR],
    finishCreation: [success({}), OFFER_ENDED, failed(rejected('passkeyTaken', 409)), SERVER_ERROR],
    decline: [success({}), SERVER_ERROR],
  },
  gestures: {
    'offer.accepted': (page) => page.press('offerPasskey.create'),
    'offer.declined': (page, event) => {
      const { offerAgain } = event as Extract<OfferPasskeyEvent, { type: 'offer.declined' }>;
      return page.press(`offerPasskey.${offerAgain}`);
    },
  },
  shows: {
    checkingSupport: expectWaiting,
    starting: expectWaiting,
    creatingConditionally: expectWaiting,
    creating: expectWaiting,
    finishing: expectWaiting,
    offered: (page, { context }) => {
      expect(page.heading()).toBe(page.text('title.offerPasskey'));
      expect(screen.getByText('kim')).toBeTruthy();
      const hint = screen.queryByText(page.text('offerPasskey.cancelled'));
      expect(hint !== null).toBe(context.isCancelled);
    },
    declining: (page) => {
      for (const offerAgain of ['later', 'never'] as const) {
        const button = screen.getByRole<HTMLButtonElement>('button', {
          name: page.text(`offerPasskey.${offerAgain}`),
        });
        expect(button.disabled).toBe(true);
      }
    },
    refused: (page) => {
      expect(screen.getByRole('dialog', { name: page.text('registration.failed') })).toBeTruthy();
    },
  },
});
