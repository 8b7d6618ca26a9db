import { expect, it, vi } from 'vitest';
import {
  APP_LINK,
  CLIENT_KEY,
  cases,
  KIM,
  LEE,
  type LOCKS,
  NOH,
  PIN,
  PORTAL_CHARACTERS,
  PUSH_REQUEST,
  phoneWith,
  QR_LOGIN,
  REGISTRATION_CODE,
} from '#cases/phone/phone.cases.ts';
import { rejected } from '#cases/samples.ts';
import { phoneMachine } from '#machines/phone/phone.machine.ts';
import type { PhoneAccount, PhoneInput } from '#machines/phone/phone.types.ts';
import { failed, success, UNREACHABLE } from '#machines/shared/result.ts';
import { start } from '#tests/support/model/start.ts';
import { testMachine } from './test-machine.ts';

type OpenApp = Awaited<ReturnType<typeof open>>;

async function open(
  accounts: readonly PhoneAccount[] = [],
  input: Partial<PhoneInput> = {},
  lock: keyof typeof LOCKS = 'none',
) {
  const app = start(testMachine, { language: 'ko', link: '', ...input });
  await app.ports.loadAccounts.answer(phoneWith(accounts, lock));
  return app;
}

const [CODES] = cases.answers.computeCodes;

it('the codes are computed again when they change, and on request after a failure', async () => {
  const { actor, clock, ports } = await open([KIM, LEE]);
  expect(ports.computeCodes.waiting().input).toEqual({ accounts: [KIM, LEE] });
  if (CODES) await ports.computeCodes.answer(CODES);
  await clock.advance(11_999);
  expect(ports.computeCodes.isWaiting()).toBe(false);
  await clock.advance(1);
  expect(ports.computeCodes.calls).toHaveLength(2);
  await ports.computeCodes.fail();
  actor.send({ type: 'codes.retry' });
  expect(ports.computeCodes.calls).toHaveLength(3);
});

it('the account of an opened link is added after a confirmation, and the link is removed', async () => {
  const { actor, ports } = await open([], { link: APP_LINK });
  await ports.readLink.answer({ kind: 'registration', userId: 'kim' });
  expect(actor.getSnapshot().context.linkOwner).toBe('kim');
  expect(ports.register.calls).toHaveLength(0);
  actor.send({ type: 'link.confirmed' });
  expect(ports.register.waiting().input).toEqual({ link: APP_LINK });
  await ports.register.answer(success(KIM));
  expect(actor.getSnapshot().context).toMatchObject({ link: '', linkOwner: '', notice: 'added' });
  await ports.loadAccounts.answer(phoneWith([KIM]));
  expect(actor.getSnapshot().matches('home')).toBe(true);
});

it('a scanned registration code adds its account without a confirmation only when an account is being added', async () => {
  const { actor, ports } = await open();
  actor.send({ type: 'adding.method.chosen', method: 'scan' });
  await ports.scanCode.answer({ kind: 'text', text: APP_LINK });
  await ports.readLink.answer({ kind: 'registration', userId: 'kim' });
  expect(ports.register.waiting().input).toEqual({ link: APP_LINK });
  await ports.register.answer(success(KIM));
  await ports.loadAccounts.answer(phoneWith([KIM]));
  actor.send({ type: 'code.scan' });
  await ports.scanCode.answer({ kind: 'text', text: APP_LINK });
  await ports.readLink.answer({ kind: 'registration', userId: 'kim' });
  expect(actor.getSnapshot().matches({ adding: { confirming: 'waiting' } })).toBe(true);
});

