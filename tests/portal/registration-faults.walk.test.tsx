import { screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { SEED_PASSWORD } from '#server/seed/accounts.ts';
import { SPARE_CARDS } from '#server/seed/devices.ts';
import type { MessageKey } from '#src/app/messages.ts';
import { FAULTS, json } from './faults.ts';
import { hurryLooks } from './page.ts';
import { isRegistered, type Met, toldOf, typeInto } from './registration-faults.ts';
import { type Arrived, arrive } from './registration-journey.ts';

const [CARD] = SPARE_CARDS;
const APP = '/data/portal/mobileapp/provision';
const KEY = 'ab12cd34ef56gh78';

/** jsdom has no pen. */
beforeEach(() => {
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue({
    clearRect: () => undefined,
    fillRect: () => undefined,
    createImageData: () => ({ data: [] }),
    putImageData: () => undefined,
  } as never);
});

/** A step whose calls meet a fault each: it is shown, removed, and the step is repeated. */
type Step = {
  /** The beginnings of the calls. */
  readonly calls: readonly string[];
  readonly take: (at: Arrived) => Promise<void>;
};

type Journey = {
  readonly steps: readonly Step[];
  /** What is there at the end. */
  readonly ends: (at: Arrived) => Promise<void>;
};

const choose = (way: 'sms' | 'qrCode' | 'offline') => async (at: Arrived) => {
  const { page } = at;
  await page.user.click(await screen.findByLabelText(page.say(`registerApp.way.${way}`), { exact: false }));
  await page.press('action.next');
};

/** A browser that makes a passkey at every question. */
function makePasskeys(): void {
  const bytes = (text: string) => new TextEncoder().encode(text).buffer;
  const response = { clientDataJSON: bytes('{}'), attestationObject: bytes('o'), getTransports: () => [] };
  const made = { type: 'public-key', id: 'a2V5', rawId: bytes('key'), response };
  vi.stubGlobal('isSecureContext', true);
  vi.stubGlobal('PublicKeyCredential', { isConditionalMediationAvailable: async () => false });
  Object.defineProperty(navigator, 'credentials', {
    value: { create: async () => ({ ...made, getClientExtensionResults: () => ({}) }) },
    configurable: true,
  });
}

const JOURNEYS: Readonly<Record<'7' | '8' | '12' | 'sms' | 'qrCode' | 'offline', Journey>> = {
  '7': {
    steps: [
      {
        calls: ['POST /data/portal/hwotp/validation'],
        take: (at) => typeInto(at, 'factor.serialNumber', CARD.serial),
      },
      {
        calls: ['POST /data/portal/hwotp/verification'],
        take: async (at) => typeInto(at, 'code.label', await at.pressCard(CARD)),
      },
    ],
    ends: isRegistered,
  },
  '8': {
    steps: [{ calls: ['POST /data/portal/yubikey/mapping'], take: (at) => at.touch(0) }],
    ends: isRegistered,
  },
  '12': {
    steps: [
      {
        calls: ['POST /data/portal/fido-token/check-name', 'POST /start', 'POST /finish'],
        take: (at) => typeInto(at, 'factor.name', 'Laptop'),
      },
    ],
    ends: isRegistered,
  },
  sms: {
    steps: [
      { calls: [`GET ${APP}/generation/noh`, 'POST /noti/mobileapp/provision/link/'], take: choose('sms') },
    ],
    ends: async ({ page }) => {
      await screen.findByRole('timer');
      expect(screen.getByText(page.say('registerApp.linkSent', { phone: '010-****-1120' }))).toBeTruthy();
    },
  },
  qrCode: {
    steps: [{ calls: [`POST ${APP}/qr`, `GET ${APP}/schema`], take: choose('qrCode') }],
    ends: async ({ page }) => {
      await screen.findByText(page.say('registerApp.scan'));
    },
  },
  offline: {
    steps: [
      { calls: [], take: choose('offline') },
      {
        calls: [`POST ${APP}/offline/code`, `GET ${APP}/offline/code/noh`, `GET ${APP}/offline/otp/noh`],
        take: async ({ page }) => {
          const [first] = await screen.findAllByRole('textbox');
          await page.user.type(first as HTMLElement, KEY);
          await page.press('action.next');
        },
      },
      {
        calls: [`POST ${APP}/offline`],
        take: async ({ page }) => {
          // A refusal leads back to the key, which has stayed.
          await waitFor(() => expect(screen.queryAllByRole('dialog')).toEqual([]));
          if (screen.queryByText(page.say('registerApp.keyLead'))) await page.press('action.next');
          await screen.findByText(page.say('registerApp.compare'));
          await page.press('action.register');
        },
      },
    ],
    ends: isRegistered,
  },
};

/** What is said of a call that has come to nothing (spec section 8). */
function textOf(call: string, fault: Met): MessageKey {
  if (fault === 'no network') return 'info.failure.unreachable';
  if (call.includes('/hwotp/')) return 'info.otpcard.failure.common';
  if (call.includes('/yubikey/')) return 'info.yubikey.failure';
  if (call.includes('/offline')) return 'info.mobileapp.failure.offline';
  return call.includes(APP) || call.includes('/noti/')
    ? 'registerApp.failed'
    : 'info.passkey.failure.registration';
}

/** The fault is told in a dialog; the step is there again after OK. */
async function meet(at: Arrived, call: string, step: Step, fault: Met): Promise<void> {
  at.fail(call, FAULTS[fault]);
  await step.take(at);
  const dialog = await screen.findByRole('dialog', { name: at.page.say('registration.failed') });
  expect(dialog.textContent).toContain(at.page.say(textOf(call, fault)));
  at.mend();
  await at.dismiss();
}

async function open(kind: keyof typeof JOURNEYS, language: 'ko' | 'en'): Promise<Arrived> {
  if (kind === '12') makePasskeys();
  const at = await arrive(language);
  await at.tile(kind === 'sms' || kind === 'qrCode' || kind === 'offline' ? '9' : kind);
  await at.prove();
  return at;
}

const KINDS = Object.keys(JOURNEYS) as (keyof typeof JOURNEYS)[];

describe.each(KINDS.map((kind, row) => [kind, row] as const))('the registration of %s', (kind, row) => {
  const { steps, ends } = JOURNEYS[kind];

  it.each(toldOf(row))('tells at every call: %s, and ends well after it', async (fault) => {
    const at = await open(kind, row % 2 === 0 ? 'ko' : 'en');
    for (const step of steps) {
      for (const call of step.calls) await meet(at, call, step, fault);
      if (kind === '12') at.pretend('POST /finish', () => json({ status: 200 }));
      await step.take(at);
    }
    await ends(at);
  });

  it('asks for the password again where the server has forgotten what was proved, and comes back', async () => {
    const at = await open(kind, row % 2 === 0 ? 'en' : 'ko');
    for (const step of steps) {
      const call = step.calls.at(-1);
      if (call === undefined || step !== steps.at(-1)) {
        await step.take(at);
        continue;
      }
      at.fail(call, FAULTS['401']);
      await step.take(at);
      await screen.findByText(at.page.say('management.again'));
      at.mend();
    }
    await at.prove();
    for (const step of steps) {
      if (kind === '12') at.pretend('POST /finish', () => json({ status: 200 }));
      await step.take(at);
    }
    await ends(at);
  });
});

it.each(toldOf(0))('looks again for an app after %s, and does not begin anew', async (fault) => {
  hurryLooks();
  const at = await open('qrCode', 'ko');
  at.fail(`GET ${APP}`, FAULTS[fault]);
  await choose('qrCode')(at);
  const looks = () => at.calls.filter((call) => call === `GET ${APP}`).length;
  await waitFor(() => expect(looks()).toBeGreaterThan(2));
  at.mend();
  await screen.findByText(at.page.say('registerApp.scan'));
});

describe.each([
  ['GET /data/sso/authenticator/noh', 'ko'],
  ['GET /data/sso/accounts/noh', 'en'],
] as const)('%s at the begin', (call, language) => {
  it.each(toldOf(1))('%s: says so, and asks again', async (fault) => {
    const at = await arrive(language);
    await screen.findByRole('button', { name: at.page.say('title.method.8') });
    at.fail(call, FAULTS[fault]);
    await at.tile('8');
    await screen.findByRole('button', { name: at.page.say('action.retry') });
    at.mend();
    await at.page.press('action.retry');
    await at.page.arrive('title.management');
  });
});

it.each(toldOf(2))('the password once more: %s', async (fault) => {
  const at = await arrive('en');
  await at.tile('8');
  await at.page.arrive('title.management');
  at.fail('POST /login/password', FAULTS[fault]);
  await at.page.enterPassword(SEED_PASSWORD);
  await screen.findByRole('dialog', { name: at.page.say('management.failed') });
  at.mend();
  await at.dismiss();
  await at.prove();
  await at.page.arrive('title.registration.8');
});
