import type { Context } from 'hono';
import { html } from 'hono/html';
import type { Bilingual, Language } from '#lab/web/language.ts';
import { labPage, type Markup } from '#lab/web/page.ts';
import { DEVICE_KINDS, DEVICE_NAMES, type DeviceKind, type DeviceOwner, hasDevice } from './owners.ts';

const TEXTS = {
  how: { ko: '이렇게 사용해 보세요', en: 'How to use it' },
  others: { ko: '이 사람의 다른 기기', en: 'Other devices of this person' },
  copy: { ko: '복사', en: 'Copy' },
  ownWindow: { ko: '별도 창으로 열기', en: 'Open in a window of its own' },
} as const satisfies Record<string, Bilingual>;

const deviceLink = (kind: DeviceKind, { userId }: DeviceOwner, language: Language): Markup =>
  html`<a href="/${kind}/${userId}">${DEVICE_NAMES[kind][language]}</a>`;

/** Links to the devices of an account, without the device of the kind `omittedKind`. */
export const deviceLinks = (
  owner: DeviceOwner,
  language: Language,
  omittedKind?: DeviceKind,
): readonly Markup[] =>
  DEVICE_KINDS.filter((kind) => kind !== omittedKind && hasDevice(owner, kind)).map((kind) =>
    deviceLink(kind, owner, language),
  );

/** A button that shows a code and copies it. Without a code, the button is empty and not displayed. */
export const copyButton = (field: string, code: string | null, language: Language): Markup =>
  html`<button type="button" class="copy" data-copy><code data-field="${field}">${code ?? ''}</code><span>${TEXTS.copy[language]}</span></button>`;

/** Content of a device's page: the device, and the steps of its use. */
export type DeviceScreen = { readonly device: Markup; readonly steps: readonly string[] };

/** The page of a device, with links to the other devices of the person. */
export const deviceScreen = (
  c: Context,
  kind: DeviceKind,
  owner: DeviceOwner,
  build: (language: Language) => DeviceScreen,
) =>
  labPage(c, (language) => {
    const title = `${DEVICE_NAMES[kind][language]} · ${owner.name[language]}`;
    const { device, steps } = build(language);
    const otherDevices = deviceLinks(owner, language, kind);
    return {
      title,
      body: html`<h1>${title}</h1>
<div class="bench">${device}
<aside class="card"><h2>${TEXTS.how[language]}</h2>
<ol>${steps.map((step) => html`<li>${step}</li>`)}</ol>
<p class="alone"><a href="/${kind}/${owner.userId}" data-window>${TEXTS.ownWindow[language]}</a></p>
${otherDevices.length > 0 ? html`<h2>${TEXTS.others[language]}</h2><ul>${otherDevices.map((other) => html`<li>${other}</li>`)}</ul>` : ''}</aside></div>`,
    };
  });