it('an account is added by 16 and 6 digits, which can be entered again after a refusal', async () => {
  const { actor, ports } = await open();
  actor.send({ type: 'adding.method.chosen', method: 'digits' });
  for (const wrong of [{ otp: '12345' }, { authCode: '123456789012345' }, { otp: '12345a' }]) {
    actor.send({ type: 'digits.submitted', ...REGISTRATION_CODE, ...wrong });
    expect(actor.getSnapshot().context.problem).toBe('phone.digits.invalid');
  }
  actor.send({ type: 'digits.submitted', ...REGISTRATION_CODE });
  expect(ports.register.waiting().input).toEqual(REGISTRATION_CODE);
  await ports.register.answer(failed(rejected('005_1')));
  expect(actor.getSnapshot().context.failure).toEqual(rejected('005_1'));
  actor.send({ type: 'failure.dismissed' });
  actor.send({ type: 'digits.submitted', ...REGISTRATION_CODE });
  expect(ports.register.calls).toHaveLength(2);
});

it('a link that is opened during a registration is ignored', async () => {
  const { actor, ports } = await open();
  actor.send({ type: 'adding.method.chosen', method: 'digits' });
  actor.send({ type: 'digits.submitted', ...REGISTRATION_CODE });
  actor.send({ type: 'link.opened', link: APP_LINK });
  actor.send({ type: 'adding.leave' });
  expect(ports.register.waiting().isAborted()).toBe(false);
});

it('an account is removed after a confirmation, and a failed removal is shown', async () => {
  const { actor, ports } = await open([KIM, LEE]);
  actor.send({ type: 'account.remove', id: KIM.id });
  expect(actor.getSnapshot().context.accountToRemove).toEqual(KIM);
  actor.send({ type: 'removal.cancelled' });
  expect(ports.removeAccount.calls).toHaveLength(0);
  actor.send({ type: 'account.remove', id: KIM.id });
  actor.send({ type: 'removal.confirmed' });
  expect(ports.removeAccount.waiting().input).toEqual({ id: KIM.id });
  await ports.removeAccount.fail();
  expect(actor.getSnapshot().context).toMatchObject({ notice: 'notRemoved', accountToRemove: null });
});

it('an unreadable storage is reported, and can be read again', async () => {
  const { actor, ports } = start(testMachine, { language: 'ko', link: '' });
  await ports.loadAccounts.fail();
  expect(actor.getSnapshot().value).toBe('unreadable');
  actor.send({ type: 'opening.retry' });
  await ports.loadAccounts.answer(phoneWith([KIM]));
  expect(actor.getSnapshot().matches('home')).toBe(true);
});

it('the chosen language is stored', () => {
  const storeLanguage = vi.fn<(language: string) => void>();
  const machine = phoneMachine.provide({ actions: { storeLanguage: (_, chosen) => storeLanguage(chosen) } });
  const { actor } = start(machine, { language: 'ko', link: '' });
  actor.send({ type: 'language.chosen', language: 'en' });
  expect(actor.getSnapshot().context.language).toBe('en');
  expect(storeLanguage.mock.calls).toEqual([['en']]);
});

/** Opens the app with a request on its screen. */
async function openRequest() {
  const app = await open([KIM]);
  await app.ports.fetchRequests.answer({ request: PUSH_REQUEST, isUnreachable: false, unknownUserIds: [] });
  return app;
}

it('the app polls for requests every three seconds, also after a failure', async () => {
  const { actor, clock, ports } = await open([KIM]);
  expect(ports.fetchRequests.waiting().input).toEqual({ accounts: [KIM] });
  await ports.fetchRequests.answer({ request: null, isUnreachable: true, unknownUserIds: ['kim'] });
  expect(actor.getSnapshot().context).toMatchObject({ isUnreachable: true, unknownUserIds: ['kim'] });
  await clock.advance(2_999);
  expect(ports.fetchRequests.isWaiting()).toBe(false);
  await clock.advance(1);
  await ports.fetchRequests.fail();
  await clock.advance(3_000);
  expect(ports.fetchRequests.calls).toHaveLength(3);
});

