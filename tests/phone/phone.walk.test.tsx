import { screen, within } from '@testing-library/react';
import { expect } from 'vitest';
import { APP_LINK, CLIENT_KEY, cases, LEE, PUSH_REQUEST, QR_LOGIN } from '#cases/phone/phone.cases.ts';
import type { AnswerRecord, PhoneEvent, ResultMessage } from '#machines/phone/phone.types.ts';
import { PhoneView } from '#phone/views/phone.view.tsx';
import { describeWalk, expectTitle, inputLabelled, type Page } from '#tests/support/views.tsx';
import { accepts, project, testMachine } from './test-machine.ts';

type EventOf<Type extends PhoneEvent['type']> = Extract<PhoneEvent, { type: Type }>;

async function fill({ user }: Page, label: string, value: string): Promise<void> {
  await user.clear(inputLabelled(label));
  if (value !== '') await user.type(inputLabelled(label), value);
}

const expectRefusal = (page: Page) => {
  expect(screen.getByRole('dialog', { name: page.text('phone.refused') })).toBeTruthy();
};
const expectAnswering = (page: Page) => {
  expect(screen.getByText(page.text('phone.request.answering'))).toBeTruthy();
};
const expectSaving = (page: Page) => {
  expect(screen.getByText(page.text('phone.lock.saving'))).toBeTruthy();
};
const expectRegistering = (page: Page) => {
  expect(screen.getByText(page.text('phone.registering'))).toBeTruthy();
};

const linkOpened = (state: string) => `phone.${state}: link.opened [0] --> phone.adding.reading`;

