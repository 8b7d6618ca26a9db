import { readFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import type { TextKey } from '#tests/support/e2e/texts.ts';
import { type Desk, REASON } from './desk.ts';

/** An act of the desk: opens the screen of the act, and performs the act there. */
export type DeskAct = {
  readonly name: string;
  readonly open: (desk: Desk) => Promise<void>;
  readonly perform: (desk: Desk) => Promise<void>;
};

/** The name of an act that ends with a message, such as `desk.done.unlock`. */
type ActKey = Extract<TextKey, `desk.done.${string}`> extends `desk.done.${infer Name}` ? Name : never;

/** Opens the page of a person. */
const openPerson =
  (userId: string) =>
  (desk: Desk): Promise<void> =>
    desk.showPerson(userId);

/** Opens a screen of the desk. */
const openScreen =
  (...screen: Parameters<Desk['open']>) =>
  (desk: Desk): Promise<void> =>
    desk.open(...screen);

/** Opens the dialog of an act, fills it in and confirms it. */
async function confirm(desk: Desk, act: ActKey, values?: Parameters<Desk['fillIn']>[0]): Promise<void> {
  await desk.press(`desk.act.${act}`);
  await desk.reportScreen(act);
  await desk.fillIn(values);
  await desk.confirm(`desk.act.${act}`);
}

/** Performs an act, and expects the message that the act is done. */
async function finish(desk: Desk, act: ActKey, values?: Parameters<Desk['fillIn']>[0]): Promise<void> {
  await confirm(desk, act, values);
  await desk.expectText(`desk.done.${act}`);
}

/** Performs an act that shows a secret once, and expects that the page does not contain the secret after the dialog is closed. */
async function issue(
  desk: Desk,
  act: ActKey,
  lead: TextKey,
  readSecret: () => Promise<string>,
): Promise<void> {
  await confirm(desk, act);
  await expect(desk.dialog.getByText(desk.text(lead))).toBeVisible();
  await desk.reportScreen(`${act}-issued`);
  const secret = await readSecret();
  await desk.confirm('desk.close');
  await expect(desk.dialog).toHaveCount(0);
  if (secret !== '') await expect(desk.page.getByText(secret)).toHaveCount(0);
}

/** Reads the secret that the dialog shows. */
const readShownSecret = ({ dialog }: Desk) => dialog.getByRole('status').first().innerText();

/** Acts for a signed-in person. They follow one another, so that the person's page is opened once. */
export const ACTS_FOR_SIGNED_IN_PERSON: readonly DeskAct[] = [
  { name: 'find', open: openScreen('find'), perform: (desk) => desk.find('kim') },
  { name: 'endSessions', open: openPerson('kim'), perform: (desk) => finish(desk, 'endSessions') },
  {
    name: 'appLink',
    open: openPerson('kim'),
    perform: (desk) =>
      issue(desk, 'appLink', 'desk.issued.appLinkLead', async () => {
        await expect(desk.dialog.getByRole('img', { name: desk.text('desk.issued.qr') })).toBeVisible();
        return '';
      }),
  },
  {
    name: 'passwordLink',
    open: openPerson('kim'),
    perform: (desk) => issue(desk, 'passwordLink', 'desk.issued.sent', async () => ''),
  },
];

/** Acts for other people. Acts for the same person follow one another, so that the person's page is opened once. */
export const ACTS_FOR_OTHER_PEOPLE: readonly DeskAct[] = [
  {
    name: 'explanation',
    open: openPerson('choi'),
    async perform(desk) {
      // The operator has locked the account. The list must not say that 0 wrong attempts have locked the account.
      await expect(desk.list('desk.person.locks')).not.toContainText('0');
      await desk.reportScreen('person');
      await desk.pressOn(
        desk.page
          .getByRole('region', { name: desk.text('desk.person.services') })
          .getByRole('button')
          .first(),
      );
      await desk.expectText('desk.obstacle.lockedForGood');
      await desk.reportScreen('explanation');
    },
  },
  { name: 'unlock', open: openPerson('choi'), perform: (desk) => finish(desk, 'unlock') },
  {
    name: 'temporaryCode',
    open: openPerson('lee'),
    perform: (desk) => issue(desk, 'temporaryCode', 'desk.issued.codeLead', () => readShownSecret(desk)),
  },
  {
    name: 'removeFactor',
    open: openPerson('lee'),
    async perform(desk) {
      const card = desk
        .list('desk.person.methods')
        .getByRole('listitem')
        .filter({ hasText: desk.text('desk.kind.card') });
      await desk.pressOn(card.getByRole('button'));
      await desk.reportScreen('removeFactor');
      await desk.fillIn();
      await desk.confirm('desk.act.removeFactor');
      await desk.expectText('desk.done.removeFactor');
      await expect(card).toHaveCount(0);
    },
  },
  {
    name: 'passwordLink-without-mail',
    open: openPerson('yoon'),
    perform: (desk) => issue(desk, 'passwordLink', 'desk.issued.linkLead', () => readShownSecret(desk)),
  },
  { name: 'disable', open: openPerson('seo'), perform: (desk) => finish(desk, 'disable') },
  { name: 'enable', open: openPerson('jung'), perform: (desk) => finish(desk, 'enable') },
];

const NOTICE = { ko: '오늘 밤 점검이 있어요.', en: 'Maintenance tonight.' };

/** The number of accounts in the imported file. */
export const IMPORTED_COUNT = 210;

/** A file of accounts that is imported in more than one portion. */
const ACCOUNTS_FILE = {
  name: 'accounts.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(
    [
      'userId,nameKo',
      ...Array.from({ length: IMPORTED_COUNT }, (_, index) => `new${index},새 사람 ${index}`),
    ].join('\n'),
  ),
};