it.each([
  [{ type: 'choice.made', choice: '7KQ2' }, '7KQ2', success(undefined), 'approved'],
  [{ type: 'request.refuse' }, null, success(undefined), 'refused'],
  [{ type: 'choice.made', choice: 'AB3D' }, 'AB3D', failed(rejected('010_2')), 'mismatched'],
  [{ type: 'choice.made', choice: '7KQ2' }, '7KQ2', failed(rejected('010_5', 404)), 'over'],
] as const)(
  'the answer of the event %o is sent once, and its outcome is shown',
  async (event, choice, answer, notice) => {
    const { actor, ports } = await openRequest();
    actor.send(event);
    actor.send({ type: 'choice.made', choice: 'XY9Z' });
    expect(ports.answerRequest.calls.map(({ input }) => input)).toEqual([{ request: PUSH_REQUEST, choice }]);
    await ports.answerRequest.answer(answer);
    expect(actor.getSnapshot().matches('home')).toBe(true);
    expect(actor.getSnapshot().context).toMatchObject({ notice, request: null });
  },
);

it('a second answer can be sent when the first did not arrive, until the request expires', async () => {
  const { actor, clock, ports } = await openRequest();
  actor.send({ type: 'choice.made', choice: '7KQ2' });
  await ports.answerRequest.answer(failed(UNREACHABLE));
  actor.send({ type: 'failure.dismissed' });
  actor.send({ type: 'choice.made', choice: '7KQ2' });
  expect(ports.answerRequest.calls).toHaveLength(2);
  await ports.answerRequest.fail();
  await clock.advance(PUSH_REQUEST.remaining);
  expect(actor.getSnapshot().context).toMatchObject({ notice: 'expired', request: null, failure: null });
});

it.each([
  ['off', true],
  ['failed', true],
  ['blocked', false],
  ['installFirst', false],
  ['on', false],
] as const)('notifications in the state %s can be turned on: %s', async (notifications, canEnable) => {
  const { actor, ports } = await open([KIM]);
  expect(ports.checkNotifications.waiting().input).toEqual({ accounts: [KIM] });
  await ports.checkNotifications.answer(notifications);
  actor.send({ type: 'notifications.enable' });
  expect(ports.enableNotifications.isWaiting()).toBe(canEnable);
  if (canEnable) await ports.enableNotifications.fail();
  expect(actor.getSnapshot().context.notifications).toBe(canEnable ? 'failed' : notifications);
});

it('codes are shown and requests polled when the check of notifications has failed', async () => {
  const { actor, ports } = await open([KIM]);
  await ports.checkNotifications.fail();
  expect(actor.getSnapshot().matches({ home: { notifications: 'settled', requests: 'fetching' } })).toBe(
    true,
  );
  expect(actor.getSnapshot().context.notifications).toBe('unknown');
});

it('a scanned code is read as a link, and a denied camera or an unusable link is shown', async () => {
  const { actor, ports } = await open([KIM]);
  actor.send({ type: 'code.scan' });
  await ports.scanCode.answer({ kind: 'denied' });
  expect(actor.getSnapshot().context.camera).toBe('denied');
  actor.send({ type: 'code.scan' });
  expect(actor.getSnapshot().context.camera).toBeNull();
  await ports.scanCode.answer({ kind: 'text', text: APP_LINK });
  expect(ports.readLink.waiting().input).toEqual({ link: APP_LINK });
  await ports.readLink.answer({ kind: 'otherPortal', portal: 'https://other.example' });
  expect(actor.getSnapshot().context).toMatchObject({
    link: '',
    unusableLink: { kind: 'otherPortal', portal: 'https://other.example' },
  });
  actor.send({ type: 'adding.leave' });
  expect(actor.getSnapshot().context.unusableLink).toBeNull();
});

/** Opens the app by the scanned code of a login. */
async function scanLogin(accounts: readonly PhoneAccount[]) {
  const app = await open(accounts);
  app.actor.send({ type: 'link.opened', link: 'https://portal.example/app/#id=qr-1' });
  await app.ports.readLink.answer({ kind: 'login', qrId: QR_LOGIN.qrId });
  return app;
}

