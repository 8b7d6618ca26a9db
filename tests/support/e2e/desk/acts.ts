import { readFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import type { TextKey } from '#tests/support/e2e/texts.ts';
import { type Desk, REASON } from './desk.ts';

/** An act of the desk: where it begins, and how it is done from there. */
export type DeskAct = {
  readonly name: string;
  readonly begin: (desk: Desk) => Promise<void>;
  readonly play: (desk: Desk) => Promise<void>;
};

type ActKey = Extract<TextKey, `desk.done.${string}`> extends `desk.done.${infer Name}` ? Name : never;

const at =
  (userId: string) =>
  (desk: Desk): Promise<void> =>
    desk.showPerson(userId);

const on =
  (...screen: Parameters<Desk['open']>) =>
  (desk: Desk): Promise<void> =>
    desk.open(...screen);

/** Asks for an act, fills in its dialog and confirms. */
async function confirm(desk: Desk, act: ActKey, values?: Parameters<Desk['fillIn']>[0]): Promise<void> {
  await desk.press(`desk.act.${act}`);
  await desk.look(act);
  await desk.fillIn(values);
  await desk.confirm(`desk.act.${act}`);
}

/** Does an act that says so when it is done. */
async function finish(desk: Desk, act: ActKey, values?: Parameters<Desk['fillIn']>[0]): Promise<void> {
  await confirm(desk, act, values);
  await desk.says(`desk.done.${act}`);
}

/** Does an act that shows something once: it is nowhere after the dialog is closed. */
async function issue(desk: Desk, act: ActKey, said: TextKey, read: () => Promise<string>): Promise<void> {
  await confirm(desk, act);
  await expect(desk.dialog.getByText(desk.text(said))).toBeVisible();
  await desk.look(`${act}-issued`);
  const secret = await read();
  await desk.confirm('desk.close');
  await expect(desk.dialog).toHaveCount(0);
  if (secret !== '') await expect(desk.page.getByText(secret)).toHaveCount(0);
}

const shownOnce = ({ dialog }: Desk) => dialog.getByRole('status').first().innerText();

/** Those that help somebody who is signed in, who is found once. */
export const FOR_THE_SIGNED_IN: readonly DeskAct[] = [
  { name: 'find', begin: on('find'), play: (desk) => desk.find('kim') },
  { name: 'endSessions', begin: at('kim'), play: (desk) => finish(desk, 'endSessions') },
  {
    name: 'appLink',
    begin: at('kim'),
    play: (desk) =>
      issue(desk, 'appLink', 'desk.issued.appLinkLead', async () => {
        await expect(desk.dialog.getByRole('img', { name: desk.text('desk.issued.qr') })).toBeVisible();
        return '';
      }),
  },
  {
    name: 'passwordLink',
    begin: at('kim'),
    play: (desk) => issue(desk, 'passwordLink', 'desk.issued.sent', async () => ''),
  },
];

/** Those that help others; those of one person stand together, who is found once. */
export const FOR_OTHERS: readonly DeskAct[] = [
  {
    name: 'explanation',
    begin: at('choi'),
    async play(desk) {
      // It was locked by the operator, not by wrong tries.
      await expect(desk.list('desk.person.locks')).not.toContainText('0');
      await desk.look('person');
      await desk.pressOn(
        desk.page
          .getByRole('region', { name: desk.text('desk.person.services') })
          .getByRole('button')
          .first(),
      );
      await desk.says('desk.obstacle.lockedForGood');
      await desk.look('explanation');
    },
  },
  { name: 'unlock', begin: at('choi'), play: (desk) => finish(desk, 'unlock') },
  {
    name: 'temporaryCode',
    begin: at('lee'),
    play: (desk) => issue(desk, 'temporaryCode', 'desk.issued.codeLead', () => shownOnce(desk)),
  },
  {
    name: 'removeFactor',
    begin: at('lee'),
    async play(desk) {
      const card = desk
        .list('desk.person.methods')
        .getByRole('listitem')
        .filter({ hasText: desk.text('desk.kind.card') });
      await desk.pressOn(card.getByRole('button'));
      await desk.look('removeFactor');
      await desk.fillIn();
      await desk.confirm('desk.act.removeFactor');
      await desk.says('desk.done.removeFactor');
      await expect(card).toHaveCount(0);
    },
  },
  {
    name: 'passwordLink-without-mail',
    begin: at('yoon'),
    play: (desk) => issue(desk, 'passwordLink', 'desk.issued.linkLead', () => shownOnce(desk)),
  },
  { name: 'disable', begin: at('seo'), play: (desk) => finish(desk, 'disable') },
  { name: 'enable', begin: at('jung'), play: (desk) => finish(desk, 'enable') },
];

const NOTICE = { ko: '오늘 밤 점검이 있어요.', en: 'Maintenance tonight.' };

/** Accounts of the imported file. */
export const IMPORTED = 210;

/** A file of accounts that is imported in more than one portion. */
const ACCOUNTS_FILE = {
  name: 'accounts.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(
    ['userId,nameKo', ...Array.from({ length: IMPORTED }, (_, index) => `new${index},새 사람 ${index}`)].join(
      '\n',
    ),
  ),
};