/** A file with the IDs of two imported accounts, and with an ID that has no account. */
const LIST_FILE = {
  name: 'people.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from('userId\nnew1\nnew2\nnobody\n'),
};

/** Acts for accounts, the audit and the service. */
export const ACTS_FOR_SERVICE: readonly DeskAct[] = [
  {
    name: 'add',
    open: openScreen('find'),
    perform: (desk) => finish(desk, 'add', { 'desk.field.userId': 'sejin', 'desk.field.nameKo': '이세진' }),
  },
  {
    name: 'change',
    open: openPerson('noh'),
    perform: (desk) => finish(desk, 'change', { 'desk.field.phoneNumber': '010-4711-4711' }),
  },
  {
    name: 'import',
    open: openScreen('import'),
    async perform(desk) {
      const { page } = desk;
      const counts = { added: IMPORTED_COUNT, changed: 0, unchanged: 0 };
      await desk.reportScreen('import');
      await page.locator('input[type=file]').setInputFiles(ACCOUNTS_FILE);
      await desk.press('desk.import.choose');
      await desk.expectText('desk.import.checked');
      await desk.expectText('desk.import.counts', counts);
      await desk.expectText('desk.import.changesOf', { shown: 50, total: IMPORTED_COUNT });
      await desk.reportScreen('import-checked');
      await confirm(desk, 'importRun');
      await desk.expectText('desk.import.done');
      await desk.expectText('desk.import.counts', counts);
    },
  },
  {
    name: 'bulk',
    open: openScreen('bulk'),
    async perform(desk) {
      const { page, text } = desk;
      await desk.reportScreen('bulk');
      await page.getByRole('combobox', { name: text('desk.bulk.act') }).selectOption('disable');
      await page.getByLabel(text('desk.bulk.file')).setInputFiles(LIST_FILE);
      await desk.press('desk.bulk.choose');
      await desk.expectText('desk.bulk.checked');
      await desk.expectText('desk.bulk.count', { count: 2 });
      await desk.reportScreen('bulk-checked');
      await confirm(desk, 'bulkRun');
      await desk.expectText('desk.bulk.done');
      await desk.expectText('desk.bulk.result.noAccount');
    },
  },
  {
    name: 'audit',
    open: openScreen('audit'),
    async perform(desk) {
      // A select has the same background as a text field.
      const field = desk.field('desk.audit.userId');
      const background = await field.evaluate((input) => getComputedStyle(input).backgroundColor);
      await expect(desk.page.getByRole('combobox')).toHaveCSS('background-color', background);
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
      await desk.reportScreen('audit');
    },
  },
  {
    name: 'auditExport',
    open: async () => undefined,
    async perform(desk) {
      const download = desk.page.waitForEvent('download');
      await finish(desk, 'auditExport');
      const file = await download;
      expect(file.suggestedFilename()).toBe('audit.csv');
      expect(await readFile(await file.path(), 'utf8')).toContain(REASON);
    },
  },
  {
    name: 'policies',
    open: openScreen('find'),
    async perform(desk) {
      await desk.open('policies');
      await expect(desk.page.getByRole('heading', { name: 'every-method' })).toBeVisible();
      await desk.reportScreen('policies');
    },
  },
  {
    name: 'putNotice',
    open: openScreen('notices'),
    async perform(desk) {
      await desk.reportScreen('notices');
      await finish(desk, 'putNotice', {
        'desk.notices.ko': NOTICE.ko,
        'desk.notices.en': NOTICE.en,
        'desk.notices.from': '2020-01-01 09:00',
        'desk.notices.until': '2099-12-31 18:00',
      });
      await desk.reportScreen('notices-put');
    },
  },
  { name: 'endNotice', open: async () => undefined, perform: (desk) => finish(desk, 'endNotice') },
  {
    name: 'state',
    open: openScreen('find'),
    async perform(desk) {
      await desk.open('state');
      await expect(desk.list('desk.state.servers').getByRole('listitem')).toHaveCount(1);
      await desk.reportScreen('state');
    },
  },
];