it.each([
  [{ type: 'number.chosen', number: '47' }, '47', success(undefined), 'approved'],
  [{ type: 'login.decline' }, null, success(undefined), 'refused'],
  [{ type: 'number.chosen', number: '52' }, '52', failed(rejected('wrongNumber')), 'wrongNumber'],
  [{ type: 'number.chosen', number: '47' }, '47', failed(rejected('010_2')), 'othersLogin'],
  [{ type: 'number.chosen', number: '47' }, '47', failed(rejected('010_3')), 'over'],
  [{ type: 'number.chosen', number: '47' }, '47', failed(rejected('010_5', 404)), 'over'],
] as const)(
  'a scanned sign-in is answered by %o, and the outcome is shown',
  async (event, number, answer, notice) => {
    const { actor, ports } = await scanLogin([KIM, NOH]);
    expect(ports.fetchLogin.waiting().input).toEqual({ qrId: QR_LOGIN.qrId, accounts: [KIM, NOH] });
    await ports.fetchLogin.answer(success(QR_LOGIN));
    actor.send(event);
    expect(ports.answerLogin.waiting().input).toEqual({ login: QR_LOGIN, account: KIM, number });
    await ports.answerLogin.answer(answer);
    expect(actor.getSnapshot().context).toMatchObject({ notice, login: null, loginAccount: null, qrId: '' });
  },
);

it('the account of a scanned sign-in is chosen when several are online, until the sign-in expires', async () => {
  const { actor, clock, ports } = await scanLogin([KIM, LEE, NOH]);
  await ports.fetchLogin.answer(success(QR_LOGIN));
  actor.send({ type: 'account.picked', id: NOH.id });
  expect(actor.getSnapshot().matches({ login: { deciding: 'picking' } })).toBe(true);
  actor.send({ type: 'account.picked', id: LEE.id });
  actor.send({ type: 'number.chosen', number: '47' });
  await ports.answerLogin.answer(failed(UNREACHABLE));
  actor.send({ type: 'failure.dismissed' });
  actor.send({ type: 'number.chosen', number: '47' });
  expect(ports.answerLogin.waiting().input).toMatchObject({ account: LEE });
  await ports.answerLogin.fail();
  await clock.advance(QR_LOGIN.remaining);
  expect(actor.getSnapshot().context).toMatchObject({ notice: 'expired', failure: null });
});

it.each([[[]], [[NOH]]])('a scanned sign-in is refused without an online account (%j)', async (accounts) => {
  const { actor, ports } = await scanLogin(accounts);
  expect(ports.fetchLogin.calls).toEqual([]);
  expect(actor.getSnapshot().context.unusableLink).toEqual({ kind: 'noOnlineAccount' });
});

it.each([
  [[KIM], 'unset', 'locking'],
  [[NOH], 'unset', 'home'],
  [[KIM], 'none', 'home'],
  [[KIM], 'passkey', 'home'],
] as const)('a phone with %j and the lock %s opens at %s', async (accounts, lock, state) => {
  const { actor } = await open(accounts, {}, lock);
  expect(actor.getSnapshot().matches(state)).toBe(true);
});

it('a PIN that is typed twice becomes the lock after a passkey could not be created', async () => {
  const { actor, ports } = await open([KIM], {}, 'unset');
  actor.send({ type: 'lock.leave' });
  expect(actor.getSnapshot().matches('locking')).toBe(true);
  actor.send({ type: 'passkey.create' });
  await ports.createLockPasskey.answer(false);
  expect(actor.getSnapshot().context.problem).toBe('phone.lock.notCreated');
  actor.send({ type: 'pin.choose' });
  for (const [pin, again, problem] of [
    ['12345', '12345', 'phone.pin.invalid'],
    ['1234567', '1234567', 'phone.pin.invalid'],
    [PIN, '000000', 'phone.pin.different'],
  ] as const) {
    actor.send({ type: 'pin.set', pin, again });
    expect(actor.getSnapshot().context.problem).toBe(problem);
  }
  actor.send({ type: 'pin.set', pin: PIN, again: PIN });
  expect(ports.savePin.waiting().input).toEqual({ pin: PIN });
  await ports.savePin.answer(undefined);
  expect(actor.getSnapshot().context).toMatchObject({ lock: { kind: 'pin' }, notice: 'locked' });
  expect(actor.getSnapshot().matches('home')).toBe(true);
});

