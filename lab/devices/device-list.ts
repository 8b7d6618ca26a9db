import type { Context } from 'hono';
import { html } from 'hono/html';
import type { Bilingual } from '#lab/web/language.ts';
import { wantsPage } from '#lab/web/negotiation.ts';
import { labPage } from '#lab/web/page.ts';
import { DEVICE_NAMES, type DeviceKind, type DeviceOwner, hasDevice } from './owners.ts';

const TEXTS = {
  whose: { ko: '누구의 것을 열까요?', en: 'Whose device?' },
  absent: { ko: '이 계정에는 그런 기기가 없어요', en: 'This account has no such device' },
  start: { ko: '시작 화면으로', en: 'Go to the start page' },
} as const satisfies Record<string, Bilingual>;

/** Answers with the accounts that have a device of one kind: a page with links, or the IDs as JSON. */
export function deviceList(c: Context, kind: DeviceKind, owners: readonly DeviceOwner[]) {
  const holders = owners.filter((owner) => hasDevice(owner, kind));
  if (!wantsPage(c)) return c.json({ userIds: holders.map(({ userId }) => userId) });
  return labPage(c, (language) => ({
    title: DEVICE_NAMES[kind][language],
    body: html`<h1>${DEVICE_NAMES[kind][language]}</h1>
<p class="lead">${TEXTS.whose[language]}</p>
<div class="grid">${holders.map(
      ({ userId, name }) =>
        html`<a class="tile" href="/${kind}/${userId}">${name[language]}<span>${userId}</span></a>`,
    )}</div>`,
  }));
}

/** Answers that the account does not have the device, or does not exist. */
export function deviceNotFound(c: Context) {
  if (!wantsPage(c)) return c.json({ problems: [TEXTS.absent.en] }, 404);
  return labPage(
    c,
    (language) => ({
      title: TEXTS.absent[language],
      body: html`<h1>${TEXTS.absent[language]}</h1><p><a class="button" href="/">${TEXTS.start[language]}</a></p>`,
    }),
    404,
  );
}
