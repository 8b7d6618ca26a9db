import { html } from 'hono/html';
import { copyButton } from '#lab/devices/screen.ts';
import type { Bilingual, Language } from '#lab/web/language.ts';
import type { Markup } from '#lab/web/page.ts';
import type { ReceivedMessage } from './outbox.ts';

const NO_MESSAGES: Bilingual = { ko: '아직 받은 메시지가 없어요.', en: 'Nothing has arrived yet.' };

/** Renders one message; null renders the template that the script fills for messages that arrive later. */
export type MessageItem = (message: ReceivedMessage | null, language: Language) => Markup;

/** The arrival time of a message; the script shows it in the time zone of the browser. */
export const arrivalTime = (message: ReceivedMessage | null): Markup => {
  const at = message ? new Date(message.at).toISOString() : '';
  return html`<time data-field="at" datetime="${at}">${at}</time>`;
};

/** The code of a message, ready to copy. */
export const codeOf = (message: ReceivedMessage | null, language: Language): Markup =>
  copyButton('code', message?.code ?? null, language);

/** Messages, newest first; those that arrive later are announced. */
export const messageList = (
  label: string,
  messages: readonly ReceivedMessage[],
  item: MessageItem,
  language: Language,
): Markup =>
  html`<div role="log" aria-label="${label}"><ol class="messages" data-messages>${messages.map((message) => item(message, language))}</ol><p class="muted">${NO_MESSAGES[language]}</p></div>
<template>${item(null, language)}</template>`;