it.each([
  ['passkey', (app: OpenApp) => app.ports.confirmPasskey.answer(true)],
  [
    'pin',
    async ({ actor, ports }: OpenApp) => {
      actor.send({ type: 'pin.entered', pin: PIN });
      expect(ports.checkPin.waiting().input).toEqual({ pin: PIN });
      await ports.checkPin.answer({ kind: 'right' });
    },
  ],
] as const)('the %s is required before an approval, but not before a refusal', async (lock, unlock) => {
  const app = await open([KIM], {}, lock);
  const { actor, ports } = app;
  const request = { request: PUSH_REQUEST, isUnreachable: false, unknownUserIds: [] };
  await ports.fetchRequests.answer(request);
  actor.send({ type: 'choice.made', choice: '7KQ2' });
  expect(ports.answerRequest.calls).toEqual([]);
  await unlock(app);
  expect(ports.answerRequest.waiting().input).toEqual({ request: PUSH_REQUEST, choice: '7KQ2' });
  await ports.answerRequest.answer(success(undefined));
  await ports.fetchRequests.answer(request);
  actor.send({ type: 'request.refuse' });
  expect(ports.answerRequest.waiting().input).toEqual({ request: PUSH_REQUEST, choice: null });
  await ports.answerRequest.answer(success(undefined));

  actor.send({ type: 'link.opened', link: 'https://portal.example/app/#id=qr-1' });
  await ports.readLink.answer({ kind: 'login', qrId: QR_LOGIN.qrId });
  await ports.fetchLogin.answer(success(QR_LOGIN));
  actor.send({ type: 'number.chosen', number: '47' });
  expect(ports.answerLogin.calls).toEqual([]);
  await unlock(app);
  expect(ports.answerLogin.waiting().input).toEqual({ login: QR_LOGIN, account: KIM, number: '47' });
});

it('a request expires while the app is being unlocked', async () => {
  const { actor, clock, ports } = await open([KIM], {}, 'pin');
  await ports.fetchRequests.answer({ request: PUSH_REQUEST, isUnreachable: false, unknownUserIds: [] });
  actor.send({ type: 'choice.made', choice: '7KQ2' });
  await clock.advance(PUSH_REQUEST.remaining);
  expect(actor.getSnapshot().context).toMatchObject({ notice: 'expired', request: null, chosen: '' });
  expect(ports.answerRequest.calls).toEqual([]);
});

it('covered codes are shown for two code periods after the app is unlocked', async () => {
  const { actor, clock, ports } = await open([KIM], {}, 'pin');
  expect(ports.computeCodes.calls).toEqual([]);
  actor.send({ type: 'codes.show' });
  actor.send({ type: 'pin.entered', pin: PIN });
  await ports.checkPin.answer({ kind: 'wrong', remainingTries: 4 });
  expect(actor.getSnapshot().context).toMatchObject({ problem: 'phone.pin.wrong', remainingTries: 4 });
  actor.send({ type: 'pin.entered', pin: PIN });
  await ports.checkPin.answer({ kind: 'right' });
  expect(actor.getSnapshot().context).toMatchObject({ problem: null, remainingTries: null });
  for (let period = 0; period < 2; period += 1) {
    if (CODES) await ports.computeCodes.answer(CODES);
    await clock.advance(CODES?.remaining ?? 0);
  }
  expect(actor.getSnapshot().matches({ home: { codes: 'covered' } })).toBe(true);
  expect(actor.getSnapshot().context.codes).toEqual([]);
});