describeWalk(testMachine, PhoneView, {
  inputs: {
    'the app is opened from the home screen': { language: 'ko', link: '' },
    'the app is opened by a link': { language: 'ko', link: APP_LINK },
  },
  coversPairsOnly: true,
  project,
  accepts,
  ...cases,
  events: cases.events.filter(
    (event) =>
      // These events have no control on the screens: the language, links, and accounts that are not on the phone.
      !['language.chosen', 'link.opened'].includes(event.type) &&
      !('id' in event && ['gone', 'noh-1'].includes(event.id)),
  ),
  gestures: {
    'opening.retry': (page) => page.press('phone.retry'),
    'codes.retry': (page) => page.press('phone.retry'),
    'notifications.enable': (page) => page.press('phone.notifications.enable'),
    'codes.show': (page) => page.press('phone.codes.show'),
    'settings.open': (page) => page.press('phone.settings'),
    'settings.leave': (page) => page.press('phone.back'),
    'name.submitted': async (page, event) => {
      await fill(page, page.text('phone.rename'), (event as EventOf<'name.submitted'>).name.trim());
      await page.press('phone.rename.save');
    },
    'lock.change': (page) => page.press('phone.settings.lockChange'),
    'lock.leave': (page) =>
      page.press(page.heading() === page.text('phone.lock') ? 'phone.lock.keep' : 'phone.cancel'),
    'lock.off': (page) => page.press('phone.lock.off'),
    'lock.forgotten': (page) => page.press('phone.lock.lost'),
    'cover.toggled': (page) =>
      page.user.click(screen.getByRole('checkbox', { name: page.text('phone.lock.cover') })),
    'passkey.create': (page) => page.press('phone.lock.passkey'),
    'pin.choose': (page) => page.press('phone.lock.pin'),
    'pin.set': async (page, event) => {
      const { pin, again } = event as EventOf<'pin.set'>;
      await fill(page, page.text('phone.pin.label'), pin);
      await fill(page, page.text('phone.pin.again'), again);
      await page.press('phone.pin.set');
    },
    'pin.entered': async (page, event) => {
      await fill(page, page.text('phone.pin.label'), (event as EventOf<'pin.entered'>).pin);
      await page.press('phone.unlock.action');
    },
    'unlock.retry': (page) => page.press('phone.retry'),
    'unlock.leave': (page) => page.press('phone.cancel'),
    'clearing.confirmed': (page) => page.press('phone.clearing.confirm'),
    'clearing.cancelled': (page) => page.press('phone.cancel'),
    'account.add': (page) => page.press('phone.add'),
    'account.remove': (page) =>
      page.user.click(
        screen.getByRole('button', {
          name: page.text('phone.removeConfirm'),
          description: page.text('phone.code', { userId: 'kim' }),
        }),
      ),
    'choice.made': (page) => page.user.click(screen.getByRole('button', { name: '7KQ2' })),
    'request.refuse': (page) => page.press('phone.request.refuse'),
    'removal.confirmed': (page) =>
      page.user.click(within(screen.getByRole('dialog')).getByText(page.text('phone.removeConfirm'))),
    'removal.cancelled': (page, _event, language) =>
      language === 'ko' ? page.press('phone.cancel') : page.user.keyboard('{Escape}'),
    'adding.method.chosen': (page, event) =>
      page.press(`phone.way.${(event as EventOf<'adding.method.chosen'>).method}`),
    'code.scan': (page) =>
      page.press(page.heading() === page.text('phone.scan') ? 'phone.retry' : 'phone.way.scan'),
    'account.picked': (page) => page.user.click(screen.getByRole('button', { name: LEE.userId })),
    'number.chosen': (page) => page.user.click(screen.getByRole('button', { name: '47' })),
    'login.decline': (page) => page.press('phone.request.refuse'),
    'login.leave': (page) => page.press('phone.back'),
    'characters.submitted': async (page, event) => {
      const { userId, characters } = event as EventOf<'characters.submitted'>;
      await fill(page, page.text('phone.offline.characters'), characters);
      await fill(page, page.text('phone.offline.userId'), userId);
      await page.press('phone.next');
    },
    'comparison.confirmed': (page) => page.press('phone.offline.same'),
    'comparison.failed': (page) => page.press('phone.offline.differs'),
    'adding.method.change': (page) => page.press('phone.otherWay'),
    'adding.leave': (page) => page.press('phone.back'),
    'link.confirmed': (page) => page.press('phone.register'),
    'link.submitted': async (page, event) => {
      await fill(page, page.text('phone.link.label'), (event as EventOf<'link.submitted'>).link.trim());
      await page.press('phone.register');
    },
    'digits.submitted': async (page, event) => {
      const { authCode, otp } = event as EventOf<'digits.submitted'>;
      await fill(page, page.text('phone.digits.authCode'), authCode);
      await fill(page, page.text('phone.digits.otp'), otp);
      await page.press('phone.register');
    },
    'entry.edited': async (page) => {
      const [field] = document.querySelectorAll('input');
      if (field) await page.user.type(field, '1');
    },
    'failure.dismissed': (page, _event, language) =>
      language === 'ko' ? page.press('phone.ok') : page.user.keyboard('{Escape}'),
  },
  shows: {
    opening: expectTitle('phone.opening'),
    unreadable: expectTitle('phone.unreadable'),
    'home.codes.computing': expectTitle('phone.home'),
    'home.requests.fetching': () => undefined,
    'home.requests.waiting': (page, { context }) => {
      expect(screen.queryByText(page.text('phone.unreachable')) !== null).toBe(context.isUnreachable);
    },
    'home.notifications.checking': () => undefined,
    'home.notifications.settled': (page, { context }) => {
      const isOffered = ['off', 'failed'].includes(context.notifications);
      expect(screen.queryByRole('button', { name: page.text('phone.notifications.enable') }) !== null).toBe(
        isOffered,
      );
      for (const key of ['off', 'failed', 'blocked'] as const)
        expect(screen.queryByText(page.text(`phone.notifications.${key}`)) !== null).toBe(
          context.notifications === key,
        );
    },
    'home.notifications.enabling': (page) => {
      expect(screen.getByText(page.text('phone.notifications.enabling'))).toBeTruthy();
    },
    'home.codes.shown': (page, { context }) => {
      expect(
        screen.getByRole('status', { name: page.text('phone.code', { userId: 'kim' }) }).textContent,
      ).toBe('123 456');
      const notice = context.notice as ResultMessage | null;
      if (notice) expect(screen.getByText(page.text(`phone.notice.${notice}`))).toBeTruthy();
    },
    'home.codes.covered': (page) => {
      expect(screen.getByText(page.text('phone.codes.covered'))).toBeTruthy();
    },
    ...Object.fromEntries(
      ['uncovering', 'request.unlocking', 'login.deciding.unlocking', 'settings.unlocking'].flatMap(
        (parent) => [
          [`${parent}.confirming`, expectTitle('phone.unlock')],
          [
            `${parent}.confirmFailed`,
            (page: Page) => {
              expect(screen.getByText(page.text('phone.unlock.unconfirmed'))).toBeTruthy();
            },
          ],
          [`${parent}.typing`, expectTitle('phone.unlock')],
          [
            `${parent}.checking`,
            (page: Page) => {
              expect(screen.getByText(page.text('phone.unlock.checking'))).toBeTruthy();
            },
          ],
        ],
      ),
    ),
    'locking.offering': (page, { context }) => {
      expect(page.heading()).toBe(page.text('phone.lock'));
      const isSet = ['passkey', 'pin'].includes(context.lock.kind);
      const cover = screen.queryByRole<HTMLInputElement>('checkbox', { name: page.text('phone.lock.cover') });
      expect(cover?.checked).toBe(isSet ? context.lock.coversCodes : undefined);
      for (const key of ['notCreated', 'notStored'] as const) {
        const problem = `phone.lock.${key}` as const;
        expect(screen.queryByText(page.text(problem)) !== null).toBe(context.problem === problem);
      }
    },
    'locking.creatingPasskey': expectSaving,
    'locking.typing': (page, { context }) => {
      expect(page.heading()).toBe(page.text('phone.pin.set'));
      for (const key of ['invalid', 'different'] as const) {
        const problem = `phone.pin.${key}` as const;
        expect(screen.queryByText(page.text(problem)) !== null).toBe(context.problem === problem);
      }
    },
    'locking.savingPin': expectSaving,
    'locking.turningOff': expectSaving,
    'locking.covering': expectSaving,
    'clearing.confirming': expectTitle('phone.clearing'),
    'clearing.deleting': expectTitle('phone.clearing'),
    'settings.reading': expectTitle('phone.settings'),
    'settings.shown': (page, { context }) => {
      const [record] = context.records as readonly AnswerRecord[];
      const key = record ? (`phone.records.${record.outcome}` as const) : 'phone.records.none';
      expect(screen.getByText(page.text(key))).toBeTruthy();
      for (const problem of ['phone.rename.failed', 'phone.rename.invalid'] as const)
        expect(screen.queryByText(page.text(problem)) !== null).toBe(context.problem === problem);
    },
    'settings.renaming': (page) => {
      expect(screen.getByText(page.text('phone.rename.saving'))).toBeTruthy();
    },
    'home.codes.computeFailed': (page) => {
      expect(screen.getByText(page.text('phone.uncomputed'))).toBeTruthy();
      expect(screen.queryByText('123 456')).toBeNull();
    },
    'removing.confirming': (page) => {
      const dialog: HTMLElement = screen.getByRole('dialog', {
        name: page.text('phone.removeTitle', { userId: 'kim' }),
      });
      expect(dialog.textContent).toContain(page.text('phone.removeLead'));
    },
    'removing.deleting': (page) => {
      const remove = within(screen.getByRole('dialog')).getByRole('button', {
        name: page.text('phone.removeConfirm'),
      });
      expect(remove.getAttribute('aria-disabled')).toBe('true');
    },
    'request.choosing': (page) => {
      expect(page.heading()).toBe(page.text('phone.request.login'));
      for (const fact of ['kim', 'Company Mail', 'Chrome · Windows', '203.0.113.7'])
        expect(screen.getByText(fact)).toBeTruthy();
      for (const choice of PUSH_REQUEST.choices)
        expect(screen.getByRole('button', { name: choice })).toBeTruthy();
    },
    'request.approving': expectAnswering,
    'request.refusing': expectAnswering,
    'request.answerFailed': (page) => {
      expect(screen.getByRole('dialog', { name: page.text('phone.request.failed') })).toBeTruthy();
    },
    'adding.choosing': expectTitle('phone.adding'),
    'adding.reading': expectTitle('phone.reading'),
    'adding.unusable': (page, { context }) => {
      const titles: Readonly<Record<string, Parameters<Page['text']>[0]>> = {
        noLink: 'phone.unusable',
        otherPortal: 'phone.otherPortal',
        noOnlineAccount: 'phone.nobody',
        failed: 'phone.unread',
      };
      expect(page.heading()).toBe(page.text(titles[context.unusableLink?.kind ?? ''] ?? 'phone.unusable'));
    },
    'adding.scanning.searching': (page) => {
      expect(page.heading()).toBe(page.text('phone.scan'));
      expect(screen.getByRole('img', { name: page.text('phone.scan.picture') })).toBeTruthy();
    },
    'adding.scanning.blocked': (page, { context }) => {
      expect(
        screen.getByText(page.text(`phone.scan.${context.camera as 'denied' | 'noCamera'}`)),
      ).toBeTruthy();
    },
    'adding.offline.generating': expectTitle('phone.offline'),
    'adding.offline.keyFailed': expectRefusal,
    'adding.offline.editing': (page, { context }) => {
      for (const group of CLIENT_KEY.match(/.{4}/g) ?? []) expect(screen.getByText(group)).toBeTruthy();
      for (const problem of ['phone.offline.invalid', 'phone.offline.different'] as const) {
        expect(screen.queryByText(page.text(problem)) !== null).toBe(context.problem === problem);
      }
    },
    'adding.offline.combining': expectRegistering,
    'adding.offline.combiningFailed': expectRefusal,
    'adding.offline.comparing': () => {
      expect(screen.getByText('269521')).toBeTruthy();
    },
    'adding.offline.saving': expectRegistering,
    'adding.offline.saveFailed': expectRefusal,
    'login.fetching': expectTitle('phone.reading'),
    'login.fetchFailed': (page, { context }) => {
      const dialog = screen.getByRole('dialog', { name: page.text('phone.login.failed') });
      const hasEnded = context.failure?.kind === 'rejected';
      expect(dialog.textContent).toContain(
        page.text(hasEnded ? 'phone.failure.code' : 'phone.failure.trouble'),
      );
    },
    'login.deciding.picking': (page) => {
      expect(page.heading()).toBe(page.text('phone.login.pick'));
      expect(screen.getByRole('button', { name: 'kim' })).toBeTruthy();
    },
    'login.deciding.choosing': (page, { context }) => {
      expect(page.heading()).toBe(page.text('phone.request.login'));
      for (const fact of [context.loginAccount?.userId ?? '', QR_LOGIN.service, QR_LOGIN.browser]) {
        expect(screen.getByText(fact)).toBeTruthy();
      }
      for (const number of QR_LOGIN.numbers)
        expect(screen.getByRole('button', { name: number })).toBeTruthy();
    },
    'login.deciding.approving': expectAnswering,
    'login.deciding.declining': expectAnswering,
    'login.deciding.answerFailed': (page) => {
      expect(screen.getByRole('dialog', { name: page.text('phone.login.failed') })).toBeTruthy();
    },
    'adding.confirming.waiting': (page) => {
      expect(screen.getByText(page.text('phone.confirmingLead', { userId: 'kim' }))).toBeTruthy();
    },
    'adding.confirming.registering': expectRegistering,
    'adding.confirming.refused': expectRefusal,
    'adding.typing.editing': (page, { context }) => {
      expect(page.heading()).toBe(page.text('phone.digits'));
      expect(screen.queryByText(page.text('phone.digits.invalid')) !== null).toBe(context.problem !== null);
    },
    'adding.typing.registering': expectRegistering,
    'adding.typing.refused': expectRefusal,
    'adding.pasting.editing': (page, { context }) => {
      expect(page.heading()).toBe(page.text('phone.link'));
      expect(screen.queryByText(page.text('phone.link.missing')) !== null).toBe(context.problem !== null);
    },
    'adding.pasting.registering': expectRegistering,
    'adding.pasting.refused': expectRefusal,
  },
  transitionsOutsideView: [
    'phone: language.chosen [0] --> (stays)',
    ...['home', 'adding.choosing', 'adding.unusable'].map(linkOpened),
    ...['searching', 'blocked'].map((state) => linkOpened(`adding.scanning.${state}`)),
    ...['editing', 'comparing'].map((state) => linkOpened(`adding.offline.${state}`)),
    ...['confirming.waiting', 'typing.editing', 'pasting.editing'].map((state) =>
      linkOpened(`adding.${state}`),
    ),
  ],
});