/** A file of two imported accounts and an unknown one. */
const LIST_FILE = {
  name: 'people.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from('userId\nnew1\nnew2\nnobody\n'),
};

/** Those that look after accounts, the records and the service. */
export const FOR_THE_SERVICE: readonly DeskAct[] = [
  {
    name: 'add',
    begin: on('find'),
    play: (desk) => finish(desk, 'add', { 'desk.field.userId': 'sejin', 'desk.field.nameKo': '이세진' }),
  },
  {
    name: 'change',
    begin: at('noh'),
    play: (desk) => finish(desk, 'change', { 'desk.field.phoneNumber': '010-4711-4711' }),
  },
  {
    name: 'import',
    begin: on('import'),
    async play(desk) {
      const { page } = desk;
      const counts = { added: IMPORTED, changed: 0, unchanged: 0 };
      await desk.look('import');
      await page.locator('input[type=file]').setInputFiles(ACCOUNTS_FILE);
      await desk.press('desk.import.choose');
      await desk.says('desk.import.checked');
      await desk.says('desk.import.counts', counts);
      await desk.says('desk.import.changesOf', { shown: 50, total: IMPORTED });
      await desk.look('import-checked');
      await confirm(desk, 'importRun');
      await desk.says('desk.import.done');
      await desk.says('desk.import.counts', counts);
    },
  },
  {
    name: 'bulk',
    begin: on('bulk'),
    async play(desk) {
      const { page, text } = desk;
      await desk.look('bulk');
      await page.getByRole('combobox', { name: text('desk.bulk.act') }).selectOption('disable');
      await page.getByLabel(text('desk.bulk.file')).setInputFiles(LIST_FILE);
      await desk.press('desk.bulk.choose');
      await desk.says('desk.bulk.checked');
      await desk.says('desk.bulk.count', { count: 2 });
      await desk.look('bulk-checked');
      await confirm(desk, 'bulkRun');
      await desk.says('desk.bulk.done');
      await desk.says('desk.bulk.result.noAccount');
    },
  },
  {
    name: 'audit',
    begin: on('audit'),
    async play(desk) {
      const field = desk.field('desk.audit.userId');
      const ground = await field.evaluate((input) => getComputedStyle(input).backgroundColor);
      await expect(desk.page.getByRole('combobox')).toHaveCSS('background-color', ground);
      await desk.fillIn({
        'desk.audit.userId': 'sejin',
        'desk.audit.network': '127.0.0.0/8',
        'desk.audit.from': '2020-01-01',
        'desk.audit.until': '2099-12-31',
      });
      await desk.press('desk.audit.search');
      const rows = desk.list('desk.audit.list').getByRole('listitem');
      await expect(rows.filter({ hasNotText: 'sejin' })).toHaveCount(0);
      await expect(rows.first()).toBeVisible();
      await desk.look('audit');
    },
  },
  {
    name: 'auditExport',
    begin: async () => undefined,
    async play(desk) {
      const saved = desk.page.waitForEvent('download');
      await finish(desk, 'auditExport');
      const file = await saved;
      expect(file.suggestedFilename()).toBe('audit.csv');
      expect(await readFile(await file.path(), 'utf8')).toContain(REASON);
    },
  },
  {
    name: 'policies',
    begin: on('find'),
    async play(desk) {
      await desk.open('policies');
      await expect(desk.page.getByRole('heading', { name: 'every-method' })).toBeVisible();
      await desk.look('policies');
    },
  },
  {
    name: 'putNotice',
    begin: on('notices'),
    async play(desk) {
      await desk.look('notices');
      await finish(desk, 'putNotice', {
        'desk.notices.ko': NOTICE.ko,
        'desk.notices.en': NOTICE.en,
        'desk.notices.from': '2020-01-01 09:00',
        'desk.notices.until': '2099-12-31 18:00',
      });
      await desk.look('notices-put');
    },
  },
  { name: 'endNotice', begin: async () => undefined, play: (desk) => finish(desk, 'endNotice') },
  {
    name: 'state',
    begin: on('find'),
    async play(desk) {
      await desk.open('state');
      await expect(desk.list('desk.state.servers').getByRole('listitem')).toHaveCount(1);
      await desk.look('state');
    },
  },
];
