import { screen } from '@testing-library/react';
import { expect } from 'vitest';
import {
  cases,
  UNKNOWN_CODE_ANSWER,
  USED_CODE_ANSWER,
  WAITING_DEVICE,
} from '#cases/device-sign-in/device-sign-in.cases.ts';
import { deviceSignInMachine } from '#machines/device-sign-in/device-sign-in.machine.ts';
import type { DeviceSignInEvent } from '#machines/device-sign-in/device-sign-in.setup.ts';
import { success } from '#machines/shared/result.ts';
import { DeviceSignInView } from '#src/views/device-sign-in/device-sign-in.view.tsx';
import { SERVER_ERROR } from '#tests/support/refusals.ts';
import { describeWalk } from '#tests/support/views.tsx';

const field = () => screen.getByRole<HTMLInputElement>('textbox');

describeWalk(deviceSignInMachine, DeviceSignInView, {
  inputs: {
    'a person with a code': { userCode: 'BCDF-GHJK', result: null },
    'a device that is signed in': { userCode: '', result: 'signedIn' },
    'a device that is declined': { userCode: '', result: 'declined' },
    'a sign-in that failed': { userCode: '', result: 'failed' },
  },
  ...cases,
  answers: {
    findDevice: [success(WAITING_DEVICE), UNKNOWN_CODE_ANSWER, SERVER_ERROR],
    allowDevice: [success('/redirect?uid=request-1'), USED_CODE_ANSWER, SERVER_ERROR],
    declineDevice: [success(undefined), USED_CODE_ANSWER, SERVER_ERROR],
  },
  gestures: {
    'device.edited': ({ user }) => user.type(field(), 'B'),
    'device.submitted': async (page, event) => {
      const { userCode } = event as Extract<DeviceSignInEvent, { type: 'device.submitted' }>;
      await page.user.clear(field());
      await page.user.type(field(), userCode);
      await page.press('action.next');
    },
    'device.allow': (page) => page.press('deviceSignIn.allow'),
    'device.decline': (page) => page.press('deviceSignIn.decline'),
    'device.restart': (page) => page.press('deviceSignIn.again'),
  },
  shows: {
    entering: (page, { context: { problem, result, failure } }) => {
      expect(page.heading()).toBe(page.text('title.deviceSignIn'));
      expect(field().getAttribute('aria-invalid') === 'true').toBe(problem !== null || failure !== null);
      expect(screen.queryByText(page.text('deviceSignIn.failed')) !== null).toBe(result === 'failed');
    },
    checking: () => expect(field().readOnly).toBe(true),
    comparing: (page, { context: { failure } }) => {
      expect(page.heading()).toBe(page.text('deviceSignIn.question'));
      for (const shown of [WAITING_DEVICE.serviceName, WAITING_DEVICE.addressRange])
        expect(screen.getByText(shown)).toBeTruthy();
      expect(document.body.textContent).toContain(WAITING_DEVICE.userCode);
      expect((screen.queryByRole('alert')?.textContent ?? '') !== '').toBe(failure !== null);
    },
    allowing: (page) => expect(page.heading()).toBe(page.text('deviceSignIn.question')),
    declining: (page) => expect(page.heading()).toBe(page.text('deviceSignIn.question')),
    declined: (page) => expect(page.heading()).toBe(page.text('deviceSignIn.declined')),
    signedIn: (page) => expect(page.heading()).toBe(page.text('deviceSignIn.signedIn')),
  },
});