it('no PIN is accepted when no try remains', async () => {
  const { actor, ports } = await open([KIM], {}, 'pin');
  actor.send({ type: 'codes.show' });
  actor.send({ type: 'pin.entered', pin: PIN });
  await ports.checkPin.answer({ kind: 'wrong', remainingTries: 0 });
  actor.send({ type: 'pin.entered', pin: PIN });
  expect(ports.checkPin.calls).toHaveLength(1);
});

it('the lock cannot be changed when unlocking fails, and is removed when all data is deleted', async () => {
  const { actor, ports } = await open([KIM], {}, 'passkey');
  actor.send({ type: 'settings.open' });
  await ports.loadRecords.answer([]);
  actor.send({ type: 'lock.change' });
  await ports.confirmPasskey.answer(false);
  expect(actor.getSnapshot().matches({ settings: { unlocking: 'confirmFailed' } })).toBe(true);
  actor.send({ type: 'unlock.retry' });
  await ports.confirmPasskey.fail();
  actor.send({ type: 'lock.forgotten' });
  actor.send({ type: 'clearing.confirmed' });
  await ports.clearPhone.answer(undefined);
  await ports.loadAccounts.answer(phoneWith([], 'unset'));
  expect(actor.getSnapshot().matches('adding')).toBe(true);
  expect(actor.getSnapshot().context).toMatchObject({ notice: 'cleared', lock: { kind: 'unset' } });
});

it('a name of the phone of up to 40 visible characters is accepted and sent to the portal', async () => {
  const { actor, ports } = await open([KIM]);
  actor.send({ type: 'settings.open' });
  await ports.loadRecords.answer([]);
  for (const name of [' ', 'x'.repeat(41), 'Gal\u200baxy']) {
    actor.send({ type: 'name.submitted', name });
    expect(actor.getSnapshot().context.problem).toBe('phone.rename.invalid');
  }
  actor.send({ type: 'name.submitted', name: ` ${'갤'.repeat(40)} ` });
  expect(ports.renamePhone.waiting().input).toEqual({ name: '갤'.repeat(40) });
  await ports.renamePhone.answer(false);
  expect(actor.getSnapshot().context.problem).toBe('phone.rename.failed');
  actor.send({ type: 'name.submitted', name: 'Galaxy' });
  await ports.renamePhone.answer(true);
  expect(actor.getSnapshot().matches('home')).toBe(true);
  expect(actor.getSnapshot().context).toMatchObject({
    notice: 'renamed',
    deviceName: 'Galaxy',
    problem: null,
  });
});

it('an offline account is added when the app and the portal show the same digits', async () => {
  const { actor, ports } = await open();
  actor.send({ type: 'adding.method.chosen', method: 'offline' });
  await ports.generateClientKey.answer(CLIENT_KEY);
  for (const wrong of [{ userId: '' }, { characters: 'K7QM2ZX' }, { characters: 'K7QM2ZXI' }]) {
    actor.send({ type: 'characters.submitted', userId: 'noh', characters: PORTAL_CHARACTERS, ...wrong });
    expect(actor.getSnapshot().context.problem).toBe('phone.offline.invalid');
  }
  actor.send({ type: 'characters.submitted', userId: 'noh', characters: 'ZZZZ2222' });
  await ports.computeComparisonDigits.answer('000000');
  actor.send({ type: 'comparison.failed' });
  expect(actor.getSnapshot().context.problem).toBe('phone.offline.different');
  actor.send({ type: 'characters.submitted', userId: ' noh ', characters: PORTAL_CHARACTERS });
  const keys = { clientKey: CLIENT_KEY, characters: PORTAL_CHARACTERS };
  expect(ports.computeComparisonDigits.waiting().input).toEqual(keys);
  await ports.computeComparisonDigits.answer('269521');
  actor.send({ type: 'comparison.confirmed' });
  expect(ports.saveOfflineAccount.waiting().input).toEqual({ ...keys, userId: 'noh' });
  await ports.saveOfflineAccount.answer(undefined);
  expect(actor.getSnapshot().context).toMatchObject({
    notice: 'addedOffline',
    clientKey: '',
    characters: '',
    comparisonDigits: '',
  });
});
